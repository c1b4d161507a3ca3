"""Dialogues worked out by hand: the product and the second interpreter both agree with them."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from checks.labels import label
from schemas.annotation import AnnotatedDialogue
from schemas.dialogue import Dialogue, Signal, Speaker, Turn
from schemas.service import Catalog
from schemas.world import Clock, WorldSpec
from tests.recount import compare
from tests.recount.interpreter import Interpreter
from world.executor import Executor

HERE = Path(__file__).parent / "by_hand"
SHARED: dict[str, Any] = json.loads((HERE / "shared.json").read_text(encoding="utf-8"))
CATALOG = Catalog.model_validate(SHARED["catalog"])
CLOCK = Clock.model_validate(SHARED["clock"])
FILES = sorted(path for path in HERE.glob("*.json") if path.name != "shared.json")

pytestmark = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def read(path: Path) -> dict[str, Any]:
    worked: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return worked


def record(worked: dict[str, Any]) -> Dialogue:
    """The dialogue, its programs run; their signals are held against those worked out."""
    scripted = {name: worked.get(name, []) for name in ("failures", "follow_ups")}
    world = WorldSpec.model_validate({**SHARED["world"], **scripted})
    services = tuple(worked["services"])
    executor = Executor(CATALOG.only(services), world, CLOCK)
    turns: list[Turn] = []
    for exchange in worked["exchanges"]:
        user = Turn.model_validate(
            {
                "index": len(turns),
                "speaker": Speaker.USER,
                "utterance": exchange["user"],
                "acts": exchange["acts"],
            }
        )
        executor.hear(user.utterance, user.acts)
        steps = []
        for step in exchange["steps"]:
            steps.append(executor.run(step["run"]))
            assert [shown(signal) for signal in steps[-1].signals] == step["signals"]
        system = Turn(
            index=user.index + 1,
            speaker=Speaker.SYSTEM,
            utterance=exchange["system"],
            acts=executor.said or (),
            steps=tuple(steps),
        )
        turns += [user, system]
    return Dialogue(
        dialogue_id="by_hand", services=services, clock=CLOCK, world=world, turns=tuple(turns)
    )


def shown(signal: Signal) -> str:
    task = "" if signal.task is None else f" x{signal.task}"
    return f"x{signal.index} {signal.kind.value}{task}"


def entity_key(entity: dict[str, Any]) -> str:
    return json.dumps(
        [entity["service"], entity["type"], entity["values"], entity["cancelled"]], sort_keys=True
    )


def frames(turn: dict[str, Any]) -> dict[str, Any]:
    return {
        frame["service"]: {
            "active_intent": frame["active_intent"],
            "requested_slots": frame["requested_slots"],
            "state": {slot["slot"]: slot["value"] for slot in frame["state"]},
        }
        for frame in turn["frames"]
    }


def calls(turn: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {**call, "results": [entity["values"] for entity in call["results"]]}
        for call in turn["calls"]
    ]


def labels_of(dialogue: Dialogue) -> AnnotatedDialogue:
    labels, divergences = label(dialogue, CATALOG)
    assert divergences == ()
    return labels


def test_the_labels_are_those_worked_out(path: Path) -> None:
    worked = read(path)
    labels = labels_of(record(worked)).model_dump(mode="json")
    for place, exchange in enumerate(worked["exchanges"]):
        assert frames(labels["turns"][2 * place]) == exchange["frames"]
        assert calls(labels["turns"][2 * place + 1]) == exchange["calls"]
    made = Counter(entity_key(entity) for entity in labels["final_entities"])
    assert made == Counter(entity_key(entity) for entity in worked["final"])


def test_the_recount_is_the_one_worked_out(path: Path) -> None:
    worked = read(path)
    dialogue = record(worked).model_dump(mode="json")
    recount = Interpreter(dialogue, SHARED_SERVICES)
    for place, exchange in enumerate(worked["exchanges"]):
        turn = recount.exchange(*dialogue["turns"][2 * place : 2 * place + 2])
        assert turn.frames == exchange["frames"]
        assert turn.calls == exchange["calls"]
    made = Counter(entity_key(entity) for entity in recount.final())
    assert made == Counter(entity_key(entity) for entity in worked["final"])


def test_both_agree(path: Path) -> None:
    dialogue = record(read(path))
    assert compare(dialogue, labels_of(dialogue), CATALOG) == []


SHARED_SERVICES: list[dict[str, Any]] = CATALOG.model_dump(mode="json")["services"]
