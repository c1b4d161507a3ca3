"""What the gateway records, keeps, pays, and never pays twice."""

import asyncio
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from runtime.gateway import BudgetExhausted, FatalModelError
from runtime.journal import Journal
from runtime.stage import BadReply
from schemas.calls.call import Role, Site
from schemas.calls.simulation import USER_TURN
from tests.fake_server import (
    FakeServer,
    said,
)
from tests.runtime.asking import (
    GOOD,
    OK,
    SITE,
    USER_TURN_DATA,
    ask,
    over,
)


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
