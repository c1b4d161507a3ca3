"""The second interpreter is independent, and sees labels that are wrong."""

import ast
import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import scenes
from tests.recount import compare

HERE = Path(__file__).parent
PRODUCT = {"world", "stages", "checks", "phenomena", "runtime", "flows", "formats"}


@pytest.mark.parametrize("name", ["__init__.py", "reading.py", "interpreter.py", "comparison.py"])
def test_it_imports_nothing_of_the_product(name: str) -> None:
    tree = ast.parse((HERE / name).read_text(encoding="utf-8"))
    modules = {
        module.split(".")[0]
        for node in ast.walk(tree)
        for module in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert not modules & (PRODUCT | {"schemas"})


def wrong_value(labels: dict[str, Any]) -> None:
    labels["turns"][2]["frames"][0]["state"][1]["value"] = 5


def wrong_intent(labels: dict[str, Any]) -> None:
    labels["turns"][4]["frames"][0]["active_intent"] = "NONE"


def wrong_request(labels: dict[str, Any]) -> None:
    labels["turns"][0]["frames"][0]["requested_slots"] = ["date"]


def lost_frame(labels: dict[str, Any]) -> None:
    labels["turns"][0]["frames"] = []


def wrong_call(labels: dict[str, Any]) -> None:
    labels["turns"][5]["calls"][0]["parameters"]["party_size"] = 5


def failed_call(labels: dict[str, Any]) -> None:
    labels["turns"][5]["calls"][0]["success"] = False


def wrong_signal(labels: dict[str, Any]) -> None:
    labels["turns"][3]["steps"][0]["signals"][0]["kind"] = "hint_value"


def wrong_end(labels: dict[str, Any]) -> None:
    labels["final_entities"][0]["values"]["date"] = "2026-03-07"


def lost_end(labels: dict[str, Any]) -> None:
    labels["final_entities"] = []


def same_hash(labels: dict[str, Any]) -> None:
    labels["turns"][3]["state_hash"] = labels["turns"][1]["state_hash"]


@pytest.mark.parametrize(
    "plant",
    [
        wrong_value,
        wrong_intent,
        wrong_request,
        lost_frame,
        wrong_call,
        failed_call,
        wrong_signal,
        wrong_end,
        lost_end,
        same_hash,
    ],
)
def test_it_sees_a_wrong_label(plant: Callable[[dict[str, Any]], None]) -> None:
    item = scenes.candidate()
    labels = copy.deepcopy(item.annotation.model_dump(mode="json"))
    assert compare(item.dialogue, labels, scenes.CATALOG) == []
    plant(labels)
    assert len(compare(item.dialogue, labels, scenes.CATALOG)) == 1
