"""The gateway over HTTP, against a server that misbehaves on demand."""

import asyncio
import json
import logging
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

import pytest

from runtime.gateway import BudgetExhausted, FatalModelError, Gateway, ModelUnavailable
from runtime.journal import Journal
from runtime.stage import BadReply
from schemas.calls.call import Role, Site
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
from tests.runtime.asking import GOOD, SITE, USER_TURN_DATA, config, gateway

OK = UserTurnReply(utterance="For 4, please.")


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with FakeServer(lambda body: GOOD) as running:
        yield running


def over(
    server: FakeServer, run: Path, limits: dict[str, Any] | None = None, **more: Any
) -> Gateway:
    settings = config(limits=limits, model="openai/fake", api_base=server.url, **more)
    return gateway(run, settings)


async def ask(chat: Gateway, site: Site = SITE) -> UserTurnReply:
    return await chat.ask(USER_TURN, USER_TURN_DATA, site)


def outcomes(chat: Gateway) -> list[CallOutcome]:
    return [record.outcome for record in chat.records(SITE.item)]


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


async def test_attempts_are_bounded_and_an_endpoint_that_never_answers_ends_the_run(
    server: FakeServer, tmp_path: Path
) -> None:
    server.script(*[failed(500)] * 20)
    with pytest.raises(ModelUnavailable, match="does not answer; resume when it is up again"):
        await ask(over(server, tmp_path, limits={"attempts_per_call": 4}))
    assert server.count == 4


async def test_one_question_that_always_fails_does_not_end_the_run(
    server: FakeServer, tmp_path: Path
) -> None:
    chat = over(server, tmp_path, limits={"attempts_per_call": 3})
    assert await ask(chat, Site("0002-0")) == OK
    server.script(*[failed(500)] * 3)
    with pytest.raises(BadReply):
        await ask(chat)
    assert await ask(chat, Site("0003-0")) == OK


async def test_an_endpoint_that_goes_down_ends_the_run_after_some_probes(
    server: FakeServer, tmp_path: Path
) -> None:
    chat = over(server, tmp_path, limits={"attempts_per_call": 3})
    assert await ask(chat, Site("0002-0")) == OK
    server.script(*[failed(503)] * 100)
    sites = [Site(f"{n:04}-0") for n in range(10, 26)]
    results = await asyncio.gather(*(ask(chat, s) for s in sites), return_exceptions=True)
    assert any(isinstance(result, ModelUnavailable) for result in results)
    assert server.count < 1 + 16 * 3


async def test_retry_after_is_obeyed(server: FakeServer, tmp_path: Path) -> None:
    server.script(rate_limited("0.4"))
    assert await ask(over(server, tmp_path)) == OK
    assert server.requests[1].at - server.requests[0].at >= 0.4


async def test_a_retry_after_of_hours_ends_the_run_at_once(
    server: FakeServer, tmp_path: Path
) -> None:
    server.script(rate_limited("7200"))
    with pytest.raises(ModelUnavailable, match="keeps answering 429"):
        await ask(over(server, tmp_path))


async def test_a_429_slows_everybody_down(server: FakeServer, tmp_path: Path) -> None:
    chat = over(server, tmp_path, limits={"concurrency": 8})
    server.answer = lambda body: said(GOOD, delay=0.02)
    await asyncio.gather(*(ask(chat, Site(f"a{n}")) for n in range(16)))
    assert server.most_at_once == 8
    server.script(rate_limited("0.05"))
    await asyncio.gather(*(ask(chat, Site(f"b{n}")) for n in range(8)))
    server.most_at_once = 0
    await asyncio.gather(*(ask(chat, Site(f"c{n}")) for n in range(6)))
    assert 1 <= server.most_at_once < 8


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (failed(401), r"access denied \(401\); check the key in \$FAKE_KEY"),
        (failed(403), r"access denied \(403\); check the key in \$FAKE_KEY"),
        (failed(404, "The model `fake` does not exist"), "there is no model 'openai/fake' at http"),
        (failed(402), "no credit left; top it up"),
        (failed(429, "quota", code="insufficient_quota"), "no credit left; top it up"),
        (failed(400, "max_tokens_x is unknown"), "refuses our requests; check its binding"),
    ],
)
async def test_what_cannot_get_better_ends_the_run_at_once(
    server: FakeServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fault: Behaviour,
    sentence: str,
) -> None:
    monkeypatch.setenv("FAKE_KEY", "sk-very-secret-0123456789")
    server.script(fault)
    chat = over(server, tmp_path, api_key_env="FAKE_KEY")
    with pytest.raises(FatalModelError, match=sentence) as raised:
        await ask(chat)
    assert server.count == 1
    assert "very-secret" not in str(raised.value)


async def test_a_missing_key_is_named_before_anything_is_sent(
    server: FakeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    with pytest.raises(FatalModelError, match="environment variable NO_SUCH_KEY, which is not set"):
        await ask(over(server, tmp_path, api_key_env="NO_SUCH_KEY"))
    assert server.count == 0


@pytest.mark.parametrize("model", ["nobody-knows-this", "nosuchprovider/model"])
async def test_an_unknown_model_is_named(tmp_path: Path, model: str) -> None:
    with pytest.raises(FatalModelError, match=f"nobody knows the model '{model}'"):
        await ask(gateway(tmp_path, config(model=model)))


async def test_keys_reach_no_record_journal_or_log(
    server: FakeServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, logger="runtime")
    monkeypatch.setenv("FAKE_KEY", "sk-very-secret-0123456789")
    leak = "bad key sk-very-secret-0123456789 in header Authorization: Bearer sk-very-secret-012345"
    server.script(failed(500, leak), failed(400, f"seed: {leak}", param="seed"))
    chat = over(server, tmp_path, api_key_env="FAKE_KEY")
    assert await ask(chat) == OK
    assert server.requests[0].headers["authorization"] == "Bearer sk-very-secret-0123456789"
    records = [record.model_dump_json() for record in chat.records(SITE.item)]
    journal = [path.read_text() for path in tmp_path.rglob("*.jsonl")]
    assert journal
    for text in (*records, *journal, caplog.text):
        assert "very-secret" not in text


async def test_the_users_own_key_does_not_travel_to_another_endpoint(
    server: FakeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-for-openai-only")
    await ask(over(server, tmp_path))
    assert server.requests[0].headers["authorization"] == "Bearer none"


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


async def test_fallbacks_are_asked_in_order_and_named_as_who_answered(
    server: FakeServer, tmp_path: Path
) -> None:
    def by_model(body: Body) -> Behaviour:
        return said(GOOD) if body["model"] == "third" else failed(500)

    server.answer = by_model
    limits = {"attempts_per_call": 2}
    fallbacks = ("openai/second", "openai/third")
    chat = over(server, tmp_path, limits=limits, fallbacks=fallbacks)
    assert await ask(chat) == OK
    assert [r.body["model"] for r in server.requests] == ["fake"] * 2 + ["second"] * 2 + ["third"]
    *errors, answered = chat.records(SITE.item)
    assert [record.model for record in errors] == ["openai/fake"] * 2 + ["openai/second"] * 2
    assert (answered.model, answered.outcome) == ("openai/fake", CallOutcome.OK)
    server.answer = lambda body: failed(500)
    again = over(server, tmp_path, limits=limits, fallbacks=fallbacks)
    assert await ask(again) == OK
    assert server.count == 5


async def test_every_call_is_recorded_with_tokens_cost_and_latency(
    server: FakeServer, tmp_path: Path
) -> None:
    server.answer = lambda body: said(GOOD, tokens=(1000, 50, 600), delay=0.05)
    chat = over(
        server,
        tmp_path,
        input_price=Decimal(2),
        output_price=Decimal(10),
        cached_price=Decimal("0.5"),
    )
    await ask(chat)
    (record,) = chat.records(SITE.item)
    # 400 fresh tokens at 2, 600 cached ones at 0.5, 50 written ones at 10 dollars a million.
    assert Decimal(record.cost_usd or "nan") == Decimal("0.0016")
    assert (record.tokens_in, record.tokens_out, record.tokens_cached) == (1000, 50, 600)
    assert (record.role, record.call, record.turn) == (Role.USER, "user_turn", 2)
    assert (record.model, record.answered_by) == ("openai/fake", "fake-2026")
    assert 0.05 <= record.latency_s < 1
    assert record.prompt_hash == chat.prompt_hash(USER_TURN)
    assert chat.records(SITE.item) == []
    assert chat.spent == Decimal("0.0016")


async def test_what_nobody_counted_or_priced_is_unknown_and_never_zero(
    server: FakeServer, tmp_path: Path
) -> None:
    server.script(said(GOOD, tokens=None))
    chat = over(server, tmp_path, input_price=Decimal(2), output_price=Decimal(10))
    await ask(chat)
    (record,) = chat.records(SITE.item)
    assert (record.cost_usd, record.tokens_in, record.tokens_out) == (None, None, None)
    unpriced = over(server, tmp_path / "unpriced")
    await ask(unpriced)
    assert [record.cost_usd for record in unpriced.records(SITE.item)] == [None]


async def test_the_cap_on_spending_is_never_passed(server: FakeServer, tmp_path: Path) -> None:
    server.answer = lambda body: said(GOOD, tokens=(1000, 200, 0), delay=0.002)
    chat = over(
        server,
        tmp_path,
        limits={"max_cost_usd": "0.05", "concurrency": 8},
        input_price=Decimal(1),
        output_price=Decimal(10),
        max_tokens=200,
    )
    sites = [Site(f"{n:04}-0") for n in range(60)]
    results = await asyncio.gather(*(ask(chat, s) for s in sites), return_exceptions=True)
    paid = [result for result in results if result == OK]
    # A call costs 0.003; its bound is about 0.0032.
    assert {type(r) for r in results if r != OK} == {BudgetExhausted}
    assert len(paid) == 16
    assert chat.spent == Decimal("0.048")


async def test_a_cap_needs_prices(server: FakeServer, tmp_path: Path) -> None:
    limits = {"max_cost_usd": "0.05"}
    with pytest.raises(FatalModelError, match="price of openai/fake is unknown"):
        await ask(over(server, tmp_path, limits=limits))
    assert server.count == 0
    allowed = limits | {"unpriced": "allow"}
    assert await ask(over(server, tmp_path, limits=allowed)) == OK


async def test_a_rerun_pays_for_nothing_bad_replies_included(
    server: FakeServer, tmp_path: Path
) -> None:
    server.script(said("hm"), said(None, refusal="no"))
    first = over(server, tmp_path)
    assert await ask(first) == OK
    before = first.records(SITE.item)
    again = over(server, tmp_path)
    assert await ask(again) == OK
    assert server.count == 3
    after = again.records(SITE.item)
    assert [record.from_journal for record in after] == [True] * 3
    assert [r.model_copy(update={"from_journal": False}) for r in after] == before


async def test_a_changed_question_is_asked_anew(server: FakeServer, tmp_path: Path) -> None:
    await ask(over(server, tmp_path))
    changes: list[dict[str, Any]] = [{"temperature": 0.1}, {"max_tokens": 5}, {"seed": False}]
    for number, change in enumerate(changes):
        await ask(over(server, tmp_path, **change))
        assert server.count == number + 2
    await ask(over(server, tmp_path, timeout_s=7))
    assert server.count == 4
    other = USER_TURN_DATA.model_copy(update={"style": "long"})
    await over(server, tmp_path).ask(USER_TURN, other, SITE)
    assert server.count == 5


async def test_seeds_follow_from_the_site_the_call_and_the_attempt(
    server: FakeServer, tmp_path: Path
) -> None:
    def seeds(run: str) -> list[int]:
        found = [request.body["seed"] for request in server.requests]
        server.requests.clear()
        return found

    for run in ("a", "b"):
        server.script(said("hm"))
        chat = over(server, tmp_path / run)
        await ask(chat)
        await ask(chat, Site(SITE.item, turn=2, draw=1))
    first, second = (found := seeds("a"))[:3], found[3:]
    assert first == second
    assert len({*first}) == 3
    assert all(0 <= seed < 2**31 for seed in first)
    await ask(over(server, tmp_path / "c", seed=False))
    assert "seed" not in server.requests[0].body


async def test_a_reply_is_kept_before_it_is_judged(server: FakeServer, tmp_path: Path) -> None:
    server.script(*[said("hm")] * 3)
    with pytest.raises(BadReply):
        await ask(over(server, tmp_path))
    texts = [completion.text for _, completion in Journal(tmp_path).completions()]
    assert texts == ["hm"] * 3


async def test_each_role_has_its_own_model(server: FakeServer, tmp_path: Path) -> None:
    models: dict[Literal["default"] | Role, Binding] = {
        "default": Binding(model="openai/small", api_base=server.url),
        Role.USER: Binding(model="openai/large", api_base=server.url),
    }
    chat = gateway(tmp_path, config(models=models))
    await ask(chat)
    assert server.requests[0].body["model"] == "large"
    assert (chat.model_of(USER_TURN), chat.model_of(RESPONSE)) == ("openai/large", "openai/small")


async def test_a_slow_endpoint_times_out_and_is_asked_again(
    server: FakeServer, tmp_path: Path
) -> None:
    server.script(said(GOOD, delay=2))
    chat = over(server, tmp_path, timeout_s=0.2)
    assert await ask(chat) == OK
    assert outcomes(chat) == [CallOutcome.ERROR, CallOutcome.OK]


async def test_extra_parameters_are_passed_as_they_are(server: FakeServer, tmp_path: Path) -> None:
    await ask(over(server, tmp_path, extra={"top_p": 0.5}))
    assert server.requests[0].body["top_p"] == 0.5
    assert json.loads(server.requests[0].raw)["top_p"] == 0.5
