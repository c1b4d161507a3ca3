"""What the user gives is taken, and nothing else, in dialogues that nobody planned."""

from collections.abc import Sequence

import pytest

from checks.imported import imported
from checks.uptake import CHECK
from schemas.acts import Act, ActType
from schemas.base import Value
from schemas.dialogue import Dialogue, Speaker, Turn
from schemas.service import Catalog, IntentSchema, ServiceSchema, SlotSchema
from schemas.world import RecordedCall, WorldSpec
from tests.scenes import CLOCK, Exchange
from world.executor import Executor

HOTELS = ServiceSchema(
    name="Hotels",
    slots=(SlotSchema(name="city"), SlotSchema(name="hotel"), SlotSchema(name="nights")),
    intents=(
        IntentSchema(
            name="Search",
            transactional=False,
            needs_confirmation=False,
            entity="hotels",
            required=("city",),
            result_slots=("hotel",),
        ),
        IntentSchema(
            name="Reserve",
            transactional=True,
            needs_confirmation=True,
            entity="bookings",
            required=("city", "hotel", "nights"),
        ),
    ),
    carries_slots=True,
    origin="sgd",
)
CATALOG = Catalog(services=(HOTELS,))
WORLD = WorldSpec(
    recorded=(
        RecordedCall(
            service="Hotels",
            intent="Search",
            parameters={"city": "Rome"},
            results=({"city": "Rome", "hotel": "Roma"}, {"city": "Rome", "hotel": "Sole"}),
        ),
        RecordedCall(
            service="Hotels",
            intent="Reserve",
            parameters={"city": "Rome", "hotel": "Roma", "nights": "2"},
            results=({"city": "Rome", "hotel": "Roma", "nights": "2"},),
        ),
    )
)


def says(act: ActType, intent: str, slot: str = "", value: Value = None) -> Act:
    surface = "" if value is None else str(value)
    return Act(act=act, service="Hotels", intent=intent, slot=slot, value=value, surface=surface)


SEARCH: Exchange = (
    "Find me a hotel in Rome.",
    (says(ActType.INFORM_INTENT, "Search"), says(ActType.INFORM, "Search", "city", "Rome")),
    (('Search(city="Rome")',), ("say(offer(x1[0].hotel), count(x1))",)),
    "I found 2, Roma for one.",
)
SELECT: Exchange = (
    "Roma is fine, book it.",
    (says(ActType.SELECT, "Search"), says(ActType.INFORM_INTENT, "Reserve")),
    (("Reserve(hotel=x1[0].hotel)",), ("say(request(x3.nights))",)),
    "For how many nights?",
)
NIGHTS: Exchange = (
    "For 2 nights.",
    (says(ActType.INFORM, "Reserve", "nights", "2"),),
    (('x3.nights = "2"',), ("say(x7)",)),
    "Roma in Rome for 2 nights, right?",
)
YES: Exchange = (
    "Yes.",
    (says(ActType.AFFIRM, "Reserve"),),
    (("confirm(x3)",), ("say(x10)",)),
    "It is booked.",
)
GOOD = (SEARCH, SELECT, NIGHTS, YES)


def faults(exchanges: Sequence[Exchange]) -> list[tuple[int | None, str]]:
    """What the check finds in an import with these exchanges."""
    executor = Executor(CATALOG, WORLD, CLOCK)
    turns: list[Turn] = []
    for heard, acts, programs, answer in exchanges:
        executor.hear(heard, acts)
        steps = tuple(executor.run(program) for program in programs)
        assert all(step.statements for step in steps), steps
        said = executor.said or ()
        turns.append(Turn(index=len(turns), speaker=Speaker.USER, utterance=heard, acts=acts))
        turns.append(
            Turn(index=len(turns), speaker=Speaker.SYSTEM, utterance=answer, acts=said, steps=steps)
        )
    dialogue = Dialogue(
        dialogue_id="1_00000", services=("Hotels",), clock=CLOCK, world=WORLD, turns=tuple(turns)
    )
    return [(f.turn, f.detail) for f in CHECK.run(imported(dialogue, CATALOG), CATALOG)]


def answered(exchange: Exchange, *programs: tuple[str, ...]) -> Exchange:
    return (exchange[0], exchange[1], programs, exchange[3])


def heard(exchange: Exchange, *acts: Act) -> Exchange:
    return (exchange[0], acts, exchange[2], exchange[3])


def test_a_good_import_passes() -> None:
    assert faults(GOOD) == []


@pytest.mark.parametrize(
    ("place", "exchange", "detail"),
    [
        (
            2,
            answered(NIGHTS, ('x3.hotel = "2"',), ("say(request(x3.nights))",)),
            "the system: nights is not taken",
        ),
        (
            1,
            answered(SELECT, ("Reserve(hotel=x1[1].hotel)",), ("say(request(x3.nights))",)),
            "the system: hotel is not as the user took it over",
        ),
        (
            1,
            answered(SELECT, ("Reserve(nights=x1[0].hotel)",), ("say(request(x3.hotel))",)),
            "the system: nights is filled with the hotel of a result",
        ),
        (
            1,
            answered(SELECT, ("ignore()",), ("say(more_help())",)),
            "the system: Search is active where the user wants Reserve",
        ),
        (
            1,
            answered(
                SELECT, ("Reserve(carry=False, hotel=x1[0].hotel)",), ("say(request(x3.nights))",)
            ),
            "the system: city is lost from the state",
        ),
        (
            2,
            answered(NIGHTS, ('x3.nights = "2"', "clear(x3.city)"), ("say(request(x3.city))",)),
            "the system: city is lost from the state",
        ),
        (
            3,
            heard(YES, says(ActType.NEGATE, "Reserve")),
            "the system: it confirms, and the user has not said yes",
        ),
        (
            3,
            answered(YES, ("say(more_help())",)),
            "the system: Reserve is not performed, and the user has said yes",
        ),
    ],
)
def test_a_fault_is_named(place: int, exchange: Exchange, detail: str) -> None:
    assert (2 * place + 1, detail) in faults((*GOOD[:place], exchange))


def test_the_same_transaction_is_not_done_again() -> None:
    """Its backend refuses the second time, having recorded one call; the attempt is seen."""
    again: Exchange = (
        "Thank you.",
        (Act(act=ActType.THANK_YOU),),
        (
            ("Reserve(city=x3.city, hotel=x3.hotel, nights=x3.nights)",),
            ("say(confirm(x12), more_help())",),
        ),
        "Anything else?",
    )
    twice: Exchange = (
        "Yes.",
        (says(ActType.AFFIRM, "Reserve"),),
        (("confirm(x12)",), ("say(x16)",)),
        "Done.",
    )
    details = [detail for _, detail in faults((*GOOD, again, twice))]
    assert "the system: Reserve is performed twice" in details
