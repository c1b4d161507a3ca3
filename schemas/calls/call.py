"""What a model call is."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from schemas.base import Record

InputT = TypeVar("InputT", bound=Record)
ReplyT = TypeVar("ReplyT", bound=Record)


class Role(StrEnum):
    """A part that a model plays; the config binds each to a model."""

    SCHEMA_WRITER = "schema_writer"
    PLANNER = "planner"
    USER = "user"
    SYSTEM = "system"
    RESPONSE = "response"
    VALIDATOR = "validator"
    JUDGE = "judge"


@dataclass(frozen=True)
class Call(Generic[InputT, ReplyT]):
    """A model call; its template is `prompts/<name>.jinja`, rendered from the input alone.

    Attributes:
        name: Unique name.
        role: Which binding of the config answers it.
        input: The model whose fields are the template's only variables.
        reply: The model that the answer is read into.
        seat: Which judge of the panel is asked, 0 for all other calls.
    """

    name: str
    role: Role
    input: type[InputT]
    reply: type[ReplyT]
    seat: int = 0


@dataclass(frozen=True)
class Site:
    """Where in the run a call is made; with the hash of what was asked it names a reply.

    Attributes:
        item: Id of the item (intent, dialogue) it is made for.
        turn, step: Turn and step in the dialogue, 0 outside of one.
        draw: Which of several draws of the same question.
    """

    item: str
    turn: int = 0
    step: int = 0
    draw: int = 0
