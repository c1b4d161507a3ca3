"""Service files: what is written is read, and each fault is named with its place."""

import json
from pathlib import Path
from typing import Any

import pytest

from formats.services import ServicesError, read_services, write_services
from schemas.service import Constraint, IntentSchema, OptionalSlot, ServiceSchema, SlotSchema

SERVICE = ServiceSchema(
    name="stays",
    slots=(SlotSchema(name="check_in"), SlotSchema(name="class", example_values=("first",))),
    intents=(
        IntentSchema(
            name="book",
            transactional=True,
            needs_confirmation=True,
            required=("check_in",),
            optional=(OptionalSlot(name="class", default="second"),),
            entity="stay",
            constraints=(Constraint(left="check_in", operator="!=", right="class"),),
        ),
    ),
)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_services(tmp_path / "s.json", [SERVICE])
    assert read_services(tmp_path / "s.json") == (SERVICE,)


def raw() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(SERVICE.model_dump_json())
    return data


def without_entity(service: dict[str, Any]) -> None:
    del service["intents"][0]["entity"]


def hyphen(service: dict[str, Any]) -> None:
    service["slots"][0]["name"] = "check-in"


def stranger(service: dict[str, Any]) -> None:
    service["intents"][0]["colour"] = "red"


def intent_twice(service: dict[str, Any]) -> None:
    service["intents"].append(service["intents"][0])


def unknown_slot(service: dict[str, Any]) -> None:
    service["intents"][0]["required"] = ["guests"]


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (without_entity, "services[stays].intents[book].entity is missing"),
        (hyphen, "services[stays].slots[check-in].name is 'check-in', which is no identifier"),
        (stranger, "services[stays].intents[book].colour is no field of a service file"),
        (intent_twice, "service stays has the intent 'book' twice"),
        (unknown_slot, "intent stays.book names the slot 'guests', which the service does not"),
    ],
)
def test_a_fault_is_named_with_its_place(tmp_path: Path, spoil: Any, sentence: str) -> None:
    service = raw()
    spoil(service)
    path = tmp_path / "s.json"
    path.write_text(json.dumps([service]))
    with pytest.raises(ServicesError) as caught:
        read_services(path)
    assert sentence in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("not json", "line 1: is not JSON"),
        ("{}", "wants a list of services, got a JSON dict"),
        ("[]", "got an empty one"),
        ("[3]", "services[0]: Input should be a valid dictionary"),
    ],
)
def test_what_is_no_service_file_is_said(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "s.json").write_text(text)
    with pytest.raises(ServicesError) as caught:
        read_services(tmp_path / "s.json")
    assert sentence in str(caught.value)


def test_a_missing_file_and_a_service_given_twice_are_said(tmp_path: Path) -> None:
    with pytest.raises(ServicesError, match="there is no such file"):
        read_services(tmp_path / "none.json")
    (tmp_path / "s.json").write_text(json.dumps([raw(), raw()]))
    with pytest.raises(ServicesError, match="the service 'stays' is there twice"):
        read_services(tmp_path / "s.json")
