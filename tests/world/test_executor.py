"""The executor on dialogues worked out by hand."""

import time

import pytest

from schemas.acts import Act, ActType
from schemas.annotation import SourceKind
from schemas.dialogue import SignalKind, Step
from schemas.world import FollowUp, WorldSpec
from tests.world.booking import CATALOG, CLOCK, WORLD, executor
from world.executor import Executor, TaskStatus
from world.language import ProgramError


def texts(step: Step) -> list[str]:
    return [signal.text for signal in step.signals]


def act_words(run: Executor) -> list[tuple[str, str, object]]:
    return [(act.act.value, act.slot, act.value) for act in run.said or ()]


def error(step: Step) -> str:
    assert step.statements == ()
    assert [signal.kind for signal in step.signals] == [SignalKind.ERROR]
    return step.signals[0].reason


def reserved() -> Executor:
    """A reservation made in three exchanges: x0 opens, x8 performs."""
    run = executor()
    run.hear("Book a table at the Ritz for next Friday", ())
    run.run(['reserve_table(restaurant="the Ritz", date="next Friday")'])
    run.run(["say(x1)"])
    run.hear("8 in the evening", ())
    run.run(['x0.time = "8 in the evening"'])
    run.run(["say(x4)"])
    run.hear("yes please", ())
    run.run(["confirm(x0)"])
    run.run(["say(x7)"])
    return run


def test_a_reservation_from_opening_to_success() -> None:
    run = executor()
    run.hear("Book a table at the Ritz for next Friday", ())
    step = run.run(['reserve_table(restaurant="the Ritz", date="next Friday")'])
    assert [s.index for s in step.statements] == [0]
    assert texts(step) == ['hint("ask for value: time", ref=x0)']
    assert run.said is None
    run.run(["say(x1)"])
    assert act_words(run) == [("REQUEST", "time", None)]
    assert run.frames()[0].active_intent == "reserve_table"
    state = {slot.slot: (slot.value, slot.variants) for slot in run.frames()[0].state}
    assert state == {
        "restaurant": ("the Ritz", ("the Ritz",)),
        "date": ("2026-03-06", ("next Friday",)),
    }

    run.hear("8 in the evening", ())
    step = run.run(['x0.time = "20:00"'])
    assert [signal.text for signal in step.signals] == ['hint("please confirm", ref=x0)']
    assert run.tasks[0].slots["time"].variants == ("8 in the evening",)
    run.run(["say(x4)"])
    assert act_words(run) == [
        ("CONFIRM", "restaurant", "the Ritz"),
        ("CONFIRM", "date", "2026-03-06"),
        ("CONFIRM", "time", "20:00"),
        ("CONFIRM", "people", 2),
    ]

    run.hear("yes please", ())
    step = run.run(["confirm(x0)"])
    assert texts(step) == [
        'perform(x0, [0] restaurant="the Ritz" date="2026-03-06" time="20:00" people=2)'
    ]
    assert run.tasks[0].slots["people"].source.kind is SourceKind.DEFAULT
    run.run(["say(x7)"])
    assert act_words(run) == [("NOTIFY_SUCCESS", "", None)]
    assert [(call.intent, call.success) for call in run.calls()] == [("reserve_table", True)]
    (made,) = run.changes()
    assert made.entity_id == "reservation-x7-0"
    assert made.values == {
        "restaurant": "the Ritz",
        "date": "2026-03-06",
        "time": "20:00",
        "people": 2,
    }
    assert run.next_index == 9


def test_a_changed_slot_has_to_be_confirmed_again() -> None:
    run = executor()
    run.hear("the Ritz on Friday at 8pm", ())
    run.run(['reserve_table(restaurant="the Ritz", date="Friday", time="8pm")'])
    run.run(["say(x1)"])
    run.hear("yes, but at 9pm", ())
    assert "changed" in error(run.run(['x0.time = "9pm"', "confirm(x0)"]))
    step = run.run(['x0.time = "9pm"'])
    assert texts(step) == ['hint("please confirm", ref=x0)']
    assert "changed" in error(run.run(["confirm(x0)"]))
    run.run(["say(confirm(x0.time))"])
    assert act_words(run) == [("CONFIRM", "time", "21:00")]
    run.hear("yes", ())
    run.run(["confirm(x0)"])
    assert run.tasks[0].status is TaskStatus.PERFORMED


def test_confirm_needs_the_system_to_have_asked() -> None:
    run = executor()
    run.hear("the Ritz on Friday at 8pm", ())
    run.run(['reserve_table(restaurant="the Ritz", date="Friday", time="8pm")'])
    step = run.run(["confirm(x0)"])
    assert "not for the user to confirm yet" in error(step)
    assert step.signals[0].legal == ("say(confirm(x0))",)


def test_a_literal_needs_the_users_words() -> None:
    run = executor()
    run.hear("Book a table at the Ritz", ())
    step = run.run(['reserve_table(restaurant="the Ritz", date="Friday")'])
    assert "date = 'Friday' has no source" in error(step)
    assert not run.tasks
    acts = (Act(act=ActType.INFORM, service="dining", slot="date", value="2026-03-06"),)
    run.hear("Book a table at the Ritz", acts)
    run.run(['reserve_table(restaurant="the Ritz", date="Friday")'])
    assert run.tasks[1].slots["date"].value == "2026-03-06"


def test_an_overheard_value_is_no_source_by_its_act() -> None:
    run = executor()
    acts = (Act(act=ActType.OVERHEARD, slot="date", value="2026-03-06", surface="Friday"),)
    run.hear("the Ritz", acts)
    assert "no source" in error(run.run(['reserve_table(restaurant="the Ritz", date="Friday")']))


def test_an_error_takes_a_number_and_changes_nothing() -> None:
    run = executor()
    run.hear("the Ritz on Friday", ())
    before = run.state_hash()
    step = run.run(['reserve_table(restaurant="the Ritz")', "x0.dat = 1"])
    assert "no slot 'dat'" in error(step)
    assert step.signals[0].legal[0] == "date"
    assert step.signals[0].index == 0
    assert (run.state_hash(), dict(run.tasks), run.next_index) == (before, {}, 1)
    step = run.run(['reserve_table(restaurant="the Ritz")'])
    assert step.statements[0].index == 1


@pytest.mark.parametrize(
    ("statement", "legal"),
    [
        ("find_table(hotel=1)", ("dining.find_table", "stay.find_table")),
        ("reserve_tabel()", ("reserve_table",)),
        ('reserve_table(class_="balcony")', ("indoor",)),
    ],
)
def test_errors_name_what_is_legal(statement: str, legal: tuple[str, ...]) -> None:
    run = executor()
    run.hear("a balcony table", ())
    step = run.run([statement])
    assert set(legal) <= set(step.signals[0].legal)


def test_results_are_newest_first_and_offer_what_is_news() -> None:
    run = executor()
    run.hear("Which tables do I have at Thai Spice?", ())
    step = run.run(['dining.find_table(restaurant="thai spice")'])
    assert [entity.entity_id for entity in step.signals[0].entities] == ["old-1", "old-0"]
    assert step.signals[0].text.startswith(
        'result(x0, count=2, [0] restaurant="Thai Spice" date="2026-03-09" time="20:30"'
    )
    run.run(["say(x1)"])
    assert act_words(run) == [
        ("INFORM_COUNT", "", 2),
        ("OFFER", "time", "20:30"),
        ("OFFER", "phone", "555-2"),
    ]
    assert (run.said or ())[0].count == 2


def test_more_select_and_inform() -> None:
    run = executor()
    run.hear("Which tables do I have at Thai Spice?", ())
    run.run(['dining.find_table(restaurant="Thai Spice")'])
    assert "was not offered" in error(run.run(["select(x1[1])"]))
    run.run(["say(x1)"])
    run.hear("Another one?", ())
    step = run.run(["more(x1)"])
    assert [entity.entity_id for entity in step.signals[0].entities] == ["old-0"]
    assert run.calls() == ()
    index = step.signals[0].index
    run.run([f"say(x{index})"])
    assert act_words(run) == [("OFFER", "time", "19:00"), ("OFFER", "phone", "555-1")]
    run.hear("I take it. What is the phone?", ())
    run.run([f"select(x{index}[0])", f"say(inform(x{index}[0].phone))"])
    assert act_words(run) == [("INFORM", "phone", "555-1")]
    assert run.tasks[0].selected == (index, 0)
    run.hear("Anything else?", ())
    last = run.run([f"more(x{index})"]).signals[0]
    assert last.entities == ()
    run.run([f"say(x{last.index})"])
    assert act_words(run) == [("INFORM_COUNT", "", 0)]


@pytest.mark.parametrize(
    ("phrase", "found"),
    [
        ("most recent", ["old-1"]),
        ("last week", ["old-1", "old-2"]),
        ("in February", ["old-1", "old-2", "old-0"]),
        ("yesterday", []),
        ("the oldest", ["old-0"]),
        ("February 10th", ["old-0"]),
    ],
)
def test_the_creation_time_is_matched_against_the_clock(phrase: str, found: list[str]) -> None:
    run = executor()
    run.hear(f"Show my reservation: {phrase}", ())
    step = run.run([f'find_reservation(date_of_reservation="{phrase}")'])
    assert [entity.entity_id for entity in step.signals[0].entities] == found


def test_what_was_made_is_found_first_and_can_be_cancelled() -> None:
    run = reserved()
    run.hear("show my most recent reservation", ())
    step = run.run(['find_reservation(date_of_reservation="most recent")'])
    result = step.signals[0]
    assert [entity.entity_id for entity in result.entities] == ["reservation-x7-0"]
    run.run([f"say(x{result.index})"])
    run.hear("cancel it", ())
    run.run([f"cancel(x{result.index}[0])", "say()"])
    assert act_words(run) == []
    (gone,) = run.changes()
    assert (gone.entity_id, gone.cancelled) == ("reservation-x7-0", True)
    run.hear("cancel it again", ())
    assert "not there" in error(run.run([f"cancel(x{result.index}[0])"]))


def test_a_value_flows_from_a_result() -> None:
    run = executor()
    run.hear("my table at Cafe Paris", ())
    result = run.run(['dining.find_table(restaurant="Cafe Paris")']).signals[0]
    run.run([f"say(x{result.index})"])
    run.hear("Book the Savoy from the same day until 8 March", ())
    step = run.run(
        [
            f'book_room(hotel="Savoy", check_in=x{result.index}[0].date, check_out="8 March")',
        ]
    )
    task = run.tasks[step.statements[0].index]
    assert task.slots["check_in"].value == "2026-03-06"
    assert task.slots["check_in"].source.kind is SourceKind.ENTITY
    assert run.resolve(f"x{result.index}[0].date") == "2026-03-06"
    assert run.resolve(f"x{task.number}.check_out") == "2026-03-08"
    with pytest.raises(ProgramError, match="holds no value"):
        run.resolve(f"x{result.index}[0].dote")


def test_a_failure_offers_alternatives_that_can_be_accepted() -> None:
    run = executor()
    run.hear("Book the Savoy from 3 March until 8 March", ())
    step = run.run(['book_room(hotel="Savoy", check_in="3 March", check_out="8 March")'])
    assert texts(step) == [
        'failed(x0, "fully booked", alternatives: [0] check_in="2026-03-04"; [1] hotel="Ritz")'
    ]
    assert run.tasks[0].status is TaskStatus.FAILED
    assert "not offered" in error(run.run(["accept(x1[0])"]))
    run.run(["say(x1)"])
    assert act_words(run) == [("NOTIFY_FAILURE", "", None), ("OFFER", "check_in", "2026-03-04")]
    assert [call.success for call in run.calls()] == [False]
    run.hear("that works", ())
    step = run.run(["accept(x1[0])"])
    assert step.signals[0].kind is SignalKind.PERFORM
    (made,) = run.changes()
    assert made.values == {"hotel": "Savoy", "check_in": "2026-03-04", "check_out": "2026-03-08"}


def test_constraints_hold_at_the_end_of_a_step() -> None:
    run = executor()
    run.hear("Savoy from 8 March until 3 March", ())
    step = run.run(['book_room(hotel="Savoy", check_in="8 March", check_out="3 March")'])
    assert error(step) == (
        "check_out has to be > check_in, but '2026-03-03' and '2026-03-08' are not"
    )
    run.hear("Savoy from 3 March until 8 March", ())
    run.run(['book_room(hotel="Savoy", check_in="3 March", check_out="8 March")'])
    run.run(["say()"])
    run.hear("rather from 9 March until 10 March", ())
    step = run.run([f'x{run.frames() and max(run.tasks)}.check_in = "9 March"'])
    assert "check_out has to be" in error(step)
    task = max(run.tasks)
    step = run.run([f'x{task}.check_in = "9 March"', f'x{task}.check_out = "10 March"'])
    assert step.signals[0].kind is SignalKind.PERFORM


def test_hold_ignore_and_cancel_bring_no_signal() -> None:
    run = executor()
    run.hear("the Ritz on Friday at 8pm", ())
    run.run(['reserve_table(restaurant="the Ritz", date="Friday", time="8pm")'])
    run.run(["say(x1)"])
    run.hear("hm, wait", ())
    step = run.run(["hold(x0)", "say()"])
    assert step.signals == ()
    assert run.tasks[0].held
    run.hear("nice weather", ())
    run.run(["ignore()", "say(x1)"])
    assert act_words(run)[0] == ("CONFIRM", "restaurant", "the Ritz")
    assert [frame.service for frame in run.frames()] == ["dining"]
    run.hear("yes", ())
    run.run(["confirm(x0)"])
    assert not run.tasks[0].held
    assert run.tasks[0].status is TaskStatus.PERFORMED


def test_a_cancelled_task_is_over() -> None:
    run = executor()
    run.hear("the Ritz on Friday at 8pm", ())
    run.run(['reserve_table(restaurant="the Ritz", date="Friday", time="8pm")'])
    run.run(["say(x1)"])
    run.hear("forget it", ())
    step = run.run(["cancel(x0)"])
    assert step.signals == ()
    assert "was cancelled" in error(run.run(["say(x1)"]))
    run.run(["say()"])
    assert run.frames()[0].active_intent == "NONE"
    run.hear("yes", ())
    assert "was cancelled" in error(run.run(["confirm(x0)"]))
    assert run.changes() == ()


def test_say_names_the_newest_signal() -> None:
    run = executor()
    run.hear("the Ritz on Friday", ())
    run.run(['reserve_table(restaurant="the Ritz")'])
    run.run(['x0.date = "Friday"'])
    step = run.run(["say(x1)"])
    assert error(step) == "x1 is not the newest signal of x0: that is x3"
    assert step.signals[0].legal == ("x3",)


def test_say_waits_for_signals_and_ends_the_turn() -> None:
    run = executor()
    run.hear("the Ritz", ())
    assert "comes first" in error(run.run(['reserve_table(restaurant="the Ritz")', "say()"]))
    assert "last statement" in error(run.run(["say()", "ignore()"]))
    run.run(["say()"])
    assert "turn is over" in error(run.run(["ignore()"]))


def test_specials_answer_a_slot_and_are_in_no_call() -> None:
    run = executor()
    run.hear("the Ritz on Friday at 8pm, any class, I don't know how many", ())
    run.run(
        [
            'reserve_table(restaurant="the Ritz", date="Friday", time="8pm", class_=dontcare)',
            "x0.people = unknown",
        ]
    )
    assert run.tasks[0].slots["people"].special
    run.run(["say(x2)"])
    assert [act.slot for act in run.said or ()] == ["restaurant", "date", "time"]
    run.hear("yes", ())
    run.run(["confirm(x0)"])
    assert run.calls()[0].parameters == {
        "restaurant": "the Ritz",
        "date": "2026-03-06",
        "time": "20:00",
    }


def test_append_gathers_an_array() -> None:
    run = executor()
    run.hear("the Ritz, window and quiet", ())
    run.run(['reserve_table(restaurant="the Ritz")', 'x0.tags.append("window")'])
    run.run(['x0.tags.append("quiet")'])
    assert run.tasks[0].slots["tags"].value == ["window", "quiet"]
    assert run.tasks[0].slots["tags"].variants == ("quiet", "window")
    assert "takes one value" in error(run.run(['x0.restaurant.append("the Ritz")']))


def test_offered_intents_can_be_declined() -> None:
    run = executor()
    run.hear("tables at Thai Spice", ())
    run.run(['dining.find_table(restaurant="Thai Spice")'])
    assert "was not offered" in error(run.run(["decline(reserve_table)"]))
    run.run(["say(x1, offer_intent(reserve_table))"])
    assert act_words(run)[-1] == ("OFFER_INTENT", "", None)
    run.hear("no thanks", ())
    run.run(["decline(reserve_table)", "say(more_help())"])
    assert run.frames()[0].active_intent == "NONE"
    assert act_words(run) == [("REQ_MORE", "", None)]


def test_requested_slots_are_the_turns_request_acts() -> None:
    run = executor()
    acts = (
        Act(act=ActType.REQUEST, service="dining", slot="phone"),
        Act(act=ActType.REQUEST, service="dining", slot="address"),
    )
    run.hear("tables at Thai Spice", acts)
    run.run(['dining.find_table(restaurant="Thai Spice")'])
    assert run.frames()[0].requested_slots == ("address", "phone")


def test_the_rest_of_say() -> None:
    run = executor()
    run.hear("tables at Thai Spice", ())
    run.run(['dining.find_table(restaurant="Thai Spice")'])
    run.run(
        [
            "say(clarify(x0.date, x1), count(x1), offer(x1[1]), request(x0.restaurant),"
            ' refuse("no"), goodbye())'
        ]
    )
    assert act_words(run) == [
        ("CLARIFY", "date", ["2026-03-09", "2026-03-05"]),
        ("INFORM_COUNT", "", 2),
        ("OFFER", "time", "19:00"),
        ("OFFER", "phone", "555-1"),
        ("REQUEST", "restaurant", None),
        ("REFUSE", "", "no"),
        ("GOODBYE", "", None),
    ]
    assert [task.status for task in run.tasks.values()] == [TaskStatus.PERFORMED]


def test_a_copy_goes_on_alone() -> None:
    run = reserved()
    before = (run.state_hash(), run.next_index)
    twin = run.copy()
    twin.hear("tables at Thai Spice", ())
    twin.run(['dining.find_table(restaurant="Thai Spice")'])
    assert (run.state_hash(), run.next_index) == before
    assert twin.state_hash() != run.state_hash()


def test_the_hash_tells_states_apart_and_repeats() -> None:
    assert reserved().state_hash() == reserved().state_hash()
    assert executor().state_hash() != Executor(CATALOG, WorldSpec(), CLOCK).state_hash()
    assert executor().state_hash() == Executor(CATALOG, WORLD, CLOCK).state_hash()


def test_an_exchange_is_cheap() -> None:
    reserved()
    start = time.process_time()
    for _ in range(20):
        reserved().state_hash()
    assert (time.process_time() - start) / 60 < 0.002


def test_nothing_runs_before_anybody_spoke() -> None:
    assert "nobody" in error(executor().run(["say()"]))


FOLLOWED = WORLD.model_copy(
    update={
        "follow_ups": (
            FollowUp(
                service="dining",
                intent="find_table",
                offered_service="dining",
                offered_intent="reserve_table",
            ),
        )
    }
)


def chosen() -> Executor:
    """An executor on which a result was chosen that leads on to a reservation."""
    run = Executor(CATALOG, FOLLOWED, CLOCK)
    run.hear("tables at Thai Spice", ())
    run.run(['dining.find_table(restaurant="Thai Spice")'])
    run.run(["say(x1)"])
    run.hear("the first one", ())
    step = run.run(["select(x1[0])"])
    assert [s.text for s in step.signals] == ['hint("offer to go on: reserve_table", ref=x0)']
    return run


def test_a_chosen_result_brings_a_hint_to_offer_what_could_follow() -> None:
    run = chosen()
    assert run.tasks[0].newest == 1
    run.run(["say(x4)"])
    assert [(a.act, a.service, a.intent) for a in run.said or ()] == [
        (ActType.OFFER_INTENT, "dining", "reserve_table")
    ]
    run.hear("no thanks", ())
    run.run(["decline(reserve_table)", "say(more_help())"])
    run.hear("the first one, really", ())
    # Once only, and no more once it was turned down.
    assert "taken up or turned down" in error(run.run(["say(x4)"]))
    assert run.run(["select(x1[0])"]).signals == ()


def test_what_is_offered_and_opened_is_not_offered_again() -> None:
    run = chosen()
    run.run(["say(x4)"])
    run.hear("yes, on Friday", ())
    run.run(['reserve_table(date="Friday")'])
    assert "taken up or turned down" in error(run.run(["say(x4, x7)"]))


def test_a_say_waits_for_the_hint_to_offer() -> None:
    run = Executor(CATALOG, FOLLOWED, CLOCK)
    run.hear("tables at Thai Spice", ())
    run.run(['dining.find_table(restaurant="Thai Spice")'])
    run.run(["say(x1)"])
    run.hear("the first one", ())
    assert "the signal of x0 comes first" in error(run.run(["select(x1[0])", "say(more_help())"]))
    assert run.tasks[0].selected is None


@pytest.mark.parametrize("written", ["Ritz", "the Ritz", "the Ritz restaurant"])
def test_how_far_a_value_reaches_makes_no_other_value(written: str) -> None:
    """An article and the slot's own noun aside, the words are those of the user's act."""
    run = executor()
    words = "the Ritz"
    act = Act(act=ActType.INFORM, service="dining", slot="restaurant", value=words, surface=words)
    run.hear("A table at the Ritz restaurant, please.", (act,))
    run.run([f'reserve_table(restaurant="{written}")'])
    state = run.tasks[0].slots["restaurant"]
    assert (state.value, state.variants) == (words, (words,))


def test_another_part_of_the_words_is_another_value() -> None:
    run = executor()
    words = "the Ritz East"
    act = Act(act=ActType.INFORM, service="dining", slot="restaurant", value=words, surface=words)
    run.hear("The Ritz East, please.", (act,))
    run.run(['reserve_table(restaurant="the Ritz")'])
    assert run.tasks[0].slots["restaurant"].value != words
