"""The base of all records, and the type of a slot value."""

from pydantic import BaseModel, ConfigDict, JsonValue

Value = JsonValue
"""A slot value: a string, number, boolean, or a bounded list or dict of them (JSON)."""


class Record(BaseModel):
    """A frozen model that refuses unknown fields, so that nothing is silently dropped."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)
