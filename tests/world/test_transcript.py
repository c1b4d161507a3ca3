"""What models see of a dialogue."""

from datetime import datetime

from schemas.service import Catalog, IntentSchema, OptionalSlot, ServiceSchema, SlotSchema
from schemas.world import Clock
from tests.scenes import BOOKING, CATALOG, CLOCK, dialogue
from world.transcript import conversation, intent_views, lines, now_text, system_input


def test_words_alone() -> None:
    turns = dialogue(BOOKING).turns
    assert [(line.kind, line.text) for line in conversation(turns[:2])] == [
        ("user", "Hi, I need a table at Luigi's for Friday."),
        ("system", "For how many people?"),
    ]


def test_programs_and_signals_come_before_the_system_s_words() -> None:
    turns = dialogue(BOOKING).turns
    shown = [(line.kind, line.number) for line in lines(turns[:2])]
    assert shown == [
        ("user", None),
        ("statement", 0),
        ("signal", 1),
        ("statement", 2),
        ("system", None),
    ]


def test_the_turn_under_way_has_no_words() -> None:
    turns = dialogue(BOOKING).turns
    under_way = lines(turns[:3], turns[3].steps[:1])
    assert [line.text for line in under_way[-3:]] == [
        "Four, please.",
        "x0.party_size = 4",
        'hint("please confirm", ref=x0)',
    ]


def test_a_refused_program_is_shown_without_numbers() -> None:
    heard, acts, _, answer = BOOKING[1]
    programs = (("x0.people = 4",), ("x0.party_size = 4",), ("say(x5)",))
    turns = dialogue((BOOKING[0], (heard, acts, programs, answer))).turns
    shown = [(line.kind, line.number, line.text[:14]) for line in lines(turns)[5:]]
    assert shown == [
        ("user", None, "Four, please."),
        ("statement", None, "x0.people = 4"),
        ("signal", 3, 'error("reserve'),
        ("statement", 4, "x0.party_size "),
        ("signal", 5, 'hint("please c'),
        ("statement", 6, "say(x5)"),
        ("system", None, "A table at Lui"),
    ]


def test_names_are_those_of_programs() -> None:
    twin = ServiceSchema(
        name="letters",
        slots=(SlotSchema(name="from"),),
        intents=(
            IntentSchema(
                name="send_note",
                transactional=True,
                needs_confirmation=False,
                entity="letters",
                optional=(OptionalSlot(name="from", default="me"),),
            ),
        ),
    )
    catalog = Catalog(services=(*CATALOG.services, twin))
    views = intent_views(catalog, ("notes", "letters"))
    assert [view.name for view in views] == ["notes.send_note", "letters.send_note"]
    assert [(s.name, s.required, s.default) for s in views[0].slots] == [
        ("contact", True, ""),
        ("content", False, ""),
        ("class_", False, "'plain'"),
    ]
    assert views[1].slots[0].name == "from_"


def test_the_question_to_the_system() -> None:
    asked = system_input(CATALOG, ("notes",), CLOCK, (), "no such slot")
    assert asked.now == "Monday 2 March 2026, 09:00 (UTC)"
    assert [intent.name for intent in asked.intents] == ["send_note"]
    assert asked.complaint == "no such slot"


def test_the_clock_in_words() -> None:
    clock = Clock(now=datetime(2026, 12, 31, 23, 5), timezone="Europe/Rome")
    assert now_text(clock) == "Thursday 31 December 2026, 23:05 (Europe/Rome)"
