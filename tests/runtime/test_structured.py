"""Each way of asking for JSON, as it goes over the wire and comes back."""

import json
import logging
from pathlib import Path

import pytest

from runtime.asking import Question
from runtime.gateway import Gateway
from runtime.stage import BadReply
from runtime.structured import asked_for
from schemas.acts import ActType
from schemas.calls.call import Site
from schemas.calls.simulation import (
    SYSTEM_STATEMENTS,
    USER_TURN,
    MoveView,
    SystemInput,
    UserTurnInput,
    UserTurnReply,
)
from schemas.calls.views import IntentView, Line, SlotView
from tests.fake_server import Behaviour, FakeServer, failed, said
from tests.runtime.asking import GOOD, OK, SITE, USER_TURN_DATA, ask, over

QUESTION = Question("user_turn", USER_TURN_DATA, [], UserTurnReply.model_json_schema(), seed=1)


def called(arguments: str) -> Behaviour:
    """A reply as the arguments of a tool call."""
    body = json.loads(said(None).body or b"")
    function = {"name": "reply", "arguments": arguments}
    body["choices"][0]["message"]["tool_calls"] = [
        {"id": "call-1", "type": "function", "function": function}
    ]
    body["choices"][0]["finish_reason"] = "tool_calls"
    return Behaviour(body=json.dumps(body).encode())


async def test_a_reply_may_come_as_a_tool_call(server: FakeServer, tmp_path: Path) -> None:
    server.script(called(GOOD))
    assert await ask(over(server, tmp_path, structured="tools")) == OK
    (tool,) = server.requests[0].body["tools"]
    assert tool["function"]["parameters"]["required"] == ["utterance"]
    assert server.requests[0].body["tool_choice"]["function"] == {"name": "reply"}
    assert "response_format" not in server.requests[0].body


async def test_a_grammar_goes_to_servers_of_llama_cpp(server: FakeServer, tmp_path: Path) -> None:
    server.script(said("4, please."))
    reply = await ask(over(server, tmp_path, structured="grammar"))
    assert reply.utterance == "4, please."
    body = server.requests[0].body
    assert body["grammar"].startswith('root ::= ( "4, please." | ')
    assert "response_format" not in body
    assert body["messages"][-1]["content"] == (
        "Assistant: For how many people?\nSay: party size = 4"
    )


ASKED = SystemInput(
    intents=(
        IntentView(
            name="book",
            service="tables",
            description="book a table",
            transactional=True,
            needs_confirmation=True,
            entity="tables",
            slots=(SlotView(name="guests", description="", type="integer"),),
        ),
    ),
    now="",
    transcript=(
        Line(kind="statement", number=0, text="book()"),
        Line(kind="signal", number=1, text='hint("ask for value: guests", ref=x0)'),
        Line(kind="statement", number=2, text="say(x1)"),
        Line(kind="user", text="For 4."),
    ),
)


async def program(chat: Gateway, **more: str) -> tuple[str, ...]:
    data = ASKED.model_copy(update=more)
    return (await chat.ask(SYSTEM_STATEMENTS, data, SITE)).statements


async def test_small_questions_come_to_one_reply_with_all_their_tokens(
    server: FakeServer, tmp_path: Path
) -> None:
    server.script(said("gives it"), said("guests: 4"))
    chat = over(server, tmp_path, structured="grammar", temperature=0)
    assert await program(chat) == ("x0.guests = 4",)
    (record,) = chat.records(SITE.item)
    one = json.loads(said("").body or b"")["usage"]
    assert record.tokens_in == 2 * one["prompt_tokens"]
    assert record.tokens_out == 2 * one["completion_tokens"]
    assert [request.body["temperature"] for request in server.requests] == [0, 0]


async def test_what_was_refused_is_thought_over_at_a_higher_temperature(
    server: FakeServer, tmp_path: Path
) -> None:
    server.script(said("gives it"), said("guests: 4"))
    chat = over(server, tmp_path, structured="grammar", temperature=0.2)
    assert await program(chat, complaint="it was not that") == ("x0.guests = 4",)
    assert [request.body["temperature"] for request in server.requests] == [1, 1]


async def test_a_server_without_grammars_is_asked_again_and_given_up(
    server: FakeServer, tmp_path: Path
) -> None:
    server.script(*(said("I think they give it.") for _ in range(3)))
    with pytest.raises(BadReply):
        await program(over(server, tmp_path, structured="grammar"))
    assert len(server.requests) == 3


async def test_a_reply_that_needs_no_question_costs_nothing(
    server: FakeServer, tmp_path: Path
) -> None:
    told = ASKED.model_copy(update={"transcript": ASKED.transcript[:2]})
    chat = over(server, tmp_path, structured="grammar")
    assert (await chat.ask(SYSTEM_STATEMENTS, told, SITE)).statements == ("say(x1)",)
    (record,) = chat.records(SITE.item)
    assert (record.tokens_in, record.tokens_out, record.cost_usd) == (0, 0, "0")
    assert not server.requests


async def test_what_an_endpoint_refuses_is_stepped_down_and_named(
    server: FakeServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server.script(
        failed(400, "json_schema is not supported", param="response_format"),
        failed(400, "response_format is not supported", param="response_format"),
    )
    with caplog.at_level(logging.WARNING):
        assert await ask(over(server, tmp_path)) == OK
    assert [record.message for record in caplog.records] == [
        "openai/fake refuses response_format json_schema; going on with json_object "
        "(set `structured` to choose)",
        "openai/fake refuses response_format json_object; going on with none "
        "(set `structured` to choose)",
    ]
    assert "response_format" not in server.requests[-1].body


def test_bounds_of_strings_are_left_out_where_they_are_refused() -> None:
    for lengths in (True, False):
        sent = asked_for("json_schema", QUESTION, lengths=lengths)
        assert ("maxLength" in json.dumps(sent)) is lengths
    assert asked_for("none", QUESTION, lengths=True) == {}
    assert USER_TURN.name == QUESTION.call


async def test_what_a_grammar_leaves_no_choice_about_is_not_asked(
    server: FakeServer, tmp_path: Path
) -> None:
    remark = UserTurnInput(
        persona="",
        style="",
        goals=(),
        conversation=(),
        moves=(MoveView(act=ActType.OVERHEARD, remark="No Leo, at 7!"),),
    )
    chat = over(server, tmp_path, structured="grammar")
    reply = await chat.ask(USER_TURN, remark, Site("0001-0"))
    assert reply.utterance == "No Leo, at 7!"
    assert server.count == 0
    (record,) = chat.records("0001-0")
    assert (record.tokens_in, record.tokens_out, record.cost_usd) == (0, 0, "0")
