"""Every row of docs/values.md is so."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemas.service import SlotSchema, SlotType
from schemas.world import Clock
from tests.world.booking import CLOCK
from world.align import find
from world.values import canonical

PAGE = Path(__file__).resolve().parents[2] / "docs" / "values.md"
ROWS = re.compile(r"^\|(.+)\|\n\|[-|]+\|\n((?:\|.+\|\n)+)", re.MULTILINE)
Row = dict[str, str]


def rows(*columns: str) -> Iterator[Row]:
    """The rows of the page's tables that have these columns."""
    for head, body in ROWS.findall(PAGE.read_text(encoding="utf-8")):
        names = [name.strip() for name in head.split("|")]
        if set(columns) <= set(names):
            for line in body.splitlines():
                cells = line.strip("|").split(" | ")
                yield dict(zip(names, (cell.strip() for cell in cells), strict=True))


def slot(row: Row) -> SlotSchema:
    if "possible values" in row:
        values = tuple(row["possible values"].split(", "))
        return SlotSchema(name="s", categorical=True, possible_values=values)
    kind, _, item = row["type"].partition(" of ")
    return SlotSchema(name="s", type=SlotType(kind), item_type=SlotType(item or "string"))


def clock(row: Row) -> Clock:
    return CLOCK.model_copy(update={"locale": row.get("locale", "en-US")})


@pytest.mark.parametrize("row", [*rows("words", "value")], ids=lambda row: f"{row['words']}")
def test_words_mean_what_the_page_says(row: Row) -> None:
    if row["value"] == "no value":
        with pytest.raises(ValueError, match=r"^s takes"):
            canonical(row["words"], slot(row), clock(row))
        return
    value = json.loads(row["value"])
    found = canonical(row["words"], slot(row), clock(row))
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("row", [*rows("utterance")], ids=lambda row: f"{row['span']}")
def test_values_are_found_where_the_page_says(row: Row) -> None:
    found = find(json.loads(row["value"]), row["utterance"], slot(row), clock(row))
    assert found is not None
    assert found.surface == row["span"]
    assert row["utterance"][found.start : found.end] == row["span"]


def test_the_page_has_every_kind_of_slot() -> None:
    kinds = {row["type"].partition(" of ")[0] for row in rows("type", "value")}
    assert kinds == {kind.value for kind in SlotType}
    assert sum(1 for _ in rows("words")) > 80
