"""Services, intents and slots: the schema of a dialogue, in the sense of Schema-Guided Dialogue.

A service owns its slots; an intent names the ones it requires, takes and returns. This is the
shape of SGD's schema.json (Rastogi et al., 2020), with what LUCID (Stacey et al., 2024) adds:
the entity that a transactional intent creates and the query intent that finds it again.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, field_validator, model_validator

from schemas.base import Record, Value

Identifier = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$", max_length=64)]
"""A name as it stands in a schema; a Python keyword is legal here and escaped in programs."""


class SlotType(StrEnum):
    """What a slot's canonical value is."""

    STRING = "string"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    DATE = "date"
    TIME = "time"
    ARRAY = "array"
    OBJECT = "object"


class SlotSchema(Record):
    """One slot of a service.

    Attributes:
        type: What its canonical value is; `date` is ISO 8601, `time` is HH:MM.
        categorical: True when only `possible_values` are legal.
        possible_values: SGD lists some for slots that are not categorical, too.
        example_values: Surface forms a user may say, merged from several draws.
        disambiguation: LUCID's mark for slots whose value helps to tell two entities apart.
        item_type: For an array, what each of its items is; `possible_values` are then those of
            an item.
        path: For a tool's parameter, where the value stands in a call's arguments; empty where
            the slot's name says it.
        rule: JSON Schema keywords that a canonical value meets beyond its type.
    """

    name: Identifier
    description: str = ""
    type: SlotType = SlotType.STRING
    categorical: bool = False
    possible_values: tuple[str, ...] = ()
    example_values: tuple[str, ...] = ()
    disambiguation: bool = False
    item_type: SlotType = SlotType.STRING
    path: tuple[str, ...] = ()
    rule: dict[str, Value] = {}


class OptionalSlot(Record):
    """A slot that an intent takes but can do without; `default` is what a call uses then."""

    name: Identifier
    default: Value = None


OPERATORS = ("<", "<=", ">", ">=", "!=")
"""Of constraints."""


class Constraint(Record):
    """A rule between two slots of an intent, such as check_out > check_in."""

    left: Identifier
    operator: Annotated[str, StringConstraints(pattern=r"^(<|<=|>|>=|!=)$")]
    right: Identifier

    @field_validator("operator", mode="before")
    @classmethod
    def _known(cls, value: object) -> object:
        if value not in OPERATORS:
            raise ValueError(f"{value!r} is no operator; it wants {', '.join(OPERATORS)}")
        return value


class IntentSchema(Record):
    """One intent of a service.

    Attributes:
        transactional: True when performing it changes the world (creates an entity).
        needs_confirmation: True when the user has to confirm before it is performed.
        entity: The entity type it creates or finds.
        query_of: For a derived query intent, the name of the transactional intent it finds.
        created_slot: The `date_of_<entity>` slot: matched against the entity's creation time.
        definition: The tool it was imported from, as it stood in its file.
        unsaid: What its source does not tell, for the schema writer to fill in; it stays named
            here afterwards.
    """

    name: Identifier
    description: str = ""
    transactional: bool
    needs_confirmation: bool
    required: tuple[Identifier, ...] = ()
    optional: tuple[OptionalSlot, ...] = ()
    result_slots: tuple[Identifier, ...] = ()
    entity: Identifier
    query_of: Identifier | None = None
    created_slot: Identifier | None = None
    constraints: tuple[Constraint, ...] = ()
    definition: Value = None
    unsaid: tuple[Literal["entity", "result_slots"], ...] = ()

    @property
    def slot_names(self) -> tuple[str, ...]:
        """Required slots, then optional ones, in schema order."""
        return (*self.required, *(slot.name for slot in self.optional))

    def default(self, slot: str) -> Value:
        """The default of an optional slot, or None."""
        return next((s.default for s in self.optional if s.name == slot), None)


class ServiceSchema(Record):
    """A service: its slots and intents.

    Attributes:
        domains: The broader fields it belongs to, for quotas and splits.
        carries_slots: True when a new task of this service starts with the slots of the one
            before it (SGD); False when every task starts empty (LUCID).
        origin: Where it came from: `config`, `proposed`, `lucid`, `sgd`, `tools`.
    """

    name: Identifier
    description: str = ""
    domains: tuple[str, ...] = ()
    slots: tuple[SlotSchema, ...]
    intents: tuple[IntentSchema, ...]
    carries_slots: bool = False
    origin: str = "config"

    @model_validator(mode="after")
    def _names_fit(self) -> "ServiceSchema":
        slots = [slot.name for slot in self.slots]
        intents = [intent.name for intent in self.intents]
        for kind, names in (("slot", slots), ("intent", intents)):
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                raise ValueError(f"service {self.name} has the {kind} {twice[0]!r} twice")
        for intent in self.intents:
            unknown = {*intent.slot_names, *intent.result_slots} - set(slots)
            if unknown:
                raise ValueError(
                    f"intent {self.name}.{intent.name} names the slot {min(unknown)!r}, "
                    f"which the service does not define"
                )
        return self

    def slot(self, name: str) -> SlotSchema:
        """The slot of that name. Raises KeyError."""
        for slot in self.slots:
            if slot.name == name:
                return slot
        raise KeyError(f"{self.name} has no slot {name!r}")

    def intent(self, name: str) -> IntentSchema:
        """The intent of that name. Raises KeyError."""
        for intent in self.intents:
            if intent.name == name:
                return intent
        raise KeyError(f"{self.name} has no intent {name!r}")


class Catalog(Record):
    """All services of a run or a dialogue."""

    services: tuple[ServiceSchema, ...] = Field(default=())

    @model_validator(mode="after")
    def _services_differ(self) -> "Catalog":
        names = [service.name for service in self.services]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"the service {twice[0]!r} is there twice")
        return self

    def service(self, name: str) -> ServiceSchema:
        """The service of that name. Raises KeyError."""
        for service in self.services:
            if service.name == name:
                return service
        raise KeyError(f"there is no service {name!r}")

    def intent(self, service: str, intent: str) -> IntentSchema:
        """One intent by its qualified name. Raises KeyError."""
        return self.service(service).intent(intent)

    def intents(self) -> Iterator[tuple[ServiceSchema, IntentSchema]]:
        """Every intent with its service, in order."""
        for service in self.services:
            for intent in service.intents:
                yield service, intent

    def only(self, names: tuple[str, ...]) -> "Catalog":
        """The catalog cut down to the named services, in this catalog's order."""
        return Catalog(services=tuple(s for s in self.services if s.name in names))
