"""The schema writer's part."""

import pytest

from runtime.offline import reply
from runtime.offline.authoring import draw_values, propose_intents
from runtime.offline.domain_bank import INTENTS
from schemas.calls.authoring import (
    DrawValuesInput,
    ProposeIntentsInput,
    WriteSchemaInput,
    WriteSchemaReply,
)
from schemas.calls.views import IntentOutline, SlotValues

NOW = "Monday 2 March 2026, 09:00 (UTC)"


def schema(description: str, **fields: tuple[str, ...]) -> WriteSchemaReply:
    data = WriteSchemaInput(domain="any", description=description, existing=(), **fields)
    # Through JSON, so that every pattern and bound of the reply is checked.
    return WriteSchemaReply.model_validate_json(reply("write_schema", data, 1))


@pytest.mark.parametrize("entry", [e for group in INTENTS.values() for e in group])
def test_every_banked_intent_is_a_schema(entry: tuple[str, str, str, str]) -> None:
    written = schema(entry[0])
    assert (written.name, written.entity) == entry[1:3]
    assert sum(slot.required for slot in written.slots) >= 2


def test_a_known_intent_has_its_slots_and_rules() -> None:
    written = schema("Book a hotel room.")
    assert [s.name for s in written.slots] == [
        "location", "check_in_date", "check_out_date", "number_of_guests", "room_type",
    ]  # fmt: skip
    assert [s.type for s in written.slots][1:4] == ["date", "date", "integer"]
    assert [(r.left, r.operator, r.right) for r in written.constraints] == [
        ("check_in_date", "<", "check_out_date")
    ]
    assert [s.name for s in written.result_slots] == ["booking_reference"]


@pytest.mark.parametrize(
    ("description", "name", "entity"),
    [
        ("renew my passport", "renew_passport", "passports"),
        ("Sign up for a newsletter", "sign_newsletter", "newsletters"),
        ("report a pothole to the city council", "report_pothole", "potholes"),
        ("rent a lawn mower", "rent_lawn_mower", "lawn_mowers"),
    ],
)
def test_an_unknown_intent_is_made_from_its_words(description: str, name: str, entity: str) -> None:
    written = schema(description)
    assert (written.name, written.entity) == (name, entity)
    names = [slot.name for slot in written.slots]
    assert len(set(names)) == len(names) >= 2


def test_demanded_slots_are_there_with_fitting_types() -> None:
    written = schema(
        "plan a picnic",
        slots=("zip_code", "rain_date"),
        constraints=("start_time < end_time", "min_age <= max_age"),
    )
    types = {slot.name: slot.type for slot in written.slots}
    assert types["zip_code"] == "string"
    assert types["rain_date"] == "date"
    assert types["start_time"] == types["end_time"] == "time"
    assert types["min_age"] == types["max_age"] == "integer"


@pytest.mark.parametrize("domain", ["restaurants", "food_and_drink", "gardening", "x"])
def test_proposals_are_new_and_enough(domain: str) -> None:
    data = ProposeIntentsInput(domain=domain, count=8, existing=("reserve a table",))
    found = propose_intents(data, 5).descriptions
    assert len(found) == len(set(found)) == 8
    assert "reserve a table" not in found


def drawn(name: str, type_: str, draw: int, *, about: str = "book a thing") -> tuple[str, ...]:
    view = IntentOutline(name="x", description=about, makes=True, entity="x", slots=())
    slot = SlotValues(name=name, description="", type=type_)
    return draw_values(
        DrawValuesInput(intent=view, slot=slot, count=5, draw=draw, draws=3, now=NOW), 3
    ).values


def test_values_fit_their_slot_and_differ_between_draws() -> None:
    assert all(v.isdigit() for v in drawn("party_size", "integer", 0))
    assert all("@example.com" in v for v in drawn("email_address", "string", 0))
    assert set(drawn("insurance", "boolean", 0)) == {"yes", "no"}
    assert set(drawn("reason", "string", 0, about="book a vet appointment")) <= {
        "limping", "annual vaccination", "itchy skin", "sore paw", "check-up", "not eating",
    }  # fmt: skip
    assert set(drawn("city", "string", 0)) != set(drawn("city", "string", 1))
    assert len(set(drawn("date", "date", 0))) == 5


def test_legal_values_are_kept_to() -> None:
    view = IntentOutline(name="x", description="x", makes=True, entity="x", slots=())
    slot = SlotValues(name="level", description="", type="string", possible_values=("a", "b"))
    data = DrawValuesInput(intent=view, slot=slot, count=5, draw=0, draws=3, now=NOW)
    assert set(draw_values(data, 1).values) == {"a", "b"}
