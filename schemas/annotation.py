"""The labels of a dialogue, all recomputed by replaying it."""

from enum import StrEnum

from schemas.acts import Act
from schemas.base import Record, Value
from schemas.dialogue import EndReason, Speaker, Step
from schemas.dialogue import Span as Span
from schemas.phenomenon import PhenomenonTag
from schemas.world import Entity


class SourceKind(StrEnum):
    """Where a slot's value came from; a write without a source is an error."""

    USER = "user"
    """The user's words this turn."""
    MENTION = "mention"
    """What the system said in an earlier turn."""
    DEFAULT = "default"
    """A schema default that the user confirmed."""
    ENTITY = "entity"
    """A slot of a result."""
    SERVICE = "service"
    """A slot of another task, of this service or another."""
    CARRIED = "carried"
    """The task before it in a service whose slots carry over."""


class Source(Record):
    """A source with the statement or signal number, and the entity, that it points at."""

    kind: SourceKind
    index: int | None = None
    entity: int | None = None
    slot: str = ""


class SlotState(Record):
    """One slot in the dialogue state.

    Attributes:
        value: Canonical value; the strings 'dontcare' and 'unknown' where `special`.
        special: True where the value is one of the two bare names of the program language.
        variants: Surface forms heard so far, sorted (SGD's list of values).
    """

    slot: str
    value: Value
    special: bool = False
    variants: tuple[str, ...]
    source: Source


class Frame(Record):
    """A user turn's state of one service that the turn touches.

    Attributes:
        active_intent: The intent's name, or NONE.
        requested_slots: Result slots the user asks for in this turn, sorted.
        state: The slots, sorted by name.
    """

    service: str
    active_intent: str
    requested_slots: tuple[str, ...] = ()
    state: tuple[SlotState, ...] = ()


class ToolCall(Record):
    """A call of the backend in a system turn.

    Attributes:
        parameters: Canonical values; `dontcare` slots are not in a call.
        success: False when the backend refused.
        results: What a query found, what a transaction made, or the alternatives of a failure.
    """

    service: str
    intent: str
    parameters: dict[str, Value]
    success: bool
    results: tuple[Entity, ...] = ()


class TurnAnnotation(Record):
    """The labels of one turn.

    Attributes:
        frames: For a user turn, a frame for each service it touches, sorted by service.
        calls: For a system turn, what it called.
        state_hash: Hash over tasks, slots and entities after this turn.
        phenomena: Derived from the dialogue alone.
        spoken: What the user said, where `utterance` is what a recogniser made of it.
    """

    index: int
    speaker: Speaker
    utterance: str
    acts: tuple[Act, ...] = ()
    steps: tuple[Step, ...] = ()
    spans: tuple[Span, ...] = ()
    frames: tuple[Frame, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    state_hash: str = ""
    planned_phenomena: tuple[PhenomenonTag, ...] = ()
    phenomena: tuple[PhenomenonTag, ...] = ()
    spoken: str = ""


class AnnotatedDialogue(Record):
    """A dialogue's labels.

    Attributes:
        goal_summary: One line that says what the user wanted.
        final_entities: Entities that the dialogue added or cancelled.
    """

    dialogue_id: str
    services: tuple[str, ...]
    goal_summary: str
    turns: tuple[TurnAnnotation, ...]
    final_entities: tuple[Entity, ...] = ()
    end: EndReason = EndReason.COMPLETE

    @property
    def intents(self) -> tuple[str, ...]:
        """Intents as Service.Intent, in the order in which they were first active or called."""
        named: dict[str, None] = {}
        for turn in self.turns:
            for frame in turn.frames:
                if frame.active_intent != "NONE":
                    named.setdefault(f"{frame.service}.{frame.active_intent}")
            for call in turn.calls:
                named.setdefault(f"{call.service}.{call.intent}")
        return tuple(named)

    @property
    def shown(self) -> tuple[PhenomenonTag, ...]:
        """Derived phenomena of all turns, sorted."""
        return tuple(sorted({tag for turn in self.turns for tag in turn.phenomena}))
