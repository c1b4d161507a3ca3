"""What an MCP tool says of its result, as result slots."""

from formats.tools.nodes import Node, Root, resolve
from formats.tools.parameters import Mapped, Note, map_object
from formats.tools.reading import Unmappable, pointer
from schemas.base import Value


def map_results(schema: dict[str, Value], at: str) -> Mapped:
    """The fields of a result: an object's own, or those of the items of its only list.

    Never refuses the tool: what can be no slot is named and left to the schema writer.
    """
    try:
        node = _item(resolve(schema, at, Root(schema, at)))
        # Nothing in a result is asked for, so nothing in it is required.
        free = {key: value for key, value in node.schema.items() if key != "required"}
        shared = {k: v for k, v in node.root.schema.items() if k in ("$defs", "definitions")}
        return map_object({**shared, **free}, node.at)
    except Unmappable as problem:
        text = f"its result is left to the schema writer: {problem.reason}"
        return Mapped(notes=(Note(problem.pointer, text),))


def _item(node: Node) -> Node:
    """The object that is one result."""
    if node.kind == "array":
        return resolve(node.schema.get("items"), f"{node.at}/items", node.root, node.seen)
    properties = node.schema.get("properties")
    lists = []
    for name, schema in properties.items() if isinstance(properties, dict) else ():
        at = f"{node.at}/properties{pointer(name)}"
        try:
            inner = resolve(schema, at, node.root, node.seen)
            items = inner.schema.get("items") if inner.kind == "array" else None
            item = resolve(items, f"{inner.at}/items", node.root, inner.seen)
        except Unmappable:
            continue  # no list of objects; what else it is, is judged as a field
        lists += [item] if item.kind == "object" else []
    return lists[0] if len(lists) == 1 else node
