"""All that SGD's policy graph has its system do is seen in generated dialogues."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from flows.config import load_config
from runtime.store import ArtifactStore
from schemas.acts import Act, ActType
from schemas.dialogue import Dialogue, Signal, SignalKind, Speaker, Turn
from tests.flows.made import made

DEMO = Path(__file__).resolve().parents[2] / "examples" / "demo.yaml"


@pytest.mark.slow
def test_every_move_of_the_policy_is_seen(tmp_path: Path) -> None:
    config = load_config(DEMO).config
    target = config.target.model_copy(update={"accepted": 40, "attempts": 1})
    mix = config.mix.model_copy(update={"offers": 0.2})
    made(config.model_copy(update={"target": target, "mix": mix}), str(tmp_path / "run"))
    dialogues = ArtifactStore(str(tmp_path / "run")).read_all("dialogues", Dialogue)
    seen = Counter(move for dialogue in dialogues for move in moves(dialogue))
    assert {move for move, times in seen.items() if times >= 2} == {
        "asks for a missing slot",
        "asks to confirm all",
        "asks again what changed",
        "tells how many there are",
        "offers the first result",
        "offers another result",
        "tells of success",
        "tells of a failure",
        "offers what worked instead",
        "offers to go on: taken up",
        "offers to go on: turned down",
        "offers more help",
        "takes leave",
    }
    assert seen["takes leave"] == len(dialogues)


def moves(dialogue: Dialogue) -> Iterator[str]:
    """What the system does, each move held to what it should be by the signal it answers."""
    asked: set[int] = set()
    for user, system in pairwise(dialogue.turns):
        if system.speaker is not Speaker.SYSTEM:
            yield from _answered(user, system)
            continue
        for step in system.steps:
            for signal in step.signals:
                yield from _of_signal(signal, system, asked)
        for act in system.acts:
            if act.act is ActType.REQ_MORE:
                yield "offers more help"
    if any(act.act is ActType.GOODBYE for act in dialogue.turns[-1].acts):
        yield "takes leave"


def _answered(system: Turn, user: Turn) -> Iterator[str]:
    if said(system, ActType.OFFER_INTENT):
        taken = said(user, ActType.AFFIRM_INTENT)
        assert bool(taken) is not bool(said(user, ActType.NEGATE_INTENT))
        yield f"offers to go on: {'taken up' if taken else 'turned down'}"


def _of_signal(signal: Signal, turn: Turn, asked: set[int]) -> Iterator[str]:
    """The move that answers a signal, where the turn says that signal."""
    if f"say(x{signal.index}" not in turn.steps[-1].statements[-1].text:
        return
    match signal.kind:
        case SignalKind.HINT_VALUE:
            assert said(turn, ActType.REQUEST)[0].slot == signal.slots[0]
            yield "asks for a missing slot"
        case SignalKind.HINT_CONFIRM:
            assert {act.slot for act in said(turn, ActType.CONFIRM)} == set(signal.slots)
            yield "asks again what changed" if signal.task in asked else "asks to confirm all"
            asked.add(signal.task or 0)
        case SignalKind.RESULT:
            counts = said(turn, ActType.INFORM_COUNT)
            assert all(act.count == len(signal.entities) for act in counts)
            yield from ["tells how many there are"] * len(counts)
            if said(turn, ActType.OFFER):
                yield "offers the first result" if counts else "offers another result"
        case SignalKind.PERFORM:
            assert said(turn, ActType.NOTIFY_SUCCESS)
            yield "tells of success"
        case SignalKind.FAILED:
            assert said(turn, ActType.NOTIFY_FAILURE)
            yield "tells of a failure"
            if said(turn, ActType.OFFER):
                yield "offers what worked instead"


def said(turn: Turn, kind: ActType) -> list[Act]:
    return [act for act in turn.acts if act.act is kind]
