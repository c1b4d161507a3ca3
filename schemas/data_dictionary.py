"""The data dictionary: every published table, column, type, unit and meaning, from the models.

`python -m schemas.data_dictionary > docs/data.md` writes it anew; a test keeps it current.
"""

import sys
from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from schemas.acts import ActType
from schemas.annotation import SourceKind
from schemas.base import Record
from schemas.dataset import (
    ActCell,
    CallCell,
    DialogueRow,
    FrameRow,
    Likeness,
    NearDuplicateRow,
    ReviewRow,
    SlotCell,
    SlotRow,
    SpanCell,
    TurnRow,
)
from schemas.dialogue import EndReason, Speaker
from schemas.phenomenon import PhenomenonTag, TripletVariant
from schemas.plan import Split
from schemas.service import SlotType
from schemas.verdict import RejectionCode

TABLES: tuple[tuple[str, type[Record]], ...] = (
    ("dialogues", DialogueRow),
    ("turns", TurnRow),
    ("frames", FrameRow),
    ("slots", SlotRow),
    ("review sample", ReviewRow),
    ("near duplicates", NearDuplicateRow),
)
_CELLS: tuple[type[Record], ...] = (ActCell, SpanCell, CallCell, SlotCell)
_ENUMS: tuple[type[StrEnum], ...] = (
    *(Speaker, ActType, PhenomenonTag, TripletVariant, SourceKind, SlotType, Split, EndReason),
    *(Likeness, RejectionCode),
)
_SCALARS = {str: "string", int: "int64", float: "double", bool: "bool", datetime: "timestamp[us]"}

_HEAD = """# Data dictionary

Generated from `schemas/dataset.py`: change it there, then run
`python -m schemas.data_dictionary > docs/data.md`.

The tables of `dataset/` load with `pandas.read_parquet` and join by `dialogue_id`, turns and
frames also by `turn_index`, slots to frames also by `service`. Types are Arrow's; `?` marks a
column that may be null. A list in a list column is never null, only empty. Times are local to
the dialogue's clock. Where a value may be of any type it is JSON text.

```python
import pandas as pd

turns = pd.read_parquet("dataset/turns.parquet")
slots = pd.read_parquet("dataset/slots.parquet")
slots.merge(turns, on=["dialogue_id", "turn_index"])
```
"""


def render() -> str:
    """The dictionary as Markdown."""
    parts = [_HEAD]
    parts += [_table(f"Table `{name}`", record) for name, record in TABLES]
    parts += [_table(f"Struct `{record.__name__}`", record) for record in _CELLS]
    parts.append("## Names that stand in columns\n")
    parts += [_names(enum) for enum in _ENUMS]
    return "\n".join(parts)


def _table(title: str, record: type[Record]) -> str:
    doc = (record.__doc__ or "").strip().splitlines()[0]
    rows = [
        f"| `{name}` | {arrow_type(field.annotation)} | {_unit(field)} | {field.description} |"
        for name, field in record.model_fields.items()
    ]
    head = f"## {title}\n\n{doc}\n\n| column | type | unit | meaning |\n|---|---|---|---|"
    return "\n".join((head, *rows)) + "\n"


def arrow_type(annotation: Any) -> str:
    """The Arrow type of a field, in words."""
    origin, arms = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return arrow_type(arms[0])
    if origin in (Union, UnionType):
        return f"{arrow_type(next(arm for arm in arms if arm is not type(None)))}?"
    if origin is tuple:
        return f"list of {arrow_type(arms[0])}"
    if issubclass(annotation, Record):
        return f"struct `{annotation.__name__}`"
    if issubclass(annotation, StrEnum):
        return f"string (`{annotation.__name__}`)"
    return _SCALARS[annotation]


def _unit(field: FieldInfo) -> str:
    extra = field.json_schema_extra
    return str(extra.get("unit", "-")) if isinstance(extra, dict) else "-"


def _names(enum: type[StrEnum]) -> str:
    return f"- `{enum.__name__}`: " + ", ".join(f"`{member.value}`" for member in enum) + "\n"


def undescribed() -> Iterator[str]:
    """Columns that do not say what they mean."""
    for record in (*(record for _, record in TABLES), *_CELLS):
        for name, field in record.model_fields.items():
            if not field.description:
                yield f"{record.__name__}.{name}"


if __name__ == "__main__":
    sys.stdout.write(render())
