"""What is left of a budget decides how many dialogues are begun."""

import asyncio
from decimal import Decimal

import pytest

from flows.thrift import Thrift
from schemas.plan import Cell, PlanRequest
from schemas.world import Clock
from tests.flows.fakes import config
from tests.flows.test_estimate import call

CLOCK: Clock = config().clock


def requests(first: int, count: int, goals: int = 1) -> list[PlanRequest]:
    return [
        PlanRequest(
            dialogue_id=f"{index:05d}-00",
            cell=Cell(index=index, service="s", intent="i", goals=goals),
            attempt=0,
            clock=CLOCK,
        )
        for index in range(first, first + count)
    ]


def thrift(cap: str | None, spent: str = "0", begun: frozenset[str] = frozenset()) -> Thrift:
    return Thrift(None if cap is None else Decimal(cap), Decimal(spent), begun.__contains__)


async def admitted(careful: Thrift, wanted: list[PlanRequest]) -> list[int]:
    async with careful.admitted(wanted) as some:
        return [request.cell.index for request in some]


async def test_without_a_cap_all_are_begun_and_nobody_goes_ahead() -> None:
    free = thrift(None)
    free.settle(call(f"{index:05d}-00", "99") for index in range(3))
    assert free.scouts(requests(0, 20)) == ()
    assert await admitted(free, requests(0, 20)) == list(range(20))
    assert not free.short


async def test_only_what_is_left_is_begun() -> None:
    careful = thrift("2")
    careful.settle(call(f"{900 + index:05d}-00", "0.1") for index in range(8))
    # 0.8 is spent and a dialogue costs 0.1, no more and no less: 12 can be paid for.
    assert await admitted(careful, requests(0, 10)) == list(range(10))
    assert not careful.short
    assert await admitted(careful, requests(0, 20)) == list(range(12))
    assert careful.short
    assert careful.told() == (
        "the budget limits.max_cost_usd = 2 does not reach for more: $0.80 spent, and a "
        "goal costs about $0.10; raise it to go on"
    )


async def test_what_is_uncertain_is_set_aside() -> None:
    careful = thrift("10")
    careful.settle([call("00900-00", "0.1")])
    # One is known: n cost 0.1 n + 1.64 * 0.04 * sqrt(n + n^2) with 9.9 left, which n = 59 does
    # (5.9 + 0.0656 * 59.498 = 9.803) and n = 60 does not (6.0 + 0.0656 * 60.498 = 9.969).
    assert len(await admitted(careful, requests(0, 80))) == 59


async def test_a_dialogue_costs_as_much_as_it_has_goals() -> None:
    careful = thrift("3.2")
    async with careful.admitted(requests(0, 8, goals=2)) as some:
        careful.settle(call(request.dialogue_id, "0.2") for request in some)
    # A goal costs 0.1, exactly, and 1.6 is left: for 16 goals, 5 dialogues of 3 and one of 1.
    assert len(await admitted(careful, requests(10, 8, goals=3))) == 5
    assert len(await admitted(careful, requests(20, 18))) == 16


async def test_what_an_earlier_sitting_began_is_gone_on_with() -> None:
    careful = thrift("1", "1", frozenset({"00001-00", "00003-00"}))
    careful.settle([])
    careful.settle([call("00900-00", "0.5", from_journal=True)])
    assert await admitted(careful, requests(0, 5)) == [1, 3]
    assert careful.short


async def test_those_who_wait_get_what_others_leave() -> None:
    careful = thrift("2")
    careful.settle(call(f"{900 + index:05d}-00", "0.1") for index in range(10))
    order: list[str] = []

    async def shard(name: str, first: int, seconds: float) -> int:
        async with careful.admitted(requests(first, 6)) as some:
            order.append(f"{name} begins")
            await asyncio.sleep(seconds)
            order.append(f"{name} ends")
            careful.settle(call(request.dialogue_id, "0.1") for request in some)
            return len(some)

    # 1.0 is left: six are under way, and of the next six only four could be paid for.
    both = await asyncio.gather(shard("a", 0, 0.01), shard("b", 6, 0))
    assert list(both) == [6, 4]
    assert order == ["a begins", "a ends", "b begins", "b ends"]


def test_scouts_go_alone_first_then_in_company_then_no_more() -> None:
    careful = thrift("5")
    first = careful.scouts(requests(0, 9))
    assert [request.cell.index for request in first] == [4]
    careful.scouted(first, [call("00004-00", "0.1")])
    then = careful.scouts(requests(0, 9))
    assert [request.cell.index for request in then] == [2, 7]
    careful.scouted(then, [call("00002-00", "0.1"), call("00007-00", "0.1")])
    assert careful.scouts(requests(0, 9)) == ()


def test_no_company_for_a_scout_where_the_budget_is_not_enough() -> None:
    careful = thrift("0.3")
    careful.scouted(careful.scouts(requests(0, 9)), [call("00004-00", "0.1")])
    # Two more would need 0.2 + 1.64 * 0.04 * sqrt(6) = 0.36.
    assert careful.scouts(requests(0, 9)) == ()


@pytest.mark.parametrize("count", [0, 1])
def test_where_there_is_nothing_to_find_out_nobody_goes_ahead(count: int) -> None:
    assert thrift("1").scouts(requests(0, count)) == ()


async def test_where_the_scouts_broke_the_budget_nothing_is_begun() -> None:
    careful = thrift("0.1")
    careful.broke("the budget limits.max_cost_usd = 0.1 is reached")
    assert careful.scouts(requests(0, 9)) == ()
    assert await admitted(careful, requests(0, 9)) == []
    assert careful.told() == "the budget limits.max_cost_usd = 0.1 is reached"
