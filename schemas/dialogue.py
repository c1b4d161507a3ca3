"""A dialogue as it happened: words, programs, signals. It replays from this record alone."""

from enum import StrEnum

from schemas.acts import Act
from schemas.base import Record, Value
from schemas.phenomenon import PhenomenonTag
from schemas.world import Clock, Entity, WorldSpec


class Speaker(StrEnum):
    """Who a turn belongs to."""

    USER = "user"
    SYSTEM = "system"


class SignalKind(StrEnum):
    """What the executor says back."""

    HINT_VALUE = "hint_value"
    """A required slot is missing: ask for it."""
    HINT_CONFIRM = "hint_confirm"
    """All is there: ask the user to confirm."""
    RESULT = "result"
    """What a query found (0, 1 or many entities)."""
    PERFORM = "perform"
    """A transactional task was performed; its entity, where it made one, is entity 0."""
    FAILED = "failed"
    """The backend refused; `entities` are the alternatives, best first."""
    ERROR = "error"
    """A statement was invalid and changed nothing."""


class Signal(Record):
    """What the executor says after a step.

    Attributes:
        index: Its number in the dialogue; statements and signals share one count.
        task: The number of the statement that opened the task, None for an error.
        slots: The slots still missing (`hint_value`) or to be confirmed (`hint_confirm`).
        entities: What it brings, addressable as `x<index>[i]`.
        reason: Why a call failed or what is wrong with a statement.
        legal: For an error, what would have been legal.
        text: The signal as the system model sees it.
    """

    index: int
    kind: SignalKind
    task: int | None = None
    slots: tuple[str, ...] = ()
    entities: tuple[Entity, ...] = ()
    reason: str = ""
    legal: tuple[str, ...] = ()
    text: str


class Statement(Record):
    """One executed statement in canonical form, with its number in the dialogue."""

    index: int
    text: str


class Step(Record):
    """Statements the system wrote at once, and what the executor said back.

    A step whose signals hold an error changed nothing; its statements have numbers all the same
    only where they were executed.

    Attributes:
        written: The program as the model wrote it.
        statements: What was executed of it: all of it, or nothing.
    """

    written: tuple[str, ...]
    statements: tuple[Statement, ...] = ()
    signals: tuple[Signal, ...] = ()


class Span(Record):
    """A slot's surface in the turn's utterance: characters [start, end)."""

    service: str
    slot: str
    start: int
    end: int
    surface: str
    value: Value


class Turn(Record):
    """One turn.

    Attributes:
        index: From 0; user turns are even, system turns odd.
        acts: For a user turn what was expressed, found in the words by alignment; for a system
            turn what its `say` stands for.
        steps: The system's programs in this turn, the last ending in `say`.
        planned_phenomena: Phenomena whose instruction this user turn was given.
        repairs: How many earlier wordings or programs of this turn were thrown away.
        spans: Where slots are said, as an imported dialogue recorded it; empty where alignment
            finds them.
        spoken: What the user said, where a speech recogniser misheard it: `utterance` is then
            what it heard. Empty where nothing was misheard.
    """

    index: int
    speaker: Speaker
    utterance: str
    acts: tuple[Act, ...] = ()
    steps: tuple[Step, ...] = ()
    planned_phenomena: tuple[PhenomenonTag, ...] = ()
    repairs: int = 0
    spans: tuple[Span, ...] = ()
    spoken: str = ""


class EndReason(StrEnum):
    """Why a dialogue stopped."""

    COMPLETE = "complete"
    EARLY_END = "early_end"
    TRUNCATED = "truncated"


class Dialogue(Record):
    """A finished dialogue with all that its replay needs, the services' schemas aside."""

    dialogue_id: str
    services: tuple[str, ...]
    clock: Clock
    world: WorldSpec
    turns: tuple[Turn, ...]
    end: EndReason = EndReason.COMPLETE
    models: dict[str, str] = {}
