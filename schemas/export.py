"""Rows of the exports: training data in other people's shapes."""

from enum import StrEnum
from typing import Literal

from pydantic import Field

from schemas.base import Record
from schemas.dataset import DialogueId, TurnIndex
from schemas.plan import Split


class ExportFormat(StrEnum):
    """The shapes an export can have."""

    CHAT = "chat"
    LUCID = "lucid"
    SGD = "sgd"
    TARGETS = "targets"


class FunctionCell(Record):
    """The function of a tool call."""

    name: str = Field(description="The tool's own name.")
    arguments: str = Field(
        description="The arguments as a JSON object in text: they differ from call to call, and "
        "a struct would pad each with the others' fields."
    )


class ToolCallCell(Record):
    """A tool call of an assistant message."""

    id: str = Field(description="Unique in the dialogue: nine letters and digits.")
    type: Literal["function"] = Field(default="function", description="Always function.")
    function: FunctionCell = Field(description="What is called.")


class MessageCell(Record):
    """A message of a chat."""

    role: Literal["system", "user", "assistant", "tool"] = Field(description="Who speaks.")
    content: str = Field(description="Words, or a tool's result as JSON text.")
    tool_calls: tuple[ToolCallCell, ...] | None = Field(
        default=None, description="The calls of an assistant message that makes some."
    )
    tool_call_id: str | None = Field(
        default=None, description="The call that a tool message answers."
    )
    name: str | None = Field(default=None, description="The tool that a tool message is from.")


class ChatRow(Record):
    """`exports/chat/<split>.parquet`: a dialogue as messages with tool calls."""

    dialogue_id: DialogueId
    split: Split = Field(description="The dialogue's split.")
    messages: tuple[MessageCell, ...] = Field(description="The conversation, in order.")
    tools: str = Field(description="The tools on offer, as a JSON list in OpenAI's shape.")


class TargetRow(Record):
    """`exports/targets/<split>.parquet`: what the system is to write in one turn."""

    dialogue_id: DialogueId
    turn_index: TurnIndex
    split: Split = Field(description="The dialogue's split.")
    context: str = Field(
        description="The dialogue so far, a line for each utterance, statement and signal; "
        "statements and signals begin with their number."
    )
    services_schema: str = Field(
        description="The intents on offer with their slots, as a JSON list."
    )
    target: tuple[str, ...] = Field(description="The turn's statements, in order.")
    target_numbers: tuple[int, ...] = Field(description="Their numbers in the dialogue.")
    signals: tuple[str, ...] = Field(
        description="What the executor said between them; it is never predicted."
    )
    signal_numbers: tuple[int, ...] = Field(description="The signals' numbers.")
    state: str = Field(
        description="The dialogue state after the turn: canonical values by service and slot, as "
        "a JSON object."
    )
    response: str = Field(description="The system's words.")


class LeftOut(Record):
    """A dialogue that an export cannot carry."""

    dialogue_id: str
    reason: str
