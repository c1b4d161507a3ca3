"""A small catalog and world that the tests of `world` share."""

from datetime import datetime

from schemas.service import (
    Catalog,
    Constraint,
    IntentSchema,
    OptionalSlot,
    ServiceSchema,
    SlotSchema,
    SlotType,
)
from schemas.world import Clock, Entity, ScriptedFailure, WorldSpec
from world.executor import Executor

CLOCK = Clock(now=datetime(2026, 3, 2, 9, 0))  # a Monday

DINING = ServiceSchema(
    name="dining",
    slots=(
        SlotSchema(name="restaurant", type=SlotType.STRING),
        SlotSchema(name="date", type=SlotType.DATE),
        SlotSchema(name="time", type=SlotType.TIME),
        SlotSchema(name="people", type=SlotType.INTEGER),
        SlotSchema(
            name="class",
            type=SlotType.STRING,
            categorical=True,
            possible_values=("indoor", "outdoor"),
        ),
        SlotSchema(name="tags", type=SlotType.ARRAY),
        SlotSchema(name="phone", type=SlotType.STRING),
        SlotSchema(name="date_of_reservation", type=SlotType.STRING),
    ),
    intents=(
        IntentSchema(
            name="reserve_table",
            transactional=True,
            needs_confirmation=True,
            entity="reservation",
            required=("restaurant", "date", "time"),
            optional=(
                OptionalSlot(name="people", default=2),
                OptionalSlot(name="class"),
                OptionalSlot(name="tags"),
            ),
        ),
        IntentSchema(
            name="find_reservation",
            transactional=False,
            needs_confirmation=False,
            entity="reservation",
            required=("date_of_reservation",),
            optional=(OptionalSlot(name="restaurant"), OptionalSlot(name="date")),
            query_of="reserve_table",
            created_slot="date_of_reservation",
        ),
        IntentSchema(
            name="find_table",
            transactional=False,
            needs_confirmation=False,
            entity="reservation",
            required=("restaurant",),
            result_slots=("restaurant", "time", "phone"),
        ),
    ),
)

STAY = ServiceSchema(
    name="stay",
    slots=(
        SlotSchema(name="hotel"),
        SlotSchema(name="check_in", type=SlotType.DATE),
        SlotSchema(name="check_out", type=SlotType.DATE),
        SlotSchema(name="breakfast", type=SlotType.BOOLEAN),
    ),
    intents=(
        IntentSchema(
            name="book_room",
            transactional=True,
            needs_confirmation=False,
            entity="room",
            required=("hotel", "check_in", "check_out"),
            optional=(OptionalSlot(name="breakfast"),),
            constraints=(Constraint(left="check_out", operator=">", right="check_in"),),
        ),
        IntentSchema(
            name="find_table",
            transactional=False,
            needs_confirmation=False,
            entity="table",
            required=("hotel",),
        ),
    ),
)

CATALOG = Catalog(services=(DINING, STAY))


def reservation(number: int, day: int, **values: object) -> Entity:
    """A reservation made on a day of February 2026."""
    return Entity.model_validate(
        {
            "entity_id": f"old-{number}",
            "service": "dining",
            "type": "reservation",
            "values": values,
            "created_at": datetime(2026, 2, day, 12, 0),
        }
    )


WORLD = WorldSpec(
    entities=(
        reservation(0, 10, restaurant="Thai Spice", date="2026-03-05", time="19:00", phone="555-1"),
        reservation(1, 25, restaurant="Thai Spice", date="2026-03-09", time="20:30", phone="555-2"),
        reservation(2, 24, restaurant="Cafe Paris", date="2026-03-06", time="18:00", phone="555-3"),
    ),
    failures=(
        ScriptedFailure(
            service="stay",
            intent="book_room",
            nth=0,
            reason="fully booked",
            alternatives=({"check_in": "2026-03-04"}, {"hotel": "Ritz"}),
        ),
    ),
)


def executor() -> Executor:
    """An executor at the start of a dialogue."""
    return Executor(CATALOG, WORLD, CLOCK)
