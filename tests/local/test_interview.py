"""Small questions come to programs: what may be answered, and what follows from it."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.local.questions import questions
from schemas.calls.simulation import ExactValueInput, SystemInput
from schemas.calls.views import IntentView, Line, SlotView
from tests.local.matching import admits

TABLE = IntentView(
    name="reserve_table",
    service="reservations",
    description="reserve a table",
    transactional=True,
    needs_confirmation=True,
    entity="reservations",
    slots=(
        SlotView(
            name="restaurant_name", description="", type="string", example_values=("Thai Spice",)
        ),
        SlotView(name="date", description="", type="date"),
        SlotView(name="party_size", description="", type="integer"),
        SlotView(name="outside", description="", type="boolean", required=False),
    ),
)
FIND = IntentView(
    name="find_reservations",
    service="reservations",
    description="find reservations",
    transactional=False,
    needs_confirmation=False,
    entity="reservations",
    slots=(SlotView(name="date_of_reservations", description="", type="string"),),
)
ASKED = ("x0 reserve_table()", 'x1! hint("ask for value: date", ref=x0)', "x2 say(x1)")
CONFIRMING = ("x0 reserve_table()", 'x1! hint("please confirm", ref=x0)', "x2 say(x1)")
OFFERED = (
    'x0 find_reservations(date_of_reservations="last week")',
    'x1! result(x0, count=2, [0] restaurant_name="Ai = [7] x=" date="2026-03-01"; [1] date="x")',
    "x2 say(x1)",
)
FAILED = (
    "x0 reserve_table()",
    'x1! failed(x0, "it is full", alternatives: [0] date="2026-03-02")',
    "x2 say(x1)",
)
PROPOSED = (*OFFERED[:2], "x2 select(x1[0])", "x3 say(offer_intent(reserve_table))")
HINTED = (
    *OFFERED[:2],
    "x2 select(x1[0])",
    'x3! hint("offer to go on: reserve_table", ref=x0)',
    "x4 say(x3)",
)
DONE = ("x0 reserve_table()", 'x1! perform(x0, [0] date="2026-03-01")', "x2 say(x1)")


def heard(words: str, *before: str) -> SystemInput:
    """`x3 statement`, `x4! signal`, then the user's words."""
    shown = (*map(_line, before), Line(kind="user", text=words))
    return SystemInput(intents=(TABLE, FIND), now="", transcript=shown)


def _line(text: str) -> Line:
    number, _, rest = text.partition(" ")
    kind = "signal" if number.endswith("!") else "statement"
    return Line.model_validate({"kind": kind, "number": int(number[1:].rstrip("!")), "text": rest})


def program(data: SystemInput, *answers: str) -> Sequence[str]:
    """The statements that follow from these answers, each of which the grammar admits."""
    steps = questions(data)
    assert steps is not None
    left = list(answers)
    try:
        small = next(steps)
        while True:
            answer = left.pop(0)
            assert admits(small.grammar, answer), answer
            small = steps.send(answer)
    except StopIteration as end:
        assert not left
        statements: list[str] = json.loads(end.value)["statements"]
        return statements


def asked(data: SystemInput, *answers: str) -> tuple[str, str]:
    """What is asked after these answers, and the grammar of its answer."""
    steps = questions(data)
    assert steps is not None
    small = next(steps)
    for answer in answers:
        small = steps.send(answer)
    return small.messages[-1]["content"], small.grammar


@pytest.mark.parametrize(
    ("before", "answers", "statements"),
    [
        (ASKED, ["gives it", "date: Friday"], ['x0.date = "Friday"']),
        (ASKED, ["cannot say"], ["x0.date = unknown"]),
        (ASKED, ["not an answer"], ["ignore()", "say(x1)"]),
        (ASKED, ["wait"], ["hold(x0)", "say()"]),
        (ASKED, ["call it off"], ["cancel(x0)", "say(more_help())"]),
        (
            ASKED,
            ["something else entirely"],
            ['say(refuse("that is nothing I can do"), x1)'],
        ),
        (ASKED, ["new wish", "find reservations", "nothing"], ["find_reservations()"]),
        (ASKED, ["goodbye"], ["say(goodbye())"]),
        (CONFIRMING, ["yes"], ["confirm(x0)"]),
        (
            CONFIRMING,
            ["yes, and a new wish", "find reservations", "nothing"],
            ["confirm(x0)", "find_reservations()"],
        ),
        (CONFIRMING, ["changes a detail", "party size: 4"], ["x0.party_size = 4"]),
        (OFFERED, ["takes it"], ["select(x1[0])"]),
        (OFFERED, ["another one"], ["more(x1)"]),
        (OFFERED, ["asks for a detail", "date"], ["say(inform(x1[0].date))"]),
        (OFFERED, ["thanks"], ["say(more_help())"]),
        (FAILED, ["takes it"], ["accept(x1[0])"]),
        (FAILED, ["call it off"], ["cancel(x0)", "say(more_help())"]),
        (PROPOSED, ["yes", "date: Friday"], ['reserve_table(date="Friday")']),
        (PROPOSED, ["turns it down"], ["decline(reserve_table)"]),
        (HINTED, ["turns it down"], ["decline(reserve_table)"]),
        (DONE, ["call it off"], ["cancel(x1[0])", "say(more_help())"]),
        (DONE, ["new wish", "none of them"], ['say(refuse("that is nothing I can do"))']),
        ((), ["reserve a table", "party size: 4"], ["reserve_table(party_size=4)"]),
        (
            (),
            ["reserve a table + find reservations", "date: Friday", "nothing"],
            ['reserve_table(date="Friday")', "find_reservations()"],
        ),
    ],
)
def test_a_program_follows_from_the_answers(
    before: tuple[str, ...], answers: list[str], statements: list[str]
) -> None:
    assert program(heard("Friday for 4, and it is the 4 of us.", *before), *answers) == statements


def test_a_bare_acknowledgement_leaves_the_confirmation_open() -> None:
    held = (*CONFIRMING, "x3 hold(x0)", "x4 say()")
    assert program(heard("Now do it.", *held), "yes") == ["confirm(x0)"]


def test_a_value_may_be_pointed_at() -> None:
    chosen = (*OFFERED, "x3 select(x1[1])", "x4 say(more_help())")
    data = heard("A table on the same date, at that one.", *chosen)
    answers = ["new wish", "reserve a table", "date: (as in reservation)"]
    assert program(data, *answers) == ["reserve_table(date=x1[1].date)"]


def test_which_of_several_is_asked_where_that_makes_a_difference() -> None:
    opened = (
        *OFFERED,
        "x3 reserve_table()",
        'x4! hint("ask for value: date", ref=x3)',
        "x5 say(x4)",
    )
    data = heard("The same date as that.", *opened)
    answers = ["gives it", "date: (as in reservation)"]
    assert program(data, *answers) == ["say(clarify(x3.date, x1))"]
    told = heard("The x one.", *opened, "x6 say(clarify(x3.date, x1))")
    assert asked(told)[0] == "Choices: 2026-03-01; x\nUser: The x one."
    assert program(told, "x") == ["x3.date = x1[1].date"]


def test_a_second_task_is_asked_again_once_the_first_is_called_off() -> None:
    two = (
        "x0 reserve_table()",
        "x1 find_reservations()",
        'x2! hint("ask for value: date", ref=x0)',
        'x3! hint("ask for value: date_of_reservations", ref=x1)',
        "x4 say(x2)",
    )
    assert program(heard("Forget it.", *two), "call it off") == ["cancel(x0)", "say(x3)"]


def test_a_signal_needs_no_question() -> None:
    one = SystemInput(intents=(TABLE,), now="", transcript=tuple(map(_line, ASKED[:2])))
    assert program(one) == ["say(x1)"]
    both = (*ASKED[:1], "x1 find_reservations()", 'x2! hint("ask for value: date", ref=x0)')
    second = 'x3! hint("ask for value: date_of_reservations", ref=x1)'
    two = SystemInput(intents=(TABLE, FIND), now="", transcript=tuple(map(_line, (*both, second))))
    assert program(two) == ["say(x2)"]  # the first one's turn


def test_what_no_signal_follows_is_closed_without_a_question() -> None:
    chosen = heard("That one.", *OFFERED)
    after = (*chosen.transcript, _line("x3 select(x1[0])"))
    assert program(chosen.model_copy(update={"transcript": after})) == ["say(more_help())"]


def test_after_an_error_the_users_words_are_read_again() -> None:
    shown = (Line(kind="user", text="For 4."), _line('x0! error("no slot", legal=[])'))
    again = SystemInput(intents=(TABLE,), now="", transcript=shown)
    assert program(again, "reserve a table", "party size: 4") == ["reserve_table(party_size=4)"]


def test_details_are_words_of_the_user_that_fit_the_slot() -> None:
    text, grammar = asked(heard('At "Da Mario", Friday for 4 or five.', *ASKED), "gives it")
    assert text == (
        "Asked for: date\nDetails: date, restaurant name, party size, outside\nEarlier: none\n"
        'User: At "Da Mario", Friday for 4 or five.'
    )
    for right in (
        "date: Friday",
        "restaurant name: Da Mario",
        "party size: 4",
        "party size: 5",
        "outside: yes",
        "date: Friday\nparty size: 4",
    ):
        assert admits(grammar, right), right
    for wrong in (
        "nothing",  # the reading was that there is something
        "day: Friday",  # no such slot
        "date: Mario",  # nothing like a date
        "date: Frida",  # half a word
        "date: Saturday",  # not the user's words
        "restaurant name: five.",  # with the full stop
        "restaurant name: Friday for 4 or five",  # longer than names are
        "restaurant name: (any)",  # nobody asked for it
        "party size: 6",
    ):
        assert not admits(grammar, wrong), wrong


def test_one_run_of_words_gives_one_slot() -> None:
    data = heard("On Friday.", *ASKED)
    answers = ["gives it", "date: Friday\nrestaurant name: Friday\ndate: Friday"]
    assert program(data, *answers) == ['x0.date = "Friday"']


def test_words_within_another_value_are_no_value() -> None:
    data = heard("On the first Friday of April.", *ASKED)
    answers = ["gives it", "date: first Friday of April\nrestaurant name: April"]
    assert program(data, *answers) == ['x0.date = "first Friday of April"']


def test_names_of_slots_are_no_values_whatever_stands_around_them() -> None:
    grammar = asked(heard('The "party-" size, please: Roma!', *ASKED), "gives it")[1]
    assert not admits(grammar, "restaurant name: party")
    assert admits(grammar, "restaurant name: Roma")


def test_whoever_does_not_care_says_so() -> None:
    data = heard("Any date will do.", *ASKED)
    assert program(data, "gives it", "date: (any)") == ["x0.date = dontcare"]


def test_what_is_not_there_cannot_be_asked_about() -> None:
    assert "asks for a detail" not in asked(heard("And the price?", *CONFIRMING))[1]
    nothing_yet = heard("Thanks.", "x0 say(more_help())")
    assert "asks for a detail" not in asked(nothing_yet)[1]
    assert "asks for a detail" in asked(heard("And the date?", *DONE))[1]


def test_examples_stand_in_front_and_never_change() -> None:
    first, second = (questions(heard(words, *ASKED)) for words in ("Friday.", "On Monday."))
    assert first is not None
    assert second is not None
    assert next(first).messages[:-1] == next(second).messages[:-1]


def test_other_calls_are_asked_as_they_are() -> None:
    slot = SlotView(name="date", description="", type="date")
    assert questions(ExactValueInput(utterance="a", slot=slot, value="b")) is None


@given(st.text(max_size=60))
def test_any_words_make_a_grammar(utterance: str) -> None:
    assert admits(asked(heard(utterance), "reserve a table")[1], "nothing")


@given(st.lists(st.text("qxzé", min_size=3), min_size=1, max_size=6))
def test_each_word_can_be_a_value(words: list[str]) -> None:
    grammar = asked(heard(" ".join(words)), "reserve a table")[1]
    assert all(admits(grammar, f"restaurant name: {word}") for word in words)
