"""Dates and times of day in a user's words, read by dateparser against the dialogue's clock.

What is rewritten first are forms that dateparser does not know. What could be several days, or
none, is none: a wrong day would be a wrong label.
"""

import re
from datetime import datetime, time
from functools import lru_cache

from dateparser.date import DateDataParser
from dateutil.relativedelta import relativedelta
from dateutil.rrule import MONTHLY, rrule
from number_parser import parse

from schemas.world import Clock
from world.compound import collapse
from world.numbers import LONGEST, known_locale

_ISO_DATE = re.compile(r"^\d{4}-\d{2}-\d{2}$")
_CLOCK_TIME = re.compile(r"^([01]?\d|2[0-3]):([0-5]\d)$")
_DAY_OF_MONTH = re.compile(r"^(?:the )?(\d{1,2})(?:st|nd|rd|th)$", re.IGNORECASE)
_ONLY_NUMBER = re.compile(r"^\d{1,2}$")
_TIME_WORDS = re.compile(
    r"\d{1,2}:\d{2}|\b\d{1,2} \d{2} ?[ap]\.?m\b|\d\s*[ap]\.?m\b|\bnoon\b|\bmidnight\b"
    r"|\bo'?\s?clock\b|^\d{1,2}\s?h(\d{2})?$|^in \S+ (hours?|minutes?)$"
    r"|\b(half|quarter|\d{1,2}( minutes?)?) (past|to)\b"
    r"|\b(morning|afternoon|evening|night|tonight)\b",
    re.IGNORECASE,
)
_WEEKDAY = r"(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)(?:day|nesday|rsday|urday)?s?\b"
DATE_WORDS = re.compile(
    r"\b(jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june"
    r"|july|august|september|october|november|december|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tonight|tomorrow|yesterday"
    r"|days?|weeks?|months?|years?)\b|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\b\d{1,2}/\d{1,2}\b"
    r"|\b(the\s+)?\d{1,2}(st|nd|rd|th)\b",
    re.IGNORECASE,
)
"""Something in words that can name a day; dateparser alone would take '8' for August."""
_NO_DAY = re.compile(
    r"^(?:an?|\d+|\w+) (?:days?|weeks?|months?|years?)$"  # a length, no day
    r"|\bfrom (?!now\b)"  # 'a week from Friday': dateparser would count back
    rf"|\b(?:first|second|third|fourth|fifth|\d(?:st|nd|rd|th)) {_WEEKDAY}"
    r"|\b(?:after|before|until|till|or|not|every|each)\b(?! tomorrow\b)",
    re.IGNORECASE,
)
_NEXT_LENGTH = re.compile(r"^(?:next|last|this) (?:days?|weeks?|months?|years?)$", re.IGNORECASE)
_YEAR = re.compile(r"\d{4}|'\d{2}|year", re.IGNORECASE)
_FAR = 50
_FROM_TODAY = re.compile(r"\bfrom today$", re.IGNORECASE)
_PREPOSITION = re.compile(r"^(on|at|for|by|around|about|coming|this coming)\s+", re.IGNORECASE)
_RELATIVE = re.compile(r"\b(next|last|this|in|ago|from now)\b.*\b(months?|years?)\b", re.IGNORECASE)
_HOUR = r"(?P<hour>\d{1,2}|noon|midnight)"
_PAST = re.compile(
    r"^(?:a )?(?P<part>half|quarter|\d{1,2})(?: minutes?)? (?P<side>past|to) "
    rf"{_HOUR}(?P<rest>.*)$",
    re.IGNORECASE,
)
_O_CLOCK = re.compile(r"^(?P<hour>\d{1,2})\s*o'?\s?clock(?P<rest>.*)$", re.IGNORECASE)
_FRENCH = re.compile(r"^(?P<hour>\d{1,2})\s?h(?P<minutes>\d{2})?$", re.IGNORECASE)
_SPACED = re.compile(
    r"^(?P<hour>\d{1,2}) (?P<minutes>[0-5]\d)\s?(?P<rest>[ap]\.?m.*)$", re.IGNORECASE
)
_DAY_PART = re.compile(
    r"^(?:in the |at )?(?P<part>morning|afternoon|evening|night)(?: at)? (?P<clock>\d.*)$",
    re.IGNORECASE,
)
_MINUTES = {"half": 30, "quarter": 15}
_NAMED = {"noon": 12, "midnight": 0}


@lru_cache(maxsize=32)
def date_order(locale: str) -> str:
    """In which order the locale writes day, month and year, such as DMY."""
    pattern = str(known_locale(locale).date_formats["short"].pattern)
    return "".join(sorted("DMY", key=lambda part: pattern.upper().find(part)))


@lru_cache(maxsize=16)
def _parser(now: datetime, order: str) -> DateDataParser:
    return DateDataParser(
        languages=["en"],
        settings={
            "DATE_ORDER": order,
            "RELATIVE_BASE": now,
            "PREFER_DATES_FROM": "future",
            "RETURN_TIME_AS_PERIOD": True,
            "RETURN_AS_TIMEZONE_AWARE": False,
            "TIMEZONE": "UTC",
            "TO_TIMEZONE": "UTC",
        },
    )


@lru_cache(maxsize=16384)
def _moment(text: str, now: datetime, order: str) -> tuple[datetime, str] | None:
    """What dateparser makes of the text, with the length of its period."""
    found = _parser(now, order).get_date_data(text)
    return None if found.date_obj is None else (found.date_obj, str(found.period))


@lru_cache(maxsize=4096)
def _in_digits(said: str) -> str:
    """Number words made digits: 'the fifth of May', 'ten past nine'."""
    return str(parse(said, language="en"))


def read_date(text: str, clock: Clock) -> str | None:
    """The day that the text names, as ISO 8601, or None."""
    if len(text) > LONGEST:
        return None
    said = collapse(text)
    if _ISO_DATE.match(said):
        try:
            return datetime.strptime(said, "%Y-%m-%d").date().isoformat()
        except ValueError:
            return None
    if not DATE_WORDS.search(said) or _ONLY_NUMBER.match(said):
        return None
    today = datetime.combine(clock.now.date(), time())
    return _day(_PREPOSITION.sub("", said), today, date_order(clock.locale))


def _day(said: str, today: datetime, order: str) -> str | None:
    if match := _DAY_OF_MONTH.match(said):
        return _next_of_month(int(match[1]), today)
    said = _FROM_TODAY.sub("from now", said)
    if _NO_DAY.search(said) and not _NEXT_LENGTH.match(said):
        return None
    found = _moment(_in_digits(said), today, order)
    if found is None or (found[1] in {"month", "year"} and not _RELATIVE.search(said)):
        return None
    day = found[0]
    if day == today + relativedelta(years=1) and not _YEAR.search(said):
        day = today  # dateparser's future leaves today out
    if day > today + relativedelta(years=_FAR) and not _YEAR.search(said):
        return None  # a year of two digits that is none, moved a century on
    return day.date().isoformat()


def _next_of_month(day: int, today: datetime) -> str | None:
    """The next day of that number: 'the 12th'."""
    days = rrule(MONTHLY, bymonthday=day, count=1, dtstart=today) if 1 <= day <= 31 else ()
    return next((found.date().isoformat() for found in days), None)


def _spelled_clock(said: str) -> str:
    """Rewrites the forms dateparser does not know ('half past 7', '14h') into its own."""
    if match := _PAST.match(said):
        return _past(match)
    if match := _O_CLOCK.match(said):
        return f"{match['hour']}:00{match['rest']}"
    if match := _FRENCH.match(said):
        return f"{match['hour']}:{match['minutes'] or '00'}"
    if match := _SPACED.match(said):
        return f"{match['hour']}:{match['minutes']} {match['rest']}"
    if match := _DAY_PART.match(said):
        return f"{match['clock']} in the {match['part']}"
    return said


def _past(match: re.Match[str]) -> str:
    part, named = match["part"].lower(), match["hour"].lower()
    minutes = _MINUTES.get(part) or int(part)
    hour = _NAMED[named] if named in _NAMED else int(named)
    if match["side"].lower() == "to":
        hour, minutes = (hour - 1) % 24 if named in _NAMED else (hour - 1) or 12, 60 - minutes
    return f"{hour}:{minutes:02}{match['rest']}"


def read_time(text: str, clock: Clock) -> str | None:
    """The time of day that the text names, as HH:MM, or None."""
    if len(text) > LONGEST:
        return None
    said = collapse(text)
    if match := _CLOCK_TIME.match(said):
        return f"{int(match[1]):02}:{match[2]}"
    said = _in_digits(_PREPOSITION.sub("", said)) if any(map(str.isalpha, said)) else said
    if not _TIME_WORDS.search(said):
        return None
    found = _moment(_spelled_clock(said), clock.now, date_order(clock.locale))
    if found is None or found[1] != "time":
        return None
    return found[0].strftime("%H:%M")
