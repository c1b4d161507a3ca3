"""What is said after a signal, and where the system has a choice."""

from datetime import datetime

import pytest

from schemas.acts import Act, ActType
from schemas.world import Clock, Entity, WorldSpec
from tests.scenes import CATALOG
from world.executor import Executor
from world.language import render
from world.policy import settled

CLOCK = Clock(now=datetime(2026, 3, 2, 9, 0))
WORDS = "Luigi's, next Friday, for 4; and remind me to call Ana"


def table(day: str, number: int) -> Entity:
    return Entity(
        entity_id=f"reservations-{number}",
        service="tables",
        type="reservations",
        values={"restaurant_name": "Luigi's", "date": day, "phone": "555-0142"},
        created_at=datetime(2026, 2, number, 9, 0),
    )


def answered(executor: Executor, words: str, *program: str) -> str:
    """The say that follows, said; empty where it is left to the system."""
    executor.hear(words, (Act(act=ActType.AFFIRM),))
    step = executor.run(program)
    closing = settled(executor, step)
    if closing is None:
        return ""
    executor.run((render(closing),))
    return render(closing)


@pytest.fixture
def executor() -> Executor:
    return Executor(CATALOG, WorldSpec(), CLOCK)


def test_a_hint_is_said(executor: Executor) -> None:
    assert answered(executor, WORDS, "reserve_table()") == "say(x1)"


def test_a_refused_program_and_one_without_a_signal_settle_nothing(executor: Executor) -> None:
    assert answered(executor, WORDS, "x9.date = 'soon'") == ""
    answered(executor, WORDS, "reserve_table()")
    assert answered(executor, WORDS, "ignore()") == ""


def test_a_complete_task_is_confirmed_and_what_is_done_is_said(executor: Executor) -> None:
    answered(executor, WORDS, "reserve_table()")
    told = answered(
        executor,
        WORDS,
        'x0.restaurant_name, x0.date, x0.party_size = "Luigi\'s", "next Friday", 4',
    )
    assert told == "say(x4)"
    assert answered(executor, WORDS, "confirm(x0)") == "say(x7)"


def test_several_results_of_which_none_was_taken_leave_a_choice() -> None:
    world = WorldSpec(entities=(table("2026-03-06", 1), table("2026-03-07", 2)))
    executor = Executor(CATALOG, world, CLOCK)
    assert answered(executor, WORDS, 'find_reservations(restaurant_name="Luigi\'s")') == "say(x1)"
    assert answered(executor, WORDS, "reserve_table()") == ""
    executor.run(("say(x4)",))
    assert answered(executor, WORDS, 'x3.restaurant_name = "Luigi\'s"') == ""
    executor.run(("say(x7)",))
    # The date is all that the results differ in.
    assert answered(executor, WORDS, 'x3.date = "next Friday"') == "say(x10)"


def test_a_choice_settles_what_follows() -> None:
    world = WorldSpec(entities=(table("2026-03-06", 1), table("2026-03-07", 2)))
    executor = Executor(CATALOG, world, CLOCK)
    answered(executor, WORDS, 'find_reservations(restaurant_name="Luigi\'s")')
    executor.hear(WORDS, (Act(act=ActType.SELECT),))
    step = executor.run(("select(x1[0])",))
    closing = settled(executor, step)
    assert closing is not None
    assert render(closing) == "say(more_help())"
    executor.run((render(closing),))
    assert settled(executor, executor.run(("say()",))) is None
    assert answered(executor, WORDS, "reserve_table()").startswith("say(x")
