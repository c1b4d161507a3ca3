"""What kind of thing a slot's value is, from the slot's words, and what such values look like."""

import re
from enum import StrEnum
from functools import lru_cache

from runtime.offline.words import NUMBER_WORDS, number


class Kind(StrEnum):
    """A kind of slot value."""

    DATE = "date"
    TIME = "time"
    COUNT = "count"
    NUMBER = "number"
    BOOLEAN = "boolean"
    CREATED = "created"
    """When an entity was made: 'last week', 'most recent'."""
    DURATION = "duration"
    MONEY = "money"
    PHONE = "phone"
    EMAIL = "email"
    LANGUAGE = "language"
    PLACE = "place"
    TEXT = "text"
    """Words that are quoted: messages, notes, titles."""
    NAME = "name"


_WHEN_MADE = r"^date of (?!birth|departure|arrival|return|travel|visit|stay|issue|expiry|event)"
_BY_WORDS: tuple[tuple[str, Kind], ...] = (
    (_WHEN_MADE, Kind.CREATED),
    (r"\b(phone|mobile|contact number|telephone)\b", Kind.PHONE),
    (r"\be ?mail( address)?$", Kind.EMAIL),
    (r"\b(duration|length|how long)\b", Kind.DURATION),
    (r"\b(message|body|text|content|notes?|comments?|instructions|feedback|caption)\b", Kind.TEXT),
    (r"^(subject|review|title|description|reason|question)$", Kind.TEXT),
    (r"\b(date|day|birthday|deadline)$", Kind.DATE),
    (r"\btime$", Kind.TIME),
    (r"\b(price|budget|amount|cost|fare|fee|spend)( limit)?$", Kind.MONEY),
    (r"\blanguage$", Kind.LANGUAGE),
    (
        r"\b(city|location|origin|destination|address|place|area|town|country|airport|station"
        r"|neighborhood|district|region|venue|from|to)$",
        Kind.PLACE,
    ),
)

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th)?"
_NUM = r"(?:\d{1,4}|an?|" + "|".join(NUMBER_WORDS[1:13]) + ")"
_DATE_CORE = (
    rf"(?:\d{{4}}-\d\d-\d\d|\d{{1,2}}[/.]\d{{1,2}}(?:[/.]\d{{2,4}})?"
    rf"|today|tonight|tomorrow(?: (?:morning|afternoon|evening|night))?|yesterday"
    rf"|the day after tomorrow"
    rf"|(?:this|next|last|the coming|this coming)? ?(?:{_DAY}|week|weekend|month|year)"
    rf"(?: (?:morning|afternoon|evening|night|after next))?"
    rf"|(?:early|late|mid)? ?{_MONTH}(?: (?:the )?{_ORDINAL})?(?:,? \d{{4}})?"
    rf"|(?:the )?{_ORDINAL}(?: of)? {_MONTH}(?:,? \d{{4}})?|the \d{{1,2}}(?:st|nd|rd|th)"
    rf"|(?:in )?{_NUM} (?:day|week|month|year)s?(?: from (?:now|today|tomorrow))?"
    rf"|the (?:end|beginning|middle) of (?:the|next|this) (?:week|month|year))"
)
_TIME_CORE = (
    r"(?:\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|a\.m\.?|p\.m\.?|o'clock)|\d{1,2}:\d\d(?::\d\d)?|noon"
    r"|midnight|midday|tonight|now|right now|lunchtime|dinnertime"
    rf"|(?:half|quarter) (?:past|to) {_NUM}"
    rf"|(?:{_NUM}|\d{{1,2}}:\d\d) (?:o'clock|in the (?:morning|afternoon|evening)|at night)"
    r"|(?:early|late|mid)?[ -]?(?:in the )?(?:morning|afternoon|evening)"
    rf"|(?:in )?(?:{_NUM}|half an) (?:minute|hour)s?)"
)
_SHAPES: dict[Kind, re.Pattern[str]] = {
    Kind.DATE: re.compile(
        rf"(?:around |by |before |after )?(?:{_DAY},? (?:the )?)?{_DATE_CORE}"
        rf"|{_DAY},? {_DATE_CORE}",
        re.I,
    ),
    Kind.TIME: re.compile(rf"(?:around |about |by |before |after )?{_TIME_CORE}", re.I),
    Kind.DURATION: re.compile(
        rf"(?:about |around )?(?:{_NUM}|\d+\.\d|half an?|{_NUM}(?: and a half)?)[ -]?"
        rf"(?:minute|min|hour|hr|second|sec|day|week|month|night|year)s?"
        rf"(?: and (?:a half|{_NUM} (?:minute|second|hour)s?))?"
        r"|(?:half|full|whole)[ -]day",
        re.I,
    ),
    Kind.PHONE: re.compile(r"[+(]?\d[\d ().-]{3,20}\d", re.I),
    Kind.EMAIL: re.compile(r"[^\s@]+@[^\s@]+\.\w+", re.I),
    Kind.MONEY: re.compile(
        r"(?:about |around |up to |under )?[$€£]?\d[\d,]*(?:\.\d+)?"
        r"(?: ?(?:dollars|euros|pounds|bucks|usd|eur))?",
        re.I,
    ),
    Kind.LANGUAGE: re.compile(
        r"english|french|german|spanish|italian|portuguese|japanese|chinese|mandarin|dutch"
        r"|arabic|russian|korean|hindi|polish|swedish|turkish|greek|danish|norwegian|czech",
        re.I,
    ),
    Kind.CREATED: re.compile(
        rf"(?:the )?(?:most recent|latest|newest|last|recent|oldest|first|previous)"
        rf"|(?:in )?the (?:last|past) (?:{_NUM} )?(?:day|week|month|year)s?"
        rf"|(?:this|earlier this) (?:morning|week|month|year)|recently|earlier today"
        rf"|in {_MONTH}|{_NUM} (?:day|week|month)s? ago|last night|{_DATE_CORE}",
        re.I,
    ),
}


@lru_cache(maxsize=4096)
def kind(slot: str, type_: str) -> Kind:
    """The kind of a slot, from its words ('party size') and its schema type."""
    if type_ == "boolean":
        return Kind.BOOLEAN
    if type_ in ("date", "time"):
        return Kind.CREATED if re.match(_WHEN_MADE, slot) else Kind(type_)
    numeric = type_ in ("integer", "number")
    for pattern, found in _BY_WORDS:
        if re.search(pattern, slot):
            return _numeric_kind(found) if numeric else found
    if not numeric:
        return Kind.NAME
    return Kind.COUNT if counted_noun(slot) else Kind.NUMBER


def _numeric_kind(found: Kind) -> Kind:
    return found if found is Kind.MONEY else Kind.NUMBER


_COUNTED = (
    (r"^(?:number|count|amount|quantity) of ([a-z ]+s|people)$", None),
    (r"^(?:num|no) (?:of )?([a-z ]+s|people)$", None),
    (r"^(party|group) size$", "people"),
    (r"^(passenger|guest|ticket|seat|room|traveler|person|night|adult|child) count$", None),
    (r"^(passengers|guests|people|tickets|seats|rooms|travelers|adults|children|nights)$", None),
)


@lru_cache(maxsize=1024)
def counted_noun(slot: str) -> str:
    """The plural noun that a counting slot counts: 'people' for 'party size', else empty."""
    from runtime.offline.words import plural

    for pattern, fixed in _COUNTED:
        match = re.match(pattern, slot)
        if match:
            return fixed or plural(match.group(1))
    return ""


@lru_cache(maxsize=20000)
def fits(what: Kind, text: str) -> bool:
    """Whether a text looks like a value of that kind; kinds without a shape take anything."""
    if what in (Kind.COUNT, Kind.NUMBER):
        return number(text) is not None
    shape = _SHAPES.get(what)
    return shape is None or shape.fullmatch(text.strip()) is not None


def is_superlative(value: str) -> bool:
    """Whether a phrase for when something was made picks one: 'most recent'."""
    return (
        re.fullmatch(r"(?:most recent|latest|newest|last|oldest|first|previous)", value, re.I)
        is not None
    )


def shaped(what: Kind) -> bool:
    """Whether values of that kind can be told by their looks."""
    return what in _SHAPES or what in (Kind.COUNT, Kind.NUMBER)


_NO_ON = re.compile(
    r"(?:in|on|at|by|before|after|around|near|from|until|about|within)\b"
    r"|today|tonight|tomorrow|yesterday|the day after|(?:this|next|last)\b|now|early|late"
    r"|the (?:end|beginning|middle|last|past)|asap|as soon|anytime|any time",
    re.I,
)
_BARE_MONTH = re.compile(rf"(?:(?:early|late|mid) ?)?{_MONTH}(?:,? \d{{4}})?", re.I)


def takes_on(value: str) -> bool:
    """Whether 'on' may stand before a date: 'on Friday', but 'tomorrow'."""
    return not _NO_ON.match(value) and not _BARE_MONTH.fullmatch(value) and not _in(value)


def takes_at(value: str) -> bool:
    """Whether 'at' may stand before a time: 'at 8pm', but 'tonight'."""
    if _NO_ON.match(value) or re.match(r"(?:half an|an?|\d+|right) ?(?:minute|hour|now)", value):
        return False
    return not re.fullmatch(r"(?:early |late |mid[ -]?)?(?:morning|afternoon|evening)", value, re.I)


def place_preposition(value: str) -> str:
    """What stands before a place: 'in ' before Rome, 'at ' before 12 Oak Street, else nothing."""
    if re.match(r"(?:in|on|at|near|by|around|from|next|close|the same|any)\b", value, re.I):
        return ""
    return "at " if value[:1].isdigit() else "in "


def _in(value: str) -> bool:
    return bool(re.match(rf"{_NUM} (?:day|week|month|year)s?\b", value, re.I))
