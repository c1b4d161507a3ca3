"""Function tools in: what becomes of each part, and what is refused with its place."""

import json
from pathlib import Path
from typing import Any

import pytest

from formats.services import read_services, write_services
from formats.tools import Imported, Overrides, ToolsError, imported_tools, read_tools
from schemas.service import Catalog, IntentSchema, ServiceSchema, SlotSchema, SlotType

DATA = Path(__file__).parent / "data"


def of(imported: Imported, intent: str) -> tuple[ServiceSchema, IntentSchema]:
    """The intent of that name with its service."""
    return next(
        (service, each)
        for service in imported.services
        for each in service.intents
        if each.name == intent
    )


def one(parameters: dict[str, Any], tmp_path: Path, name: str = "make_thing") -> Imported:
    """What becomes of a file with one tool."""
    path = tmp_path / "tools.json"
    path.write_text(json.dumps([{"name": name, "input_schema": parameters}]), encoding="utf-8")
    return read_tools(path)


def slots_of(imported: Imported) -> dict[str, SlotSchema]:
    assert imported.refusals == ()
    return {slot.name: slot for slot in imported.services[0].slots}


def parameter(
    schema: Any, tmp_path: Path, *, required: bool = True, defs: dict[str, Any] | None = None
) -> Imported:
    """What becomes of a tool with one parameter `it`."""
    wanted = ["it"] if required else []
    whole = {"type": "object", "properties": {"it": schema}, "required": wanted}
    whole |= {"$defs": defs} if defs else {}
    return one(whole, tmp_path)


def test_openai_tools_become_intents_with_a_slot_for_each_value() -> None:
    imported = read_tools(DATA / "openai.json", domain="calendar")
    assert imported.refusals == ()
    service, create = of(imported, "create_event")
    assert (service.name, service.origin, service.domains) == ("event", "tools", ("calendar",))
    assert [intent.name for intent in service.intents] == [
        "create_event",
        "find_events",
        "cancel_event",
    ]
    assert create.required == (
        "title",
        "start_date",
        "start_time",
        "place_street_name",
        "place_city",
    )
    assert [(slot.name, slot.default) for slot in create.optional] == [
        ("guests", None),
        ("visibility", None),
        ("reminder_minutes", 15),
    ]
    slots = {slot.name: slot for slot in service.slots}
    assert slots["title"].example_values == ("Team lunch", "Dentist")
    assert slots["title"].rule == {"minLength": 1}
    assert slots["start_date"].type is SlotType.DATE
    assert slots["start_date"].description == "When it begins: the date"
    assert slots["start_time"].type is SlotType.TIME
    assert slots["start_date"].path == slots["start_time"].path == ("start",)
    assert slots["place_street_name"].path == ("place", "street-name")
    assert slots["place_city"].possible_values == ("Rome", "Oslo")
    assert slots["guests"].type is SlotType.ARRAY
    assert slots["guests"].rule == {"maxItems": 3}
    assert slots["visibility"].categorical
    assert slots["limit"].description == "limit (at least 1, at most 50)"


def test_reading_tools_are_queries_and_writing_ones_are_confirmed() -> None:
    imported = read_tools(DATA / "openai.json")
    _, create = of(imported, "create_event")
    _, find = of(imported, "find_events")
    _, cancel = of(imported, "cancel_event")
    assert (create.transactional, create.needs_confirmation, create.entity) == (True, True, "event")
    assert (find.transactional, find.needs_confirmation, find.entity) == (False, False, "event")
    assert find.query_of == "create_event"
    # A cancellation makes no new event, so it shares no entities with those that find events.
    assert (cancel.transactional, cancel.entity) == (True, "cancel_event")


def test_mcp_tools_say_what_they_return_and_whether_they_only_read() -> None:
    imported = read_tools(DATA / "mcp.json")
    service, lookup = of(imported, "bookings_flights_lookup")
    assert not lookup.transactional
    assert (service.name, lookup.entity) == ("flight", "flight")
    assert lookup.result_slots == ("from", "airline", "price")
    assert lookup.unsaid == ("entity",)
    assert service.slot("price").type is SlotType.NUMBER
    _, lock = of(imported, "get_and_lock_seat")
    assert lock.transactional  # its name says get, but it says itself that it writes
    assert lock.unsaid == ("entity",)
    assert any(
        note.pointer.endswith("/properties/stops/items") and "left out" in note.text
        for note in imported.notes
    )


@pytest.mark.parametrize(
    ("name", "description", "query"),
    [
        ("getWeather", "", True),
        ("weather_get", "", True),
        ("calendar.events.list", "", True),
        ("github__search_issues", "", True),
        ("todo_list", "Adds an entry.", False),
        ("weather", "Returns the weather of a city.", True),
        ("shopping_list_add", "", False),
        ("frobnicate", "Does things.", False),
    ],
)
def test_names_tell_reading_from_writing(
    name: str, description: str, query: bool, tmp_path: Path
) -> None:
    path = tmp_path / "tools.json"
    path.write_text(json.dumps([{"name": name, "description": description, "parameters": {}}]))
    assert read_tools(path).services[0].intents[0].transactional is not query


def test_the_user_knows_better() -> None:
    overrides = Overrides(queries=["create_event"], unconfirmed=["cancel_event"])
    imported = read_tools(DATA / "openai.json", overrides)
    assert not of(imported, "create_event")[1].transactional
    assert not of(imported, "cancel_event")[1].needs_confirmation
    with pytest.raises(ToolsError, match="no tool 'find_event'; did you mean 'find_events'"):
        read_tools(DATA / "openai.json", Overrides(writes=["find_event"]))
    with pytest.raises(ToolsError, match="cannot both only read and write"):
        read_tools(DATA / "openai.json", Overrides(writes=["find_events"], queries=["find_events"]))


@pytest.mark.parametrize("name", ["openai.json", "anthropic.json", "mcp.json"])
def test_every_tool_comes_back_as_it_was(name: str, tmp_path: Path) -> None:
    imported = read_tools(DATA / name)
    path = tmp_path / "services.json"
    write_services(path, imported.services)
    data = json.loads((DATA / name).read_text(encoding="utf-8"))
    tools = data if isinstance(data, list) else data.get("tools") or data["result"]["tools"]
    again = imported_tools(Catalog(services=read_services(path)))
    given = {json.dumps(tool) for tool in tools}
    assert {json.dumps(tool) for tool in again} == given
    assert len(again) == len(tools)


def test_parameters_that_mean_different_things_part_the_services(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    city = {"type": "object", "properties": {"city": {"type": "string"}}}
    code = {"type": "object", "properties": {"city": {"type": "integer"}}}
    tools = [
        {"name": "find_hotels", "parameters": city},
        {"name": "book_hotel", "parameters": code},
        {"name": "rate_hotel", "parameters": city},
    ]
    path.write_text(json.dumps(tools))
    services = read_tools(path).services
    assert [(s.name, [i.name for i in s.intents]) for s in services] == [
        ("hotel", ["find_hotels"]),
        ("book_hotel", ["book_hotel"]),
        ("rate_hotel", ["rate_hotel"]),
    ]


@pytest.mark.parametrize(
    ("schema", "slot"),
    [
        ({"type": "number", "exclusiveMinimum": 0}, {"type": "number"}),
        ({"type": "boolean"}, {"type": "boolean"}),
        ({"enum": [1, 2, 5]}, {"type": "integer", "possible_values": ("1", "2", "5")}),
        ({"oneOf": [{"const": "a"}, {"const": "b"}]}, {"possible_values": ("a", "b")}),
        ({"allOf": [{"type": "string"}], "description": "Mine"}, {"description": "Mine"}),
        ({"type": "string", "format": "date"}, {"type": "date", "rule": {}}),
        ({"type": "string", "format": "time"}, {"type": "time", "rule": {}}),
        ({"type": "string", "format": "email"}, {"rule": {"format": "email"}}),
        (
            {"type": "array", "items": {"type": "integer", "minimum": 3}, "minItems": 1},
            {
                "type": "array",
                "item_type": "integer",
                "rule": {"minItems": 1, "items": {"minimum": 3}},
            },
        ),
        (
            {"type": "array", "items": {"enum": ["x", "y"]}},
            {"type": "array", "categorical": True, "possible_values": ("x", "y")},
        ),
    ],
)
def test_parts_of_json_schema(schema: Any, slot: dict[str, Any], tmp_path: Path) -> None:
    found = slots_of(parameter(schema, tmp_path))["it"]
    assert {key: getattr(found, key) for key in slot} == slot


@pytest.mark.parametrize(
    ("schema", "place", "reason"),
    [
        ({}, "", "does not say of what type"),
        (True, "", "does not say of what type"),
        ({"type": ["string", "integer"]}, "/type", "of several kinds: string, integer"),
        ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, "/oneOf", "of several kinds"),
        ({"allOf": [{"type": "string"}, {"minLength": 2}]}, "/allOf", "several schemas at once"),
        ({"type": "object"}, "", "object without named properties"),
        ({"type": "array"}, "", "list of anything"),
        ({"type": "array", "items": {"type": "object"}}, "/items", "list of objects"),
        ({"$ref": "https://example.org/x.json"}, "/$ref", "outside of the tool's own schema"),
        ({"$ref": "#/$defs/Nobody"}, "/$ref", "which is not there"),
        ({"enum": ["a", 1]}, "", "several kinds"),
        ({"enum": ["Aa", "aA"]}, "", "upper and lower case alone"),
        ({"enum": ["a  b", "c"]}, "", "cannot be said"),
        ({"enum": [f"v{n}" for n in range(501)]}, "", "lists 501 values; at most 500"),
        ({"type": "string", "not": {"const": "x"}}, "/not", "a condition that slots cannot"),
        ({"type": "array", "prefixItems": [{}], "items": {}}, "/prefixItems", "a condition"),
        ({"type": "strin"}, "/type", "is not valid under any"),
        ({"type": "null"}, "", "'null', which no slot has"),
    ],
)
def test_what_no_slot_can_stand_for_is_refused_with_its_place(
    schema: Any, place: str, reason: str, tmp_path: Path
) -> None:
    imported = parameter(schema, tmp_path)
    assert imported.services == ()
    (refusal,) = imported.refusals
    assert refusal.tool == "make_thing"
    assert refusal.pointer == f"/0/input_schema/properties/it{place}"
    assert reason in refusal.reason


def test_a_fault_behind_a_reference_is_named_where_it_is_written(tmp_path: Path) -> None:
    imported = parameter(
        {"$ref": "#/$defs/a~1b"}, tmp_path, defs={"a/b": {"type": ["string", "integer"]}}
    )
    assert imported.refusals[0].pointer == "/0/input_schema/$defs/a~1b/type"


def test_a_schema_that_holds_itself_is_refused(tmp_path: Path) -> None:
    tree = {"type": "object", "properties": {"child": {"$ref": "#/$defs/Tree"}}}
    imported = parameter({"$ref": "#/$defs/Tree"}, tmp_path, defs={"Tree": tree})
    # The child may be missing, so it is only left out; with nothing else, nothing is left.
    assert "of which nothing can be a slot" in imported.refusals[0].reason


def test_an_optional_parameter_that_cannot_be_said_is_left_out_by_name(tmp_path: Path) -> None:
    properties = {"it": {"type": "object"}, "name": {"type": "string"}}
    imported = one({"type": "object", "properties": properties, "required": ["name"]}, tmp_path)
    assert set(slots_of(imported)) == {"name"}
    (_, left_out) = imported.notes
    assert left_out.pointer == "/0/input_schema/properties/it"
    assert left_out.text == "it is left out of calls: is an object without named properties"


def test_an_optional_object_whose_fields_belong_together_is_left_out(tmp_path: Path) -> None:
    place = {
        "type": "object",
        "properties": {"lat": {"type": "number"}, "lon": {"type": "number"}},
        "required": ["lat", "lon"],
    }
    imported = parameter(place, tmp_path, required=False)
    assert "once it is there it needs it_lat, it_lon" in imported.notes[-1].text
    free = parameter({**place, "required": []}, tmp_path, required=False)
    assert [slot.name for slot in free.services[0].intents[0].optional] == ["it_lat", "it_lon"]


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["max-results", "max_results"], "would be the slot 'max_results'"),
        (["---"], "has no letter"),
        (["n" * 65], "longer than 64"),
    ],
)
def test_names_that_cannot_be_told_apart_or_written(
    names: list[str], reason: str, tmp_path: Path
) -> None:
    properties = {name: {"type": "string"} for name in names}
    imported = one({"type": "object", "properties": properties, "required": names}, tmp_path)
    assert reason in imported.refusals[0].reason


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[", "line 1: is not JSON"),
        ("{}", "holds no tools"),
        ("[]", "holds no tools"),
        ('[{"name": "a", "name": "b"}]', "has the key 'name' twice"),
        ('[{"name": NaN}]', "NaN is no JSON number"),
    ],
)
def test_files_that_hold_no_tools(text: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    path.write_text(text)
    with pytest.raises(ToolsError, match=complaint):
        read_tools(path)


@pytest.mark.parametrize(
    ("definition", "place", "reason"),
    [
        ("get_weather", "/0", "is no object"),
        ({"type": "function", "function": {}}, "/0/function", "has no name"),
        ({"type": "web_search_20250305", "name": "web_search"}, "/0/type", "no schema of its own"),
        ({"name": "x", "parameters": {"type": "array"}}, "/0/parameters/type", "no object"),
        ({"name": "x", "parameters": []}, "/0/parameters", "no JSON Schema object"),
        ({"name": "x", "description": 3}, "/0/description", "no text"),
        (
            {"name": "x", "parameters": {"type": "object", "required": ["y"]}},
            "/0/parameters/required",
            "asks for 'y', which has no schema",
        ),
    ],
)
def test_definitions_that_are_no_tools(
    definition: Any, place: str, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "tools.json"
    path.write_text(json.dumps([definition]))
    (refusal,) = read_tools(path).refusals
    assert (refusal.pointer, reason in refusal.reason) == (place, True)


def test_the_same_tool_twice_is_refused_the_second_time(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    path.write_text(json.dumps([{"name": "find_x"}, {"name": "find_x"}]))
    imported = read_tools(path)
    assert len(imported.services) == 1
    assert imported.refusals[0].pointer == "/1"
