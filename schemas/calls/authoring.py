"""Calls of the stages `intents` and `schemas`."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from schemas.base import Record
from schemas.calls.call import Call, Role
from schemas.calls.views import IntentOutline, IntentView, SlotValues

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=48)]


class ProposeIntentsInput(Record):
    """Ask for `count` new intents of a domain, unlike those that exist."""

    domain: str
    count: int
    existing: tuple[str, ...]


class ProposeIntentsReply(Record):
    """Descriptions such as 'book a table at a restaurant'."""

    descriptions: tuple[Text, ...] = Field(min_length=1, max_length=50)


class WriteSchemaInput(Record):
    """Ask for the schema of one described intent.

    Attributes:
        existing: Descriptions of the other intents.
        slots: Names of slots that it has to have.
        constraints: Rules between slots that its values will have to meet.
    """

    domain: str
    description: str
    existing: tuple[str, ...]
    slots: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()


class DraftSlot(Record):
    """A slot as the schema writer proposes it."""

    name: Name
    description: Text
    type: Literal["string", "integer", "number", "boolean", "date", "time"]
    required: bool
    possible_values: tuple[Text, ...] = Field(default=(), max_length=12)


class DraftConstraint(Record):
    """A rule between two slots of the draft."""

    left: Name
    operator: Literal["<", "<=", ">", ">=", "!="]
    right: Name


class WriteSchemaReply(Record):
    """A transactional intent; its query twin is derived in code."""

    name: Name
    entity: Name
    """Plural noun of what it makes, such as 'reservations'."""
    needs_confirmation: bool
    slots: tuple[DraftSlot, ...] = Field(min_length=1, max_length=10)
    result_slots: tuple[DraftSlot, ...] = Field(default=(), max_length=4)
    """Facts that only the backend knows, such as a booking reference or an opening time."""
    constraints: tuple[DraftConstraint, ...] = Field(default=(), max_length=3)


class DrawValuesInput(Record):
    """Ask for words that users say for one slot; drawn several times and merged.

    Attributes:
        draw: Which of the draws this is, from 0.
    """

    intent: IntentOutline
    slot: SlotValues
    count: int
    draw: int
    draws: int
    now: str


class DrawValuesReply(Record):
    """Values as a user would say them."""

    values: tuple[Text, ...] = Field(min_length=1, max_length=30)


class CompleteServiceInput(Record):
    """Ask for what the tools of an imported service do not tell.

    Attributes:
        intents: The service's intents; where `renamed` has its name, an intent's entity is a guess.
        renamed: Entities that are to get a noun people use.
        asked: Intents of which nothing says what they give back.
    """

    domain: str
    intents: tuple[IntentView, ...]
    renamed: tuple[str, ...]
    asked: tuple[str, ...]


class EntityNoun(Record):
    """A plural noun for a kind of thing, such as 'events' for 'calendar_entry'."""

    entity: str
    noun: Name


class FoundSlots(Record):
    """What a query gives back of each thing that it finds."""

    intent: str
    slots: tuple[DraftSlot, ...] = Field(min_length=1, max_length=6)


class CompleteServiceReply(Record):
    """A noun for each entity and result slots for each intent that were asked for."""

    nouns: tuple[EntityNoun, ...] = Field(default=(), max_length=30)
    found: tuple[FoundSlots, ...] = Field(default=(), max_length=30)


PROPOSE_INTENTS = Call(
    "propose_intents", Role.SCHEMA_WRITER, ProposeIntentsInput, ProposeIntentsReply
)
WRITE_SCHEMA = Call("write_schema", Role.SCHEMA_WRITER, WriteSchemaInput, WriteSchemaReply)
COMPLETE_SERVICE = Call(
    "complete_service", Role.SCHEMA_WRITER, CompleteServiceInput, CompleteServiceReply
)
DRAW_VALUES = Call("draw_values", Role.SCHEMA_WRITER, DrawValuesInput, DrawValuesReply)
