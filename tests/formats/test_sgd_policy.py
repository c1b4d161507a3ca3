"""SGD's policy graph, bullet by bullet: what the executor's signals tell the system to say."""

from datetime import datetime

import pytest

from formats.sgd import SGD_CLOCK, read_schema
from schemas.acts import Act, ActType
from schemas.world import Entity, ScriptedFailure, WorldSpec
from world.executor import Executor


def slot(name: str) -> dict[str, object]:
    return {"name": name, "description": "", "is_categorical": False, "possible_values": []}


def intent(name: str, required: list[str], optional: dict[str, str], **more: object) -> object:
    base = {"description": "", "is_transactional": True, "result_slots": []}
    return {"name": name, "required_slots": required, "optional_slots": optional, **base, **more}


CATALOG = read_schema(
    [
        {
            "service_name": "Food_1",
            "description": "",
            "slots": [slot(name) for name in ("place", "city", "time", "seats", "phone")],
            "intents": [
                intent("ReserveFood", ["place", "city", "time"], {"seats": "2"}),
                intent(
                    "FindFood",
                    ["city"],
                    {"time": "dontcare"},
                    is_transactional=False,
                    result_slots=["place", "city", "phone"],
                ),
            ],
        }
    ]
)


def place(number: int, **values: str) -> Entity:
    return Entity(
        entity_id=str(number),
        service="Food_1",
        type="food",
        values={"city": "Rome", **values},
        created_at=datetime(2019, 2, 20 - number, 9, 0),
    )


WORLD = WorldSpec(
    entities=(
        place(0, place="Da Vinci", phone="555-1"),
        place(1, place="Colosseo", phone="555-2"),
        place(2, place="Nonna", phone="555-3"),
    ),
    failures=(
        ScriptedFailure(
            service="Food_1",
            intent="ReserveFood",
            reason="fully booked",
            alternatives=({"time": "9 pm"},),
        ),
    ),
)
Said = list[tuple[str, str, object]]


@pytest.fixture
def run() -> Executor:
    return Executor(CATALOG, WORLD, SGD_CLOCK)


def turn(run: Executor, words: str, *programs: str, acts: tuple[Act, ...] = ()) -> Said:
    """What the system says once the statements' newest signal is said."""
    run.hear(words, acts)
    for program in programs:
        signals = run.run(program.split("; ")).signals
        assert all(signal.kind.value != "error" for signal in signals), signals
    if run.said is None:
        run.run([f"say(x{signals[-1].index})"])
    return [(act.act.value, act.slot, act.value) for act in run.said or ()]


def opened(run: Executor) -> Said:
    return turn(run, "Da Vinci in Rome", 'ReserveFood(place="Da Vinci", city="Rome")')


def test_a_missing_required_slot_is_asked_for(run: Executor) -> None:
    assert opened(run) == [("REQUEST", "time", None)]


def test_all_values_are_confirmed_defaults_too(run: Executor) -> None:
    opened(run)
    assert turn(run, "8 pm", 'x0.time = "8 pm"') == [
        ("CONFIRM", "place", "Da Vinci"),
        ("CONFIRM", "city", "Rome"),
        ("CONFIRM", "time", "8 pm"),
        ("CONFIRM", "seats", "2"),
    ]


def test_what_changed_is_confirmed_again(run: Executor) -> None:
    opened(run)
    turn(run, "8 pm", 'x0.time = "8 pm"')
    said = turn(run, "for 4, make it 7 pm", 'x0.seats, x0.time = "4", "7 pm"')
    assert ("CONFIRM", "time", "7 pm") in said
    assert ("CONFIRM", "seats", "4") in said
    # It is enough to ask for what changed: what was asked adds up.
    said = turn(run, "no, 6 pm", 'x0.time = "6 pm"', "say(confirm(x0.time))")
    assert said == [("CONFIRM", "time", "6 pm")]
    said = turn(run, "yes", "confirm(x0)")
    assert said[0] == ("NOTIFY_FAILURE", "", None)


def test_results_are_counted_and_offered_one_by_one(run: Executor) -> None:
    assert turn(run, "something in Rome", 'FindFood(city="Rome")') == [
        ("INFORM_COUNT", "", 3),
        ("OFFER", "place", "Da Vinci"),
        ("OFFER", "phone", "555-1"),
    ]
    assert turn(run, "what else", "more(x1)") == [
        ("OFFER", "place", "Colosseo"),
        ("OFFER", "phone", "555-2"),
    ]


def test_when_there_are_no_alternatives_left_the_count_says_so(run: Executor) -> None:
    turn(run, "something in Rome", 'FindFood(city="Rome")')
    turn(run, "what else", "more(x1)")
    turn(run, "what else", "more(x4)")
    newest = run.next_index - 2
    assert turn(run, "what else", f"more(x{newest})") == [("INFORM_COUNT", "", 0)]


def test_nothing_found_is_counted(run: Executor) -> None:
    assert turn(run, "in Oslo", 'FindFood(city="Oslo")') == [("INFORM_COUNT", "", 0)]


def test_requested_slots_are_informed(run: Executor) -> None:
    turn(run, "something in Rome", 'FindFood(city="Rome")')
    asked = (Act(act=ActType.REQUEST, service="Food_1", slot="phone"),)
    said = turn(run, "the phone?", "ignore()", "say(inform(x1[0].phone))", acts=asked)
    assert said == [("INFORM", "phone", "555-1")]
    assert run.frames()[0].requested_slots == ("phone",)


def test_failure_is_told_with_an_alternative_and_success_after_it(run: Executor) -> None:
    opened(run)
    turn(run, "8 pm", 'x0.time = "8 pm"')
    assert turn(run, "yes", "confirm(x0)") == [
        ("NOTIFY_FAILURE", "", None),
        ("OFFER", "time", "9 pm"),
    ]
    failed = run.next_index - 2
    assert turn(run, "fine", f"accept(x{failed}[0])") == [("NOTIFY_SUCCESS", "", None)]
    assert [call.parameters["time"] for call in run.calls()] == ["9 pm"]


def test_a_follow_up_intent_is_offered_taken_or_declined(run: Executor) -> None:
    turn(run, "something in Rome", 'FindFood(city="Rome")')
    said = turn(run, "that one", "select(x1[0]); say(offer_intent(ReserveFood))")
    assert said == [("OFFER_INTENT", "", None)]
    assert run.frames()[0].active_intent == "FindFood"
    other = run.copy()
    other.hear("no thanks", ())
    other.run(["decline(ReserveFood)", "say(more_help())"])
    assert other.frames()[0].active_intent == "NONE"
    # The city is carried over; the place comes from what was selected.
    said = turn(run, "yes, please", "ReserveFood(place=x1[0].place)")
    assert said == [("REQUEST", "time", None)]
    state = {held.slot: held.value for held in run.frames()[0].state}
    assert state == {"city": "Rome", "place": "Da Vinci"}


def test_goodbye_ends_it(run: Executor) -> None:
    opened(run)
    said = turn(run, "thanks, bye", "ignore()", "say(goodbye())")
    assert said == [("GOODBYE", "", None)]
