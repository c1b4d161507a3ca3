"""Records to Parquet and back; the only module that knows pyarrow.

The Arrow schema follows from the record's class, never from the rows: nested records become
structs, tuples lists, enums and decimals strings, and every free-form value (JSON, dicts,
unions) the text of its JSON. Keys keep their order, so that a record read back equals the one
written down to the order of its dicts. The same records give the same bytes.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import JsonValue, TypeAdapter

from runtime.files import StorageFailure
from schemas.base import Record

RecordT = TypeVar("RecordT", bound=Record)

FINGERPRINT_KEY = b"dialoom.fingerprint"
RECORD_KEY = b"dialoom.record"
BATCH = 4096
"""Rows that are turned into records at once: as plain objects they are larger than as either."""


class UnwritableRecord(StorageFailure):
    """A record holds something that Parquet cannot."""


class DamagedPart(Exception):
    """Bytes that are not, or no longer, a part as it was written."""


@dataclass(frozen=True)
class _Column:
    """How one annotation is stored.

    Attributes:
        encode: The record's value to what Arrow takes; never called with None.
        decode: What Arrow gives to what pydantic takes; never called with None.
    """

    type: pa.DataType
    nullable: bool
    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]

    def put(self, value: Any) -> Any:
        """The value as Arrow takes it."""
        return None if value is None else self.encode(value)

    def take(self, value: Any) -> Any:
        """The value as pydantic takes it."""
        return None if value is None else self.decode(value)


def _same(value: Any) -> Any:
    return value


def _json_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _naive(value: datetime) -> datetime:
    if value.tzinfo is not None:
        raise UnwritableRecord(f"the time {value.isoformat()} has an offset; times are local here")
    return value


def _json_column(annotation: Any) -> _Column:
    """A column of JSON text; None is null, so analysts see a missing value."""
    if annotation is JsonValue:
        return _Column(pa.string(), True, _json_text, json.loads)
    adapter = TypeAdapter(annotation)

    def encode(value: Any) -> str:
        return _json_text(adapter.dump_python(value, mode="json"))

    return _Column(pa.string(), False, encode, json.loads)


def _list_column(item: _Column) -> _Column:
    def encode(values: Any) -> list[Any]:
        return [item.put(value) for value in values]

    def decode(values: Any) -> list[Any]:
        return [item.take(value) for value in values]

    kind = pa.list_(pa.field("element", item.type, nullable=item.nullable))
    return _Column(kind, False, encode, decode)


def _struct_column(record: type[Record]) -> _Column:
    columns = _columns(record)
    if not columns:
        raise TypeError(f"{record.__name__} has no fields; Parquet knows no empty struct")

    def encode(value: Any) -> dict[str, Any]:
        return {name: column.put(getattr(value, name)) for name, column in columns.items()}

    def decode(value: Any) -> dict[str, Any]:
        return {name: column.take(value[name]) for name, column in columns.items()}

    fields = [pa.field(name, c.type, nullable=c.nullable) for name, c in columns.items()]
    return _Column(pa.struct(fields), False, encode, decode)


_SCALARS: tuple[tuple[type, pa.DataType, Callable[[Any], Any], Callable[[Any], Any]], ...] = (
    (bool, pa.bool_(), _same, _same),
    (int, pa.int64(), _same, _same),
    (float, pa.float64(), _same, _same),
    (StrEnum, pa.string(), str, _same),
    (str, pa.string(), str, _same),
    (Decimal, pa.string(), str, _same),
    (datetime, pa.timestamp("us"), _naive, _same),
)
"""First match by subclass counts."""


def _scalar_column(annotation: Any) -> _Column | None:
    if not isinstance(annotation, type):
        return None
    for kind, arrow, encode, decode in _SCALARS:
        if issubclass(annotation, kind):
            return _Column(arrow, False, encode, decode)
    return None


def _optional(arms: tuple[Any, ...]) -> _Column:
    """A union: X | None is X, nullable; anything else has no Arrow type and is JSON."""
    rest = tuple(arm for arm in arms if arm is not type(None))
    column = _column(rest[0]) if len(rest) == 1 else _json_column(Union[rest])  # noqa: UP007
    nullable = column.nullable or len(rest) < len(arms)
    return _Column(column.type, nullable, column.encode, column.decode)


def _column(annotation: Any) -> _Column:
    origin, arms = get_origin(annotation), get_args(annotation)
    if annotation is JsonValue or origin is dict:
        return _json_column(annotation)
    if origin is Annotated:
        return _column(arms[0])
    if origin is Literal and all(isinstance(arm, str) for arm in arms):
        return _Column(pa.string(), False, str, _same)
    if origin in (Union, UnionType):
        return _optional(arms)
    if origin is tuple and len(arms) == 2 and arms[1] is Ellipsis:
        return _list_column(_column(arms[0]))
    if isinstance(annotation, type) and issubclass(annotation, Record):
        return _struct_column(annotation)
    scalar = _scalar_column(annotation)
    if scalar is None:
        raise TypeError(f"no Parquet type for {annotation!r}")
    return scalar


@cache
def _columns(record: type[Record]) -> dict[str, _Column]:
    return {name: _column(field.annotation) for name, field in record.model_fields.items()}


@cache
def arrow_schema(record: type[Record]) -> pa.Schema:
    """The Arrow schema of a record's class."""
    return pa.schema(
        [pa.field(name, c.type, nullable=c.nullable) for name, c in _columns(record).items()]
    )


def _row(record: Record) -> dict[str, Any]:
    columns = _columns(type(record))
    try:
        return {name: column.put(getattr(record, name)) for name, column in columns.items()}
    except UnwritableRecord:
        raise
    except (ValueError, TypeError) as problem:
        raise UnwritableRecord(f"{_name(record)} cannot be written: {problem}") from problem


def _name(record: Record) -> str:
    """How a complaint names a record: by its first field, which is its id."""
    first = next(iter(type(record).model_fields))
    return f"{type(record).__name__} {getattr(record, first)!r}"


def _table(records: Sequence[Record], cls: type[Record], schema: pa.Schema) -> pa.Table:
    rows = [_row(record) for record in records]
    try:
        return pa.Table.from_pylist(rows, schema=schema)
    except (UnicodeEncodeError, OverflowError, pa.ArrowInvalid) as problem:
        for record, row in zip(records, rows, strict=True):
            _blame(record, row, cls)
        raise UnwritableRecord(f"{cls.__name__} rows cannot be written: {problem}") from problem


def _blame(record: Record, row: dict[str, Any], cls: type[Record]) -> None:
    """Raises for the first field of this row that Arrow refuses."""
    for name, column in _columns(cls).items():
        try:
            pa.array([row[name]], type=column.type)
        except UnicodeEncodeError as problem:
            raise UnwritableRecord(
                f"{_name(record)}, field {name}, holds half a character (a lone surrogate), "
                f"which is no text that UTF-8 can carry"
            ) from problem
        except (OverflowError, pa.ArrowInvalid) as problem:
            raise UnwritableRecord(f"{_name(record)}, field {name}: {problem}") from problem


def to_bytes(records: Sequence[RecordT], cls: type[RecordT], fingerprint: str) -> bytes:
    """One part as bytes, the same for the same records and fingerprint.

    Args:
        records: The rows, in order.
        cls: Their class; gives the schema also where there is no row.
        fingerprint: Kept in the file's metadata.

    Raises:
        UnwritableRecord: With a sentence that names the record and its field.
    """
    schema = arrow_schema(cls).with_metadata(
        {FINGERPRINT_KEY: fingerprint.encode(), RECORD_KEY: cls.__name__.encode()}
    )
    sink = pa.BufferOutputStream()
    pq.write_table(
        _table(records, cls, schema),
        sink,
        compression="zstd",
        version="2.6",
        write_page_checksum=True,
    )
    return bytes(sink.getvalue())


def fingerprint_of(data: bytes) -> str:
    """The fingerprint a part was written under.

    Raises:
        DamagedPart: Where the bytes are no whole Parquet file of ours.
    """
    try:
        metadata = pq.read_schema(pa.BufferReader(data)).metadata or {}
    except (pa.ArrowException, OSError) as problem:
        raise DamagedPart("is cut short or is no Parquet file") from problem
    if FINGERPRINT_KEY not in metadata:
        raise DamagedPart("was not written by Dialoom")
    return str(metadata[FINGERPRINT_KEY].decode())


def from_bytes(data: bytes, cls: type[RecordT]) -> tuple[RecordT, ...]:
    """The records of a part, in order; page checksums are verified.

    Raises:
        DamagedPart: Where the bytes are damaged, or of another record's layout.
    """
    try:
        source = pq.ParquetFile(pa.BufferReader(data), page_checksum_verification=True)
        # A worker thread may still hold the Python buffer when the interpreter goes down, and
        # then takes the whole process with it: a finished run would end with SIGABRT.
        table = source.read(use_threads=False)
    except (pa.ArrowException, OSError) as problem:
        raise DamagedPart("is cut short or damaged") from problem
    if not table.schema.equals(arrow_schema(cls), check_metadata=False):
        raise DamagedPart(f"has other columns than {cls.__name__} has now")
    columns = _columns(cls)
    return tuple(
        cls.model_validate({name: column.take(row[name]) for name, column in columns.items()})
        for batch in table.to_batches(max_chunksize=BATCH)
        for row in batch.to_pylist()
    )
