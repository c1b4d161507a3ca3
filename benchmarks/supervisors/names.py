"""Names that a schema does not have, and which of its names they mean.

Slots and intents: SGD-X (Lee et al., 2022) has SGD's services under other names, five times over,
each variant further from the original than the one before; its lists are in the original's order.
Closed values: SGD-X has the same ones, so that their other names here are made up.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from schemas.calls.supervision import NONE, SuperviseNameInput
from schemas.dialogue import Named
from schemas.service import Catalog, ServiceSchema
from stages.simulate.supervise.names import question_of
from world.language import escape
from world.lookup import intent_names
from world.names import Outside

SAID: dict[tuple[str, str], dict[str, str]] = {
    ("Banks_2", "account_type"): {"current account": "checking", "savings account": "savings"},
    ("Events_1", "category"): {"concert": "Music", "football match": "Sports"},
    ("Flights_3", "flight_class"): {
        "coach": "Economy",
        "economy plus": "Premium Economy",
        "business class": "Business",
        "first": "First Class",
    },
    ("Flights_3", "airlines"): {
        "Delta": "Delta Airlines",
        "BA": "British Airways",
        "Southwest": "Southwest Airlines",
    },
    ("Media_2", "subtitle_language"): {
        "Chinese": "Mandarin",
        "no subtitles": "None",
        "Castilian": "Spanish",
    },
    ("Music_1", "playback_device"): {
        "television": "TV",
        "speaker in the kitchen": "Kitchen speaker",
        "bedroom": "Bedroom speaker",
    },
    ("RentalCars_1", "type"): {
        "small car": "Compact",
        "mid-size": "Standard",
        "large": "Full-size",
    },
    ("Restaurants_2", "price_range"): {
        "inexpensive": "cheap",
        "medium": "moderate",
        "expensive": "pricey",
        "luxury": "ultra high-end",
    },
    ("Services_4", "type"): {
        "therapist for families": "Family Counselor",
        "doctor of psychiatry": "Psychiatrist",
    },
    ("Travel_1", "category"): {
        "church": "Place of Worship",
        "amusement park": "Theme Park",
        "gallery": "Museum",
        "monument": "Historical Landmark",
        "stadium": "Sports Venue",
        "mall": "Shopping Area",
        "theatre": "Performing Arts Venue",
        "wildlife reserve": "Nature Preserve",
    },
}
"""Other names of closed values, by service and slot, as people might say them."""


@dataclass(frozen=True)
class Case:
    """A question with its answer.

    Attributes:
        variant: Which of SGD-X's the name is out of; `said` for values.
        there: Whether the right name is among the choices; else the answer is none of them.
    """

    variant: str
    kind: Named
    there: bool
    question: SuperviseNameInput
    right: str


def cases(base: Catalog, variants: dict[str, Catalog], seed: int) -> Iterator[Case]:
    """Every question, once with the right choice and once without it.

    Args:
        base: SGD's services.
        variants: SGD-X's, by name; their services, intents and slots are in the same order.
        seed: Of the service that stands beside each one, as in a dialogue over two.
    """
    rng = Random(seed)
    for variant, renamed in variants.items():
        for service, other in zip(base.services, renamed.services, strict=True):
            beside = rng.choice([s for s in base.services if s is not service])
            yield from _intents(variant, Catalog(services=(service, beside)), other)
            yield from _slots(variant, Catalog(services=(service,)), other)
    for (name, slot), said in SAID.items():
        if any(service.name == name for service in base.services):
            yield from _values(base, name, slot, said)


def _intents(variant: str, catalog: Catalog, other: ServiceSchema) -> Iterator[Case]:
    names = intent_names(catalog)
    for place, intent in enumerate(other.intents):
        if intent.name not in {legal.name for _, legal in catalog.intents()}:
            question = question_of(catalog, Outside(Named.INTENT, intent.name), set())
            yield from _both(variant, question, names[place])


def _slots(variant: str, catalog: Catalog, other: ServiceSchema) -> Iterator[Case]:
    (service,) = catalog.services
    legal = {slot.name for slot in service.slots}
    for slot, renamed in zip(service.slots, other.slots, strict=True):
        takers = [intent for intent in service.intents if slot.name in intent.slot_names]
        if takers and renamed.name not in legal:
            outside = Outside(Named.SLOT, renamed.name, service.name, takers[0].name)
            yield from _both(variant, question_of(catalog, outside, set()), escape(slot.name))


def _values(base: Catalog, service: str, slot: str, said: dict[str, str]) -> Iterator[Case]:
    for words, value in said.items():
        outside = Outside(Named.VALUE, words, service, "", slot)
        yield from _both("said", question_of(base, outside, set()), value)


def _both(variant: str, question: SuperviseNameInput, right: str) -> Iterator[Case]:
    yield Case(variant, question.kind, True, question, right)
    rest = tuple(choice for choice in question.choices if choice.name != right)
    if len(rest) == len(question.choices):
        raise ValueError(f"{right!r} is no choice for {question.name!r}")
    if rest:
        without = question.model_copy(update={"choices": rest})
        yield Case(variant, question.kind, False, without, NONE)


def sample(all_cases: Sequence[Case], number: int, seed: int) -> list[Case]:
    """So many of the cases, drawn evenly from variants, kinds and whether the answer is there."""
    rng, kinds = Random(seed), dict[tuple[str, str, bool], list[Case]]()
    for case in all_cases:
        kinds.setdefault((case.variant, case.kind.value, case.there), []).append(case)
    for found in kinds.values():
        rng.shuffle(found)
    chosen: list[Case] = []
    while len(chosen) < number and any(kinds.values()):
        for found in kinds.values():
            if found and len(chosen) < number:
                chosen.append(found.pop())
    return chosen


_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_|\.|\W+")


def spoken(name: str) -> str:
    """A name in words: `FindFlights` and `find_flights` are 'find flights'."""
    return " ".join(part.lower() for part in _HUMP.split(name) if part)
