"""What an MCP tool says of its result, as result slots."""

from formats.tools.nodes import Node, Root, resolve
from formats.tools.parameters import Mapped, Note, map_object
from formats.tools.reading import Unmappable
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
        return _item(resolve(node.schema.get("items"), f"{node.at}/items", node.root, node.seen))
    properties = node.schema.get("properties")
    if not isinstance(properties, dict):
        raise Unmappable(node.at, "is an object without named properties")
    lists = []
    for name, schema in properties.items():
        inner = resolve(schema, f"{node.at}/properties/{name}", node.root, node.seen)
        if inner.kind == "array":
            items = inner.schema.get("items")
            item = resolve(items, f"{inner.at}/items", node.root, inner.seen)
            if item.kind == "object":
                lists.append(item)
    return _item(lists[0]) if len(lists) == 1 else node
