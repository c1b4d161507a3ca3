"""Creation times in words; the clock says Monday, 2 March 2026."""

from datetime import datetime

import pytest

from tests.world.booking import CLOCK
from world.created import Created, created


@pytest.mark.parametrize(
    ("phrase", "start", "end"),
    [
        ("today", (2026, 3, 2), (2026, 3, 3)),
        ("yesterday", (2026, 3, 1), (2026, 3, 2)),
        ("two days ago", (2026, 2, 28), (2026, 3, 1)),
        ("last week", (2026, 2, 23), (2026, 3, 2)),
        ("this week", (2026, 3, 2), (2026, 3, 9)),
        ("last weekend", (2026, 2, 28), (2026, 3, 2)),
        ("last month", (2026, 2, 1), (2026, 3, 1)),
        ("this year", (2026, 1, 1), (2027, 1, 1)),
        ("in February", (2026, 2, 1), (2026, 3, 1)),
        ("in July", (2025, 7, 1), (2025, 8, 1)),
        ("on Friday", (2026, 2, 27), (2026, 2, 28)),
        ("July 15th", (2025, 7, 15), (2025, 7, 16)),
        ("2026-01-05", (2026, 1, 5), (2026, 1, 6)),
    ],
)
def test_spans(phrase: str, start: tuple[int, int, int], end: tuple[int, int, int]) -> None:
    assert created(phrase, CLOCK) == Created(datetime(*start), datetime(*end))


def test_one_of_all() -> None:
    assert created("the most recent one", CLOCK).pick == "latest"
    assert created("my oldest", CLOCK).pick == "earliest"
    with pytest.raises(ValueError, match="is no time of creation"):
        created("blue", CLOCK)
