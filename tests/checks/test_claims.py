"""Questions for when things were made are told from other questions."""

import pytest

from checks.claims import act_faults
from schemas.acts import Act, ActType
from tests.stages.services import CATALOG, CLOCK


def faults(words: str, slot: str, intent: str) -> tuple[str, ...]:
    service = next(s for s in CATALOG.services if any(i.name == intent for i in s.intents))
    asked = Act(act=ActType.REQUEST, service=service.name, intent=intent, slot=slot)
    return act_faults(words, (asked,), set(), (), CATALOG, CLOCK)


@pytest.mark.parametrize(
    "words",
    [
        "When did you book the rooms?",
        "On what day did you make the booking?",
        "Do you remember roughly how long ago that was?",
        "And the date of rooms?",
    ],
)
def test_these_ask_when_rooms_were_made(words: str) -> None:
    assert faults(words, "date_of_rooms", "find_rooms") == ()
    assert faults("Which city would you like?", "date_of_rooms", "find_rooms")


def test_a_day_that_is_to_come_is_another_question() -> None:
    assert faults("For which city should I book it?", "city", "book_room") == ()
    (fault,) = faults("About when were the rooms made?", "city", "book_room")
    assert fault == "it asks when something was made instead of city"


def offered(words: str, *acts: ActType) -> tuple[str, ...]:
    said = tuple(Act(act=act, service="rooms", intent="book_room") for act in acts)
    return act_faults(words, said, set(), (), CATALOG, CLOCK)


def test_an_offer_offers_and_nothing_else_does() -> None:
    assert offered("Very good! Shall I book a room for you?", ActType.OFFER_INTENT) == ()
    assert offered("If you like, I can also book a room.", ActType.OFFER_INTENT) == ()
    assert "it does not offer to do anything" in offered(
        "And the delivery date?", ActType.OFFER_INTENT
    )
    assert "it offers to do something, which is not its turn" in offered(
        "Noted. Do you want me to book a room?", ActType.REQUEST
    )
