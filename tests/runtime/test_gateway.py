"""The gateway over HTTP: what it sends, and what it makes of replies."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from runtime.stage import BadReply
from schemas.calls.call import Role, Site
from schemas.calls.judging import JUDGE_PHENOMENON, JudgeInput
from schemas.calls.simulation import RESPONSE, USER_TURN, UserTurnReply
from schemas.config import Binding
from schemas.run import CallOutcome
from tests.fake_server import (
    Behaviour,
    Body,
    FakeServer,
    dropped,
    failed,
    not_json,
    rate_limited,
    said,
)
from tests.runtime.asking import (
    GOOD,
    OK,
    SITE,
    USER_TURN_DATA,
    ask,
    config,
    gateway,
    outcomes,
    over,
)


async def test_the_server_sees_standard_fields_and_the_prompt(
    server: FakeServer, tmp_path: Path
) -> None:
    assert await ask(over(server, tmp_path, temperature=0.3, max_tokens=99)) == OK
    (request,) = server.requests
    assert server.unexpected() == set()
    assert {k: v for k, v in request.body.items() if k not in ("messages", "seed")} == {
        "model": "fake",
        "temperature": 0.3,
        "max_tokens": 99,
        "response_format": {
            "type": "json_schema",
            "json_schema": {
                "name": "user_turn",
                "strict": True,
                "schema": {
                    "type": "object",
                    "properties": {
                        "utterance": {"type": "string", "minLength": 1, "maxLength": 600}
                    },
                    "required": ["utterance"],
                    "additionalProperties": False,
                },
            },
        },
    }
    assert [message["role"] for message in request.body["messages"]] == ["system", "user"]
    assert '"party size" (integer); with exactly these words: "4"' in request.raw.decode().replace(
        '\\"', '"'
    )
    for ours in (b"metadata", b"0001-0", b"dialoom", b"litellm"):
        assert ours not in request.raw


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        (rate_limited("0"), CallOutcome.ERROR),
        (rate_limited(), CallOutcome.ERROR),
        (failed(500), CallOutcome.ERROR),
        (failed(502), CallOutcome.ERROR),
        (failed(503), CallOutcome.ERROR),
        (failed(408), CallOutcome.ERROR),
        (dropped(), CallOutcome.ERROR),
        (not_json(), CallOutcome.ERROR),
        (said('{"utterance": "For 4', finish="length"), CallOutcome.TRUNCATED),
        (said(""), CallOutcome.EMPTY),
        (said(None), CallOutcome.EMPTY),
        (said("<think>so", finish="length"), CallOutcome.TRUNCATED),
        (said("For 4, please."), CallOutcome.MALFORMED),
        (said('{"utterance": []}'), CallOutcome.MALFORMED),
        (said("I'm sorry, I can't help with that."), CallOutcome.REFUSED),
        (said(None, refusal="no"), CallOutcome.REFUSED),
        (said("", finish="content_filter"), CallOutcome.REFUSED),
        (failed(400, "blocked by policy", code="content_filter"), CallOutcome.REFUSED),
    ],
)
async def test_one_fault_is_survived_and_recorded(
    server: FakeServer, tmp_path: Path, fault: Behaviour, outcome: CallOutcome
) -> None:
    server.script(fault)
    chat = over(server, tmp_path)
    assert await ask(chat) == OK
    assert outcomes(chat) == [outcome, CallOutcome.OK]
    assert server.count == 2


async def test_prose_around_the_json_and_wrong_types_cost_no_second_request(
    server: FakeServer, tmp_path: Path
) -> None:
    server.script(said('Sure!\n```json\n{"Utterance": 4}\n```'))
    assert (await ask(over(server, tmp_path))).utterance == "4"
    assert server.count == 1


async def test_a_complaint_goes_back_to_the_model_with_what_it_said(
    server: FakeServer, tmp_path: Path
) -> None:
    server.script(said("For 4, please."), said(""))
    assert await ask(over(server, tmp_path)) == OK
    first, second, third = (request.body["messages"] for request in server.requests)
    assert second[:2] == third[:1] + first[1:] == first
    assert second[2:] == [
        {"role": "assistant", "content": "For 4, please."},
        {
            "role": "user",
            "content": "Your reply could not be used: the reply holds no JSON object; answer with "
            "one JSON object and nothing else\nReply again, with one JSON object of the form "
            "described above and nothing else.",
        },
    ]
    assert [m["role"] for m in third] == ["system", "user"]
    assert "could not be used: the reply is empty" in third[1]["content"]


async def test_the_stages_own_check_complains_likewise(server: FakeServer, tmp_path: Path) -> None:
    server.script(said('{"utterance": "For five, please."}'))

    def says_four(reply: UserTurnReply) -> None:
        if "4" not in reply.utterance:
            raise ValueError("the words '4' are not in it")

    chat = over(server, tmp_path)
    assert await chat.ask(USER_TURN, USER_TURN_DATA, SITE, check=says_four) == OK
    assert "the words '4' are not in it" in server.requests[1].body["messages"][-1]["content"]
    assert outcomes(chat) == [CallOutcome.UNUSABLE, CallOutcome.OK]


@pytest.mark.parametrize(
    ("reply", "refused"), [(said("hm"), False), (said(None, refusal="no"), True)]
)
async def test_after_the_last_re_ask_the_item_is_given_up_and_the_run_goes_on(
    server: FakeServer, tmp_path: Path, reply: Behaviour, refused: bool
) -> None:
    server.script(*[reply] * 3)
    chat = over(server, tmp_path, limits={"reasks": 2})
    with pytest.raises(BadReply) as raised:
        await ask(chat)
    assert raised.value.refused is refused
    assert server.count == 3
    assert await ask(chat, Site("0002-0")) == OK


async def test_parameters_that_a_model_refuses_are_dropped_with_one_warning(
    server: FakeServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def picky(body: Body) -> Behaviour:
        if body.get("response_format", {}).get("type") == "json_schema":
            return failed(400, "json_schema is not supported here", param="response_format")
        for param in ("seed", "temperature"):
            if param in body:
                return failed(400, f"Unsupported parameter: '{param}'", param=param)
        return said(GOOD)

    server.answer = picky
    chat = over(server, tmp_path)
    for number in range(3):
        assert await ask(chat, Site(f"{number}")) == OK
    assert server.count == 3 + 3
    assert server.requests[-1].body["response_format"] == {"type": "json_object"}
    assert [record.getMessage() for record in caplog.records] == [
        "openai/fake refuses response_format json_schema; going on with json_object (set "
        "`structured` to choose)",
        "openai/fake refuses the parameter seed; it is left out",
        "openai/fake refuses the parameter temperature; it is left out",
    ]


@pytest.mark.parametrize(
    ("structured", "sent"),
    [("json_object", {"type": "json_object"}), ("none", None)],
)
async def test_the_form_of_replies_can_be_chosen(
    server: FakeServer, tmp_path: Path, structured: str, sent: dict[str, str] | None
) -> None:
    await ask(over(server, tmp_path, structured=structured))
    assert server.requests[0].body.get("response_format") == sent


async def test_a_prompt_that_does_not_fit_costs_only_its_item(
    server: FakeServer, tmp_path: Path
) -> None:
    server.script(failed(400, "too long", code="context_length_exceeded"))
    chat = over(server, tmp_path)
    with pytest.raises(BadReply, match="too long"):
        await ask(chat)
    assert await ask(chat, Site("0002-0")) == OK


async def test_each_role_has_its_own_model(server: FakeServer, tmp_path: Path) -> None:
    models: dict[Literal["default"] | Role, Binding] = {
        "default": Binding(model="openai/small", api_base=server.url),
        Role.USER: Binding(model="openai/large", api_base=server.url),
    }
    chat = gateway(tmp_path, config(models=models))
    await ask(chat)
    assert server.requests[0].body["model"] == "large"
    assert (chat.model_of(USER_TURN), chat.model_of(RESPONSE)) == ("openai/large", "openai/small")


async def test_each_judge_of_a_panel_has_its_own_model(server: FakeServer, tmp_path: Path) -> None:
    panel = tuple(Binding(model=f"openai/{name}", api_base=server.url) for name in ("a", "b"))
    settings = config(model="openai/small", api_base=server.url)
    validation = settings.validation.model_copy(update={"panel": panel})
    chat = gateway(tmp_path, settings.model_copy(update={"validation": validation}))
    server.script(*(said('{"reason": "It is there.", "vote": "yes"}') for _ in panel))
    asked = JudgeInput(
        now="-",
        assistant=(),
        conversation=(),
        phenomenon="cancel",
        description="-",
        question="Well?",
    )
    for seat in range(2):
        vote = await chat.ask(replace(JUDGE_PHENOMENON, seat=seat), asked, SITE)
        assert vote.vote == "yes"
    assert [request.body["model"] for request in server.requests] == ["a", "b"]
    assert chat.model_of(replace(JUDGE_PHENOMENON, seat=1)) == "openai/b"
    assert chat.model_of(USER_TURN) == "openai/small"


async def test_extra_parameters_are_passed_as_they_are(server: FakeServer, tmp_path: Path) -> None:
    await ask(over(server, tmp_path, extra={"top_p": 0.5}))
    assert server.requests[0].body["top_p"] == 0.5
    assert json.loads(server.requests[0].raw)["top_p"] == 0.5
