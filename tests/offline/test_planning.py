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
from schemas.calls.views import GoalView, IntentOutline, IntentView, SlotValues, SlotView, ValueView

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


def outline(name: str, *slots: str) -> IntentOutline:
    description = name.replace("_", " ")
    return IntentOutline(
        name=name, description=description, makes=True, entity="things", slots=slots
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
            carries=False,
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
    view = outline("book_taxi")
    data = NextContextInput(story="", who="", before=(), intent=view, told=(), carried=())
    first = next_context(data, 1).context
    assert "book a taxi" in first


def test_likely_values_come_from_the_candidates() -> None:
    view = outline("book_taxi", "city")
    data = LikelyValueInput(
        intent=view,
        slot=SlotValues(
            name="city", description="", type="string", example_values=("Rome", "Pisa")
        ),
        context="",
        before=(),
        fixed=(),
        now=NOW,
    )
    assert {likely_value(data, seed).value for seed in range(20)} == {"Rome", "Pisa"}


def test_return_comes_after_departure() -> None:
    days = ("2026-03-20", "March 5th", "next Friday", "2026-03-09", "tomorrow")
    names = ("departure_date", "return_date", "start_time", "end_time")
    slots = (
        SlotValues(name="return_date", description="", type="string", example_values=days),
        SlotValues(name="departure_date", description="", type="string", example_values=days),
        SlotValues(name="end_time", description="", type="time", example_values=("9am", "8pm")),
        SlotValues(name="start_time", description="", type="time", example_values=("noon", "9pm")),
    )
    for seed in range(50):
        data = RealisticValuesInput(
            story="",
            intent=outline("book_flight", *names),
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
    view = outline("book_room", "check_in_date", "check_out_date")
    data = RealisticValuesInput(
        story="",
        intent=view,
        context="",
        before=(),
        slots=(SlotValues(name="check_out_date", description="", type="string"),),
        fixed=(ValueView(slot="check_in_date", words="2026-04-10"),),
        now=NOW,
    )
    for seed in range(20):
        (value,) = realistic_values(data, seed).values
        out = read_date(value.words, MONDAY)
        assert out is not None
        assert out > date(2026, 4, 10)


def test_keyword_slots_answer_to_their_schema_name() -> None:
    view = outline("book_flight", "class_")
    slot = SlotValues(name="class_", description="", type="string", example_values=("first",))
    data = QueryEntityInput(story="", intent=view, context="", asked=(), slots=(slot,), now=NOW)
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
