"""LUCID's published sample conversation executes with exactly its numbering."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from schemas.service import (
    Catalog,
    IntentSchema,
    OptionalSlot,
    ServiceSchema,
    SlotSchema,
    SlotType,
)
from schemas.world import Clock, WorldSpec
from world.executor import Executor

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
TYPES = {"str": SlotType.STRING, "int": SlotType.INTEGER}

pytestmark = pytest.mark.skipif(
    not DATA.is_dir(), reason="the published LUCID sample is not beside this checkout"
)


def read(path: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((DATA / path).read_text(encoding="utf-8"))
    return content


def reservations() -> Catalog:
    raw = read("lucid_intents/with_values_reserve_table.json")
    arguments = raw["args"]
    intent = IntentSchema(
        name=raw["command"],
        transactional=True,
        needs_confirmation=raw["confirmation_required"],
        entity=raw["entity_name"],
        required=tuple(name for name, slot in arguments.items() if not slot["optional"]),
        optional=tuple(OptionalSlot(name=n) for n, slot in arguments.items() if slot["optional"]),
    )
    slots = tuple(SlotSchema(name=n, type=TYPES[slot["type"]]) for n, slot in arguments.items())
    return Catalog(
        services=(ServiceSchema(name="reservations", slots=slots, intents=(intent,)),),
    )


def test_the_sample_executes() -> None:
    run = Executor(reservations(), WorldSpec(), Clock(now=datetime(2021, 9, 1, 9, 0)))
    programs: list[tuple[int, str]] = []
    signals: list[tuple[int, str]] = []
    for turn in read("lucid_conversation_sample.json")["turns"]:
        if turn["author"] == "User":
            run.hear(turn["query"], ())
        elif turn["author"] == "System":
            step = run.run([turn["expression"]])
            (statement,) = step.statements
            programs.append((statement.index, statement.text))
            assert programs[-1] == (turn["index"], turn["expression"])
            signals += [(s.index, s.text.split(",")[0].split(":")[0]) for s in step.signals]
        elif turn["author"] in {"AutoTransientTurn", "AutoTurn"}:
            index, text = signals[-1]
            assert index == turn["index"]
            assert text.rstrip(')"') == turn["expression"].split(":")[0].rstrip(')"')
    assert len(programs) == 11
    assert signals == [
        (2, 'hint("ask for value'),
        (5, 'hint("please confirm"'),
        (8, 'hint("please confirm"'),
        (11, 'hint("please confirm"'),
        (14, "perform(x1"),
    ]
    (made,) = run.changes()
    assert made.values == {
        "restaurant_name": "The Olive Garden",
        "date": "18th of September 2021",
        "time": "8 in the evening",
        "party_size": 2,
        "special_requests": "a table by the window",
        "contact_number": "555-123-4567",
    }
