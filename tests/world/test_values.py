"""Canonical values, worked out by hand."""

import pytest

from schemas.base import Value
from schemas.service import SlotSchema, SlotType
from tests.world.booking import CLOCK
from world.moments import read_date, read_time
from world.numbers import read_number
from world.values import canonical, same, text_of


def slot(kind: SlotType, *possible: str) -> SlotSchema:
    return SlotSchema(name="s", type=kind, categorical=bool(possible), possible_values=possible)


@pytest.mark.parametrize(
    ("kind", "raw", "value"),
    [
        (SlotType.STRING, "  Thai   Spice ", "Thai Spice"),
        (SlotType.STRING, 5551234, "5551234"),
        (SlotType.INTEGER, 4, 4),
        (SlotType.INTEGER, "four", 4),
        (SlotType.INTEGER, "twenty-five", 25),
        (SlotType.INTEGER, "4 people", 4),
        (SlotType.INTEGER, "1,200", 1200),
        (SlotType.NUMBER, "$20", 20),
        (SlotType.NUMBER, "12.5%", 12.5),
        (SlotType.NUMBER, 4.0, 4),
        (SlotType.BOOLEAN, "yes", True),
        (SlotType.BOOLEAN, "No", False),
        (SlotType.BOOLEAN, False, False),
        (SlotType.DATE, "2026-05-01", "2026-05-01"),
        (SlotType.DATE, "next Friday", "2026-03-06"),
        (SlotType.DATE, "tomorrow", "2026-03-03"),
        (SlotType.DATE, "18th of September 2021", "2021-09-18"),
        (SlotType.DATE, "in two weeks", "2026-03-16"),
        (SlotType.TIME, "8pm", "20:00"),
        (SlotType.TIME, "8 in the evening", "20:00"),
        (SlotType.TIME, "half past 7 in the evening", "19:30"),
        (SlotType.TIME, "quarter to 9 pm", "20:45"),
        (SlotType.TIME, "evening 4:45", "16:45"),
        (SlotType.TIME, "9:05", "09:05"),
        (SlotType.TIME, "noon", "12:00"),
        (SlotType.ARRAY, "a  b", ["a b"]),
        (SlotType.ARRAY, ["a"], ["a"]),
        (SlotType.OBJECT, {"a": 1}, {"a": 1}),
    ],
)
def test_canonical(kind: SlotType, raw: Value, value: Value) -> None:
    found = canonical(raw, slot(kind), CLOCK)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("kind", "raw"),
    [
        (SlotType.STRING, " "),
        (SlotType.STRING, True),
        (SlotType.STRING, ["a"]),
        (SlotType.INTEGER, "a few"),
        (SlotType.INTEGER, 2.5),
        (SlotType.INTEGER, True),
        (SlotType.NUMBER, "555-1234"),
        (SlotType.BOOLEAN, "maybe"),
        (SlotType.BOOLEAN, 1),
        (SlotType.DATE, "8"),
        (SlotType.DATE, "8pm"),
        (SlotType.DATE, "in July"),
        (SlotType.DATE, "2026-13-01"),
        (SlotType.DATE, 5),
        (SlotType.TIME, "Friday"),
        (SlotType.TIME, "8"),
        (SlotType.OBJECT, "x"),
    ],
)
def test_what_a_slot_cannot_have(kind: SlotType, raw: Value) -> None:
    with pytest.raises(ValueError, match=r"^(s takes|the value of s is empty)"):
        canonical(raw, slot(kind), CLOCK)


def test_categorical_values_get_the_legal_spelling() -> None:
    assert canonical("OUTDOOR", slot(SlotType.STRING, "indoor", "Outdoor"), CLOCK) == "Outdoor"
    assert canonical("two", slot(SlotType.STRING, "1", "2"), CLOCK) == "2"
    assert canonical(2, slot(SlotType.INTEGER, "1", "2"), CLOCK) == 2
    assert canonical(True, slot(SlotType.STRING, "True", "False"), CLOCK) == "True"
    with pytest.raises(ValueError, match="takes one of indoor, outdoor"):
        canonical("balcony", slot(SlotType.STRING, "indoor", "outdoor"), CLOCK)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("Thai  Spice", "thai spice", True),
        ("a", "b", False),
        (4, 4.0, True),
        (1, True, False),
        (True, True, True),
        ("4", 4, False),
        (["A", 1], ["a", 1], True),
        (["a"], ["a", "b"], False),
        ({"k": "A"}, {"k": "a"}, True),
        ({"k": "A"}, {"l": "a"}, False),
        (None, None, True),
    ],
)
def test_same(a: Value, b: Value, expected: bool) -> None:
    assert same(a, b) is expected


def test_text_of() -> None:
    values: list[Value] = ["a", 4, 4.0, 4.5, True, ["a", 1], {"k": "v"}, None]
    words = ["a", "4", "4", "4.5", "True", "a, 1", "k: v", ""]
    assert [text_of(value) for value in values] == words


def test_readers_say_none_for_other_text() -> None:
    assert read_date("Thai Spice", CLOCK) is None
    assert read_time("Thai Spice", CLOCK) is None
    assert read_number("1.200,5", "en-US") is None
    assert read_number("1.200,5", "de-DE") == 1200.5
