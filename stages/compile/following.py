"""Whether published labels follow from their dialogue: all rows made again, without a model.

A dialogue's rows bring its record; replay and alignment give its labels; the labels give its
rows once more. Whatever differs does not follow.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar

from checks.imported import unplanned
from checks.labels import label
from checks.reported import user_unsaid
from schemas.annotation import AnnotatedDialogue
from schemas.base import Record
from schemas.dataset import DialogueRow, FrameRow, SlotRow, TurnRow
from schemas.dialogue import Dialogue, Speaker
from schemas.service import Catalog
from stages.compile.reading import dialogue_of
from stages.compile.rows import dialogue_row, frame_rows, slot_rows, turn_rows

RowT = TypeVar("RowT", bound=Record)

_Key = tuple[int, str, str]

_DERIVED = (
    *("domains", "intents", "turns", "goal_summary", "query_first", "flow", "phenomena"),
    *("final_entities", "spans_recorded"),
)
"""Columns of a dialogue's row that follow from its turns; the others are inputs or the plan's."""


class Rows(NamedTuple):
    """All published rows of one dialogue."""

    dialogue: DialogueRow
    turns: tuple[TurnRow, ...]
    frames: tuple[FrameRow, ...]
    slots: tuple[SlotRow, ...]


class Unfollowed(NamedTuple):
    """Something published that does not follow; `turn` is None where it is the whole dialogue."""

    dialogue_id: str
    turn: int | None
    message: str


def unfollowed(rows: Rows, catalog: Catalog) -> tuple[Unfollowed, ...]:
    """What of a dialogue's labels does not follow from its record.

    Args:
        rows: The dialogue's rows, turns in order.
        catalog: With at least the dialogue's services.
    """
    row = rows.dialogue
    missing = sorted(set(row.services) - {service.name for service in catalog.services})
    if missing:
        return (Unfollowed(row.dialogue_id, None, f"the schema of {missing[0]} is not there"),)
    try:
        dialogue = dialogue_of(row, rows.turns)
        found = tuple(_faults(rows, dialogue, catalog))
    except (KeyError, ValueError) as problem:
        sentence = " ".join(str(problem.args[0] if problem.args else problem).split())
        return (Unfollowed(row.dialogue_id, None, f"cannot be replayed: {sentence}"),)
    return tuple(Unfollowed(row.dialogue_id, turn, message) for turn, message in found)


def _faults(rows: Rows, dialogue: Dialogue, catalog: Catalog) -> Iterator[tuple[int | None, str]]:
    labels, divergences = label(dialogue, catalog)
    yield from ((d.turn, d.message) for d in divergences)
    yield from _inputs(dialogue, labels, catalog)
    candidate = unplanned(dialogue, labels)
    for name in _differing(
        rows.dialogue, dialogue_row(candidate, catalog, None, rows.dialogue.split), _DERIVED
    ):
        yield None, f"{name} of the dialogue does not follow"
    yield from _turns(rows.turns, tuple(turn_rows(candidate, rows.dialogue)))
    yield from _table("frame", rows.frames, frame_rows(candidate), _frame_key)
    yield from _table("slot", rows.slots, slot_rows(candidate, catalog), _slot_key)


def _inputs(
    dialogue: Dialogue, labels: AnnotatedDialogue, catalog: Catalog
) -> Iterator[tuple[int, str]]:
    """What is recorded is held against the words: nothing computes it."""
    for turn in labels.turns:
        if turn.speaker is Speaker.USER:
            heard = turn.model_copy(update={"utterance": turn.spoken or turn.utterance})
            own = catalog.only(dialogue.services)
            yield from ((turn.index, said) for said in user_unsaid(heard, own, dialogue.clock))
        for span in turn.spans:
            if turn.utterance[span.start : span.end] != span.surface:
                yield turn.index, f"the span of {span.slot} is not at {span.surface!r}"


def _turns(published: Sequence[TurnRow], computed: Sequence[TurnRow]) -> Iterator[tuple[int, str]]:
    for now, then in zip(published, computed, strict=True):
        for name in _differing(now, then, tuple(TurnRow.model_fields)):
            yield now.turn_index, f"{name} of the turn does not follow"


def _frame_key(row: FrameRow) -> _Key:
    return row.turn_index, row.service, ""


def _slot_key(row: SlotRow) -> _Key:
    return row.turn_index, row.service, row.slot


def _table(
    kind: str,
    published: Sequence[RowT],
    computed: Iterable[RowT],
    key_of: Callable[[RowT], _Key],
) -> Iterator[tuple[int, str]]:
    now = {key_of(row): row for row in published}
    then = {key_of(row): row for row in computed}
    if len(now) < len(published):
        twice = next(key for key, n in Counter(map(key_of, published)).items() if n > 1)
        yield twice[0], f"the {kind} {_named(twice)} is there twice"
    for key in sorted(now.keys() | then.keys()):
        what = f"the {kind} {_named(key)}"
        if key not in now or key not in then:
            yield key[0], f"{what} {'does not follow' if key in now else 'is missing'}"
            continue
        for name in _differing(now[key], then[key], tuple(type(now[key]).model_fields)):
            yield key[0], f"{name} of {what} does not follow"


def _named(key: _Key) -> str:
    return ".".join(part for part in key[1:] if part)


def _differing(now: Record, then: Record, names: Sequence[str]) -> Iterator[str]:
    return (name for name in names if getattr(now, name) != getattr(then, name))


def grouped(
    dialogues: Sequence[DialogueRow],
    turns: Sequence[TurnRow],
    frames: Sequence[FrameRow],
    slots: Sequence[SlotRow],
) -> tuple[tuple[Rows, ...], tuple[Unfollowed, ...]]:
    """The tables taken apart by dialogue.

    Returns:
        Each dialogue's rows; and what is there twice, or belongs to no dialogue.
    """
    known = Counter(row.dialogue_id for row in dialogues)
    wrong = [
        Unfollowed(name, None, f"stands {number} times in dialogues")
        for name, number in known.items()
        if number > 1
    ]
    own_turns, own_frames, own_slots = _split(turns), _split(frames), _split(slots)
    for table, found in (("turns", own_turns), ("frames", own_frames), ("slots", own_slots)):
        strays = sorted(found.keys() - known.keys())
        wrong += [Unfollowed(name, None, f"is in {table}, not in dialogues") for name in strays]
    rows = {
        row.dialogue_id: Rows(
            row,
            tuple(sorted(own_turns.get(row.dialogue_id, ()), key=lambda turn: turn.turn_index)),
            tuple(own_frames.get(row.dialogue_id, ())),
            tuple(own_slots.get(row.dialogue_id, ())),
        )
        for row in dialogues
    }
    return tuple(rows.values()), tuple(wrong)


class _OfDialogue(Protocol):
    @property
    def dialogue_id(self) -> str: ...


OwnedT = TypeVar("OwnedT", bound=_OfDialogue)


def _split(rows: Sequence[OwnedT]) -> dict[str, list[OwnedT]]:
    own: dict[str, list[OwnedT]] = defaultdict(list)
    for row in rows:
        own[row.dialogue_id].append(row)
    return own
