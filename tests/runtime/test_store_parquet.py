"""Records survive Parquet unchanged, and what Parquet cannot hold is refused with a sentence."""

import os
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Literal

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from runtime import parquet
from schemas.annotation import AnnotatedDialogue
from schemas.base import Record, Value
from schemas.dialogue import Dialogue
from schemas.plan import Plan
from schemas.service import ServiceSchema


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Inner(Record):
    name: str
    value: Value = None
    score: float | None = None


class Outer(Record):
    key: str
    count: int | None = None
    ratio: float = 0.0
    flag: bool = False
    colour: Colour = Colour.RED
    kind: Literal["a", "b"] = "a"
    when: datetime = datetime(2026, 3, 2, 9, 0)
    price: Decimal | None = None
    words: tuple[str, ...] = ()
    nested: tuple[tuple[int, ...], ...] = ()
    inner: Inner | None = None
    inners: tuple[Inner, ...] = ()
    loose: dict[str, Value] = {}
    models: dict[str, str] = {}
    either: str | int | float | bool = "x"


text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
json_values: st.SearchStrategy[JsonValue] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)
finite = st.floats(allow_nan=False, allow_infinity=False)
inners = st.builds(Inner, name=text, value=json_values, score=st.none() | finite)
outers = st.builds(
    Outer,
    key=text,
    count=st.none() | st.integers(-(2**63), 2**63 - 1),
    ratio=finite,
    flag=st.booleans(),
    colour=st.sampled_from(Colour),
    kind=st.sampled_from(["a", "b"]),
    when=st.datetimes(datetime(1700, 1, 1), datetime(2262, 1, 1)),
    price=st.none() | st.decimals(allow_nan=False, allow_infinity=False, places=6),
    words=st.lists(text, max_size=3).map(tuple),
    nested=st.lists(st.lists(st.integers(0, 9), max_size=2).map(tuple), max_size=2).map(tuple),
    inner=st.none() | inners,
    inners=st.lists(inners, max_size=2).map(tuple),
    loose=st.dictionaries(text, json_values, max_size=3),
    models=st.dictionaries(text, text, max_size=2),
    either=text | st.integers() | finite | st.booleans(),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(outers, max_size=4))
def test_records_come_back_equal_and_rewriting_gives_the_same_bytes(rows: list[Outer]) -> None:
    data = parquet.to_bytes(rows, Outer, "f1")
    back = parquet.from_bytes(data, Outer)
    assert back == tuple(rows)
    assert [list(row.loose) for row in back] == [list(row.loose) for row in rows]
    assert parquet.to_bytes(back, Outer, "f1") == data
    assert parquet.fingerprint_of(data) == "f1"


@pytest.mark.parametrize("cls", [Plan, Dialogue, AnnotatedDialogue, ServiceSchema])
def test_every_stage_record_has_an_arrow_schema_without_null_types(cls: type[Record]) -> None:
    assert "null" not in {str(kind) for kind in parquet.arrow_schema(cls).types}


def test_an_empty_part_keeps_its_columns(tmp_path: os.PathLike[str]) -> None:
    path = os.path.join(tmp_path, "part-00000.parquet")
    with open(path, "wb") as stream:
        stream.write(parquet.to_bytes([], Outer, "f"))
    frame = pd.read_parquet(path)
    assert list(frame.columns) == list(Outer.model_fields)
    assert len(frame) == 0


def test_pandas_sees_types(tmp_path: os.PathLike[str]) -> None:
    path = os.path.join(tmp_path, "t.parquet")
    row = Outer(key="k", loose={"b": 1, "a": [2]}, words=("x",), inner=Inner(name="n", value=4))
    with open(path, "wb") as stream:
        stream.write(parquet.to_bytes([row], Outer, "f"))
    frame = pd.read_parquet(path)
    assert frame.loc[0, "loose"] == '{"b":1,"a":[2]}'
    assert frame["when"].dtype == "datetime64[us]"
    assert list(frame.loc[0, "words"]) == ["x"]
    assert frame.loc[0, "inner"] == {"name": "n", "value": "4", "score": None}


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        (Outer(key="good", words=("half \ud800",)), "field words, holds half a character"),
        (Outer(key="k", loose={"x": "\udfff"}), "field loose, holds half a character"),
        (Outer(key="k", count=2**63), "field count"),
        (Outer(key="k", loose={"x": float("nan")}), "Outer 'k' cannot be written"),
        (
            Outer(key="k", when=datetime.fromisoformat("2026-03-02T09:00+01:00")),
            "has an offset",
        ),
    ],
)
def test_what_parquet_cannot_hold_is_refused_with_the_place(row: Outer, complaint: str) -> None:
    with pytest.raises(parquet.UnwritableRecord, match=complaint):
        parquet.to_bytes([Outer(key="before"), row], Outer, "f")


def test_damage_is_seen_wherever_it_is() -> None:
    rows = [Outer(key=f"row {number}" * 50) for number in range(50)]
    data = parquet.to_bytes(rows, Outer, "f")
    for length in (0, 3, len(data) // 2, len(data) - 1):
        with pytest.raises(parquet.DamagedPart, match="cut short"):
            parquet.from_bytes(data[:length], Outer)
    for place in (10, 200, len(data) // 2):
        flipped = bytearray(data)
        flipped[place] ^= 0xFF
        try:
            back = parquet.from_bytes(bytes(flipped), Outer)
        except parquet.DamagedPart:
            continue
        assert back == tuple(rows), "a flipped byte gave other rows"


def test_another_layout_is_no_part_of_this_record() -> None:
    with pytest.raises(parquet.DamagedPart, match="other columns than Outer"):
        parquet.from_bytes(parquet.to_bytes([Inner(name="n")], Inner, "f"), Outer)
