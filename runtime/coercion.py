"""Fits JSON that a model wrote to a reply model, as far as no meaning is guessed."""

import re
import types
from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import MinLen
from pydantic import BaseModel, StringConstraints
from pydantic.fields import FieldInfo

_WORDS_FOR = {
    "str": "string",
    "text": "string",
    "categorical": "string",
    "enum": "string",
    "int": "integer",
    "float": "number",
    "double": "number",
    "decimal": "number",
    "bool": "boolean",
    "true": "yes",
    "false": "no",
}
"""Other spellings of legal values, used only where the value itself is not legal."""

_NULL = object()


def coerced(value: Any, model: type[BaseModel]) -> Any:
    """The value with the model's field names and types where that is certain.

    Unknown keys are dropped, keys and enumerations matched whatever their case, a wrapper such
    as {"reply": {...}} opened, a null left out, a lone value made the list that was asked for.
    """
    fields = model.model_fields
    if not isinstance(value, dict):
        if len(fields) == 1:
            name, field = next(iter(fields.items()))
            return {name: _fit(value, field.annotation, field)}
        return value
    by_name = {_plain(name): name for name in fields}
    known = {by_name[_plain(key)]: key for key in value if _plain(str(key)) in by_name}
    if not known and len(value) == 1:
        (inner,) = value.values()
        if isinstance(inner, dict):
            return coerced(inner, model)
    if not known:
        return value  # some other object: its keys are not to be taken for a default reply
    fitted = {
        name: _fit(value[key], fields[name].annotation, fields[name]) for name, key in known.items()
    }
    return {name: part for name, part in fitted.items() if part is not _NULL}


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _fit(value: Any, annotation: Any, field: FieldInfo | None = None) -> Any:
    annotation, constraints = _bare(annotation)
    if field is not None:
        constraints = (*constraints, *field.metadata)
    if value is None:
        return _without(field, annotation, constraints)
    origin = get_origin(annotation)
    if origin is Literal:
        return _choice(value, get_args(annotation))
    if origin in (tuple, list):
        return _sequence(value, get_args(annotation)[0])
    if not isinstance(annotation, type):
        return value
    if issubclass(annotation, Enum):
        return _choice(value, tuple(member.value for member in annotation))
    if issubclass(annotation, BaseModel):
        return coerced(value, annotation)
    return _scalar(value, annotation, constraints)


def _bare(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    """An annotation without Annotated and Optional, and the constraints that hung on it."""
    constraints: tuple[Any, ...] = ()
    while True:
        origin = get_origin(annotation)
        if origin is Annotated:
            annotation, *found = get_args(annotation)
            constraints = (*constraints, *found)
        elif origin in (Union, types.UnionType):
            options = [part for part in get_args(annotation) if part is not type(None)]
            if len(options) != 1:
                return annotation, constraints
            annotation = options[0]
        else:
            return annotation, constraints


def _without(field: FieldInfo | None, annotation: Any, constraints: tuple[Any, ...]) -> Any:
    """What a null stands for: the default, or an empty text where that is legal."""
    if field is not None and not field.is_required():
        return _NULL
    if annotation is str and not any(_minimum(constraint) for constraint in constraints):
        return ""
    return None


def _minimum(constraint: Any) -> int:
    if isinstance(constraint, StringConstraints | MinLen):
        return constraint.min_length or 0
    return 0


def _choice(value: Any, options: tuple[Any, ...]) -> Any:
    if value in options:
        return value
    if isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return value
    plain = re.sub(r"[^\w<>=!]+", "_", value.strip().lower()).strip("_")
    by_word = {str(option).lower(): option for option in options}
    return by_word.get(plain, by_word.get(_WORDS_FOR.get(plain, plain), value))


def _sequence(value: Any, member: Any) -> Any:
    bare, _ = _bare(member)
    if isinstance(value, str):
        value = [line for line in value.splitlines() if line.strip()]
    elif isinstance(value, dict):
        value = _pairs(value, bare)
    elif not isinstance(value, list):
        value = [value]
    return [_fit(part, member) for part in value]


def _pairs(value: Mapping[str, Any], member: Any) -> list[Any]:
    """A mapping where a list of two-field records was asked for; else a list of that one."""
    if isinstance(member, type) and issubclass(member, BaseModel):
        names = list(member.model_fields)
        if len(names) == 2 and not set(names) & set(value):
            return [{names[0]: key, names[1]: part} for key, part in value.items()]
    return [dict(value)]


def _scalar(value: Any, kind: type, constraints: tuple[Any, ...]) -> Any:
    if kind is bool and isinstance(value, str):
        return {"true": True, "yes": True, "false": False, "no": False}.get(
            value.strip().lower(), value
        )
    if kind is not str:
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return _name(value, constraints)
    return value


def _name(value: str, constraints: tuple[Any, ...]) -> str:
    """'Party Size' as party_size, where the pattern asks for an identifier."""
    for constraint in constraints:
        pattern = constraint.pattern if isinstance(constraint, StringConstraints) else None
        if pattern and not re.search(pattern, value):
            identifier = re.sub(r"[^a-z0-9]+", "_", value.strip().lower()).strip("_")
            return identifier if re.search(pattern, identifier) else value
    return value
