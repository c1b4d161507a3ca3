"""The published dialogues: they replay without a contradiction, and faults in them are seen."""

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from formats.sgd.exporting import write_dialogue
from formats.sgd.importing import Imported, read_dialogue
from formats.sgd.schema import read_schema, write_schema
from schemas.dialogue import Dialogue
from schemas.service import Catalog
from world.replay import replay

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "sgd"
PAIRS = (
    ("schema_dev.json", "dialogues_dev_subset.json"),
    ("schema_train_subset.json", "dialogues_train_subset.json"),
)

pytestmark = pytest.mark.skipif(
    not DATA.is_dir(), reason="the published SGD subset is not beside this checkout"
)


def read(name: str) -> list[dict[str, Any]]:
    content: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="utf-8"))
    return content


def dialogues() -> Iterator[tuple[dict[str, Any], Catalog]]:
    for schema, name in PAIRS:
        catalog = read_schema(read(schema))
        for raw in read(name):
            yield raw, catalog


def ordered(raw: dict[str, Any]) -> dict[str, Any]:
    """In canonical order: frames by service, actions and spans by what they say."""
    raw = copy.deepcopy(raw)
    for turn in raw["turns"]:
        turn["frames"].sort(key=lambda frame: frame["service"])
        for frame in turn["frames"]:
            frame["actions"].sort(key=lambda action: (action["act"], action["slot"]))
            frame["slots"].sort(key=lambda span: (span["start"], span["slot"]))
    return raw


@pytest.mark.parametrize(
    "name", ["schema_dev.json", "schema_train_subset.json", "sgd_x/schema_dev_v5.json"]
)
def test_schemas_come_back_key_for_key(name: str) -> None:
    raw = read(name)
    assert write_schema(read_schema(raw)) == raw


def test_nothing_contradicts_and_all_comes_back() -> None:
    count = 0
    for raw, catalog in dialogues():
        imported = read_dialogue(raw, catalog)
        assert imported.contradictions == ()
        assert ordered(write_dialogue(imported.dialogue, catalog)) == ordered(raw)
        count += 1
    assert count == 47


def places(raw: dict[str, Any]) -> list[tuple[int, int, str]]:
    """Every state value, as (turn, frame, slot)."""
    return [
        (turn, frame, slot)
        for turn, content in enumerate(raw["turns"])
        for frame, state in enumerate(content["frames"])
        for slot in state.get("state", {}).get("slot_values", {})
    ]


def corrupted(values: list[str], kind: int, rng: random.Random) -> list[str] | None:
    """Another value for the slot; None where it is taken away."""
    if kind == 0:
        return ["corrupted"]
    if kind == 1:
        return sorted([*values, "one more"])
    if kind == 2:
        return None
    word = rng.choice(values)
    return sorted({word[::-1] + "x", *values} - {word})


def test_one_wrong_state_value_is_always_named() -> None:
    known = list(dialogues())
    rng = random.Random(0)
    for number in range(500):
        raw, catalog = known[number % len(known)]
        raw = copy.deepcopy(raw)
        turn, frame, slot = rng.choice(places(raw))
        state = raw["turns"][turn]["frames"][frame]["state"]["slot_values"]
        value = corrupted(state[slot], number % 4, rng)
        if value is None:
            del state[slot]
        else:
            state[slot] = value
        named = {c.turn for c in read_dialogue(raw, catalog).contradictions}
        assert turn in named, (raw["dialogue_id"], turn, slot, value)


@pytest.mark.parametrize("what", ["active_intent", "requested_slots"])
def test_a_wrong_intent_or_request_is_named(what: str) -> None:
    for raw, catalog in list(dialogues())[:20]:
        raw = copy.deepcopy(raw)
        state = raw["turns"][2]["frames"][0]["state"]
        state[what] = "Other" if what == "active_intent" else [*state[what], "zzz"]
        assert 2 in {c.turn for c in read_dialogue(raw, catalog).contradictions}


def test_a_wrong_parameter_is_named() -> None:
    for raw, catalog in dialogues():
        raw = copy.deepcopy(raw)
        calls = [
            (number, frame["service_call"])
            for number, turn in enumerate(raw["turns"])
            for frame in turn["frames"]
            if frame.get("service_call", {}).get("parameters")
        ]
        for number, call in calls[:1]:
            slot = sorted(call["parameters"])[0]
            call["parameters"][slot] += "x"
            assert number in {c.turn for c in read_dialogue(raw, catalog).contradictions}


def without(imported: Imported, rng: random.Random) -> Dialogue:
    """The dialogue with one statement of one step left out or changed."""
    turns = list(imported.dialogue.turns)
    index = rng.choice([turn.index for turn in turns if turn.steps])
    steps = list(turns[index].steps)
    place = rng.randrange(len(steps))
    written = list(steps[place].written)
    line = rng.randrange(len(written))
    if rng.random() < 0.5:
        del written[line]
    else:
        written[line] = written[line].replace("(", "(x", 1).replace(" = ", " = x", 1)
    steps[place] = steps[place].model_copy(update={"written": tuple(written)})
    turns[index] = turns[index].model_copy(update={"steps": tuple(steps)})
    return imported.dialogue.model_copy(update={"turns": tuple(turns)})


def test_one_changed_statement_fails_the_replay() -> None:
    rng = random.Random(1)
    for raw, catalog in dialogues():
        imported = read_dialogue(raw, catalog)
        for _ in range(4):
            changed = without(imported, rng)
            assert any(exchange.divergences for exchange in replay(changed, catalog))


def test_every_write_names_a_source() -> None:
    kinds: dict[str, int] = {}
    for raw, catalog in dialogues():
        for exchange in replay(read_dialogue(raw, catalog).dialogue, catalog):
            for frame in exchange.frames:
                for slot in frame.state:
                    kinds[slot.source.kind] = kinds.get(slot.source.kind, 0) + 1
    assert set(kinds) == {"user", "mention", "service", "carried"}
