"""When something was made, in a user's words: 'most recent', 'last week', 'in July'.

LUCID's query intents ask for `date_of_<entity>`; it is matched against the creation time.
"""

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from dateutil.relativedelta import relativedelta

from schemas.world import Clock
from world.compound import collapse
from world.moments import read_date
from world.numbers import LONGEST

_LATEST = re.compile(r"\b(most recent|latest|newest|last one|recent|recently|last)\b", re.I)
_EARLIEST = re.compile(r"\b(earliest|oldest|first)\b", re.I)
_PERIOD = re.compile(r"\b(last|past|previous|this|current)\s+(day|week|weekend|month|year)\b", re.I)
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MONTH = re.compile(r"^(?:in |from |of |during )?(?:last )?(" + "|".join(_MONTHS) + r")$", re.I)
_LENGTH = {
    "day": relativedelta(days=1),
    "week": relativedelta(weeks=1),
    "month": relativedelta(months=1),
    "year": relativedelta(years=1),
}


@dataclass(frozen=True)
class Created:
    """A creation time asked for: at or after `start`, before `end`, of those the `pick`.

    Attributes:
        pick: 'latest' or 'earliest' where only one is meant, else empty.
    """

    start: datetime = datetime.min
    end: datetime = datetime.max
    pick: str = ""


def created(phrase: str, clock: Clock) -> Created:
    """What creation time the phrase asks for.

    Raises:
        ValueError: Where it names none.
    """
    if len(phrase) > LONGEST:
        raise ValueError("a time of creation is said in a few words")
    said = collapse(phrase).casefold()
    if said.startswith("the "):
        said = said[4:]
    if match := _PERIOD.search(said):
        return _period(match[1], match[2], clock)
    if match := _MONTH.match(said):
        return _month(_MONTHS.index(match[1]) + 1, clock)
    day = read_date(said, clock)
    if day is not None:
        start = _past(datetime.fromisoformat(day), said, clock)
        return Created(start, start + timedelta(days=1))
    if _LATEST.search(said):
        return Created(pick="latest")
    if _EARLIEST.search(said):
        return Created(pick="earliest")
    raise ValueError(
        f"{phrase!r} is no time of creation: say 'most recent', 'last week', 'in July' or a day"
    )


def _midnight(moment: datetime) -> datetime:
    return datetime.combine(moment.date(), time())


def _past(day: datetime, said: str, clock: Clock) -> datetime:
    """A bare weekday or a date without a year means the last one, for what is already made."""
    if day <= clock.now or re.search(r"\d{4}|next|tomorrow", said):
        return day
    if re.search(r"\b(mon|tues?|wed|thur?s?|fri|sat|sun)", said):
        return day - timedelta(weeks=1)
    if re.fullmatch(r"(?:on )?(?:the )?\d{1,2}[a-z]{2}", said):
        return day - relativedelta(months=1)
    return day - relativedelta(years=1)


def _period(which: str, length: str, clock: Clock) -> Created:
    """A calendar week (from Monday), month or year; the weekend is its last two days."""
    start = _midnight(clock.now)
    if length in {"week", "weekend"}:
        start -= timedelta(days=start.weekday())
    elif length == "month":
        start = start.replace(day=1)
    elif length == "year":
        start = start.replace(month=1, day=1)
    span = _LENGTH["week" if length == "weekend" else length]
    if which in {"last", "past", "previous"}:
        start -= span
    end = start + span
    return Created(end - timedelta(days=2), end) if length == "weekend" else Created(start, end)


def _month(month: int, clock: Clock) -> Created:
    year = clock.now.year if month <= clock.now.month else clock.now.year - 1
    start = datetime(year, month, 1)
    return Created(start, start + _LENGTH["month"])
