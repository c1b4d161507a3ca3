"""SGD's schema.json in and out, key for key."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from formats.sgd.records import SgdError, SgdIntent, SgdService, SgdSlot
from schemas.service import Catalog, IntentSchema, OptionalSlot, ServiceSchema, SlotSchema

ORIGIN = "sgd"
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_NUMBERED = re.compile(r"_\d+$")


def read_schema(raw: Sequence[Mapping[str, Any]]) -> Catalog:
    """The services of a schema.json.

    Raises:
        SgdError: With a sentence, where it is not what SGD's files look like.
    """
    try:
        services = [SgdService.model_validate(service) for service in raw]
        return Catalog(services=tuple(_service(service) for service in services))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise SgdError(f"the SGD schema is not readable: {where}: {first['msg']}") from None


def write_schema(catalog: Catalog) -> list[dict[str, Any]]:
    """The catalog as a schema.json.

    Raises:
        SgdError: Where a default is not a string, which SGD cannot say.
    """
    return [_raw(service).model_dump(mode="json") for service in catalog.services]


def _service(raw: SgdService) -> ServiceSchema:
    return ServiceSchema(
        name=raw.service_name,
        description=raw.description,
        domains=(_NUMBERED.sub("", raw.service_name),),
        slots=tuple(
            SlotSchema(
                name=slot.name,
                description=slot.description,
                categorical=slot.is_categorical,
                possible_values=slot.possible_values,
                example_values=() if slot.is_categorical else slot.possible_values,
            )
            for slot in raw.slots
        ),
        intents=tuple(_intent(intent) for intent in raw.intents),
        carries_slots=True,
        origin=ORIGIN,
    )


def _intent(raw: SgdIntent) -> IntentSchema:
    """SGD confirms what is transactional, and does not name what an intent is about."""
    return IntentSchema(
        name=raw.name,
        description=raw.description,
        transactional=raw.is_transactional,
        needs_confirmation=raw.is_transactional,
        required=raw.required_slots,
        optional=tuple(
            OptionalSlot(name=name, default=default) for name, default in raw.optional_slots.items()
        ),
        result_slots=raw.result_slots,
        entity=entity_of(raw.name),
    )


def entity_of(intent: str) -> str:
    """The noun behind an intent's name: 'FindRestaurants' finds `restaurants`."""
    words = [word.lower() for word in _WORD.findall(intent)]
    noun = "_".join(words[1:] if len(words) > 1 else words)
    return noun if noun[:1].isalpha() else f"entity_{noun}"


def _raw(service: ServiceSchema) -> SgdService:
    return SgdService(
        service_name=service.name,
        description=service.description,
        slots=tuple(
            SgdSlot(
                name=slot.name,
                description=slot.description,
                is_categorical=slot.categorical,
                possible_values=slot.possible_values,
            )
            for slot in service.slots
        ),
        intents=tuple(
            SgdIntent(
                name=intent.name,
                description=intent.description,
                is_transactional=intent.transactional,
                required_slots=intent.required,
                optional_slots={o.name: _default(service, o) for o in intent.optional},
                result_slots=intent.result_slots,
            )
            for intent in service.intents
        ),
    )


def _default(service: ServiceSchema, slot: OptionalSlot) -> str:
    """SGD gives every optional slot a default; where ours has none, any value will do."""
    if slot.default is None:
        return "dontcare"
    if isinstance(slot.default, str):
        return slot.default
    if isinstance(slot.default, bool | int | float):
        return str(slot.default)
    raise SgdError(f"SGD has no default that is a list: {service.name}.{slot.name}")
