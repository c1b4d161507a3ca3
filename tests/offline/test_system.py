"""The system's programs, worked out by hand from transcripts."""

import pytest

from runtime.offline.context import read_context
from runtime.offline.system import literal, statements
from schemas.calls.simulation import SystemInput
from schemas.calls.views import IntentView, Line, SlotView
from tests.offline.exchange import line

PLACE = SlotView(name="city", description="", type="string")
BOOK = IntentView(
    name="book_room",
    service="rooms",
    description="book a hotel room",
    transactional=True,
    needs_confirmation=True,
    entity="hotel_rooms",
    slots=(
        PLACE,
        SlotView(name="class_", description="", type="string"),
        SlotView(name="guests", description="", type="integer"),
        SlotView(name="breakfast", description="", type="boolean", required=False),
    ),
    result_slots=(SlotView(name="phone", description="", type="string"),),
)
FIND = IntentView(
    name="find_restaurants",
    service="restaurants",
    description="find restaurants",
    transactional=False,
    needs_confirmation=False,
    entity="restaurants",
    slots=(PLACE, SlotView(name="cuisine", description="", type="string", required=False)),
    result_slots=(SlotView(name="address", description="", type="string"),),
)


def answer(*lines: Line, intents: tuple[IntentView, ...] = (BOOK, FIND)) -> tuple[str, ...]:
    return statements(SystemInput(intents=intents, now="", transcript=lines)).statements


OPENED = (
    line("user", "I'd like to book a hotel room in Rome."),
    line("statement", 'book_room(city="Rome")', 0),
)
ASKED = (
    *OPENED,
    line("signal", 'hint("ask for value: guests", ref=x0)', 1),
    line("statement", "say(x1)", 2),
    line("system", "How many guests?"),
)
CONFIRMING = (
    *OPENED,
    line("signal", 'hint("please confirm", ref=x0)', 1),
    line("statement", "say(x1)", 2),
    line("system", "Is that correct?"),
)
FAILED = (
    *CONFIRMING,
    line("user", "Yes."),
    line("statement", "confirm(x0)", 3),
    line("signal", 'failed(x0, "full", alternatives: [0] city="Pisa")', 4),
    line("statement", "say(x4)", 5),
    line("system", "How about Pisa instead?"),
)
FOUND = (
    line("user", "Can you find restaurants in Rome?"),
    line("statement", 'find_restaurants(city="Rome")', 0),
    line(
        "signal",
        'result(x0, count=2, [0] name="Da Enzo" city="Rome" address="Via [1] 9"; '
        '[1] name="Roscioli" city="Rome" address="Via 2")',
        1,
    ),
    line("statement", "say(x1)", 2),
    line("system", "I found 2. How about Da Enzo?"),
)


def test_a_fresh_signal_is_said() -> None:
    assert answer(*OPENED, line("signal", 'hint("please confirm", ref=x0)', 1)) == ("say(x1)",)


def test_an_opening_becomes_a_call() -> None:
    words = "Hello, I want to book a hotel room with business as the class and for 2 guests."
    assert answer(line("user", words)) == ('book_room(class_="business", guests=2)',)


@pytest.mark.parametrize(
    ("before", "words", "program"),
    [
        (ASKED, "3 guests in total. With breakfast.", ("x0.guests = 3", "x0.breakfast = True")),
        (ASKED, "3 guests, no wait, 4.", ("x0.guests = 4",)),
        (ASKED, "Make the city Pisa.", ('x0.city = "Pisa"',)),
        (ASKED, "By the way, my back hurts from all this sitting.", ("ignore()", "say(x1)")),
        (ASKED, "Honey, did you say 7?", ("ignore()", "say(x1)")),
        (ASKED, "Oh sure, 500, because that makes so much sense.", ("ignore()", "say(x1)")),
        (ASKED, "Something came up, I've got to go, bye.", ("say(goodbye())",)),
        (ASKED, "I don't know the guests.", ("x0.guests = unknown",)),
        (CONFIRMING, "Yes, go ahead.", ("confirm(x0)",)),
        (CONFIRMING, "No, that's wrong. Change the city to Pisa.", ('x0.city = "Pisa"',)),
        (CONFIRMING, "Let me think about it for a moment.", ("hold(x0)", "say()")),
        (CONFIRMING, "Forget the hotel room.", ("cancel(x0)", "say(more_help())")),
        (FAILED, "Okay, let's take that.", ("accept(x4[0])",)),
        (FAILED, "I'll pass on that.", ("cancel(x0)", "say(more_help())")),
        (FOUND, "What's the address?", ("say(inform(x1[0].address))",)),
        (FOUND, "Do you have any others?", ("more(x1)",)),
        (FOUND, "That's the one.", ("select(x1[0])",)),
        (FOUND, "I meant the one with Roscioli.", ("select(x1[1])",)),
        (FOUND, "Thanks a lot.", ("say(more_help())",)),
        (FOUND, "Thanks. Bye.", ("say(goodbye())",)),
        (
            FOUND,
            "Great, thanks. I also need to book a hotel room with the same city as the restaurant.",
            ("book_room(city=x1[0].city)",),
        ),
    ],
)
def test_words_become_programs(
    before: tuple[Line, ...], words: str, program: tuple[str, ...]
) -> None:
    assert answer(*before, line("user", words)) == program


def test_leaving_after_an_offer_of_help() -> None:
    done = (
        *CONFIRMING,
        line("user", "Yes."),
        line("statement", "confirm(x0)", 3),
        line("signal", 'perform(x0, [0] phone="12")', 4),
        line("statement", "say(x4)", 5),
        line("system", "Done. Anything else?"),
    )
    assert answer(*done, line("user", "No, that's all, thanks.")) == ("say(goodbye())",)
    assert answer(*done, line("user", "Thank you so much.")) == ("say(more_help())",)
    assert answer(*done, line("user", "What's the phone?")) == ("say(inform(x4[0].phone))",)


def test_a_hold_is_acknowledged_and_ended_by_assent() -> None:
    held = (
        *CONFIRMING,
        line("user", "Wait, don't do it yet."),
        line("statement", "hold(x0)", 3),
    )
    assert answer(*held) == ("say()",)
    later = (*held, line("statement", "say()", 4), line("system", "Sure."))
    assert answer(*later, line("user", "Okay, let's go ahead with it.")) == ("confirm(x0)",)


def test_an_ignored_turn_is_closed_with_the_open_task() -> None:
    ignored = (*ASKED, line("user", "Tom, have you fed the cat?"), line("statement", "ignore()", 3))
    assert answer(*ignored) == ("say(x1)",)


def test_a_refused_program_does_not_count_as_executed() -> None:
    refused = (
        line("user", "I'd like to book a hotel room in Rome."),
        line("statement", 'book_rom(city="Rome")'),
        line("signal", 'error("no such intent", legal=["book_room"])', 0),
    )
    assert answer(*refused) == ('book_room(city="Rome")',)


def test_context_of_a_transcript() -> None:
    context = read_context((BOOK, FIND), (*ASKED, line("user", "4")))
    task = context.tasks[0]
    assert (task.newest, task.state, task.asked, task.slots) == (1, "asking", "guests", {"city"})
    assert context.asked == (0, "guests")
    found = read_context((BOOK, FIND), FOUND)
    assert [r.number for r in found.results] == [1]
    assert len(found.results[0].entities) == 2
    assert "Roscioli" in found.results[0].entities[1]


@pytest.mark.parametrize(
    ("words", "type_", "text"),
    [
        ("two", "integer", "2"),
        ("4", "integer", "4"),
        ("49.5", "number", "49.5"),
        ("many", "integer", '"many"'),
        ("yes", "boolean", "True"),
        ("no thanks", "boolean", "False"),
        ('say "hi"', "string", '"say \\"hi\\""'),
        ("8pm", "time", '"8pm"'),
    ],
)
def test_literals(words: str, type_: str, text: str) -> None:
    assert literal(words, SlotView(name="x", description="", type=type_)) == text
