"""Calls of the stage `simulate`, turn by turn."""

from typing import Annotated

from pydantic import Field, StringConstraints

from schemas.acts import ActType
from schemas.base import Record
from schemas.calls.call import Call, Role
from schemas.calls.views import GoalView, IntentView, Line, SlotView

Utterance = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=600)]


class MoveView(Record):
    """One thing the user is to express in this turn.

    Attributes:
        act: The user act.
        intent, entity: The intent concerned, its description, and the noun for its entity.
        slot: The slot concerned, in words ('party size').
        meaning: What the slot is, where its name does not tell.
        type: That slot's type.
        words: The value to say, verbatim.
        refers_to: For a value that is pointed at: the noun of the earlier result.
        remark: Words to use as they are (an aside, irrelevant talk).
    """

    act: ActType
    intent: str = ""
    entity: str = ""
    slot: str = ""
    meaning: str = ""
    type: str = "string"
    words: str = ""
    refers_to: str = ""
    remark: str = ""


class UserTurnInput(Record):
    """All that the user simulator knows. The conversation has no programs or signals in it.

    Attributes:
        goals: What the user wants; only goals that are open or past.
        moves: What to express now, in order.
        phenomenon: What is special about this turn, empty mostly.
        complaint: What was wrong with the wording just thrown away, empty at first.
    """

    persona: str
    style: str
    goals: tuple[GoalView, ...]
    conversation: tuple[Line, ...]
    moves: tuple[MoveView, ...]
    phenomenon: str = ""
    complaint: str = ""


class UserTurnReply(Record):
    """What the user says."""

    utterance: Utterance


class SystemInput(Record):
    """All that the system knows: schemas, transcript with programs and signals. No plan.

    Attributes:
        transcript: Everything so far; the last line is the user's words or a signal.
        complaint: Why the program just written was refused, empty at first.
    """

    intents: tuple[IntentView, ...]
    now: str
    transcript: tuple[Line, ...]
    complaint: str = ""


class StatementsReply(Record):
    """One or more statements, to be executed together."""

    statements: tuple[
        Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000)], ...
    ] = Field(min_length=1, max_length=12)


class ExactValueInput(Record):
    """Ask which words of the utterance give a slot's value."""

    utterance: str
    slot: SlotView
    value: str


class ExactValueReply(Record):
    """A verbatim part of the utterance, or empty where it has none."""

    words: str = Field(max_length=300)


class ActView(Record):
    """One thing the system is to say.

    Attributes:
        slot: The slot in words, empty where none.
        meaning: What the slot is, where its name does not tell.
        words: The value in words, empty where none.
        assumed: Whether it is a default that the user has not said.
        intent: Description of the intent concerned.
        entity: The noun of the entity concerned.
    """

    act: ActType
    slot: str = ""
    meaning: str = ""
    words: str = ""
    assumed: bool = False
    intent: str = ""
    entity: str = ""


class ResponseInput(Record):
    """What the system is to put into words.

    Attributes:
        conversation: Words only.
        done: Statements executed in this turn (so that a hold or a cancel can be acknowledged).
        acts: What to say; empty means a short acknowledgement.
        complaint: What was wrong with the wording just thrown away, empty at first.
    """

    conversation: tuple[Line, ...]
    done: tuple[str, ...]
    acts: tuple[ActView, ...]
    complaint: str = ""


class ResponseReply(Record):
    """What the system says."""

    response: Utterance


USER_TURN = Call("user_turn", Role.USER, UserTurnInput, UserTurnReply)
SYSTEM_STATEMENTS = Call("system_statements", Role.SYSTEM, SystemInput, StatementsReply)
EXACT_VALUE = Call("exact_value", Role.SYSTEM, ExactValueInput, ExactValueReply)
RESPONSE = Call("response", Role.RESPONSE, ResponseInput, ResponseReply)
