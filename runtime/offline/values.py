"""Values that users say, by what their slot is about."""

import re
from collections.abc import Callable
from datetime import date
from random import Random

from runtime.offline.dates import some_date, some_time
from runtime.offline.kinds import Kind, kind
from runtime.offline.value_bank import (
    ADDRESSES,
    BRANDS,
    BY_SLOT,
    CITIES,
    CREATED,
    DURATIONS,
    IN_CONTEXT,
    PEOPLE,
)


def some_values(
    slot: str, type_: str, context: str, count: int, base: date, rng: Random
) -> list[str]:
    """At most `count` different values for a slot.

    Args:
        slot: The slot's words.
        type_: Its schema type.
        context: The words of its intent and its description.
        count: How many are wanted.
        base: The day that dates are near to.
        rng: Draws them.
    """
    pool = _pool(slot, type_, context, base, rng, count)
    rng.shuffle(pool)
    return list(dict.fromkeys(pool))[:count]


def _pool(slot: str, type_: str, context: str, base: date, rng: Random, count: int) -> list[str]:
    what = kind(slot, type_)
    if what in _DRAWN:
        return [_DRAWN[what](base, rng) for _ in range(3 * count)]
    if type_ in ("integer", "number"):
        return _numbers(slot, type_, what, rng)
    if what is Kind.PLACE and "address" in slot:
        return list(ADDRESSES)
    if what in _BY_KIND:
        return list(_BY_KIND[what])
    return _by_words(slot, context)


_EMAILS = tuple(f"{name.lower().replace(' ', '.')}@example.com" for name in PEOPLE)
_PRICES = tuple(f"${n}" for n in (15, 20, 35, 40, 50, 75, 80, 100, 150, 200, 250, 500))
_BY_KIND: dict[Kind, tuple[str, ...]] = {
    Kind.BOOLEAN: ("yes", "no"),
    Kind.CREATED: CREATED,
    Kind.DURATION: DURATIONS,
    Kind.EMAIL: _EMAILS,
    Kind.MONEY: _PRICES,
    Kind.PLACE: CITIES,
}
_DRAWN: dict[Kind, Callable[[date, Random], str]] = {
    Kind.DATE: some_date,
    Kind.TIME: lambda base, rng: some_time(rng),
    Kind.PHONE: lambda base, rng: f"555-{rng.randint(100, 999)}-{rng.randint(1000, 9999)}",
}


def _by_words(slot: str, context: str) -> list[str]:
    low = context.lower()
    for about, pattern, values in IN_CONTEXT:
        if re.search(rf"\b(?:{pattern})", slot) and re.search(rf"\b(?:{about})", low):
            return list(values)
    for pattern, values in BY_SLOT:
        if re.search(rf"\b(?:{pattern})", slot):
            return list(values)
    return list(BRANDS)


def _numbers(slot: str, type_: str, what: Kind, rng: Random) -> list[str]:
    if what is Kind.MONEY:
        choices: tuple[float, ...] = (15, 20, 25, 40, 50, 60, 75, 80, 100, 120, 150, 200, 250, 500)
    elif "rating" in slot or "stars" in slot:
        choices = (1, 2, 3, 4, 5)
    elif "year" in slot:
        choices = tuple(range(1985, 2026, 3))
    elif "age" in slot.split():
        choices = tuple(range(19, 70, 4))
    elif re.search(r"duration|minutes|length|time", slot):
        choices = (10, 15, 20, 30, 40, 45, 60, 75, 90, 120)
    elif re.search(r"volume|percent|level|brightness", slot):
        choices = tuple(range(5, 100, 5))
    elif re.search(r"calories|distance|weight|size|square", slot) and what is Kind.NUMBER:
        choices = (100, 150, 200, 250, 300, 350, 400, 450, 500)
    elif "temperature" in slot:
        choices = tuple(range(16, 27))
    else:
        choices = tuple(range(1, 11))
    if type_ == "number" and what is not Kind.MONEY:
        choices = (*choices, *(c + 0.5 for c in choices[:4]))
    return [f"{c:g}" for c in choices]
