"""Rung 1: the shape of the record: turns that alternate, words in each, numbers that run on."""

from collections.abc import Iterator

from checks.check import Check, Finding
from schemas.annotation import TurnAnnotation
from schemas.candidate import Candidate
from schemas.dialogue import Dialogue, SignalKind, Speaker, Turn
from schemas.service import Catalog
from schemas.verdict import RejectionCode

_ORDER = (Speaker.USER, Speaker.SYSTEM)


def run(candidate: Candidate, catalog: Catalog) -> tuple[Finding, ...]:
    """Finds breaches of the record's shape."""
    return tuple(
        Finding(RejectionCode.STRUCTURE, detail, turn)
        for turn, detail in (
            *_whole(candidate, catalog),
            *_turns(candidate.dialogue),
            *_numbers(candidate.dialogue),
            *_twice(candidate.dialogue),
            *_labels(candidate),
        )
    )


_Breach = tuple[int | None, str]


def _whole(candidate: Candidate, catalog: Catalog) -> Iterator[_Breach]:
    plan, dialogue, annotation = candidate.plan, candidate.dialogue, candidate.annotation
    ids = {plan.dialogue_id, dialogue.dialogue_id, annotation.dialogue_id}
    if len(ids) > 1:
        yield None, f"plan, dialogue and labels are of different dialogues: {sorted(ids)}"
    known = {service.name for service in catalog.services}
    for name in dialogue.services:
        if name not in known:
            yield None, f"the service {name!r} is not in the catalog"
    if not dialogue.turns:
        yield None, "there are no turns"
    elif dialogue.turns[-1].speaker is not Speaker.SYSTEM:
        yield len(dialogue.turns) - 1, "the user's last turn has no answer"
    if dialogue.end is not annotation.end:
        yield None, f"the dialogue's end is {dialogue.end}, the labels' is {annotation.end}"


def _turns(dialogue: Dialogue) -> Iterator[_Breach]:
    for place, turn in enumerate(dialogue.turns):
        if turn.index != place:
            yield place, f"turn {place} has the number {turn.index}"
        if turn.speaker is not _ORDER[place % 2]:
            yield place, f"turn {place} should be the {_ORDER[place % 2].value}'s"
        if not turn.utterance.strip():
            yield place, "the utterance is empty"
        yield from ((place, detail) for detail in _unprintable(turn.utterance))
        yield from ((place, detail) for detail in _programs(turn))


def _unprintable(utterance: str) -> Iterator[str]:
    odd = sorted({c for c in utterance if not c.isprintable() and c not in "\n\u00a0\u202f\u2009"})
    if odd:
        yield f"the utterance holds the control character {odd[0]!r}"


def _programs(turn: Turn) -> Iterator[str]:
    if turn.speaker is Speaker.USER:
        if turn.steps:
            yield "a user turn has programs"
        return
    executed = [statement.text for step in turn.steps for statement in step.statements]
    says = [text for text in executed if text.startswith("say(")]
    if not executed or executed[-1] not in says:
        yield "the system's turn does not end in say"
    if len(says) > 1:
        yield "the system says more than once in a turn"
    if turn.steps and any(s.kind is SignalKind.ERROR for s in turn.steps[-1].signals):
        yield "the system's last program was refused"
    for step in turn.steps:
        refused = any(signal.kind is SignalKind.ERROR for signal in step.signals)
        if refused and step.statements:
            yield "a refused program executed something"


def _twice(dialogue: Dialogue) -> Iterator[_Breach]:
    """Exchanges that stand there twice in a row, word for word."""
    words = [turn.utterance.casefold().split() for turn in dialogue.turns]
    for place in range(0, len(words) - 3, 2):
        if words[place : place + 2] == words[place + 2 : place + 4]:
            yield place + 2, "the user's turn and its answer are there twice"


def _numbers(dialogue: Dialogue) -> Iterator[_Breach]:
    expected = 0
    for turn in dialogue.turns:
        for step in turn.steps:
            for number in (*(s.index for s in step.statements), *(s.index for s in step.signals)):
                if number != expected:
                    yield turn.index, f"number x{expected} is missing or out of order"
                expected = number + 1


def _labels(candidate: Candidate) -> Iterator[_Breach]:
    turns, labels = candidate.dialogue.turns, candidate.annotation.turns
    if len(turns) != len(labels):
        yield None, f"there are {len(turns)} turns and labels for {len(labels)}"
        return
    for turn, label in zip(turns, labels, strict=True):
        same = (turn.index, turn.speaker, turn.utterance, turn.steps) == (
            label.index,
            label.speaker,
            label.utterance,
            label.steps,
        )
        if not same:
            yield turn.index, "the labels are of another turn"
        yield from ((turn.index, detail) for detail in _spans(label))
        if label.speaker is Speaker.SYSTEM and label.frames:
            yield turn.index, "a system turn has frames"


def _spans(label: TurnAnnotation) -> Iterator[str]:
    for span in label.spans:
        if label.utterance[span.start : span.end] != span.surface or not span.surface:
            yield f"the span of {span.slot} does not cut {span.surface!r} from the utterance"


CHECK = Check("structure", 2, 1, frozenset({RejectionCode.STRUCTURE}), run)
