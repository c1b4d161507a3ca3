"""A small catalog for the stages' tests."""

from datetime import datetime
from random import Random
from typing import Any

from schemas.calls.planning import (
    IntentPathInput,
    LikelyValueInput,
    QueryEntityInput,
    RealisticValuesInput,
)
from schemas.config import DescribedIntent, RunConfig, Sources
from schemas.service import (
    Catalog,
    Constraint,
    IntentSchema,
    OptionalSlot,
    ServiceSchema,
    SlotSchema,
    SlotType,
)
from schemas.world import Clock

CLOCK = Clock(now=datetime(2026, 3, 2, 9, 0))
CONFIG = RunConfig(
    intents=Sources(described=(DescribedIntent(domain="food", description="book a table"),)),
    clock=CLOCK,
)

_WHEN = ("today", "last week", "most recent", "last month")


def _slot(name: str, *values: str, kind: SlotType = SlotType.STRING) -> SlotSchema:
    return SlotSchema(
        name=name, description=name.replace("_", " "), type=kind, example_values=values
    )


TABLES = ServiceSchema(
    name="reservations",
    domains=("food",),
    slots=(
        _slot("restaurant_name", "Thai Spice", "La Piazza", "The Olive Garden"),
        _slot("city", "Leeds", "York", "Bath"),
        _slot("party_size", "2", "4", "6", kind=SlotType.INTEGER),
        _slot("time", "7 pm", "8 pm", "noon", kind=SlotType.TIME),
        _slot("special_requests", "a window seat", "a high chair"),
        _slot("date_of_reservations", *_WHEN),
    ),
    intents=(
        IntentSchema(
            name="reserve_table",
            description="book a table at a restaurant",
            transactional=True,
            needs_confirmation=True,
            required=("restaurant_name", "city", "party_size", "time"),
            optional=(OptionalSlot(name="special_requests"),),
            entity="reservations",
        ),
        IntentSchema(
            name="find_reservations",
            description="find existing reservations",
            transactional=False,
            needs_confirmation=False,
            required=("date_of_reservations",),
            optional=(OptionalSlot(name="restaurant_name"), OptionalSlot(name="city")),
            entity="reservations",
            query_of="reserve_table",
            created_slot="date_of_reservations",
        ),
    ),
)

HOTELS = ServiceSchema(
    name="rooms",
    domains=("travel",),
    slots=(
        _slot("hotel", "The Grand", "Sea View", "Station Inn"),
        _slot("city", "Leeds", "York", "Bath"),
        _slot("check_in", "2026-03-05", "2026-03-09", "2026-03-12", kind=SlotType.DATE),
        _slot("check_out", "2026-03-10", "2026-03-14", "2026-03-20", kind=SlotType.DATE),
        _slot("date_of_rooms", *_WHEN),
    ),
    intents=(
        IntentSchema(
            name="book_room",
            description="book a hotel room",
            transactional=True,
            needs_confirmation=True,
            required=("hotel", "city", "check_in", "check_out"),
            entity="rooms",
            constraints=(Constraint(left="check_out", operator=">", right="check_in"),),
        ),
        IntentSchema(
            name="find_rooms",
            description="find existing hotel rooms",
            transactional=False,
            needs_confirmation=False,
            required=("date_of_rooms",),
            optional=(OptionalSlot(name="city"),),
            entity="rooms",
            query_of="book_room",
            created_slot="date_of_rooms",
        ),
    ),
)

CATALOG = Catalog(services=(TABLES, HOTELS))


def planner(seed: int = 0) -> dict[str, Any]:
    """Answers for every planning call: legal ones, drawn from what the prompt shows."""
    rng = Random(seed)

    def path(data: IntentPathInput) -> dict[str, Any]:
        queries = [c.name for c in data.candidates if not c.transactional]
        others = [c.name for c in data.candidates]
        chosen = queries[:1] if data.query_first or data.needs_query else []
        chosen += [name for name in others if name not in chosen]
        return {
            "reason": "one thing leads to another",
            "path": [*chosen[: data.goals - 1], data.primary.name],
        }

    def values(data: RealisticValuesInput | QueryEntityInput) -> list[dict[str, str]]:
        return [
            {"slot": s.name, "words": rng.choice(s.possible_values or s.example_values)}
            for s in data.slots
        ]

    def likely(data: LikelyValueInput) -> dict[str, str]:
        return {"value": rng.choice(data.slot.possible_values or data.slot.example_values)}

    return {
        "intent_path": path,
        "next_context": lambda data: {"context": f"They want to {data.intent.description}."},
        "likely_value": likely,
        "realistic_values": lambda data: {"values": values(data)},
        "query_entity": lambda data: {"rationale": "it fits", "values": values(data)},
        "coherence": lambda data: {},
    }
