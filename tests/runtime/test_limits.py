"""Pacing, adaptive concurrency, the breaker and the budget."""

import asyncio
import time
from decimal import Decimal

import pytest

from runtime import limits
from runtime.asking import Prices
from runtime.budget import Budget
from runtime.errors import BudgetExhausted
from runtime.limits import BREAKER_AFTER, Breaker, Pace, Slots


@pytest.fixture
def short_minute(monkeypatch: pytest.MonkeyPatch) -> float:
    """A 'minute' of 0.2 seconds."""
    monkeypatch.setattr(limits, "WINDOW_S", 0.2)
    return 0.2


async def test_no_more_requests_in_a_minute_than_allowed(short_minute: float) -> None:
    pace = Pace(requests=3, tokens=None)
    times = []
    for _ in range(7):
        await pace.admit(1)
        times.append(time.monotonic())
    for first, fourth in zip(times, times[3:], strict=False):
        assert fourth - first >= short_minute - 0.01
    assert times[-1] - times[0] < 3 * short_minute


async def test_tokens_are_counted_as_estimated_until_they_are_known(short_minute: float) -> None:
    pace = Pace(requests=None, tokens=100)
    started = time.monotonic()
    ticket = await pace.admit(90)
    pace.settle(ticket, 10)
    await pace.admit(90)
    assert time.monotonic() - started < short_minute / 2
    await pace.admit(1)
    assert time.monotonic() - started >= short_minute - 0.01


async def test_a_request_larger_than_a_minutes_tokens_goes_alone(short_minute: float) -> None:
    pace = Pace(requests=None, tokens=100)
    await pace.admit(50)
    started = time.monotonic()
    await pace.admit(500)
    assert time.monotonic() - started >= short_minute - 0.01


async def test_without_limits_nobody_waits() -> None:
    started = time.monotonic()
    await asyncio.gather(*(Pace(None, None).admit(10**9) for _ in range(100)))
    assert time.monotonic() - started < 0.1


async def most_at_once(slots: Slots, requests: int) -> int:
    under_way = most = 0

    async def one() -> None:
        nonlocal under_way, most
        async with slots.one():
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(0.001)
            under_way -= 1

    await asyncio.gather(*(one() for _ in range(requests)))
    return most


async def test_a_429_halves_the_concurrency_and_successes_bring_it_back() -> None:
    slots = Slots(8)
    assert await most_at_once(slots, 20) == 8
    slots.rate_limited(0.0)
    assert (slots.allowed, await most_at_once(slots, 20)) == (4, 4)
    for _ in range(30):
        slots.succeeded()
    assert (slots.allowed, await most_at_once(slots, 20)) == (8, 8)


async def test_a_burst_of_429s_is_one_piece_of_news() -> None:
    slots = Slots(8)
    for _ in range(5):
        slots.rate_limited(0.05)
    assert slots.allowed == 4
    for _ in range(10):
        await asyncio.sleep(0.06)
        slots.rate_limited(0.05)
    assert slots.allowed == 1


async def test_nobody_asks_before_retry_after_is_over() -> None:
    slots = Slots(4)
    slots.rate_limited(0.1)
    started = time.monotonic()
    async with slots.one():
        assert time.monotonic() - started >= 0.099


async def test_without_retry_after_the_pause_doubles() -> None:
    slots = Slots(4, first_pause_s=0.02)
    waited = []
    for _ in range(4):
        slots.rate_limited(None)
        started = time.monotonic()
        async with slots.one():
            waited.append(time.monotonic() - started)
    for seconds, pause in zip(waited, (0.02, 0.04, 0.08, 0.16), strict=True):
        assert pause <= seconds + 0.001
        assert seconds < pause + 0.05


async def test_a_cancelled_wait_takes_no_slot() -> None:
    slots = Slots(1)
    async with slots.one():
        waiting = [asyncio.create_task(most_at_once(slots, 1)) for _ in range(3)]
        await asyncio.sleep(0.01)
        waiting[0].cancel()
    done = await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 1)
    assert isinstance(done[0], asyncio.CancelledError)
    assert done[1:] == [1, 1]


async def test_an_open_breaker_lets_one_probe_through_after_a_pause() -> None:
    breaker = Breaker(first_pause_s=0.05)
    for _ in range(BREAKER_AFTER):
        assert not breaker.open
        breaker.failed()
    assert breaker.open
    under_way = most = 0

    async def probe() -> None:
        nonlocal under_way, most
        async with breaker.guard():
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(0.005)
            under_way -= 1
            breaker.failed()

    started = time.monotonic()
    await asyncio.gather(probe(), probe())
    assert (most, breaker.probes) == (1, 2)
    assert not breaker.given_up
    assert time.monotonic() - started >= 0.05 + 0.1
    breaker.succeeded()
    assert not breaker.open


async def test_after_some_probes_nobody_waits_any_longer() -> None:
    breaker = Breaker(2, first_pause_s=5)
    for _ in range(BREAKER_AFTER + 2):
        breaker.failed()
    assert breaker.given_up
    started = time.monotonic()
    async with breaker.guard():
        assert time.monotonic() - started < 0.1


async def test_the_budget_holds_back_what_might_pass_it() -> None:
    budget = Budget(Decimal("1.00"))
    first = await budget.reserve(Decimal("0.60"))
    second = asyncio.create_task(budget.reserve(Decimal("0.60")))
    await asyncio.sleep(0.01)
    assert not second.done()
    budget.settle(first, Decimal("0.10"))
    assert await second == Decimal("0.60")
    budget.settle(Decimal("0.60"), Decimal("0.35"))
    assert budget.spent == Decimal("0.45")
    with pytest.raises(BudgetExhausted, match=r"max_cost_usd = 1.00 is reached: 0.450000 spent"):
        await budget.reserve(Decimal("0.56"))
    assert await budget.reserve(Decimal("0.55")) == Decimal("0.55")


async def test_what_an_earlier_process_spent_counts() -> None:
    with pytest.raises(BudgetExhausted):
        await Budget(Decimal(1), spent=Decimal("0.9")).reserve(Decimal("0.2"))


async def test_many_at_once_never_pass_the_cap() -> None:
    budget = Budget(Decimal(1))

    async def call() -> bool:
        try:
            reserved = await budget.reserve(Decimal("0.09"))
        except BudgetExhausted:
            return False
        await asyncio.sleep(0.001)
        budget.settle(reserved, Decimal("0.07"))
        return True

    paid = await asyncio.gather(*(call() for _ in range(50)))
    # 13 calls cost 0.91; a further one might cost 0.09 and fits; 14 cost 0.98.
    assert sum(paid) == 14
    assert budget.spent == Decimal("0.98")


def test_cached_tokens_have_a_price_of_their_own() -> None:
    prices = Prices(Decimal("0.001"), Decimal("0.002"), Decimal("0.0001"))
    assert prices.of(1000, 100, 400) == Decimal("0.6") + Decimal("0.04") + Decimal("0.2")
