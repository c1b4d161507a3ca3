"""The simulated backend of a dialogue: its clock, its entities, what calls will fail."""

from datetime import datetime
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, Field

from schemas.base import Record, Value


def _known_zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as problem:
        raise ValueError(f"{name!r} is no time zone: name one such as Europe/London") from problem
    return name


def _within_calendars(now: datetime) -> datetime:
    """Dates are resolved years to either side of now, which has to stay within datetime."""
    if now.tzinfo is not None:
        raise ValueError(f"{now.isoformat()} has an offset: give local time, and name a timezone")
    if not 1900 <= now.year <= 2200:
        raise ValueError(f"the year {now.year} is out of bounds: 1900 to 2200")
    return now


class Clock(Record):
    """The dialogue's now; relative dates are resolved against it.

    Attributes:
        now: Local time, without offset; `timezone` is an IANA name.
        locale: A BCP 47 tag, for the reading of dates and numbers.
    """

    now: Annotated[datetime, AfterValidator(_within_calendars)] = datetime(2026, 3, 2, 9, 0)
    timezone: Annotated[str, AfterValidator(_known_zone)] = "UTC"
    locale: Annotated[str, Field(pattern=r"^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$")] = "en-US"


class Entity(Record):
    """One thing that the backend holds: a reservation, a reminder, a flight on sale.

    Attributes:
        values: Canonical value by slot name.
        cancelled: True once the dialogue called it off.
        created_by: The intent that made it, empty for those the dialogue starts with.
    """

    entity_id: str
    service: str
    type: str
    values: dict[str, Value]
    created_at: datetime
    created_by: str = ""
    cancelled: bool = False


class ScriptedFailure(Record):
    """A call that the backend refuses.

    Attributes:
        nth: Which call of that intent in the dialogue fails, from 0.
        alternatives: Slot values that would have worked, best first.
    """

    service: str
    intent: str
    nth: int = 0
    reason: str
    alternatives: tuple[dict[str, Value], ...] = ()


class FollowUp(Record):
    """What the system is to offer once the user has chosen a result of a query.

    Attributes:
        service, intent: The query.
        offered_service, offered_intent: What could come next.
    """

    service: str
    intent: str
    offered_service: str
    offered_intent: str


class RecordedCall(Record):
    """A call of an imported dialogue with what the backend answered then."""

    service: str
    intent: str
    parameters: dict[str, Value]
    results: tuple[dict[str, Value], ...] = ()
    success: bool = True


class WorldSpec(Record):
    """The backend a dialogue starts with. An imported dialogue has only `recorded` calls."""

    entities: tuple[Entity, ...] = ()
    failures: tuple[ScriptedFailure, ...] = ()
    follow_ups: tuple[FollowUp, ...] = ()
    recorded: tuple[RecordedCall, ...] = ()
