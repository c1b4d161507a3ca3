"""The published tables: flat, typed rows for analysts, which join by id.

Values of mixed type stand as JSON text, since a Parquet column has one type. Every field says
what it means and, where it is a measure, its unit; docs/data.md is generated from here.
"""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from schemas.acts import ActType
from schemas.annotation import SourceKind
from schemas.base import Record
from schemas.dialogue import EndReason, Speaker
from schemas.phenomenon import PhenomenonTag, TripletVariant
from schemas.plan import Split
from schemas.service import SlotType

DialogueId = Annotated[str, Field(description="The dialogue: `<cell>-<attempt>`, zero-padded.")]
TurnIndex = Annotated[
    int,
    Field(
        description="The turn, from 0; user turns are even.", json_schema_extra={"unit": "turns"}
    ),
]
ServiceName = Annotated[str, Field(description="The service's name.")]
Fingerprint = Annotated[
    str,
    Field(
        description="SHA-256 over the dialogue's record, its plan and its services' schemas: "
        "another one means another dialogue, or other labels."
    ),
]


class ActCell(Record):
    """A dialogue act."""

    act: ActType = Field(description="What is done: SGD's acts and a few more.")
    service: str = Field(description="The service concerned, empty where none.")
    intent: str = Field(description="The intent concerned, empty where none.")
    slot: str = Field(description="The slot concerned, empty where none.")
    value: str = Field(description="The canonical value as JSON text, `null` where it has none.")
    surface: str = Field(
        description="The value in words: of a user's act as the utterance has it, of a system's "
        "as its program has it, where the words may say it otherwise."
    )
    reference: str = Field(
        description="Where the user points at a value instead of saying it: JSON text with "
        "goal, entity and slot; else empty."
    )
    count: int | None = Field(
        description="The number that an INFORM_COUNT tells.", json_schema_extra={"unit": "entities"}
    )


class SpanCell(Record):
    """Where a slot's value stands in the utterance."""

    service: str = Field(description="The slot's service.")
    slot: str = Field(description="The slot.")
    start: int = Field(
        description="First character.", json_schema_extra={"unit": "Unicode code points"}
    )
    end: int = Field(
        description="The character after the last.",
        json_schema_extra={"unit": "Unicode code points"},
    )
    surface: str = Field(description="`utterance[start:end]`.")
    value: str = Field(description="The canonical value as JSON text.")


class CallCell(Record):
    """A call of the backend."""

    service: str = Field(description="The service called.")
    intent: str = Field(description="The intent called.")
    parameters: str = Field(description="Canonical values by slot, as a JSON object.")
    success: bool = Field(description="False where the backend refused.")
    results: str = Field(
        description="What was found or made, or the alternatives to a refused call, as a JSON list."
    )


class SlotCell(Record):
    """A slot in the dialogue state."""

    slot: str = Field(description="The slot.")
    value: str = Field(description="The canonical value as JSON text.")
    special: bool = Field(description="True where the value is `dontcare` or `unknown`.")
    variants: tuple[str, ...] = Field(description="Surface forms heard so far, sorted.")


class DialogueRow(Record):
    """`dialogues.parquet`: one row for each dialogue."""

    dialogue_id: DialogueId
    cell: int = Field(description="The place in the run's partition that the dialogue fills.")
    attempt: int = Field(description="Which attempt at the cell it is, from 0.")
    split: Split = Field(
        description="train, dev, test, test_held_out, or mixed (seen and held-out intents "
        "together: leave it out of both training and the held-out test)."
    )
    domains: tuple[str, ...] = Field(description="Domains of the services, sorted.")
    services: tuple[str, ...] = Field(description="Services of the dialogue.")
    intents: tuple[str, ...] = Field(
        description="Intents as Service.Intent, in the order in which they were first active."
    )
    turns: int = Field(description="Number of turns.", json_schema_extra={"unit": "turns"})
    end: EndReason = Field(description="complete, early_end, or truncated at a checkpoint.")
    goal_summary: str = Field(description="What the user wanted, in one line.")
    story: str = Field(description="Why these intents follow each other, from the plan.")
    persona: str = Field(description="The simulated user's name and style.")
    query_first: bool = Field(description="True where a query intent is the first one active.")
    flow: bool = Field(description="True where a value came from an earlier result or task.")
    planned_phenomena: tuple[PhenomenonTag, ...] = Field(description="What the plan asked for.")
    phenomena: tuple[PhenomenonTag, ...] = Field(
        description="What is in the dialogue, derived without the plan, sorted."
    )
    triplet: int | None = Field(
        default=None,
        description="Shared by the siblings of a triplet: one plan, three ways to refer to one of "
        "several results. Null outside of triplets.",
    )
    variant: TripletVariant | None = Field(
        default=None, description="Which sibling of its triplet the dialogue is."
    )
    now: datetime = Field(
        description="The dialogue's clock, without offset.",
        json_schema_extra={"unit": "local time"},
    )
    timezone: str = Field(description="IANA name of the clock's time zone.")
    locale: str = Field(description="BCP 47 tag for the reading of dates and numbers.")
    world: str = Field(description="The backend at the start, as JSON text.")
    final_entities: str = Field(
        description="Entities the dialogue made or cancelled, as a JSON list."
    )
    spans_recorded: bool = Field(
        default=False,
        description="True where people marked the spans (an imported dialogue) instead of "
        "alignment finding them.",
    )
    model_schema_writer: str = Field(description="Model that wrote the schemas.")
    model_planner: str = Field(description="Model that planned.")
    model_user: str = Field(description="Model that played the user.")
    model_system: str = Field(description="Model that wrote the programs.")
    model_response: str = Field(description="Model that worded the responses.")
    model_validator: str = Field(description="Model that predicted the labels again.")
    model_judge: str = Field(description="Model that judged.")
    fingerprint: Fingerprint


class TurnRow(Record):
    """`turns.parquet`: one row for each turn."""

    dialogue_id: DialogueId
    turn_index: TurnIndex
    speaker: Speaker = Field(description="user or system.")
    utterance: str = Field(description="The words.")
    spoken: str = Field(
        default="",
        description="What the user said, where `utterance` is what a speech recogniser made of "
        "it; else empty.",
    )
    statements: tuple[str, ...] = Field(description="Executed statements, empty for a user turn.")
    statement_numbers: tuple[int, ...] = Field(
        description="Their numbers: `x7` is statement or signal 7 of the dialogue."
    )
    signals: tuple[str, ...] = Field(description="What the executor said back.")
    signal_numbers: tuple[int, ...] = Field(description="The signals' numbers.")
    acts: tuple[ActCell, ...] = Field(description="The turn's dialogue acts.")
    spans: tuple[SpanCell, ...] = Field(description="Where slot values stand in the utterance.")
    calls: tuple[CallCell, ...] = Field(description="Calls of the backend with their results.")
    steps: str = Field(
        description="Programs as written, with errors and signals, as JSON text, for replay."
    )
    state_hash: str = Field(description="Hash over tasks, slots and entities after the turn.")
    planned_phenomena: tuple[PhenomenonTag, ...] = Field(
        description="Phenomena that the user was told to show in this turn."
    )
    phenomena: tuple[PhenomenonTag, ...] = Field(
        description="Phenomena of this turn, derived without the plan."
    )
    repairs: int = Field(
        description="Earlier wordings or programs of the turn that were thrown away.",
        json_schema_extra={"unit": "attempts"},
    )
    model_user: str = Field(description="Model that played the user.")
    model_system: str = Field(description="Model that wrote the programs.")
    model_response: str = Field(description="Model that worded the responses.")
    fingerprint: Fingerprint


class FrameRow(Record):
    """`frames.parquet`: one row for each service that a user turn touches, as in SGD."""

    dialogue_id: DialogueId
    turn_index: TurnIndex
    service: ServiceName
    active_intent: str = Field(description="The intent's name, or NONE.")
    requested_slots: tuple[str, ...] = Field(description="Slots the user asks for, sorted.")
    slots: tuple[SlotCell, ...] = Field(
        description="The state after the system's statements of the following turn, by slot."
    )


class SlotRow(Record):
    """`slots.parquet`: one row for each slot in a frame's state."""

    dialogue_id: DialogueId
    turn_index: TurnIndex
    service: ServiceName
    active_intent: str = Field(description="The frame's active intent, or NONE.")
    slot: str = Field(description="The slot's name.")
    type: SlotType = Field(description="The slot's type in the schema.")
    value: str = Field(description="The canonical value: strings as they are, others as JSON text.")
    number: float | None = Field(description="The value of an integer or number slot.")
    special: bool = Field(description="True where the value is `dontcare` or `unknown`.")
    variants: tuple[str, ...] = Field(description="Surface forms heard so far, sorted.")
    source: SourceKind = Field(description="Where the value came from.")
    source_number: int | None = Field(
        description="Number of the statement or signal that the value came from."
    )
    new: bool = Field(description="True where the slot or its value was not in the frame before.")


class Likeness(StrEnum):
    """In what two dialogues are nearly the same."""

    PLAN = "plan"
    """The same intents with the same values, in whatever words."""
    SURFACE = "surface"
    """The user's words, values masked."""


class NearDuplicateRow(Record):
    """`near_duplicates/`: a dialogue that is not published, and one that it nearly equals."""

    dialogue_id: DialogueId
    twin_id: str = Field(description="The dialogue that is published, or came first.")
    level: Likeness = Field(description="In what they are nearly the same.")
    similarity: float = Field(
        description="Jaccard similarity of three-word shingles of the user's words, values masked."
    )


class ReviewRow(Record):
    """`review/sample.parquet`: one row for each dialogue a reviewer is to judge."""

    dialogue_id: DialogueId
    intents: tuple[str, ...] = Field(description="Intents as Service.Intent, in order.")
    phenomena: tuple[PhenomenonTag, ...] = Field(description="Phenomena said to be in it.")
    stratum: str = Field(description="Primary intent and rarest phenomenon, which it stands for.")
    weight: float = Field(
        description="How many dialogues it stands for in an estimate over the dataset.",
        json_schema_extra={"unit": "dialogues"},
    )
    goal_summary: str = Field(description="What the user wanted, in one line.")
    transcript: str = Field(description="The words with the programs and signals between them.")
    label_right: bool | None = Field(default=None, description="Reviewer: are all labels right?")
    reason: str = Field(default="", description="Reviewer: what is wrong with the labels.")
    natural: bool | None = Field(default=None, description="Reviewer: could people talk so?")
    phenomenon_realised: bool | None = Field(
        default=None, description="Reviewer: does every phenomenon said to be in it happen?"
    )
    comment: str = Field(default="", description="Reviewer: anything else.")
