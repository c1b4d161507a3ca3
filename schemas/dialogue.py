"""A dialogue as it happened: words, programs, signals. It replays from this record alone."""

from enum import StrEnum

from pydantic import Field

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
    HINT_OFFER = "hint_offer"
    """A result was chosen, and another intent could follow: offer it."""
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
        offered: For a `hint_offer`, the intent that could follow, as Service.Intent.
        reason: Why a call failed or what is wrong with a statement.
        legal: For an error, what would have been legal.
        text: The signal as the system model sees it.
    """

    index: int
    kind: SignalKind
    task: int | None = None
    slots: tuple[str, ...] = ()
    entities: tuple[Entity, ...] = ()
    offered: str = ""
    reason: str = ""
    legal: tuple[str, ...] = ()
    text: str


class Statement(Record):
    """One executed statement in canonical form, with its number in the dialogue."""

    index: int
    text: str


class Named(StrEnum):
    """What a name of the schema stands for."""

    INTENT = "intent"
    SLOT = "slot"
    VALUE = "value"


class Supervisor(StrEnum):
    """Who mends a system model's program."""

    SCHEMA = "schema"
    """Brings a name that the schema does not have back to one that it has."""
    PARSER = "parser"
    """Writes a slot that the user answered and the program left out."""


class Mend(Record):
    """What a supervisor did to a program.

    Attributes:
        kind: What is mended: a name's kind, or the slot that was left out.
        service, intent, slot: Where: whose slot, whose value; empty where `given` names it.
        found: The name that the program had; empty where a slot was left out.
        given: The legal name in its place, or the user's words for the slot that was left out.
            Empty where the supervisor found none.
    """

    supervisor: Supervisor
    kind: Named
    service: str = ""
    intent: str = ""
    slot: str = ""
    found: str = ""
    given: str = ""


class Supervised(Mend):
    """A mend, also one that came to nothing, and what became of the attempt at the turn.

    Attributes:
        turn: Index of the system turn.
        right: Whether the turn then did what the user's words say.
    """

    turn: int
    right: bool


class Step(Record):
    """Statements the system wrote at once, and what the executor said back.

    A step whose signals hold an error changed nothing; its statements have numbers all the same
    only where they were executed.

    Attributes:
        written: The program as the model wrote it, or as a supervisor mended it.
        statements: What was executed of it: all of it, or nothing.
        supervised: What supervisors mended of it. The program before it, in the step before
            this one, was refused, or left out what this one writes.
    """

    written: tuple[str, ...]
    statements: tuple[Statement, ...] = ()
    signals: tuple[Signal, ...] = ()
    # Left out where it is empty: records without supervision read as they always did.
    supervised: tuple[Mend, ...] = Field(default=(), exclude_if=lambda mends: not mends)


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
    """A finished dialogue with all that its replay needs, the services' schemas aside.

    Attributes:
        supervised: What supervisors did in all attempts at its turns, those thrown away too.
    """

    dialogue_id: str
    services: tuple[str, ...]
    clock: Clock
    world: WorldSpec
    turns: tuple[Turn, ...]
    end: EndReason = EndReason.COMPLETE
    models: dict[str, str] = {}
    supervised: tuple[Supervised, ...] = ()
