"""Whatever JSON Schema a tool has, it is mapped or refused; and mapped calls are legal calls."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from formats.tools import Imported, call_arguments, faults, imported_tools, read_tools, tool_of
from schemas.base import Value
from schemas.service import Catalog, SlotSchema, SlotType
from tests.formats.events import CLOCK

NAMES = st.sampled_from(
    ["city", "max-results", "class", "from", "x1", "a b", "ünder", "carry", "9"]
)
SCALARS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.just({"type": "string"}),
    st.just({"type": "boolean"}),
    st.builds(lambda low: {"type": "integer", "minimum": low}, st.integers(-5, 5)),
    st.just({"type": "number", "exclusiveMaximum": 1000}),
    st.sampled_from(["date", "time", "date-time", "email"]).map(
        lambda name: {"type": "string", "format": name}
    ),
    st.lists(st.sampled_from(["red", "blue", "off", "none", "x"]), min_size=1, unique=True).map(
        lambda values: {"enum": values}
    ),
    st.lists(st.integers(0, 9), min_size=2, unique=True).map(lambda values: {"enum": values}),
    st.just({"const": "fixed"}),
    st.just({"$ref": "#/$defs/Shared"}),
)


def _object(fields: dict[str, Any], flags: list[bool]) -> dict[str, Any]:
    required = [name for name, flag in zip(fields, [*flags, *[True] * 9], strict=False) if flag]
    return {"type": "object", "properties": fields, "required": required}


def _around(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        st.builds(_object, st.dictionaries(NAMES, inner, max_size=3), st.lists(st.booleans())),
        inner.map(lambda schema: {"type": "array", "items": schema, "maxItems": 3}),
        inner.map(lambda schema: {"anyOf": [schema, {"type": "null"}]}),
        inner.map(lambda schema: {"allOf": [schema], "description": "again"}),
        st.lists(inner, min_size=2, max_size=2).map(lambda both: {"oneOf": both}),
    )


SCHEMAS = st.recursive(SCALARS, _around, max_leaves=6)
PARAMETERS = st.builds(
    lambda fields, flags, shared: {**_object(fields, flags), "$defs": {"Shared": shared}},
    st.dictionaries(NAMES, SCHEMAS, max_size=4),
    st.lists(st.booleans()),
    SCHEMAS,
)


def imported(definition: Any, folder: Path) -> Imported:
    path = folder / "tools.json"
    path.write_text(json.dumps([definition]), encoding="utf-8")
    return read_tools(path)


def _value(slot: SlotSchema, kind: SlotType) -> Value:
    """A canonical value that the slot's own schema allows."""
    if slot.possible_values:
        text = slot.possible_values[0]
        return int(text) if kind is SlotType.INTEGER else text
    low = slot.rule.get("minimum", 0)
    plain: dict[SlotType, Value] = {
        SlotType.STRING: "a@b.org",
        SlotType.INTEGER: low,
        SlotType.NUMBER: 0.5,
        SlotType.BOOLEAN: True,
        SlotType.DATE: "2026-03-06",
        SlotType.TIME: "13:05",
    }
    return plain[kind]


def value_of(slot: SlotSchema) -> Value:
    """The same for lists, whose items may have a rule of their own."""
    if slot.type is not SlotType.ARRAY:
        return _value(slot, slot.type)
    inner = slot.rule.get("items")
    rule = inner if isinstance(inner, dict) else {}
    return [_value(slot.model_copy(update={"rule": rule}), slot.item_type)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tools")


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(PARAMETERS, st.booleans())
def test_mapped_or_refused_and_every_call_is_legal(
    folder: Path, parameters: dict[str, Any], every: bool
) -> None:
    definition = {"type": "function", "function": {"name": "do it", "parameters": parameters}}
    found = imported(definition, folder)
    if found.refusals:
        assert found.services == ()
        assert found.refusals[0].pointer.startswith("/0/function/parameters")
        return
    catalog = Catalog(services=found.services)
    assert json.dumps(imported_tools(catalog)) == json.dumps([definition])
    ((service, intent),) = catalog.intents()
    wanted = intent.slot_names if every else intent.required
    values = {name: value_of(service.slot(name)) for name in wanted}
    tool = tool_of(catalog, service, intent)
    assert faults(tool, call_arguments(service, intent, tool, values, CLOCK)) == ()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["type", "properties", "items", "enum", "anyOf", "$ref", "required", "name", "x"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(JSON)
def test_no_definition_breaks_the_import(folder: Path, anything: Any) -> None:
    found = imported({"name": "f", "input_schema": anything}, folder)
    assert len(found.services) + len(found.refusals) == 1
    found = imported(anything, folder)
    assert len(found.services) + len(found.refusals) == 1
