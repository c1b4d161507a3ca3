"""Lists as they are said, rules on values, and enums whose values all mean no."""

import pytest

from schemas.base import Value
from schemas.service import SlotSchema, SlotType
from tests.world.booking import CLOCK
from world.compound import items_of
from world.values import canonical


@pytest.mark.parametrize(
    ("said", "items"),
    [
        ("red, blue and green", ["red", "blue", "green"]),
        ("red, blue, and green", ["red", "blue", "green"]),
        ("Maria  Lopez", ["Maria Lopez"]),
        ('["a, b", "c"]', ["a, b", "c"]),
        ("[sic]", ["[sic]"]),
    ],
)
def test_lists_are_read_as_people_say_them(said: str, items: Value) -> None:
    assert items_of(said) == items


def test_a_known_item_keeps_its_own_and() -> None:
    assert items_of("Salt and pepper", ("salt and pepper", "oil")) == ["Salt and pepper"]


def test_the_items_of_an_array_have_a_type_and_their_values() -> None:
    seats = SlotSchema(name="seats", type=SlotType.ARRAY, item_type=SlotType.INTEGER)
    assert canonical("4, five and 12", seats, CLOCK) == [4, 5, 12]
    days = SlotSchema(
        name="days", type=SlotType.ARRAY, categorical=True, possible_values=("Mon", "Tue")
    )
    assert canonical("mon and TUE", days, CLOCK) == ["Mon", "Tue"]
    with pytest.raises(ValueError, match="days takes one of Mon, Tue, not 'Wed'"):
        canonical("mon and Wed", days, CLOCK)


def test_an_object_is_read_from_json() -> None:
    place = SlotSchema(name="place", type=SlotType.OBJECT)
    assert canonical('{"city": "Rome"}', place, CLOCK) == {"city": "Rome"}
    with pytest.raises(ValueError, match="place takes an object"):
        canonical("Rome", place, CLOCK)


@pytest.mark.parametrize(
    ("rule", "kind", "bad", "good"),
    [
        ({"minimum": 1, "maximum": 12}, SlotType.INTEGER, "thirteen", "twelve"),
        ({"pattern": "^[A-Z]{3}$"}, SlotType.STRING, "Rome", "FCO"),
        ({"format": "email"}, SlotType.STRING, "Maria", "maria@example.org"),
        ({"maxItems": 2}, SlotType.ARRAY, "a, b and c", "a and b"),
    ],
)
def test_a_value_meets_its_slots_rule(
    rule: dict[str, Value], kind: SlotType, bad: str, good: str
) -> None:
    slot = SlotSchema(name="it", type=kind, rule=rule)
    canonical(good, slot, CLOCK)
    with pytest.raises(ValueError, match="it cannot be"):
        canonical(bad, slot, CLOCK)


@pytest.mark.parametrize("said", ["off", "none", "without"])
def test_what_is_said_as_it_stands_comes_before_what_means_the_same(said: str) -> None:
    slot = SlotSchema(name="sugar", categorical=True, possible_values=("off", "none", "without"))
    assert canonical(said, slot, CLOCK) == said
