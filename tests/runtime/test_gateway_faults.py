"""The gateway over HTTP, where the endpoint or the binding is at fault."""

import asyncio
import logging
from pathlib import Path

import pytest

from runtime.gateway import FatalModelError, ModelUnavailable
from runtime.stage import BadReply
from schemas.calls.call import Site
from schemas.run import CallOutcome
from tests.fake_server import (
    Behaviour,
    Body,
    FakeServer,
    failed,
    rate_limited,
    said,
)
from tests.runtime.asking import (
    GOOD,
    OK,
    SITE,
    ask,
    config,
    gateway,
    outcomes,
    over,
)


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


async def test_a_slow_endpoint_times_out_and_is_asked_again(
    server: FakeServer, tmp_path: Path
) -> None:
    server.script(said(GOOD, delay=2))
    chat = over(server, tmp_path, timeout_s=0.2)
    assert await ask(chat) == OK
    assert outcomes(chat) == [CallOutcome.ERROR, CallOutcome.OK]
