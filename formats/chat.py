"""Dialogues as chats with tool calls: `messages` and `tools`, as trainers read them.

Only calls of the backend are tool calls; questions, confirmations and the like are the
assistant's words. A call's arguments are the canonical values, in the tool's own terms.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from formats.publication import MIXED, Published, Unexportable
from formats.tools import call_arguments, chat_tool, faults, result_object, tool_of
from schemas.annotation import ToolCall, TurnAnnotation
from schemas.base import Value
from schemas.dialogue import SignalKind, Speaker
from schemas.export import ChatRow, FunctionCell, LeftOut, MessageCell, ToolCallCell
from schemas.plan import Split
from schemas.service import Catalog
from schemas.world import Clock
from world.transcript import now_text

SYSTEM = "You help people by using tools. It is {now}."
"""The system message; without the clock nobody could tell which day 'next Friday' is."""


@dataclass(frozen=True)
class ChatStyle:
    """What can be chosen about a chat.

    Attributes:
        system: The system message, `{now}` standing for the dialogue's clock; none where empty.
        all_tools: Offer every tool of the run in every dialogue, not only those of its services.
    """

    system: str = SYSTEM
    all_tools: bool = False


def chat_rows(
    published: Iterable[Published], catalog: Catalog, style: ChatStyle = ChatStyle()
) -> tuple[tuple[ChatRow, ...], tuple[LeftOut, ...]]:
    """A row for each dialogue, and the dialogues that have none.

    Left out are dialogues with a call that its tool's own schema refuses, and mixed ones.
    """
    rows: list[ChatRow] = []
    left_out: list[LeftOut] = []
    for item in published:
        try:
            rows.append(_row(item, catalog, style))
        except Unexportable as problem:
            left_out.append(LeftOut(dialogue_id=item.dialogue_id, reason=str(problem)))
    return tuple(rows), tuple(left_out)


def typed(row: ChatRow) -> dict[str, Value]:
    """The row for JSONL: arguments and tools as objects, no key without a value."""
    messages: list[Value] = []
    for message in row.messages:
        plain = message.model_dump(mode="json", exclude_none=True)
        for call in plain.get("tool_calls", []):
            call["function"]["arguments"] = json.loads(call["function"]["arguments"])
        messages.append(plain)
    return {
        "dialogue_id": row.dialogue_id,
        "split": row.split.value,
        "messages": messages,
        "tools": json.loads(row.tools),
    }


def _row(item: Published, catalog: Catalog, style: ChatStyle) -> ChatRow:
    if item.split is Split.MIXED:
        raise Unexportable(MIXED)
    clock = item.dialogue.clock
    messages: list[MessageCell] = []
    if style.system:
        text = style.system.replace("{now}", now_text(clock))
        messages.append(MessageCell(role="system", content=text))
    number = 0
    for turn in item.labels.turns:
        if turn.speaker is Speaker.SYSTEM:
            for call, content in _answered(turn, catalog, clock):
                messages += _exchange(call, content, number, catalog, clock)
                number += 1
        role = "user" if turn.speaker is Speaker.USER else "assistant"
        messages.append(MessageCell(role=role, content=turn.utterance))
    offered = catalog if style.all_tools else catalog.only(item.dialogue.services)
    tools = [chat_tool(catalog, service, intent) for service, intent in offered.intents()]
    return ChatRow(
        dialogue_id=item.dialogue_id,
        split=item.split,
        messages=tuple(messages),
        tools=_json(tools),
    )


def _exchange(
    call: ToolCall, content: Value, number: int, catalog: Catalog, clock: Clock
) -> Iterator[MessageCell]:
    """The assistant's call, and what the tool answers."""
    service = catalog.service(call.service)
    intent = service.intent(call.intent)
    tool = tool_of(catalog, service, intent)
    arguments = call_arguments(service, intent, tool, call.parameters, clock)
    wrong = faults(tool, arguments)
    if wrong:
        raise Unexportable(f"calls {tool.name} with arguments that it refuses: {wrong[0]}")
    name = f"call{number:05d}"
    function = FunctionCell(name=tool.name, arguments=_json(arguments))
    yield MessageCell(
        role="assistant", content="", tool_calls=(ToolCallCell(id=name, function=function),)
    )
    yield MessageCell(role="tool", content=_json(content), tool_call_id=name, name=tool.name)


def _answered(
    turn: TurnAnnotation, catalog: Catalog, clock: Clock
) -> Iterator[tuple[ToolCall, Value]]:
    """The turn's calls, each with what its tool answers."""
    reasons = iter(
        signal.reason
        for step in turn.steps
        for signal in step.signals
        if signal.kind is SignalKind.FAILED
    )
    for call in turn.calls:
        service = catalog.service(call.service)
        # An alternative is what differs from the call: the tool names all that would have worked.
        base = {} if call.success else call.parameters
        found: list[Value] = [
            result_object(service, {**base, **entity.values}, clock) for entity in call.results
        ]
        content: Mapping[str, Value]
        if not call.success:
            content = {"error": next(reasons, "refused"), "alternatives": found}
        elif service.intent(call.intent).transactional:
            content = {"success": True, "result": found[0] if found else None}
        else:
            content = {"count": len(found), "results": found}
        yield call, dict(content)


def _json(value: Value | dict[str, Value] | list[Value]) -> str:
    return json.dumps(value, ensure_ascii=False)
