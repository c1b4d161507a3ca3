"""The system's programs where several tasks, results or refusals are about, worked out by hand."""

import pytest

from runtime.offline.mishearing import heard, is_misheard
from tests.offline.exchange import line
from tests.offline.test_system import ASKED, BOOK, FIND, FOUND, answer

TWO = (
    line("user", "Can you find restaurants in Rome?"),
    line("statement", 'find_restaurants(city="Rome")', 0),
    line("signal", 'result(x0, count=2, [0] city="Rome" address="1 Oak St"; '
         '[1] city="Pisa" address="2 Elm St")', 1),
    line("statement", "say(x1)", 2),
    line("system", "I found 2 restaurants. Here is one in Rome."),
    line("user", "I'd like to book a hotel room."),
    line("statement", "book_room()", 3),
    line("signal", 'hint("ask for value: city", ref=x3)', 4),
    line("statement", "say(x4)", 5),
    line("system", "Which city?"),
)  # fmt: skip
POINTED = (*TWO, line("user", "The same city as the restaurant."))
CLARIFIED = (
    *POINTED,
    line("statement", "say(clarify(x3.city, x1))", 6),
    line("system", "Which city do you mean, Rome or Pisa?"),
)


def test_a_reference_that_leaves_the_choice_open_is_asked_about() -> None:
    assert answer(*POINTED) == ("say(clarify(x3.city, x1))",)


@pytest.mark.parametrize(
    ("words", "place"),
    [("The one with Pisa.", 1), ("I'll take Rome.", 0), ("I mean the one with Rome.", 0)],
)
def test_the_one_that_is_named_is_taken(words: str, place: int) -> None:
    assert answer(*CLARIFIED, line("user", words)) == (f"x3.city = x1[{place}].city",)


def test_who_has_chosen_before_is_not_asked() -> None:
    chosen = (
        *TWO[:5],
        line("user", "That's the one."),
        line("statement", "select(x1[1])", 3),
        line("statement", "say(more_help())", 4),
        line("system", "Anything else?"),
    )
    said = "I'd like to book a hotel room with the same city as the restaurant."
    assert answer(*chosen, line("user", said)) == ("book_room(city=x1[1].city)",)


def test_who_names_one_at_once_is_not_asked() -> None:
    said = "The same city as the restaurant. The one with Pisa, please."
    assert answer(*TWO, line("user", said)) == ("x3.city = x1[1].city",)


def test_an_opening_with_an_open_choice_is_followed_by_the_question() -> None:
    said = "I'd like to book a hotel room with the same city as the restaurant."
    opening = (*TWO[:5], line("user", said))
    assert answer(*opening) == ("book_room()",)
    opened = (
        *opening,
        line("statement", "book_room()", 3),
        line("signal", 'hint("ask for value: city", ref=x3)', 4),
    )
    assert answer(*opened) == ("say(clarify(x3.city, x1))",)


def test_two_wishes_open_two_tasks_and_the_first_is_served() -> None:
    said = "I'd like to book a hotel room. Also, can you find my restaurants in Pisa?"
    both = (line("user", said),)
    assert answer(*both) == ("book_room()", 'find_restaurants(city="Pisa")')
    opened = (
        *both,
        line("statement", "book_room()", 0),
        line("statement", "find_restaurants()", 1),
        line("signal", 'hint("ask for value: city", ref=x0)', 2),
        line("signal", 'hint("ask for value: city", ref=x1)', 3),
    )
    assert answer(*opened) == ("say(x2)",)


LEFT = (
    *ASKED,
    line("user", "Before that, can you find restaurants in Rome?"),
    line("statement", 'find_restaurants(city="Rome")', 3),
    line("signal", 'result(x3, count=1, [0] city="Rome" address="1 Oak St")', 4),
    line("statement", "say(x4)", 5),
    line("system", "I found one."),
)


def test_after_another_task_the_one_that_waits_has_its_turn() -> None:
    assert answer(*LEFT, line("user", "Thanks.")) == ("say(x1)",)
    chosen = line("user", "That's the one."), line("statement", "select(x4[0])", 6)
    assert answer(*LEFT, chosen[0]) == ("select(x4[0])",)
    assert answer(*LEFT, *chosen) == ("say(x1)",)
    assert answer(*LEFT, line("user", "Make the city Pisa.")) == ('x0.city = "Pisa"',)


def test_once_one_is_performed_both_are_said() -> None:
    done = (
        line("user", "Find restaurants in Rome."),
        line("statement", "find_restaurants()", 0),
        line("signal", 'hint("ask for value: city", ref=x0)', 1),
        line("statement", "say(x1)", 2),
        line("user", "Before that, I need to book a hotel room."),
        line("statement", "book_room()", 3),
        line("signal", 'hint("please confirm", ref=x3)', 4),
        line("statement", "say(x4)", 5),
        line("user", "Yes."),
        line("statement", "confirm(x3)", 6),
        line("signal", 'perform(x3, [0] city="Rome")', 7),
    )
    assert answer(*done) == ("say(x7, x1)",)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("Just curious, can you tell me a joke?", "telling you a joke is nothing I can do"),
        ("Is the hotel room you already made still on?", "there is no hotel room yet"),
    ],
)
def test_a_refusal_gives_its_reason_and_asks_again(words: str, reason: str) -> None:
    assert answer(*ASKED, line("user", words)) == (f'say(refuse("{reason}"), x1)',)


def test_a_search_that_found_nothing_goes_on_with_another_value() -> None:
    nothing = (
        *FOUND[:2],
        line("signal", "result(x0, count=0)", 2),
        line("statement", "say(x2)", 3),
        line("system", "I'm sorry, I found no restaurants."),
        line("user", "The city should be Pisa."),
    )
    assert answer(*nothing, intents=(BOOK, FIND)) == ('x0.city = "Pisa"',)


def test_a_value_that_cannot_be_told_yet_is_unknown() -> None:
    said = "I don't know the guests yet."
    assert answer(*ASKED, line("user", said)) == ("x0.guests = unknown",)


@pytest.mark.parametrize(
    ("said", "program"),
    [
        ("i'd like book the hotel room in Rome", 'book_room(city="Rome")'),
        ("hi can you book hotel room in Rome please", 'book_room(city="Rome")'),
        ("um the city as Pisa", 'x0.city = "Pisa"'),
    ],
)
def test_what_was_misheard_is_understood(said: str, program: str) -> None:
    before = () if "book" in said else ASKED
    assert answer(*before, line("user", said)) == (program,)


def test_only_words_without_a_stop_are_taken_for_misheard() -> None:
    assert is_misheard("the number of guests is 2")
    assert not is_misheard("The number of guests is 2.")
    assert heard("the city is ").match("the city as rome")
    assert heard("the city is ").match("a city is rome")
    assert not heard("the city is ").match("city is rome")  # a clause keeps its first word
    assert heard("can you book a table").match("can you book table at noon")
