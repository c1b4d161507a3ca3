"""Calls of the stage `validate`."""

from typing import Annotated, Literal

from pydantic import StringConstraints

from schemas.base import Record
from schemas.calls.call import Call, Role
from schemas.calls.simulation import MoveView, StatementsReply, SystemInput
from schemas.calls.views import GoalView, Line


class PrivilegedInput(SystemInput):
    """The system's question again, asked of a model that also sees the plan ('cheating')."""

    goals: tuple[GoalView, ...]
    moves: tuple[MoveView, ...]


class JudgeInput(Record):
    """Ask whether a phenomenon happened in a conversation.

    Attributes:
        now: What 'today' is.
        assistant: What the assistant can do and what it needs for each, a line each.
    """

    now: str
    assistant: tuple[str, ...]
    conversation: tuple[Line, ...]
    phenomenon: str
    description: str
    question: str


class JudgeReply(Record):
    """The judge's reason first, then its vote."""

    reason: Annotated[str, StringConstraints(strip_whitespace=True, max_length=600)]
    vote: Literal["yes", "no"]


LABEL_BLIND = Call("label_blind", Role.VALIDATOR, SystemInput, StatementsReply)
LABEL_PRIVILEGED = Call("label_privileged", Role.VALIDATOR, PrivilegedInput, StatementsReply)
JUDGE_PHENOMENON = Call("judge_phenomenon", Role.JUDGE, JudgeInput, JudgeReply)
