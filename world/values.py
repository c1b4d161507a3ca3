"""Canonical values: what a user's words for a slot mean, and when two values are the same.

What texts mean as dates and times stands in `world.moments`, as numbers in `world.numbers`, as
lists in `world.compound`. Strings keep their spelling and are compared without regard to case and
spacing. docs/values.md has the rules for users.
"""

from collections.abc import Callable

from schemas.base import Value
from schemas.service import SlotSchema, SlotType
from schemas.world import Clock
from world.compound import bounded, collapse, items_of, json_or_text
from world.moments import read_date, read_time
from world.names import MAX_ITEMS
from world.numbers import NUMBER_WORDS, read_number
from world.rules import breach

__all__ = ["NO", "NUMBER_WORDS", "YES", "canonical", "collapse", "same", "text_of"]

YES = frozenset({"true", "yes", "y", "yeah", "yep", "sure", "on"})
NO = frozenset({"false", "no", "n", "nope", "none", "without", "off"})
SHOWN = 200
"""Characters of a value that a complaint about it quotes."""


def text_of(value: Value) -> str:
    """A value in words: what `surface` holds where nobody has said it yet."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ", ".join(text_of(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{key}: {text_of(item)}" for key, item in value.items())
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def same(a: Value, b: Value) -> bool:
    """Whether two canonical values are one: strings by words, numbers by size, types apart."""
    if isinstance(a, str) and isinstance(b, str):
        return a == b or collapse(a).casefold() == collapse(b).casefold()
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    return a == b


def canonical(raw: Value, slot: SlotSchema, clock: Clock) -> Value:
    """The canonical value of what was said or written for a slot.

    Args:
        raw: A literal of a program, or a user's words.
        slot: The slot; its type and, where categorical, its possible values decide.
        clock: What relative dates refer to, and the locale of numbers.

    Raises:
        ValueError: With a sentence that says why the slot cannot have it.
    """
    if not bounded(raw):
        raise ValueError(f"the value of {slot.name} is too large or nested too deeply")
    if isinstance(raw, str) and not collapse(raw):
        raise ValueError(f"the value of {slot.name} is empty")
    if slot.categorical and slot.possible_values and slot.type is not SlotType.ARRAY:
        value = _categorical(raw, slot, clock)
    else:
        value = _READERS[slot.type](raw, slot, clock)
    broken = breach(value, slot.rule) if slot.rule else ""
    if broken:
        raise ValueError(f"{slot.name} cannot be {_shown(value)!r}: {broken[:SHOWN]}")
    return value


def _no(raw: Value, slot: SlotSchema, what: str) -> ValueError:
    return ValueError(f"{slot.name} takes {what}, not {_shown(raw)!r}")


def _shown(value: Value) -> str:
    text = text_of(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]} ..."


def _categorical(raw: Value, slot: SlotSchema, clock: Clock) -> Value:
    said = collapse(text_of(raw)).casefold()
    forms = {str(NUMBER_WORDS[said])} if said in NUMBER_WORDS else set()
    if said in YES:
        forms |= YES
    if said in NO:
        forms |= NO
    # What is said as it stands comes first: of 'off' and 'none', both a no, 'none' is 'none'.
    for accepted in ({said}, forms):
        for legal in slot.possible_values:
            if collapse(legal).casefold() in accepted:
                return _READERS[slot.type](legal, slot, clock)
    raise _no(raw, slot, "one of " + ", ".join(slot.possible_values))


def _string(raw: Value, slot: SlotSchema, clock: Clock) -> Value:
    if isinstance(raw, bool | list | dict) or raw is None:
        raise _no(raw, slot, "a string")
    return collapse(text_of(raw))


def _number(raw: Value, slot: SlotSchema, clock: Clock) -> Value:
    if isinstance(raw, bool):
        raise _no(raw, slot, "a number")
    if isinstance(raw, int | float):
        return int(raw) if float(raw).is_integer() else raw
    if isinstance(raw, str):
        number = read_number(raw, clock.locale)
        if number is not None:
            return number
    raise _no(raw, slot, "a number")


def _integer(raw: Value, slot: SlotSchema, clock: Clock) -> Value:
    number = _number(raw, slot, clock)
    if not isinstance(number, int):
        raise _no(raw, slot, "a whole number")
    return number


def _boolean(raw: Value, slot: SlotSchema, clock: Clock) -> Value:
    if isinstance(raw, bool):
        return raw
    said = collapse(text_of(raw)).casefold()
    if isinstance(raw, str) and said in YES:
        return True
    if isinstance(raw, str) and said in NO:
        return False
    raise _no(raw, slot, "True or False")


def _date(raw: Value, slot: SlotSchema, clock: Clock) -> Value:
    day = read_date(raw, clock) if isinstance(raw, str) else None
    if day is None:
        raise _no(raw, slot, "a date")
    return day


def _time(raw: Value, slot: SlotSchema, clock: Clock) -> Value:
    time = read_time(raw, clock) if isinstance(raw, str) else None
    if time is None:
        raise _no(raw, slot, "a time of day")
    return time


def _array(raw: Value, slot: SlotSchema, clock: Clock) -> Value:
    item = slot.model_copy(update={"type": slot.item_type, "rule": {}})
    items = items_of(raw, slot.possible_values) if isinstance(raw, str) else raw
    items = items if isinstance(items, list) else [items]
    if not bounded(items) or any(isinstance(each, list) for each in items):
        raise _no(raw, slot, f"a plain list of at most {MAX_ITEMS}")
    return [canonical(each, item, clock) for each in items]


def _object(raw: Value, slot: SlotSchema, clock: Clock) -> Value:
    found = json_or_text(raw, "{") if isinstance(raw, str) else raw
    if not isinstance(found, dict) or not bounded(found):
        raise _no(raw, slot, "an object")
    return found


_READERS: dict[SlotType, Callable[[Value, SlotSchema, Clock], Value]] = {
    SlotType.STRING: _string,
    SlotType.INTEGER: _integer,
    SlotType.NUMBER: _number,
    SlotType.BOOLEAN: _boolean,
    SlotType.DATE: _date,
    SlotType.TIME: _time,
    SlotType.ARRAY: _array,
    SlotType.OBJECT: _object,
}
