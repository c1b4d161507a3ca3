"""The planner's part: paths, contexts, and values that fit each other."""

from datetime import date
from random import Random

import pytest

from runtime.offline.dates import clock_time, minutes, read_date, spoken, today
from runtime.offline.planning import (
    coherence,
    intent_path,
    likely_value,
    next_context,
    query_entity,
    realistic_values,
)
from schemas.calls.planning import (
    CoherenceInput,
    IntentPathInput,
    LikelyValueInput,
    NextContextInput,
    QueryEntityInput,
    RealisticValuesInput,
)
from schemas.calls.views import GoalView, IntentView, SlotView, ValueView

NOW = "Monday 2 March 2026, 09:00 (UTC)"
MONDAY = date(2026, 3, 2)


def intent(name: str, *slots: str, transactional: bool = True) -> IntentView:
    return IntentView(
        name=name,
        service=name,
        description=name.replace("_", " "),
        transactional=transactional,
        needs_confirmation=transactional,
        entity="things",
        slots=tuple(SlotView(name=s, description="", type="string") for s in slots),
    )


@pytest.mark.parametrize("query_first", [True, False])
@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize("goals", [1, 2, 3])
def test_paths_keep_the_rules(query_first: bool, last: bool, goals: int) -> None:
    primary = intent("book_room", "city")
    others = (
        intent("find_rooms", "city", transactional=False),
        intent("find_taxis", transactional=False),
        intent("book_taxi", "city"),
        intent("send_mail"),
    )
    for seed in range(20):
        data = IntentPathInput(
            primary=primary,
            candidates=others,
            goals=goals,
            query_first=query_first and goals > 1,
            needs_query=goals > 1,
            primary_last=last,
        )
        path = intent_path(data, seed).path
        assert len(path) == goals
        assert len(set(path)) == goals
        assert "book_room" in path
        if last:
            assert path[-1] == "book_room"
        if goals > 1:
            assert any(name.startswith("find") for name in path)
        if query_first and goals > 1:
            assert path[0].startswith("find")


def test_contexts_name_the_intent() -> None:
    view = intent("book_taxi")
    first = next_context(NextContextInput(story="", before=(), intent=view), 1).context
    assert "book a taxi" in first


def test_likely_values_come_from_the_candidates() -> None:
    view = intent("book_taxi", "city")
    data = LikelyValueInput(
        intent=view, slot=view.slots[0], context="", before=(), candidates=("Rome", "Pisa")
    )
    assert {likely_value(data, seed).value for seed in range(20)} == {"Rome", "Pisa"}


def test_return_comes_after_departure() -> None:
    days = ("2026-03-20", "March 5th", "next Friday", "2026-03-09", "tomorrow")
    names = ("departure_date", "return_date", "start_time", "end_time")
    slots = (
        SlotView(name="return_date", description="", type="string", example_values=days),
        SlotView(name="departure_date", description="", type="string", example_values=days),
        SlotView(name="end_time", description="", type="time", example_values=("9am", "8pm")),
        SlotView(name="start_time", description="", type="time", example_values=("noon", "9pm")),
    )
    for seed in range(50):
        data = RealisticValuesInput(
            intent=intent("book_flight", *names),
            context="",
            before=(),
            slots=slots,
            fixed=(),
            now=NOW,
        )
        chosen = {v.slot: v.words for v in realistic_values(data, seed).values}
        assert set(chosen) == set(names)
        leaving = read_date(chosen["departure_date"], MONDAY)
        coming = read_date(chosen["return_date"], MONDAY)
        assert leaving is not None
        assert coming is not None
        assert leaving < coming
        start, end = minutes(chosen["start_time"]), minutes(chosen["end_time"])
        assert start is not None
        assert end is not None
        assert start < end


def test_a_fixed_value_is_respected() -> None:
    view = intent("book_room", "check_in_date", "check_out_date")
    data = RealisticValuesInput(
        intent=view,
        context="",
        before=(),
        slots=(view.slots[1],),
        fixed=(ValueView(slot="check_in_date", words="2026-04-10"),),
        now=NOW,
    )
    for seed in range(20):
        (value,) = realistic_values(data, seed).values
        out = read_date(value.words, MONDAY)
        assert out is not None
        assert out > date(2026, 4, 10)


def test_keyword_slots_answer_to_their_schema_name() -> None:
    view = IntentView(
        name="book_flight",
        service="flights",
        description="book a flight",
        transactional=True,
        needs_confirmation=True,
        entity="flights",
        slots=(SlotView(name="class_", description="", type="string", example_values=("first",)),),
    )
    data = QueryEntityInput(intent=view, context="", asked=(), slots=view.slots, now=NOW)
    assert [(v.slot, v.words) for v in query_entity(data, 1).values] == [("class", "first")]


def test_coherence_moves_an_early_return() -> None:
    goal = GoalView(
        number=1,
        intent="book_flight",
        description="book a flight",
        values=(
            ValueView(slot="departure_date", words="2026-03-20"),
            ValueView(slot="return_date", words="2026-03-18"),
        ),
    )
    (change,) = coherence(CoherenceInput(story="", goals=(goal,), now=NOW), 4).changes
    assert (change.goal, change.slot) == (1, "return_date")
    moved = read_date(change.words, MONDAY)
    assert moved is not None
    assert moved > date(2026, 3, 20)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("today", date(2026, 3, 2)),
        ("tomorrow", date(2026, 3, 3)),
        ("next Friday", date(2026, 3, 6)),
        ("Monday", date(2026, 3, 9)),
        ("May 2nd", date(2026, 5, 2)),
        ("2 February", date(2027, 2, 2)),
        ("the 5th of June 2028", date(2028, 6, 5)),
        ("in two weeks", date(2026, 3, 16)),
        ("2026-02-30", None),
        ("whenever", None),
    ],
)
def test_dates_are_read(text: str, day: date | None) -> None:
    assert read_date(text, today(NOW)) == day


def test_times_are_read_and_said() -> None:
    texts = ("8pm", "7:30 pm", "19:15", "noon", "12am", "soon", "25:00")
    assert [minutes(t) for t in texts] == [1200, 1170, 1155, 720, 0, None, None]
    for moment in (0, 545, 720, 1439):
        for seed in range(10):
            assert minutes(clock_time(moment, Random(seed))) == moment


def test_spoken_dates_are_read_again() -> None:
    for offset in range(60):
        day = date.fromordinal(MONDAY.toordinal() + offset)
        assert read_date(spoken(day, Random(offset)), MONDAY) == day
