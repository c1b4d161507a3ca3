"""Inputs made up from their models alone, to try templates on before anything is spent."""

from collections.abc import Iterator
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from schemas.base import Record

FEWEST = 2
"""Members of a list; more where its records come in more kinds."""


def samples(model: type[Record]) -> tuple[Record, Record]:
    """A full input, with records of every kind in its lists, and one that has as little as may be.

    Templates branch on what is there: the two together reach nearly every line.
    """
    return _record(model, full=True), _record(model, full=False)


def _record(model: type[Record], *, full: bool, turn: int = 0) -> Record:
    """A record; `turn` chooses among the kinds that it comes in."""
    values: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        values[name] = _value(field.annotation, name, full=full, turn=turn)
    # Not validated: what it is for is its shape.
    return model.model_construct(**values)


def _value(annotation: Any, name: str, *, full: bool, turn: int) -> Any:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _value(arguments[0], name, full=full, turn=turn)
    if origin is Literal:
        return arguments[turn % len(arguments)]
    if origin in (Union, UnionType):
        arms = [arm for arm in arguments if arm is not type(None)]
        return _value(arms[0], name, full=full, turn=turn) if full else None
    if origin is tuple:
        return tuple(_members(arguments[0], name)) if full else ()
    if isinstance(annotation, type) and issubclass(annotation, Record):
        return _record(annotation, full=full, turn=turn)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return list(annotation)[turn % len(annotation)]
    return _plain(annotation, name, full=full, turn=turn)


def _members(annotation: Any, name: str) -> Iterator[Any]:
    for turn in range(max(FEWEST, _kinds(annotation))):
        yield _value(annotation, name, full=True, turn=turn)


def _kinds(annotation: Any) -> int:
    """How many kinds of a value there are, as far as its type tells."""
    if get_origin(annotation) is Literal:
        return len(get_args(annotation))
    if not isinstance(annotation, type):
        return 1
    if issubclass(annotation, Enum):
        return len(annotation)
    if issubclass(annotation, Record):
        fields = annotation.model_fields.values()
        return max((_kinds(field.annotation) for field in fields), default=1)
    return 1


def _plain(annotation: Any, name: str, *, full: bool, turn: int) -> Any:
    if annotation is str:
        return name if full else ""
    if annotation is bool:
        return full and not turn % 2
    return annotation(turn)
