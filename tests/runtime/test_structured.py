"""Each way of asking for JSON, as it goes over the wire and comes back."""

import json
import logging
from pathlib import Path

import pytest

from runtime.asking import Question
from runtime.structured import asked_for
from schemas.acts import ActType
from schemas.calls.call import Site
from schemas.calls.simulation import USER_TURN, MoveView, UserTurnInput, UserTurnReply
from tests.fake_server import Behaviour, FakeServer, failed, said
from tests.runtime.asking import GOOD, OK, USER_TURN_DATA, ask, over

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
    assert await ask(over(server, tmp_path, structured="grammar")) == OK
    assert server.requests[0].body["grammar"].startswith('root ::= "{\\"utterance\\": \\""')
    assert "response_format" not in server.requests[0].body


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
