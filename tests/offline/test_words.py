"""Small facts of English, kinds of values, phrases of intents."""

import pytest

from runtime.offline.intent_phrases import gerund, verb_phrases
from runtime.offline.kinds import Kind, counted_noun, fits, kind, takes_at, takes_on
from runtime.offline.words import (
    agreeing,
    article,
    humanize,
    number,
    plural,
    polarity,
    program_name,
    schema_name,
    singular,
    spoken,
)


@pytest.mark.parametrize(
    ("text", "slot", "said"),
    [
        ("what's the notes?", "notes", "what are the notes?"),
        ("What is the notes, please?", "notes", "What are the notes, please?"),
        ("The notes I have here is x.", "notes", "The notes I have here are x."),
        ("what's its items?", "items", "what are its items?"),
        ("What is the number of guests?", "number of guests", "What is the number of guests?"),
        ("What's the address?", "address", "What's the address?"),
    ],
)
def test_verbs_agree_with_a_slots_head_noun(text: str, slot: str, said: str) -> None:
    assert agreeing(text, slot) == said


def test_names_in_words_and_back() -> None:
    assert humanize("partySize") == "party size"
    assert humanize("date_of_birth") == "date of birth"
    assert humanize("class_") == "class"
    assert program_name("class") == "class_"
    assert schema_name("class_") == "class"
    assert schema_name("odd_") == "odd_"
    assert spoken("restaurant name") == "restaurant"
    assert spoken("full name") == "full name"
    assert spoken("check in date") == "check-in date"


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("hotel rooms", "hotel room"), ("people", "person"), ("taxis", "taxi"),
        ("bicycle rentals", "bicycle rental"), ("deliveries", "delivery"), ("classes", "class"),
        ("buses", "bus"), ("movies", "movie"),
    ],
)  # fmt: skip
def test_singular_and_plural(many: str, one: str) -> None:
    assert singular(many) == one
    assert plural(one) == many
    assert plural(many) == many


def test_articles() -> None:
    assert [article(w) for w in ("hotel", "apple", "hour", "university", "MRI", "8pm")] == [
        "a", "an", "an", "a", "a", "an",
    ]  # fmt: skip


def test_numbers_and_polarity() -> None:
    assert [number(t) for t in ("12", "two", "1,200", "4.5", "forty", "4pm")] == [
        12, 2, 1200, 4.5, 40, None,
    ]  # fmt: skip
    assert [polarity(t) for t in ("yes", "No.", "without insurance", "with wifi", "Rome")] == [
        True, False, False, True, None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("slot", "type_", "what"),
    [
        ("departure date", "string", Kind.DATE), ("date of reservations", "string", Kind.CREATED),
        ("date of birth", "date", Kind.DATE), ("pickup time", "string", Kind.TIME),
        ("party size", "integer", Kind.COUNT), ("driver age", "integer", Kind.NUMBER),
        ("insurance", "boolean", Kind.BOOLEAN), ("message body", "string", Kind.TEXT),
        ("contact number", "string", Kind.PHONE), ("email address", "string", Kind.EMAIL),
        ("destination", "string", Kind.PLACE), ("stylist", "string", Kind.NAME),
    ],
)  # fmt: skip
def test_kinds(slot: str, type_: str, what: Kind) -> None:
    assert kind(slot, type_) is what


@pytest.mark.parametrize(
    ("what", "text", "right"),
    [
        (Kind.DATE, "next Friday", True), (Kind.DATE, "2026-05-01", True),
        (Kind.DATE, "the 5th of June", True), (Kind.DATE, "in two weeks", True),
        (Kind.DATE, "Rome", False), (Kind.TIME, "8pm", True), (Kind.TIME, "half past six", True),
        (Kind.TIME, "At Home", False), (Kind.DURATION, "30 minutes", True),
        (Kind.PHONE, "555-123-4567", True), (Kind.NAME, "anything at all", True),
    ],
)  # fmt: skip
def test_shapes(what: Kind, text: str, right: bool) -> None:
    assert fits(what, text) is right


def test_prepositions() -> None:
    assert [takes_on(v) for v in ("Friday", "May 2nd", "tomorrow", "next week", "in May")] == [
        True, True, False, False, False,
    ]  # fmt: skip
    assert [takes_at(v) for v in ("8pm", "noon", "around noon", "in an hour")] == [
        True, True, False, False,
    ]  # fmt: skip


def test_counted_nouns() -> None:
    names = ("party size", "number of rooms", "passenger count", "guests", "driver age")
    assert [counted_noun(n) for n in names] == ["people", "rooms", "passengers", "guests", ""]


@pytest.mark.parametrize(
    ("description", "entity", "full", "short"),
    [
        ("reserve a table at a restaurant", "reservations", None, "reserve a table"),
        ("Books a flight.", "flights", "book a flight", "book a flight"),
        ("review film", "reviews", "review a film", "review a film"),
        ("add artist to favorites", "favorites", "add an artist to favorites", None),
        ("log exercise", "exercises", "log exercise", "log exercise"),
        ("Query intent for finding existing taxis", "taxis", "find my taxis", "find my taxis"),
        ("reserve_table", "", "reserve a table", "reserve a table"),
    ],
)
def test_verb_phrases(description: str, entity: str, full: str | None, short: str | None) -> None:
    found = verb_phrases(description, entity)
    assert found.full == (full or description)
    assert found.short == (short or found.full)


def test_searches_have_more_words() -> None:
    found = verb_phrases("find existing reservations", "reservations")
    assert found.search
    assert "look up my reservations" in found.all


def test_gerunds() -> None:
    verbs = ("book a flight", "make a call", "get a quote", "schedule it", "plan a trip")
    assert [gerund(v) for v in verbs] == [
        "booking a flight", "making a call", "getting a quote", "scheduling it", "planning a trip",
    ]  # fmt: skip
