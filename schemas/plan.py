"""What a dialogue is to be, decided before its first word."""

from enum import StrEnum

from schemas.acts import Reference
from schemas.base import Record, Value
from schemas.phenomenon import PhenomenonTag, TripletVariant
from schemas.world import Clock, Entity, WorldSpec


class Split(StrEnum):
    """Where a dialogue goes; `mixed` dialogues hold seen and held-out intents: in no split."""

    TRAIN = "train"
    DEV = "dev"
    TEST = "test"
    TEST_HELD_OUT = "test_held_out"
    MIXED = "mixed"


class Cell(Record):
    """One place of the declared partition: it publishes exactly one dialogue.

    Attributes:
        index: Its number in the run, from 0; `extend` goes on counting.
        service, intent: The primary intent.
        goals: How many intents the dialogue has, at least 1.
        query_first: Whether a query intent opens it.
        phenomena: What it must realise.
        flow: Whether a value must flow from an earlier result into a later goal.
        split: Where the dialogue goes.
        triplet: The index of the triplet's first cell, which all its siblings share; None for
            cells outside of triplets.
        variant: Which sibling of its triplet the cell is.
    """

    index: int
    service: str
    intent: str
    goals: int = 1
    query_first: bool = False
    phenomena: tuple[PhenomenonTag, ...] = ()
    flow: bool = False
    split: Split = Split.TRAIN
    triplet: int | None = None
    variant: TripletVariant | None = None


class PlanRequest(Record):
    """One attempt at a cell; `dialogue_id` is `<cell>-<attempt>`, zero-padded."""

    dialogue_id: str
    cell: Cell
    attempt: int
    clock: Clock


class PlannedSlot(Record):
    """A slot value of a goal.

    Attributes:
        value: The canonical value, also where it is a reference.
        surface: How the user says it (before any phenomenon).
        reference: The earlier result it flows from.
    """

    slot: str
    value: Value
    surface: str
    reference: Reference | None = None


class Choice(StrEnum):
    """When the user says which of a query's results they mean."""

    AT_ONCE = "at_once"
    """As soon as they are told of it."""
    WITH_REFERENCE = "with_reference"
    """In the words that refer to it later."""
    WHEN_ASKED = "when_asked"
    """Only once the system asks which one a later reference means."""


class GoalOutcome(StrEnum):
    """How a goal ends when all goes as planned."""

    PERFORMED = "performed"
    CANCELLED = "cancelled"
    FAILED = "failed"
    ABANDONED = "abandoned"


class Goal(Record):
    """One intent the user wants done.

    Attributes:
        slots: The values the user has for it, in the order in which they would give them.
        asks: Result slots the user asks for once the result is known.
        pick: For a query, which of its results the user is after, in the order in which the
            system offers them.
        choice: For a query with several results, when the user says which one it is.
        follow_up: For a query, the intent that the system is to offer once a result is chosen, as
            Service.Intent; empty where none.
        outcome: How it ends.
        context: One sentence of the story, for the user simulator.
    """

    number: int
    service: str
    intent: str
    slots: tuple[PlannedSlot, ...]
    asks: tuple[str, ...] = ()
    pick: int = 0
    choice: Choice = Choice.AT_ONCE
    follow_up: str = ""
    outcome: GoalOutcome = GoalOutcome.PERFORMED
    context: str = ""


class Placement(Record):
    """A phenomenon at its place in the plan.

    Attributes:
        goal: The goal's number.
        other: A second goal that it involves (the one turned to, the one pointed at).
        slot: The slot it concerns, empty where none.
        value, surface: The marked wrong value where the phenomenon needs one, or what is said.
        claims: What no other phenomenon of the goal may use: slots, or the words `opening`
            and `end`.
    """

    tag: PhenomenonTag
    goal: int
    other: int | None = None
    slot: str = ""
    value: Value = None
    surface: str = ""
    claims: tuple[str, ...] = ()


class Persona(Record):
    """Who speaks and how."""

    name: str
    style: str


class Plan(Record):
    """A dialogue's plan.

    Attributes:
        seed: Of the small choices the user's agenda makes on the way.
        world: The backend at the start, distractors among its entities.
        expected: The entities that exist at the end, canonical values, ids aside; only those
            the dialogue adds or cancels (everything else must be as it was).
        gold: The gold program, one tuple of statements for each user turn.
        story: Why these intents follow each other.
    """

    dialogue_id: str
    cell: Cell
    attempt: int
    seed: int
    services: tuple[str, ...]
    clock: Clock
    persona: Persona
    story: str
    goals: tuple[Goal, ...]
    placements: tuple[Placement, ...] = ()
    world: WorldSpec
    expected: tuple[Entity, ...] = ()
    gold: tuple[tuple[str, ...], ...] = ()
