"""Dialogues as LUCID's dataset JSON (Stacey et al., 2024): turns by User, System, Signal, Response.

What LUCID's data can say is in `formats.lucid_statements`; labels of phenomena are given by the
caller, who knows LUCID's names for them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from formats.lucid_statements import (
    Numbering,
    continued,
    joined,
    lucid_signal,
    lucid_statement,
)
from formats.publication import MIXED, Published, Unexportable
from schemas.annotation import TurnAnnotation
from schemas.base import Value
from schemas.dialogue import Signal, SignalKind, Speaker, Step
from schemas.export import LeftOut
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Split
from schemas.service import Catalog

SPLITS = {
    Split.TRAIN: "train",
    Split.DEV: "dev",
    Split.TEST: "test",
    Split.TEST_HELD_OUT: "test_ood",
}
"""LUCID's names of the splits; it publishes no mixed dialogues either."""
CONFIRM = "CONFIRM"
"""LUCID's tag for the user's confirmation, which is no phenomenon of ours."""
_QUIET = frozenset(
    {
        PhenomenonTag.EARLY_END,
        PhenomenonTag.IRRELEVANT_ANSWER,
        PhenomenonTag.CANCEL,
        PhenomenonTag.SARCASTIC_ANSWER,
        PhenomenonTag.DELAY_CONFIRMATION,
        PhenomenonTag.OVERHEARD_ANSWER,
    }
)
"""Phenomena that LUCID wants answered with `say()` and nothing else."""


@dataclass(frozen=True)
class _Line:
    """One of LUCID's turns.

    Attributes:
        author: User, System, Signal or Response.
        index: Its number, 0 for words.
    """

    author: str
    text: str
    index: int = 0


@dataclass(frozen=True)
class _Exchange:
    """A user turn with all that answers it."""

    user: str
    tags: tuple[str, ...]
    lines: tuple[_Line, ...]


def lucid_dataset(
    published: Iterable[Published], catalog: Catalog, labels: Mapping[PhenomenonTag, str]
) -> tuple[tuple[dict[str, Value], ...], tuple[LeftOut, ...]]:
    """The dialogues as LUCID's published file has them, and those it cannot say.

    Args:
        published: The dialogues.
        catalog: The run's services.
        labels: LUCID's label of each phenomenon that it knows.
    """
    rows: list[dict[str, Value]] = []
    left_out: list[LeftOut] = []
    for item in published:
        try:
            if item.split is Split.MIXED:
                raise Unexportable(MIXED)
            exchanges = tuple(_exchanges(item, catalog, labels))
        except Unexportable as problem:
            left_out.append(LeftOut(dialogue_id=item.dialogue_id, reason=str(problem)))
            continue
        turns: list[Value] = []
        for exchange in exchanges:
            turns.append({"author": "User", "query": exchange.user})
            turns += [_published(line, exchange.tags) for line in exchange.lines]
        rows.append({"turns": turns, "split": SPLITS[item.split], "_id": item.dialogue_id})
    return tuple(rows), tuple(left_out)


def lucid_conversation(
    item: Published, catalog: Catalog, labels: Mapping[PhenomenonTag, str]
) -> dict[str, Value]:
    """One dialogue as LUCID's generator records it, before its data is compiled.

    Raises:
        Unexportable: Where LUCID's language has no way to say it.
    """
    turns: list[Value] = [
        {"author": "User", "query": "hey lucid", "tags": [[]]},
        {"author": "System", "errors": None, "expression": "say()", "index": 0},
        {"author": "Response", "response": "Hello! How can I help?"},
    ]
    tags: dict[str, None] = {}
    for exchange in _exchanges(item, catalog, labels):
        turns.append({"author": "User", "query": exchange.user, "tags": [list(exchange.tags)]})
        turns += [_recorded(line) for line in exchange.lines]
        tags.update(dict.fromkeys(tag for tag in exchange.tags if tag != CONFIRM))
    turns.append({"author": "User", "query": "end conversation", "tags": [[]]})
    return {
        "turns": turns,
        "dialogue_id": item.dialogue_id,
        "unhappy_path": ", ".join(tags) or "None",
    }


def _published(line: _Line, tags: Sequence[str]) -> dict[str, Value]:
    if line.author == "System":
        return {
            "author": "System",
            "expression": line.text,
            "index": line.index,
            "unhappy_paths": list(tags),
        }
    if line.author == "Signal":
        return {"author": "Signal", "dialog": line.text, "index": line.index}
    return {"author": "Response", "text": line.text}


def _recorded(line: _Line) -> dict[str, Value]:
    if line.author == "Response":
        return {"author": "Response", "response": line.text}
    if line.author == "System":
        return {"author": "System", "errors": None, "expression": line.text, "index": line.index}
    author = "AutoTransientTurn" if line.text.startswith("hint(") else "AutoTurn"
    return {"author": author, "expression": line.text, "index": line.index}


def _exchanges(
    item: Published, catalog: Catalog, labels: Mapping[PhenomenonTag, str]
) -> Iterator[_Exchange]:
    numbers = Numbering(catalog)
    turns = item.labels.turns
    for place, user in enumerate(turns):
        if user.speaker is not Speaker.USER:
            continue
        answer = turns[place + 1] if place + 1 < len(turns) else None
        lines = tuple(_answer(user, answer, numbers)) if answer is not None else ()
        tags = [labels[tag] for tag in user.phenomena if labels.get(tag)]
        if any(line.author == "System" and line.text.startswith("confirm(") for line in lines):
            tags.append(CONFIRM)
        yield _Exchange(user.utterance, tuple(tags), lines)


def _answer(user: TurnAnnotation, answer: TurnAnnotation, numbers: Numbering) -> Iterator[_Line]:
    for step in answer.steps:
        if not any(signal.kind is SignalKind.ERROR for signal in step.signals):
            yield from _step(step, user, numbers)
    yield _Line("Response", answer.utterance)


def _step(step: Step, user: TurnAnnotation, numbers: Numbering) -> Iterator[_Line]:
    quiet = sorted(_QUIET & set(user.phenomena))
    result: int | None = None
    for ours, written in joined(step.statements):
        text = lucid_statement(written, numbers)
        result = continued(written) if text is None else None
        if text is None:
            continue
        if quiet and not text.startswith("say("):
            raise Unexportable(f"does {text} in a turn of {quiet[0]}, where LUCID has say() alone")
        if text.startswith("say("):
            numbers.says.add(ours[0])
        yield _Line("System", text, numbers.next(ours[0]))
        for other in ours[1:]:
            numbers.same(other, ours[0])
    for signal in step.signals:
        numbers.signals[signal.index] = signal
        if result is not None and signal.kind is SignalKind.RESULT:
            numbers.same(signal.index, result)  # the rest of a result that LUCID has whole
        else:
            yield _signal(signal, numbers)


def _signal(signal: Signal, numbers: Numbering) -> _Line:
    text = lucid_signal(signal, numbers)
    return _Line("Signal", text, numbers.next(signal.index))
