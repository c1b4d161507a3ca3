"""A tool's parameters as slots: one for each value that a user can say.

Objects become the slots of their fields; a slot's `path` says where its value stands, so that
`formats.tools.arguments` puts every call together again. What a slot cannot stand for is named:
the tool is refused for it where it is required, and goes without it where it is not.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from jsonschema import Draft202012Validator

from formats.tools.nodes import Node, Root, choices, resolve
from formats.tools.reading import Unmappable, as_identifier, pointer
from schemas.base import Value
from schemas.service import SlotSchema, SlotType
from world.values import collapse, text_of

_PLAIN = {
    "string": SlotType.STRING,
    "integer": SlotType.INTEGER,
    "number": SlotType.NUMBER,
    "boolean": SlotType.BOOLEAN,
}
_FORMATS = {"date": SlotType.DATE, "time": SlotType.TIME}
_RULES = {
    "minimum": "at least {}",
    "exclusiveMinimum": "more than {}",
    "maximum": "at most {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "pattern": "of the form {}",
    "format": "{}",
    "minItems": "at least {} of them",
    "maxItems": "at most {} of them",
    "uniqueItems": "each once",
}
"""Keywords that narrow a value, and how they are put to whoever writes values."""
MAX_DEPTH = 5
MAX_VALUES = 500


@dataclass(frozen=True)
class Leaf:
    """A slot of a tool, and whether a call can do without it."""

    slot: SlotSchema
    required: bool
    default: Value
    at: str


@dataclass(frozen=True)
class Note:
    """Something about a tool that its user should know, with its place in the file."""

    pointer: str
    text: str


@dataclass(frozen=True)
class Mapped:
    """The slots of an object, in order."""

    leaves: tuple[Leaf, ...] = ()
    notes: tuple[Note, ...] = ()

    def __add__(self, other: "Mapped") -> "Mapped":
        return Mapped(self.leaves + other.leaves, self.notes + other.notes)


def map_object(schema: dict[str, Value], at: str) -> Mapped:
    """The slots of a tool's parameters.

    Raises:
        Unmappable: Where a required one can be no slot.
    """
    root = Root(schema, at)
    node = resolve(schema, at, root)
    if node.schema.get("type", "object") != "object":
        raise Unmappable(at, "is no object: arguments have names")
    return _fields(node, ())


def _fields(node: Node, path: tuple[str, ...]) -> Mapped:
    """The slots of an object's properties."""
    if len(path) > MAX_DEPTH:
        raise Unmappable(node.at, f"is more than {MAX_DEPTH} levels deep")
    properties = node.schema.get("properties")
    listed = node.schema.get("required")
    required = {str(name) for name in listed} if isinstance(listed, list) else set()
    properties = properties if isinstance(properties, dict) else {}
    for name in required - properties.keys():
        raise Unmappable(f"{node.at}/required", f"asks for {name!r}, which has no schema")
    mapped = Mapped()
    for name, schema in properties.items():
        at = f"{node.at}/properties{pointer(name)}"
        try:
            mapped += _property(schema, at, node, (*path, name), required=name in required)
        except Unmappable as problem:
            if name in required:
                raise
            text = f"{'.'.join((*path, name))} is left out of calls: {problem.reason}"
            mapped += Mapped(notes=(Note(problem.pointer, text),))
    return mapped


def _property(
    schema: Value, at: str, parent: Node, path: tuple[str, ...], *, required: bool
) -> Mapped:
    node = resolve(schema, at, parent.root, parent.seen)
    # Null stands for "not given" wherever it is allowed, so the user need not be asked.
    needed = required and not node.nullable
    if len(choices(node.schema)) == 1:
        text = f"{'.'.join(path)} can only be {choices(node.schema)[0]!r}: it is no slot"
        return Mapped(notes=(Note(node.at, text),))
    if node.kind == "object":
        return _object(node, path, needed=needed)
    if node.schema.get("format") == "date-time" and node.kind == "string":
        return _moment(node, path, needed=needed)
    slot = _slot(node, path)
    default, notes = _default(node, path)
    return Mapped((Leaf(slot, needed, None if needed else default, node.at),), notes)


def _object(node: Node, path: tuple[str, ...], *, needed: bool) -> Mapped:
    if not node.schema.get("properties"):
        raise Unmappable(node.at, "is an object without named properties")
    mapped = _fields(node, path)
    if not mapped.leaves:
        raise Unmappable(node.at, "is an object of which nothing can be a slot")
    if not needed:
        mapped = replace(mapped, leaves=_together(mapped.leaves, node, path))
    names = ", ".join(leaf.slot.name for leaf in mapped.leaves)
    text = f"{'.'.join(path)} is an object; its fields are the slots {names}"
    return Mapped(notes=(Note(node.at, text),)) + mapped


def _together(leaves: tuple[Leaf, ...], node: Node, path: tuple[str, ...]) -> tuple[Leaf, ...]:
    """The fields of an object that may be missing: none of them is required any more."""
    needed = [leaf.slot.name for leaf in leaves if leaf.required]
    if needed and len(leaves) > 1:
        raise Unmappable(
            node.at,
            f"may be missing, but once it is there it needs {', '.join(needed)}, and slots "
            f"cannot be asked for together",
        )
    return tuple(replace(leaf, required=False) for leaf in leaves)


def _moment(node: Node, path: tuple[str, ...], *, needed: bool) -> Mapped:
    """A point in time as a date and a time of day, which is how people say it."""
    if not needed:
        raise Unmappable(
            node.at,
            "may be missing, but is a date and a time, and slots cannot be asked for together",
        )
    leaves = []
    for part, kind in (("date", SlotType.DATE), ("time", SlotType.TIME)):
        slot = SlotSchema(
            name=as_identifier((*path, part), node.at),
            description=f"{_description(node, path)}: the {part}",
            type=kind,
            path=path,
        )
        leaves.append(Leaf(slot, True, None, node.at))
    names = " and ".join(leaf.slot.name for leaf in leaves)
    text = f"{'.'.join(path)} is a point in time; it is the slots {names}"
    return Mapped(tuple(leaves), (Note(node.at, text),))


def _slot(node: Node, path: tuple[str, ...]) -> SlotSchema:
    if node.kind == "array":
        return _array(node, path)
    kind = _scalar_type(node)
    return SlotSchema(
        name=as_identifier(path, node.at),
        description=_described(node, path, _rule(node, kind)),
        type=kind,
        categorical=bool(_possible(node, kind)),
        possible_values=_possible(node, kind),
        example_values=_examples(node),
        path=_where(path, node.at),
        rule=_rule(node, kind),
    )


def _where(path: tuple[str, ...], at: str) -> tuple[str, ...]:
    """The path of a slot, empty where the slot's name is the whole of it."""
    return () if path == (as_identifier(path, at),) else path


def _array(node: Node, path: tuple[str, ...]) -> SlotSchema:
    if "items" not in node.schema:
        raise Unmappable(node.at, "is a list of anything")
    item = resolve(node.schema["items"], f"{node.at}/items", node.root, node.seen)
    if item.kind in ("object", "array"):
        raise Unmappable(item.at, f"is a list of {item.kind}s, which no user says in one breath")
    kind = _scalar_type(item)
    rule = _rule(node, SlotType.ARRAY)
    item_rule = _rule(item, kind)
    return SlotSchema(
        name=as_identifier(path, node.at),
        description=_described(node, path, {**item_rule, **rule}),
        type=SlotType.ARRAY,
        item_type=kind,
        categorical=bool(_possible(item, kind)),
        possible_values=_possible(item, kind),
        example_values=_examples(node),
        path=_where(path, node.at),
        rule={**rule, "items": item_rule} if item_rule else rule,
    )


def _scalar_type(node: Node) -> SlotType:
    kind = node.kind
    if kind not in _PLAIN:
        raise Unmappable(node.at, f"is of the type {kind!r}, which no slot has")
    said = node.schema.get("format")
    if kind == "string" and said == "date-time":
        raise Unmappable(node.at, "is a list of points in time")
    if kind == "string" and isinstance(said, str):
        return _FORMATS.get(said, SlotType.STRING)
    return _PLAIN[kind]


def _possible(node: Node, kind: SlotType) -> tuple[str, ...]:
    """The values of an `enum` as text.

    Raises:
        Unmappable: Where two of them cannot be told apart, or one cannot be said.
    """
    values = choices(node.schema)
    if not values or (kind is SlotType.BOOLEAN and len(values) == 2):
        return ()
    fits = Draft202012Validator({"type": node.kind})
    for value in values:
        if not fits.is_valid(value):
            raise Unmappable(node.at, f"lists {value!r}, which is no {node.kind}")
    if len(values) > MAX_VALUES:
        raise Unmappable(
            node.at, f"lists {len(values)} values; at most {MAX_VALUES} can be drawn from"
        )
    said = tuple(text_of(value) for value in values)
    for text in said:
        if not text or collapse(text) != text:
            raise Unmappable(node.at, f"lists the value {text!r}, which cannot be said")
    if len({text.casefold() for text in said}) < len(said):
        raise Unmappable(node.at, "lists two values that differ in upper and lower case alone")
    return said


def _rule(node: Node, kind: SlotType) -> dict[str, Value]:
    rule = {key: node.schema[key] for key in _RULES if key in node.schema}
    if kind in (SlotType.DATE, SlotType.TIME):
        rule.pop("format", None)
    return rule


def _described(node: Node, path: tuple[str, ...], rule: Mapping[str, Value]) -> str:
    said = _description(node, path)
    limits = [_RULES[key].format(value) for key, value in rule.items() if value is not False]
    return f"{said} ({', '.join(limits)})" if limits else said


def _description(node: Node, path: tuple[str, ...]) -> str:
    for key in ("description", "title"):
        said = node.schema.get(key)
        if isinstance(said, str) and said.strip():
            return " ".join(said.split())
    return " ".join(as_identifier(path, node.at).split("_")).strip()


def _examples(node: Node) -> tuple[str, ...]:
    """What the schema itself gives for examples, as a user says them."""
    listed = node.schema.get("examples")
    given: list[Value] = list(listed) if isinstance(listed, list) else []
    if "example" in node.schema:
        given.append(node.schema["example"])
    return tuple(dict.fromkeys(said for said in _said(given) if said))


def _said(values: list[Value]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str | int | float | list) and not isinstance(value, bool):
            yield collapse(text_of(value))


def _default(node: Node, path: tuple[str, ...]) -> tuple[Value, tuple[Note, ...]]:
    default = node.schema.get("default")
    if default is None:
        return None, ()
    # Its items may refer to the definitions that stand at the top.
    shared = {k: v for k, v in node.root.schema.items() if k in ("$defs", "definitions")}
    whole = {**shared, **node.schema}
    if Draft202012Validator(whole).is_valid(default):
        return default, ()
    text = f"{'.'.join(path)} has a default that its own schema refuses: it is not used"
    return None, (Note(f"{node.at}/default", text),)
