"""Dates and times as users say them, read and made with the standard library alone."""

import re
from datetime import date, timedelta
from random import Random

from runtime.offline.words import number

_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_NOW = re.compile(r"(\d{1,2}) ([A-Z][a-z]+) (\d{4})")


def today(now: str) -> date:
    """The date of a text such as 'Monday 2 March 2026, 09:00 (UTC)'."""
    found = _NOW.search(now)
    if found and found.group(2).lower() in _MONTHS:
        month = _MONTHS.index(found.group(2).lower()) + 1
        return date(int(found.group(3)), month, int(found.group(1)))
    iso = re.search(r"\d{4}-\d\d-\d\d", now)
    return date.fromisoformat(iso.group()) if iso else date(2026, 3, 2)


def read_date(text: str, base: date) -> date | None:
    """The day that a text means, None where this simple reader cannot tell."""
    low = text.lower().strip()
    for read in (_iso, _near, _weekday, _span, _month_day):
        found = read(low, base)
        if found is not None:
            return found
    return None


def _iso(low: str, base: date) -> date | None:
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", low):
        return None
    try:
        return date.fromisoformat(low)
    except ValueError:
        return None


def _near(low: str, base: date) -> date | None:
    offsets = {"today": 0, "tonight": 0, "tomorrow": 1, "the day after tomorrow": 2}
    first = low.split(" ", 1)[0] if low not in offsets else low
    return base + timedelta(days=offsets[first]) if first in offsets else None


def _weekday(low: str, base: date) -> date | None:
    match = re.fullmatch(rf"(?:(this|next|on) )?({'|'.join(_DAYS)})(?: \w+)?", low)
    if not match:
        return None
    ahead = (_DAYS.index(match.group(2)) - base.weekday()) % 7 or 7
    return base + timedelta(days=ahead)


def _span(low: str, base: date) -> date | None:
    match = re.fullmatch(r"(?:in )?(\w+) (day|week|month|year)s?(?: from (?:now|today))?", low)
    lengths = {"day": 1, "week": 7, "month": 30, "year": 365}
    if not match:
        return None
    word = match.group(1)
    count = 1 if word in ("a", "an", "next") else number(word)
    if count is None or count > 500:
        return None
    return base + timedelta(days=int(count) * lengths[match.group(2)])


def _month_day(low: str, base: date) -> date | None:
    match = re.search(rf"({'|'.join(_MONTHS)})", low)
    day = re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?\b", low)
    if not match or not day:
        return None
    year = re.search(r"\b(\d{4})\b", low)
    month = _MONTHS.index(match.group(1)) + 1
    try:
        found = date(int(year.group(1)) if year else base.year, month, int(day.group(1)))
    except ValueError:
        return None
    return found if year or found >= base else _next_year(found)


def _next_year(day: date) -> date:
    return day.replace(year=day.year + 1, day=min(day.day, 28) if day.month == 2 else day.day)


def ordinal(day: int) -> str:
    """'1st', '2nd', '3rd', '4th' ..."""
    ending = "th" if 10 <= day % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"


def spoken(day: date, rng: Random) -> str:
    """One way to say a day: 'March 5th', '5 March', 'the 5th of March'."""
    month = _MONTHS[day.month - 1].capitalize()
    forms = (
        f"{month} {ordinal(day.day)}",
        f"{day.day} {month}",
        f"the {ordinal(day.day)} of {month}",
        f"{month} {day.day}",
    )
    return forms[rng.randrange(len(forms))]


def some_date(base: date, rng: Random, *, ahead: int = 40) -> str:
    """A day within the next weeks, as a user says it."""
    if rng.random() < 0.3:
        return rng.choice(("tomorrow", "next Friday", "next Monday", "Saturday", "next Tuesday"))
    return spoken(base + timedelta(days=rng.randint(3, ahead)), rng)


def minutes(text: str) -> int | None:
    """The minute of the day that a time means, None where this simple reader cannot tell."""
    low = text.lower().strip()
    match = re.fullmatch(r"(\d{1,2})(?:[:.](\d\d))? ?(am|pm|a\.m\.?|p\.m\.?)?", low)
    if low in ("noon", "midday", "midnight"):
        return 0 if low == "midnight" else 720
    if not match or (match.group(2) is None and match.group(3) is None):
        return None
    hour, minute = int(match.group(1)), int(match.group(2) or 0)
    if match.group(3):
        hour = hour % 12 + (12 if match.group(3).startswith("p") else 0)
    return hour * 60 + minute if hour < 24 and minute < 60 else None


def some_time(rng: Random, low: int = 8, high: int = 21) -> str:
    """A time of day between two hours, as a user says it."""
    hour, minute = rng.randint(low, high), rng.choice((0, 0, 0, 15, 30, 30, 45))
    return clock_time(hour * 60 + minute, rng)


def clock_time(moment: int, rng: Random) -> str:
    """One way to say a minute of the day: '7pm', '7:30 pm', '19:30'."""
    hour, minute = divmod(moment % 1440, 60)
    half = "am" if hour < 12 else "pm"
    twelve = hour % 12 or 12
    if rng.random() < 0.2:
        return f"{hour:02d}:{minute:02d}"
    space = rng.choice(("", "", " "))
    return f"{twelve}{space}{half}" if minute == 0 else f"{twelve}:{minute:02d}{space}{half}"
