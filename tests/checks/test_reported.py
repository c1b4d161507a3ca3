"""Words of imported dialogues beside their acts, and slots that values may go between."""

import pytest

from checks.likeness import alike
from checks.reported import reads_as, system_reported
from schemas.acts import Act, ActType
from schemas.annotation import TurnAnnotation
from schemas.dialogue import Speaker
from schemas.service import SlotSchema
from tests.scenes import CATALOG, CLOCK


def offer(value: str, surface: str) -> Act:
    """The system offers a telephone number, which is any text."""
    return Act(
        act=ActType.OFFER, service="tables", intent="", slot="phone", value=value, surface=surface
    )


@pytest.mark.parametrize(
    ("value", "surface"),
    [
        ("16:45", "evening 4:45"),
        ("17:00", "5 pm"),
        ("12:00", "12 pm"),
        ("10:15", "quarter past 10 in the morning"),
        ("2019-03-11", "11th of March"),
        ("2019-03-08", "Friday next week"),
        ("1800", "1,800 bucks"),
        ("1160", "one thousand one hundred and sixty bucks"),
        ("7.50", "7.5"),
        ("22496.82", "$22,496.82"),
        ("Los Angeles", "los angeles"),
    ],
)
def test_words_that_mean_the_value(value: str, surface: str) -> None:
    assert reads_as(offer(value, surface), CATALOG, CLOCK, told=True)


@pytest.mark.parametrize(
    ("value", "surface"),
    [
        ("35", "$38"),
        ("18:30", "6 pm"),
        ("18:30", "7:30 pm"),
        ("08:00", "8 pm"),
        ("2019-03-12", "March 11th"),
        ("1481.35", "$14,041.84"),
        ("Sleeping Beauty Castle", "angel stadium of anaheim"),
    ],
)
def test_words_that_mean_something_else(value: str, surface: str) -> None:
    assert not reads_as(offer(value, surface), CATALOG, CLOCK, told=True)


def test_users_say_names_as_they_like() -> None:
    assert reads_as(offer("New York", "NYC"), CATALOG, CLOCK)
    assert not reads_as(offer("New York", "NYC"), CATALOG, CLOCK, told=True)


def told(utterance: str, *acts: Act) -> list[str]:
    """What is wrong with the words of a system turn."""
    turn = TurnAnnotation(index=1, speaker=Speaker.SYSTEM, utterance=utterance, acts=acts)
    return list(system_reported(turn, (), CATALOG, CLOCK))


def does(kind: ActType, count: int | None = None) -> Act:
    """Something that the system does about tables."""
    return Act(act=kind, service="tables", intent="reserve_table", count=count)


@pytest.mark.parametrize(
    ("utterance", "act", "fault"),
    [
        ("anythingelse for you?", does(ActType.REQ_MORE), ""),
        ("In which city?", does(ActType.REQ_MORE), "it does not offer more help"),
        ("Thank you.", does(ActType.REQ_MORE), "it does not ask anything"),
        ("Where are you looking>", does(ActType.REQUEST), ""),
        ("Have a great day.", does(ActType.REQUEST), "it says goodbye"),
        ("have a great day?", does(ActType.GOODBYE), ""),
        ("Where do you want to go?", does(ActType.GOODBYE), "it asks something"),
        ("wanna make a transfer?", does(ActType.OFFER_INTENT), ""),
        ("Have a good one", does(ActType.OFFER_INTENT), "it does not ask anything"),
        ("There are ten of them.", does(ActType.INFORM_COUNT, 10), ""),
        ("10 such hotels are there.", does(ActType.INFORM_COUNT, 10), ""),
        ("9 such hotels are there.", does(ActType.INFORM_COUNT, 10), "it does not say that there"),
        ("It went through.", does(ActType.NOTIFY_FAILURE), "it does not say that it failed"),
    ],
)
def test_what_the_system_does_shows_in_its_words(utterance: str, act: Act, fault: str) -> None:
    found = told(utterance, act)
    assert not found if not fault else any(detail.startswith(fault) for detail in found), found


def slot(name: str, description: str, *values: str) -> SlotSchema:
    """A slot, closed where it has values."""
    return SlotSchema(
        name=name, description=description, categorical=bool(values), possible_values=values
    )


BUS = slot("to_location", "City where bus is going to")
HOTEL = slot("location", "City or town where hotel is located")
TITLE = slot("title", "Title of the movie")
KIDS = slot("good_for_kids", "Whether attraction is good for kids", "True", "False")
WIFI = slot("has_wifi", "Whether the attraction hotel has wifi", "True", "False")
SEATS = slot("number_of_seats", "Number of seats to reserve", "1", "2", "3")
RIDERS = slot("number_of_riders", "Number of riders in the ride", "2", "3", "4")
SIZES = slot("size", "Size of the seat", "S", "L")
TAXI = slot("destination", "Destination for taxi ride")
ADDRESS = slot("address", "Address of restaurant")


@pytest.mark.parametrize(
    ("source", "target"), [(BUS, HOTEL), (ADDRESS, TAXI), (SEATS, RIDERS), (KIDS, WIFI)]
)
def test_slots_for_the_same_thing_are_alike(source: SlotSchema, target: SlotSchema) -> None:
    assert alike(source, target)


@pytest.mark.parametrize(
    ("source", "target"), [(KIDS, TITLE), (BUS, TITLE), (SEATS, SIZES), (KIDS, HOTEL)]
)
def test_slots_for_other_things_are_not(source: SlotSchema, target: SlotSchema) -> None:
    assert not alike(source, target)
