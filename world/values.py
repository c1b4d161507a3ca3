"""Canonical values: what a user's words for a slot mean, and when two values are the same.

Dates and times are read by dateparser against the dialogue's clock, numbers by babel in its
locale; nothing here parses a calendar by itself. Strings keep their spelling and are compared
without regard to case and spacing.
"""

import re
from collections.abc import Callable
from datetime import datetime
from functools import lru_cache

from babel.numbers import NumberFormatError, parse_decimal
from dateparser.date import DateDataParser

from schemas.base import Value
from schemas.service import SlotSchema, SlotType
from schemas.world import Clock
from world.compound import items_of, json_or_text
from world.rules import breach

YES = frozenset({"true", "yes", "y", "yeah", "yep", "sure", "on"})
NO = frozenset({"false", "no", "n", "nope", "none", "without", "off"})

_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBER_WORDS = {
    **{word: number for number, word in enumerate(_UNITS)},
    **{word: 10 * number for number, word in enumerate(_TENS, start=2)},
    **{
        f"{ten} {_UNITS[unit]}": 10 * number + unit
        for number, ten in enumerate(_TENS, start=2)
        for unit in range(1, 10)
    },
    "a dozen": 12,
    "a couple": 2,
    "a couple of": 2,
    "a hundred": 100,
    "one hundred": 100,
}
"""English number words up to a hundred, in the spellings users say."""

_AROUND_NUMBER = re.compile(
    r"^[$€£]?\s*(?P<number>[\d.,]*\d)\s*"
    r"(?:[$€£]|dollars?|bucks|euros?|pounds?|percent|%|people|persons?|guests?)?$",
    re.IGNORECASE,
)
_ISO_DATE = re.compile(r"^\d{4}-\d{2}-\d{2}$")
_CLOCK_TIME = re.compile(r"^([01]?\d|2[0-3]):([0-5]\d)$")
_ONLY_NUMBER = re.compile(r"^\d{1,2}(?:st|nd|rd|th)?$")
_TIME_WORDS = re.compile(
    r"\d{1,2}:\d{2}|\d\s*[ap]\.?m\b|\bnoon\b|\bmidnight\b|\bo'?\s?clock\b"
    r"|\b(half|quarter) (past|to)\b"
    r"|\b(morning|afternoon|evening|night|tonight)\b",
    re.IGNORECASE,
)
DATE_WORDS = re.compile(
    r"\b(jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june"
    r"|july|august|september|october|november|december|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tonight|tomorrow|yesterday"
    r"|days?|weeks?|months?|years?)\b|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\b\d{1,2}/\d{1,2}\b"
    r"|\b(the\s+)?\d{1,2}(st|nd|rd|th)\b",
    re.IGNORECASE,
)
"""Something in words that can name a day; dateparser alone would take '8' for August."""


def collapse(text: str) -> str:
    """The text with runs of white space made single spaces, trimmed."""
    return " ".join(text.split())


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
    if isinstance(raw, str) and not collapse(raw):
        raise ValueError(f"the value of {slot.name} is empty")
    if slot.categorical and slot.possible_values and slot.type is not SlotType.ARRAY:
        value = _categorical(raw, slot, clock)
    else:
        value = _READERS[slot.type](raw, slot, clock)
    broken = breach(value, slot.rule) if slot.rule else ""
    if broken:
        raise ValueError(f"{slot.name} cannot be {text_of(value)!r}: {broken}")
    return value


def _no(raw: Value, slot: SlotSchema, what: str) -> ValueError:
    return ValueError(f"{slot.name} takes {what}, not {text_of(raw)!r}")


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
    if any(isinstance(each, list) for each in items):
        raise _no(raw, slot, "a plain list")
    return [canonical(each, item, clock) for each in items]


def _object(raw: Value, slot: SlotSchema, clock: Clock) -> Value:
    raw = json_or_text(raw, "{") if isinstance(raw, str) else raw
    if not isinstance(raw, dict):
        raise _no(raw, slot, "an object")
    return raw


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


@lru_cache(maxsize=4096)
def read_number(text: str, locale: str) -> int | float | None:
    """The number that a text is, in digits of the locale or in words, or None."""
    said = collapse(text).casefold().replace("-", " ")
    if said in NUMBER_WORDS:
        return NUMBER_WORDS[said]
    match = _AROUND_NUMBER.match(collapse(text).lstrip("-"))
    if match is None:
        return None
    try:
        number = parse_decimal(match["number"], locale=locale.replace("-", "_"), strict=True)
    except NumberFormatError:
        return None
    if collapse(text).startswith("-"):
        number = -number
    return int(number) if number == number.to_integral_value() else float(number)


@lru_cache(maxsize=16)
def _parser(now: datetime) -> DateDataParser:
    return DateDataParser(
        languages=["en"],
        settings={
            "RELATIVE_BASE": now,
            "PREFER_DATES_FROM": "future",
            "RETURN_TIME_AS_PERIOD": True,
            "RETURN_AS_TIMEZONE_AWARE": False,
            "TIMEZONE": "UTC",
            "TO_TIMEZONE": "UTC",
        },
    )


@lru_cache(maxsize=16384)
def _moment(text: str, now: datetime) -> tuple[datetime, str] | None:
    """What dateparser makes of the text, with the length of its period."""
    found = _parser(now).get_date_data(text)
    return None if found.date_obj is None else (found.date_obj, str(found.period))


def read_date(text: str, clock: Clock) -> str | None:
    """The day that the text names, as ISO 8601, or None."""
    said = collapse(text)
    if _ISO_DATE.match(said):
        try:
            return datetime.strptime(said, "%Y-%m-%d").date().isoformat()
        except ValueError:
            return None
    if len(said) > 60 or not DATE_WORDS.search(said) or _ONLY_NUMBER.match(said):
        return None
    found = _moment(_PREPOSITION.sub("", said), clock.now)
    if found is None or (found[1] in {"month", "year"} and not _RELATIVE.search(said)):
        return None
    return found[0].date().isoformat()


_PREPOSITION = re.compile(r"^(on|at|for|by|around|about|coming|this coming)\s+", re.IGNORECASE)
_RELATIVE = re.compile(r"\b(next|last|this|in|ago|from now)\b.*\b(months?|years?)\b", re.IGNORECASE)
_HOUR = r"(?P<hour>\d{1,2}|" + "|".join(_UNITS[1:13]) + r")"
_PAST = re.compile(
    rf"^(?P<part>half|quarter|a quarter) (?P<side>past|to) {_HOUR}(?P<rest>.*)$", re.IGNORECASE
)
_O_CLOCK = re.compile(rf"^{_HOUR}\s*o'?\s?clock(?P<rest>.*)$", re.IGNORECASE)
_DAY_PART = re.compile(
    r"^(?:in the |at )?(?P<part>morning|afternoon|evening|night)(?: at)? (?P<clock>\d.*)$",
    re.IGNORECASE,
)


def _hour(text: str) -> int:
    return int(text) if text.isdigit() else _UNITS.index(text.lower())


def _spelled_clock(said: str) -> str:
    """Rewrites the forms dateparser does not know ('half past 7', '8 o'clock') into its own."""
    if match := _PAST.match(said):
        minutes = 30 if match["part"].lower() == "half" else 15
        hour = _hour(match["hour"])
        if match["side"].lower() == "to":
            hour, minutes = (hour - 1) or 12, 60 - minutes
        return f"{hour}:{minutes:02}{match['rest']}"
    if match := _O_CLOCK.match(said):
        return f"{_hour(match['hour'])}:00{match['rest']}"
    if match := _DAY_PART.match(said):
        return f"{match['clock']} in the {match['part']}"
    return said


def read_time(text: str, clock: Clock) -> str | None:
    """The time of day that the text names, as HH:MM, or None."""
    said = collapse(text)
    if match := _CLOCK_TIME.match(said):
        return f"{int(match[1]):02}:{match[2]}"
    if len(said) > 40 or not _TIME_WORDS.search(said):
        return None
    found = _moment(_spelled_clock(_PREPOSITION.sub("", said)), clock.now)
    if found is None or found[1] != "time":
        return None
    return found[0].strftime("%H:%M")
