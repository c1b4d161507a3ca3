"""A call's canonical values as the arguments that the tool takes."""

from collections.abc import Mapping
from datetime import datetime, time
from zoneinfo import ZoneInfo

from jsonschema import Draft202012Validator

from formats.tools.nodes import Node, Root, choices, resolve
from formats.tools.reading import Tool, pointer
from schemas.base import Value
from schemas.service import IntentSchema, ServiceSchema, SlotType
from schemas.world import Clock

_FORMATS = Draft202012Validator.FORMAT_CHECKER

Places = dict[tuple[str, ...], dict[SlotType, Value]]
"""Values by their place in the arguments; a point in time has two slots at one place."""


def call_arguments(
    service: ServiceSchema,
    intent: IntentSchema,
    tool: Tool,
    parameters: Mapping[str, Value],
    clock: Clock,
) -> dict[str, Value]:
    """The arguments of a call.

    Values go where their slots' paths say, points in time are put together, and what the tool
    requires but leaves no choice about (constants, null) is filled in.

    Args:
        service: The service called.
        intent: The intent called.
        tool: Its tool, from `formats.tools.definitions.tool_of`.
        parameters: Canonical values by slot.
        clock: Of the dialogue; its time zone is that of all times.
    """
    if intent.definition is None:
        return {name: parameters[name] for name in intent.slot_names if name in parameters}
    places: Places = {}
    for name in intent.slot_names:
        if name in parameters:
            slot = service.slot(name)
            places.setdefault(slot.path or (name,), {})[slot.type] = parameters[name]
    root = Root(tool.parameters, tool.parameters_at)
    return _object(places, (), resolve(tool.parameters, tool.parameters_at, root), clock)


def faults(tool: Tool, arguments: Mapping[str, Value]) -> tuple[str, ...]:
    """What the tool's own schema has against the arguments, each with its JSON pointer."""
    validator = Draft202012Validator(tool.parameters, format_checker=_FORMATS)
    return tuple(
        f"{pointer(*error.absolute_path) or '/'}: {error.message}"
        for error in sorted(validator.iter_errors(dict(arguments)), key=str)
    )


def result_object(
    service: ServiceSchema, values: Mapping[str, Value], clock: Clock
) -> dict[str, Value]:
    """An entity as a tool would answer with it: its values where their slots' paths say."""
    places: Places = {}
    paths = [slot.path or (slot.name,) for slot in service.slots]
    for slot, path in zip(service.slots, paths, strict=True):
        if slot.name in values:
            # Half a point in time cannot stand for the whole: it goes by its own name.
            whole = all(
                other.name in values
                for other, its in zip(service.slots, paths, strict=True)
                if its == path
            )
            where = path if whole else (slot.name,)
            places.setdefault(where, {})[slot.type] = values[slot.name]
    found: dict[str, Value] = {}
    for path, parts in places.items():
        here = found
        for step in path[:-1]:
            inner = here.setdefault(step, {})
            here = inner if isinstance(inner, dict) else here
        here[path[-1]] = _moment(parts, clock) if len(parts) > 1 else next(iter(parts.values()))
    return found


def _moment(parts: Mapping[SlotType, Value], clock: Clock) -> str:
    """A date and a time of day as a point in time of the dialogue's zone."""
    text = f"{parts[SlotType.DATE]}T{parts[SlotType.TIME]}"
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(clock.timezone)).isoformat()


def _object(places: Places, path: tuple[str, ...], node: Node, clock: Clock) -> dict[str, Value]:
    """An object's values in the tool's own order, with what it leaves no choice about."""
    properties = node.schema.get("properties")
    listed = node.schema.get("required")
    required = listed if isinstance(listed, list) else []
    finished: dict[str, Value] = {}
    for name, schema in properties.items() if isinstance(properties, dict) else ():
        here = (*path, name)
        inside = any(place[: len(here)] == here for place in places)
        if not inside and name not in required:
            continue
        at = f"{node.at}/properties{pointer(name)}"
        inner = resolve(schema, at, node.root, node.seen)
        if here in places:
            finished[name] = _value(places[here], inner, clock)
        elif inside:
            finished[name] = _object(places, here, inner, clock)
        else:
            _fill(finished, name, here, inner, clock)
    return finished


def _fill(
    finished: dict[str, Value], name: str, path: tuple[str, ...], node: Node, clock: Clock
) -> None:
    """A required property that the call says nothing of."""
    values = choices(node.schema)
    if len(values) == 1:
        finished[name] = values[0]
    elif node.nullable:
        finished[name] = None
    elif node.schema.get("properties"):
        finished[name] = _object({}, path, node, clock)


def _value(parts: Mapping[SlotType, Value], node: Node, clock: Clock) -> Value:
    """One value, out of the slots that stand for its place."""
    if len(parts) > 1:
        return _moment(parts, clock)
    value = next(iter(parts.values()))
    if isinstance(value, list) and "items" in node.schema:
        item = resolve(node.schema["items"], f"{node.at}/items", node.root, node.seen)
        return [_timed(each, item, clock) for each in value]
    return _timed(value, node, clock)


def _timed(value: Value, node: Node, clock: Clock) -> Value:
    """A time of day with the seconds and the offset that RFC 3339's full-time has."""
    if node.schema.get("format") != "time" or not isinstance(value, str):
        return value
    zone = ZoneInfo(clock.timezone)  # the offset is that of the dialogue's day
    moment = datetime.combine(clock.now.date(), time.fromisoformat(value), zone)
    return moment.isoformat().partition("T")[2]
