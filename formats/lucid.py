"""LUCID's intent files (Stacey et al., 2024): one JSON per intent, read into services.

An entity is a service: the intents that make it and the `find_` intent that looks for it share
their slots. A `with_values_` file completes the plain file of the same command.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from schemas.base import Record, Value
from schemas.service import (
    Identifier,
    IntentSchema,
    OptionalSlot,
    ServiceSchema,
    SlotSchema,
    SlotType,
)

_TYPES = {
    "str": SlotType.STRING,
    "int": SlotType.INTEGER,
    "float": SlotType.NUMBER,
    "bool": SlotType.BOOLEAN,
}

_QUERY = re.compile(r"^query intent for finding ", re.IGNORECASE)
"""How LUCID's query intents are described; people would say "find"."""


class LucidError(Exception):
    """A file that is no LUCID intent; the message names the file and what is wrong."""


class _Argument(Record):
    type: Literal["str", "int", "float", "bool"]
    optional: bool
    disambiguation: bool = False
    values: tuple[Value, ...] = ()


class _Intent(Record):
    command: Identifier
    args: dict[Identifier, _Argument]
    confirmation_required: bool
    description: str = Field(min_length=1)
    entity_name: Identifier
    domain: str | tuple[str, ...]
    query_intent: bool = False

    @property
    def domains(self) -> tuple[str, ...]:
        """The domains, each once."""
        named = (self.domain,) if isinstance(self.domain, str) else self.domain
        return tuple(dict.fromkeys(named))


def read_intents(folder: Path | str) -> tuple[ServiceSchema, ...]:
    """The services of a folder of LUCID intent files, sorted by entity.

    Raises:
        LucidError: Where a file is not JSON, lacks a field, or two files contradict each other.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise LucidError(f"{folder} is no folder: name the one that holds LUCID's intent files")
    files = sorted(folder.glob("*.json"))
    if not files:
        raise LucidError(f"{folder} has no .json file: name the folder of LUCID's intent files")
    intents: dict[str, _Intent] = {}
    for file in files:
        read = _read(file)
        known = intents.get(read.command)
        intents[read.command] = _completed(known, read, file) if known else read
    by_entity: dict[str, list[_Intent]] = {}
    for intent in intents.values():
        by_entity.setdefault(intent.entity_name, []).append(intent)
    return tuple(_service(entity, by_entity[entity]) for entity in sorted(by_entity))


def _read(file: Path) -> _Intent:
    try:
        return _Intent.model_validate(json.loads(file.read_text(encoding="utf-8")))
    except (ValueError, RecursionError) as problem:
        if isinstance(problem, ValidationError):
            first = problem.errors()[0]
            where = ".".join(str(part) for part in first["loc"]) or "the file"
            raise LucidError(f"{file.name}: {where}: {first['msg']}") from problem
        raise LucidError(f"{file.name} is not JSON: {problem}") from problem


def _completed(known: _Intent, other: _Intent, file: Path) -> _Intent:
    if set(known.args) != set(other.args) or known.query_intent is not other.query_intent:
        raise LucidError(f"{file.name} has the command {known.command!r} again with other slots")
    args = {
        name: arg if arg.values else other.args[name].model_copy(update=_flags(arg))
        for name, arg in known.args.items()
    }
    return known.model_copy(update={"args": args})


def _flags(argument: _Argument) -> dict[str, object]:
    return {
        "type": argument.type,
        "optional": argument.optional,
        "disambiguation": argument.disambiguation,
    }


def _service(entity: str, intents: list[_Intent]) -> ServiceSchema:
    acting = [intent.command for intent in intents if not intent.query_intent]
    return ServiceSchema(
        name=entity,
        description=f"make and find {_words(entity)}",
        domains=tuple(dict.fromkeys(domain for intent in intents for domain in intent.domains)),
        slots=_slots(intents),
        intents=tuple(
            _intent(intent, acting) for intent in sorted(intents, key=lambda i: i.query_intent)
        ),
        origin="lucid",
    )


def _intent(intent: _Intent, acting: list[str]) -> IntentSchema:
    created = f"date_of_{intent.entity_name}"
    return IntentSchema(
        name=intent.command,
        description=_QUERY.sub("find ", intent.description).replace("_", " "),
        transactional=not intent.query_intent,
        needs_confirmation=intent.confirmation_required,
        required=tuple(name for name, arg in intent.args.items() if not arg.optional),
        optional=tuple(
            OptionalSlot(name=name) for name, arg in intent.args.items() if arg.optional
        ),
        entity=intent.entity_name,
        query_of=acting[0] if intent.query_intent and acting else None,
        created_slot=created if intent.query_intent and created in intent.args else None,
    )


def _slots(intents: Iterable[_Intent]) -> tuple[SlotSchema, ...]:
    merged: dict[str, SlotSchema] = {}
    for intent in intents:
        for name, argument in intent.args.items():
            slot = _slot(name, argument)
            merged[name] = _merge(merged[name], slot) if name in merged else slot
    return tuple(merged.values())


def _slot(name: str, argument: _Argument) -> SlotSchema:
    return SlotSchema(
        name=name,
        description=_words(name),
        type=_TYPES[argument.type],
        example_values=tuple(dict.fromkeys(str(value) for value in argument.values)),
        disambiguation=argument.disambiguation,
    )


def _merge(one: SlotSchema, other: SlotSchema) -> SlotSchema:
    """The slot of two intents over one entity; whole numbers give way to decimal ones."""
    types = {one.type, other.type}
    if types == {SlotType.INTEGER, SlotType.NUMBER}:
        wider = SlotType.NUMBER
    elif len(types) == 1:
        wider = one.type
    else:
        wider = SlotType.STRING
    return one.model_copy(
        update={
            "type": wider,
            "example_values": tuple(dict.fromkeys((*one.example_values, *other.example_values))),
            "disambiguation": one.disambiguation or other.disambiguation,
        }
    )


def _words(name: str) -> str:
    return name.replace("_", " ")
