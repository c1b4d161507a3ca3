"""Calls of the stage `plans`."""

from typing import Annotated

from pydantic import Field, StringConstraints

from schemas.base import Record
from schemas.calls.call import Call, Role
from schemas.calls.views import GoalView, IntentOutline, IntentView, SlotValues, ValueView

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=400)]


class IntentPathInput(Record):
    """Ask for a story: which of the candidates, in which order, around the primary intent.

    Attributes:
        goals: How many intents the path has, the primary among them; none comes twice.
        query_first: The first is to be a query (an intent that is not transactional).
        needs_query: At least one is to be a query.
        primary_last: The primary is to be the last.
        carries: The last one takes a value over from what is found or made before.
    """

    primary: IntentView
    candidates: tuple[IntentView, ...]
    goals: int
    query_first: bool
    needs_query: bool
    primary_last: bool
    carries: bool


class IntentPathReply(Record):
    """Intent names as the candidates have them, the primary among them, and why."""

    reason: Text
    path: tuple[str, ...] = Field(min_length=1, max_length=6)


class NextContextInput(Record):
    """Ask for one sentence: what the user is after with the next intent, given the goals so far.

    Attributes:
        who: The user's persona.
        told: Slots of the next intent that the user knows and will tell.
        carried: Values that the next intent takes over from a goal before.
    """

    story: str
    who: str
    before: tuple[GoalView, ...]
    intent: IntentOutline
    told: tuple[str, ...]
    carried: tuple[ValueView, ...]


class NextContextReply(Record):
    """The sentence."""

    context: Text


class LikelyValueInput(Record):
    """Ask for the likeliest value of one slot in this context, out of those it has if one fits."""

    intent: IntentOutline
    slot: SlotValues
    context: str
    before: tuple[GoalView, ...]
    fixed: tuple[ValueView, ...]
    """Values of the intent that are settled."""
    now: str


class LikelyValueReply(Record):
    """The value as a user says it."""

    value: Text


class RealisticValuesInput(Record):
    """Ask for values of all chosen slots of one intent that fit each other and the context."""

    story: str
    intent: IntentOutline
    context: str
    before: tuple[GoalView, ...]
    slots: tuple[SlotValues, ...]
    """The slots to fill; `example_values` are a sample to choose from."""
    fixed: tuple[ValueView, ...]
    """Values already settled."""
    now: str


class WordsForSlot(Record):
    """A slot and how the user says its value."""

    slot: str
    words: Text


class RealisticValuesReply(Record):
    """One entry for each slot that was to be filled."""

    values: tuple[WordsForSlot, ...] = Field(min_length=1, max_length=20)


class CoherenceInput(Record):
    """Ask whether the values of all goals together make sense."""

    story: str
    goals: tuple[GoalView, ...]
    now: str


class CoherenceChange(Record):
    """A value that should be another one."""

    goal: int
    slot: str
    words: Text


class CoherenceReply(Record):
    """Empty where all is well."""

    changes: tuple[CoherenceChange, ...] = Field(default=(), max_length=12)


class QueryEntityInput(Record):
    """Ask for an entity that the query finds: values for its remaining slots, and why."""

    story: str
    intent: IntentOutline
    context: str
    asked: tuple[ValueView, ...]
    slots: tuple[SlotValues, ...]
    """The entity's slots that need a value."""
    now: str


class QueryEntityReply(Record):
    """The entity's values and the reason they fit."""

    rationale: Text
    values: tuple[WordsForSlot, ...] = Field(min_length=1, max_length=20)


INTENT_PATH = Call("intent_path", Role.PLANNER, IntentPathInput, IntentPathReply)
NEXT_CONTEXT = Call("next_context", Role.PLANNER, NextContextInput, NextContextReply)
LIKELY_VALUE = Call("likely_value", Role.PLANNER, LikelyValueInput, LikelyValueReply)
REALISTIC_VALUES = Call(
    "realistic_values", Role.PLANNER, RealisticValuesInput, RealisticValuesReply
)
COHERENCE = Call("coherence", Role.PLANNER, CoherenceInput, CoherenceReply)
QUERY_ENTITY = Call("query_entity", Role.PLANNER, QueryEntityInput, QueryEntityReply)
