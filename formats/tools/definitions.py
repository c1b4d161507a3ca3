"""Intents as tools: the one they came from, or one made of their schema."""

import re

from formats.tools.reading import Tool, read_tool
from schemas.base import Value
from schemas.service import Catalog, IntentSchema, ServiceSchema, SlotSchema, SlotType

_TYPES: dict[SlotType, dict[str, Value]] = {
    SlotType.STRING: {"type": "string"},
    SlotType.INTEGER: {"type": "integer"},
    SlotType.NUMBER: {"type": "number"},
    SlotType.BOOLEAN: {"type": "boolean"},
    SlotType.DATE: {"type": "string", "format": "date"},
    # JSON Schema's own format `time` wants seconds and an offset.
    SlotType.TIME: {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"},
    SlotType.ARRAY: {"type": "array"},
    SlotType.OBJECT: {"type": "object"},
}


def imported_tools(catalog: Catalog) -> list[Value]:
    """The tools that the catalog was imported from, each as it stood in its file."""
    return [intent.definition for _, intent in catalog.intents() if intent.definition is not None]


def tool_of(catalog: Catalog, service: ServiceSchema, intent: IntentSchema) -> Tool:
    """The intent's tool: as imported, else made of the schema."""
    definition = intent.definition
    if definition is None:
        definition = made_tool(catalog, service, intent)
    return read_tool(definition, "")


def chat_tool(catalog: Catalog, service: ServiceSchema, intent: IntentSchema) -> Value:
    """The intent's tool in the shape that chat templates read, OpenAI's.

    A tool imported in that shape is given as it was; another keeps its name, its description and
    the schema of its parameters.
    """
    definition = intent.definition
    if definition is None:
        return made_tool(catalog, service, intent)
    if isinstance(definition, dict) and isinstance(definition.get("function"), dict):
        return definition
    tool = read_tool(definition, "")
    function: dict[str, Value] = {"name": tool.name, "parameters": tool.parameters}
    said = definition.get("description") if isinstance(definition, dict) else None
    if isinstance(said, str):
        function = {"name": tool.name, "description": said, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def made_tool(catalog: Catalog, service: ServiceSchema, intent: IntentSchema) -> dict[str, Value]:
    """A tool for an intent that was not imported from one."""
    properties: dict[str, Value] = {
        name: _parameter(service.slot(name), intent.default(name)) for name in intent.slot_names
    }
    parameters: dict[str, Value] = {
        "type": "object",
        "properties": properties,
        "required": list(intent.required),
        "additionalProperties": False,
    }
    function: dict[str, Value] = {
        "name": _name(catalog, service, intent),
        "description": intent.description,
        "parameters": parameters,
    }
    return {"type": "function", "function": function}


def _name(catalog: Catalog, service: ServiceSchema, intent: IntentSchema) -> str:
    """The intent's name, with its service where another service has an intent of that name."""
    names = [other.name for _, other in catalog.intents()]
    return intent.name if names.count(intent.name) == 1 else f"{service.name}__{intent.name}"


def _parameter(slot: SlotSchema, default: Value) -> Value:
    schema = dict(_TYPES[slot.type])
    if slot.type is SlotType.ARRAY:
        items = dict(_TYPES[slot.item_type])
        if slot.categorical:
            items["enum"] = _choices(slot, slot.item_type)
        schema["items"] = items
    elif slot.categorical and slot.possible_values:
        schema["enum"] = _choices(slot, slot.type)
    if slot.description:
        schema["description"] = slot.description
    if default is not None and default != "dontcare":
        schema["default"] = default
    return schema


def _choices(slot: SlotSchema, kind: SlotType) -> list[Value]:
    return [_typed(value, kind) for value in slot.possible_values]


def _typed(text: str, kind: SlotType) -> Value:
    if kind is SlotType.BOOLEAN:
        return text.casefold() in ("true", "yes")
    if kind is SlotType.INTEGER or (kind is SlotType.NUMBER and re.fullmatch(r"-?\d+", text)):
        return int(text)
    return float(text) if kind is SlotType.NUMBER else text
