"""Configurations that no run can be made of, refused before anything is spent."""

from typing import Any

import pytest
from pydantic import ValidationError

from schemas.config import RunConfig


def described(**changes: Any) -> dict[str, Any]:
    return {"described": [{"domain": "x", "description": "book a class", **changes}]}


def rule(left: str, operator: str, right: str) -> dict[str, str]:
    return {"left": left, "operator": operator, "right": right}


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"output": ""}, "at least 1 character"),
        ({"clock": {"timezone": "Mars/Olympus"}}, "'Mars/Olympus' is no time zone"),
        ({"clock": {"now": "9999-12-31T23:59:00"}}, "the year 9999 is out of bounds"),
        ({"limits": {"max_cost_usd": -5}}, "greater than or equal to 0"),
        ({"mix": {"goals": {1: 0.9, 2: 0.9}}}, "goals adds up to 1.8"),
        ({"splits": {"dev": 0.9, "test": 0.9}}, "dev and test are 1.8 of all"),
        (
            {"intents": {"described": 2 * described()["described"]}},
            "describes 'book a class' twice",
        ),
        ({"intents": described(slots=["date", "date"])}, "names the slot 'date' twice"),
        ({"intents": described(slots=["Date"])}, "pattern"),
        ({"intents": described(description="  !!! ")}, "says nothing"),
        ({"intents": described(description="book \ud800 it")}, "unicode"),
        (
            {"intents": described(constraints=[rule("a", ">", "b"), rule("b", ">", "a")])},
            "no values meet the rules between",
        ),
        ({"intents": described(constraints=[rule("a", ">", "a")])}, "between 'a' and 'a'"),
    ],
)
def test_it_is_refused_with_a_sentence(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValidationError, match=sentence.replace(".", r"\.")):
        RunConfig.model_validate({"intents": described(), **fields})


@pytest.mark.parametrize(
    "rules",
    [
        [rule("a", ">", "b"), rule("b", "<", "a")],
        [rule("a", ">=", "b"), rule("b", ">=", "a")],
    ],
)
def test_rules_that_can_be_met_together_are_taken(rules: list[dict[str, str]]) -> None:
    RunConfig.model_validate({"intents": described(constraints=rules)})
