"""Rung 3: no value changes that nobody meant to change.

LUCID's unintended corrections: a simulated user that contradicts itself without having been
told to, and a system that overwrites a slot the user did not speak of.
"""

from collections.abc import Iterator

from checks.check import Check, Finding
from checks.imported import is_planned
from schemas.acts import Act, ActType
from schemas.annotation import Frame, SlotState, SourceKind, TurnAnnotation
from schemas.candidate import Candidate
from schemas.dialogue import Speaker
from schemas.phenomenon import PhenomenonTag
from schemas.service import Catalog
from schemas.verdict import RejectionCode

_CORRECTIONS = frozenset(
    {
        PhenomenonTag.CORRECTION,
        PhenomenonTag.TURN_CORRECTION,
        PhenomenonTag.CONTRADICTION,
        PhenomenonTag.MISTAKEN_DETAIL,
    }
)
_CHANGES = frozenset(
    {ActType.INFORM, ActType.SELECT, ActType.AFFIRM, ActType.INFORM_INTENT, ActType.NEGATE}
)
"""Acts after which a slot may rightly have another value."""


def run(candidate: Candidate, catalog: Catalog) -> tuple[Finding, ...]:
    """Finds unplanned corrections by the user and overwritten slots."""
    return tuple(
        Finding(RejectionCode.UNINTENDED_CORRECTION, detail, turn)
        for turn, detail in (*_by_user(candidate), *_by_system(candidate))
    )


def _by_user(candidate: Candidate) -> Iterator[tuple[int, str]]:
    if not is_planned(candidate):
        return
    for turn in candidate.annotation.turns:
        meant = set(turn.planned_phenomena) & _CORRECTIONS
        for tag in sorted(set(turn.phenomena) & _CORRECTIONS - meant):
            if not meant:
                yield turn.index, f"the user was not told to, and this is a {tag.value}"


def _by_system(candidate: Candidate) -> Iterator[tuple[int, str]]:
    before: dict[tuple[str, str], dict[str, SlotState]] = {}
    for turn in candidate.annotation.turns:
        if turn.speaker is not Speaker.USER:
            continue
        for frame in turn.frames:
            key = (frame.service, frame.active_intent)
            for slot in _overwritten(before.get(key, {}), frame):
                if not _spoken_of(slot, frame, turn):
                    yield turn.index, f"the system changed {slot}, which the user left alone"
            before[key] = {state.slot: state for state in frame.state}


def _overwritten(before: dict[str, SlotState], frame: Frame) -> Iterator[str]:
    for state in frame.state:
        old = before.get(state.slot)
        if old is not None and (old.value, old.special) != (state.value, state.special):
            yield state.slot


def _spoken_of(slot: str, frame: Frame, turn: TurnAnnotation) -> bool:
    """Whether the user named the slot, or did something that rightly brings other values."""
    state = next(s for s in frame.state if s.slot == slot)
    if any(_about(act, frame.service, slot) for act in turn.acts):
        return True
    # An accepted alternative, a chosen result or a new task bring values with a source.
    brought = any(
        act.act in _CHANGES and act.act is not ActType.INFORM and act.service == frame.service
        for act in turn.acts
    )
    return brought and state.source.kind is not SourceKind.USER


def _about(act: Act, service: str, slot: str) -> bool:
    return act.act in (ActType.INFORM, ActType.UNANSWERABLE) and (act.service, act.slot) == (
        service,
        slot,
    )


CHECK = Check("corrections", 2, 3, frozenset({RejectionCode.UNINTENDED_CORRECTION}), run)
