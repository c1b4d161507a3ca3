"""Grammars admit what is right and leave out names, numbers and values that there are not."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.asking import Question
from runtime.local.grammar import grammar_for
from runtime.structured import foregone
from schemas.acts import ActType
from schemas.calls.simulation import (
    ActView,
    ExactValueInput,
    MoveView,
    ResponseInput,
    SystemInput,
    UserTurnInput,
)
from schemas.calls.supervision import Choice, SuperviseAnswerInput, SuperviseNameInput
from schemas.calls.views import IntentView, Line, SlotView
from schemas.dialogue import Named
from tests.local.matching import admits
from tests.recount.test_by_hand import CATALOG, CLOCK, FILES, read, record
from world.transcript import lines, system_input

TABLE = IntentView(
    name="reserve_table",
    service="reservations",
    description="reserve a table",
    transactional=True,
    needs_confirmation=True,
    entity="reservations",
    slots=(
        SlotView(name="restaurant_name", description="", type="string"),
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


def asked(*lines: str) -> SystemInput:
    """`user ...`, `x3 statement`, `x4! signal`."""
    return SystemInput(intents=(TABLE, FIND), now="", transcript=tuple(map(line, lines)))


def line(text: str) -> Line:
    number, _, rest = text.partition(" ")
    if number == "user":
        return Line(kind="user", text=rest)
    kind = "signal" if number.endswith("!") else "statement"
    return Line.model_validate({"kind": kind, "number": int(number[1:].rstrip("!")), "text": rest})


def text_of(data: SystemInput | UserTurnInput | ResponseInput) -> str:
    grammar = grammar_for(data)
    assert grammar is not None
    return grammar.text


def readings(data: SystemInput) -> list[str]:
    """What the user's words may do, as the model is told; nothing where a signal is to be said."""
    grammar = grammar_for(data)
    assert grammar is not None
    told = grammar.note.partition("It is one of: ")[2].partition(". Then")[0]
    return [reading.strip('"') for reading in told.split(", ")] if told else []


def takes(data: SystemInput, *statements: str) -> bool:
    heads: list[dict[str, object]] = [{"reading": r} for r in readings(data)] or [{}]
    return any(
        admits(text_of(data), json.dumps({**head, "statements": statements}, ensure_ascii=False))
        for head in heads
    )


OPENED = asked('user A table at Luigi\'s, "Da Mario", for 4 people, next Friday!')
COLLECTING = asked(
    "user I'd like a table.",
    "x0 reserve_table()",
    'x1! hint("ask for value: date", ref=x0)',
    "x2 say(x1)",
    "user Next Friday, please; no, Saturday.",
)
FOUND = asked(
    "user What did I book?",
    'x0 find_reservations(date_of_reservations="last week")',
    'x1! result(x0, count=2, [0] restaurant_name="Ai = [7] x=" date="2026-03-01"; [1] date="x")',
    "x2 say(x1)",
    "user A table there for 2.",
)


@pytest.mark.parametrize(
    ("data", "statements"),
    [
        (OPENED, ['reserve_table(restaurant_name="Luigi\'s", party_size=4, date="next Friday")']),
        (OPENED, ['reserve_table(restaurant_name="Da Mario")']),
        (OPENED, ["reserve_table()"]),
        (OPENED, ["ignore()", "say()"]),
        (OPENED, ['say(refuse("no tables"))']),
        (COLLECTING, ['x0.date = "Saturday"']),
        (COLLECTING, ['x0.date = "Next Friday"', "x0.outside = False"]),
        (COLLECTING, ["x0.date = dontcare"]),
        (COLLECTING, ["ignore()", "say(x1)"]),
        (COLLECTING, ["hold(x0)", "say()"]),
        (COLLECTING, ["cancel(x0)", "reserve_table(party_size=2)"]),
        (COLLECTING, ["clear(x0.outside)"]),
        (FOUND, ["select(x1[1])", "say(more_help())"]),
        (FOUND, ["more(x1)"]),
        (FOUND, ["say(inform(x1[0].restaurant_name))"]),
        (FOUND, ["reserve_table(restaurant_name=x1[0].restaurant_name, party_size=2)"]),
    ],
)
def test_what_is_right_can_be_written(data: SystemInput, statements: list[str]) -> None:
    assert takes(data, *statements)


@pytest.mark.parametrize(
    ("data", "statements"),
    [
        (OPENED, ['reserve_table(restaurant="Luigi\'s")']),  # no such slot
        (OPENED, ['book_table(date="next Friday")']),  # no such intent
        (OPENED, ['reserve_table(date="Friday next")']),  # not the user's words
        (OPENED, ['reserve_table(date="Frida")']),  # half a word
        (OPENED, ['reserve_table(date="next Friday!")']),  # with its punctuation
        (OPENED, ["x0.date = unknown"]),  # no such task
        (OPENED, ["reserve_table(date=x1[0].date)"]),  # no such signal
        (COLLECTING, ["confirm(x0)"]),  # nobody asked
        (COLLECTING, ["ignore()"]),  # says nothing
        (COLLECTING, ['x0.date = "Saturday"', "say(x1)"]),  # the signal comes first
        (COLLECTING, ["select(x1[0])", "say()"]),  # a hint brings nothing
        (FOUND, ["select(x1[2])", "say()"]),  # two were found; the text of one is no third
        (FOUND, ["say(inform(x1[0].x))"]),
    ],
)
def test_what_there_is_not_cannot_be_written(data: SystemInput, statements: list[str]) -> None:
    assert not takes(data, *statements)


def test_what_words_may_do_follows_from_where_things_stand() -> None:
    assert "agrees to what was asked" not in readings(COLLECTING)
    assert "picks an earlier result" not in readings(COLLECTING)
    assert "gives or corrects another detail" not in readings(OPENED)
    assert readings(COLLECTING)[0] == "answers the question for date"
    assert {"picks an earlier result", "wants another result", "asks about a result"} <= set(
        readings(FOUND)
    )


@pytest.mark.parametrize(
    ("reading", "statements"),
    [
        ("gives or corrects another detail", ["x0.party_size = 4"]),
        ("talks of something else", ["ignore()", "say(x1)"]),
        ("calls it off", ["cancel(x0)", "say(more_help())"]),
        ("needs nothing more", ["say(goodbye())"]),
    ],
)
def test_the_statements_are_those_of_the_reading(reading: str, statements: list[str]) -> None:
    for other in readings(COLLECTING):
        text = json.dumps({"reading": other, "statements": statements})
        assert admits(text_of(COLLECTING), text) is (other in (reading, "does several things"))


def question(data: SystemInput) -> Question:
    return Question("system_statements", data, [], {}, seed=1)


def test_a_signal_leaves_nothing_but_to_say_it() -> None:
    one = asked("user A table.", "x0 reserve_table()", 'x1! hint("ask for value: date", ref=x0)')
    assert takes(one, "say(x1)")
    assert not takes(one, "say()")
    assert foregone("grammar", question(one)) == '{"statements": ["say(x1)"]}'
    assert foregone("json_schema", question(one)) == ""
    two = asked(
        "user Both.",
        "x0 reserve_table()",
        "x1 find_reservations()",
        'x2! hint("ask for value: date", ref=x0)',
        'x3! hint("ask for value: date_of_reservations", ref=x1)',
    )
    assert takes(two, "say(x2, x3)")
    assert takes(two, "say(x3)")
    assert foregone("grammar", question(two)) == ""


def test_after_an_error_the_users_words_are_there_again() -> None:
    again = asked("user For 4.", 'x0! error("no slot", legal=["party_size"])')
    assert takes(again, "reserve_table(party_size=4)")


def test_a_confirmation_that_was_asked_for_can_be_given() -> None:
    data = asked(
        "user A table.", "x0 reserve_table()", 'x1! hint("please confirm", ref=x0)', "user Yes."
    )
    assert takes(data, "confirm(x0)")


def moves(*given: MoveView) -> UserTurnInput:
    return UserTurnInput(persona="", style="", goals=(), conversation=(), moves=given)


def says(data: UserTurnInput, text: str) -> bool:
    return admits(text_of(data), json.dumps({"utterance": text}, ensure_ascii=False))


def test_a_user_says_the_words_of_the_move_and_no_other_number() -> None:
    data = moves(
        MoveView(act=ActType.INFORM, slot="party size", type="integer", words="4"),
        MoveView(act=ActType.INFORM, slot="date", type="date", words="next Friday"),
    )
    assert says(data, "A table for 4, next Friday.")
    assert says(data, "4 of us, and next Friday if you can, is that fine?")
    assert not says(data, "A table next Friday for 4.")  # not in their order
    assert not says(data, "A table for 4 on Friday.")
    assert not says(data, "A table for 4 at 8, next Friday.")
    assert not says(data, "Forty-4, next Friday.")  # not a word of its own
    assert says(moves(MoveView(act=ActType.INFORM, words="next Friday")), "Next Friday.")


def test_a_remark_is_said_as_it_is() -> None:
    data = moves(MoveView(act=ActType.OVERHEARD, remark="No Leo, that's 7 o'clock!"))
    assert says(data, "No Leo, that's 7 o'clock!")
    assert not says(data, "No Leo!")


def test_a_plain_move_is_prose() -> None:
    data = moves(MoveView(act=ActType.AFFIRM))
    assert says(data, "Yes, go ahead.")
    for wrong in ("Yes", "Yes, at 8.", "Yes, party_size.", "Yes, [nods].", "Yes \U0001f300."):
        assert not says(data, wrong)


def answers(acts: tuple[ActView, ...], text: str) -> bool:
    data = ResponseInput(conversation=(), done=(), acts=acts)
    return admits(text_of(data), json.dumps({"response": text}, ensure_ascii=False))


def test_a_response_tells_each_value_and_asks_only_where_it_is_to_ask() -> None:
    confirm = (
        ActView(act=ActType.CONFIRM, slot="date", words="next Friday"),
        ActView(act=ActType.CONFIRM, slot="outside", words="yes"),
    )
    assert answers(confirm, "That is next Friday, outside. Is that right?")
    assert not answers(confirm, "That is Friday, outside. Is that right?")
    done = (ActView(act=ActType.NOTIFY_SUCCESS),)
    assert answers(done, "All done, your table is booked.")
    assert not answers(done, "All done. Anything else?")
    count = (ActView(act=ActType.INFORM_COUNT, words="2", entity="reservations"),)
    assert answers(count, "I found 2 reservations.")
    assert answers(count, "I found two reservations.")
    assert not answers(count, "I found 3 reservations.")


def test_other_calls_keep_their_schema() -> None:
    slot = SlotView(name="date", description="", type="date")
    assert grammar_for(ExactValueInput(utterance="a", slot=slot, value="b")) is None


NOT_ADMITTED = {
    'book_flight(destination="Lisbon", carry=False)',
    'x0.date, x0.airline = "10 March", dontcare',
    'send_message(contact=x2.airline, content="hello")',
}
"""What the language has and a small model does better without; each can be said in another way."""


def test_what_was_worked_out_by_hand_can_be_written() -> None:
    missed = set()
    for path in FILES:
        dialogue = record(read(path))
        for place, turn in enumerate(dialogue.turns):
            for number, step in enumerate(turn.steps):
                history = lines(dialogue.turns[:place], turn.steps[:number])
                data = system_input(CATALOG, dialogue.services, CLOCK, history)
                program = tuple(statement.text for statement in step.statements)
                if program and not takes(data, *program):
                    missed |= {*program}
    assert missed == NOT_ADMITTED


@given(st.text(max_size=60))
def test_any_words_make_a_grammar_and_each_of_them_can_be_a_value(utterance: str) -> None:
    said = Line(kind="user", text=utterance)
    data = SystemInput(intents=(TABLE,), now="", transcript=(said,))
    assert takes(data, "reserve_table()")
    for word in utterance.split():
        if word.isalnum():
            value = json.dumps(word, ensure_ascii=False)
            assert takes(data, f"reserve_table(restaurant_name={value})")


NAMES = SuperviseNameInput(
    kind=Named.SLOT,
    name="guests",
    owner="reserve_table",
    choices=(Choice(name="party_size"), Choice(name="date")),
)
ANSWERS = SuperviseAnswerInput(
    intent="reserve a table",
    slot=SlotView(name="restaurant_name", description="", type="string"),
    utterance='A table at "Da Mario", I mean at Luigi\'s.',
)


@pytest.mark.parametrize("choice", ["party_size", "date", "none of these"])
def test_a_supervisor_is_answered_with_a_choice(choice: str) -> None:
    grammar = grammar_for(NAMES)
    assert grammar is not None
    assert admits(grammar.text, json.dumps({"choice": choice}))
    assert not admits(grammar.text, json.dumps({"choice": "guests"}))


@pytest.mark.parametrize("words", ["Da Mario", "Luigi's", 'Da Mario", I', "unanswerable"])
def test_a_supervisor_is_answered_with_words_that_were_said(words: str) -> None:
    grammar = grammar_for(ANSWERS)
    assert grammar is not None
    assert admits(grammar.text, json.dumps({"words": words}))
    assert not admits(grammar.text, json.dumps({"words": "Luigi"}))
    assert not admits(grammar.text, json.dumps({"words": "Mario's"}))
