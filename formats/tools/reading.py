"""Tool definitions of any of the usual shapes, brought to one form with their place in the file."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

from schemas.base import Value


class ToolsError(Exception):
    """A file that holds no tools; the message is one sentence for the user."""


class Unmappable(Exception):
    """A part of a tool that no slot or intent can stand for.

    Attributes:
        pointer: JSON pointer (RFC 6901) to it, from the top of the file.
        reason: Why, in one clause.
    """

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(f"{pointer}: {reason}")
        self.pointer = pointer
        self.reason = reason


@dataclass(frozen=True)
class Tool:
    """A tool as any API of function calling has it.

    Attributes:
        parameters: JSON Schema of its arguments, an object.
        output: JSON Schema of its result, None where it does not say (only MCP can).
        read_only: What the tool says of itself, None where it says nothing.
        definition: All of it, as it stood in the file.
        at: JSON pointer to the definition.
        parameters_at, output_at: JSON pointers to the two schemas.
    """

    name: str
    description: str
    parameters: dict[str, Value]
    output: dict[str, Value] | None
    read_only: bool | None
    definition: Value
    at: str
    parameters_at: str
    output_at: str = ""


def pointer(*steps: str | int) -> str:
    """A JSON pointer's steps, escaped and joined: `/a~1b/0`."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps)


def read_file(path: str | Path) -> tuple[tuple[str, Value], ...]:
    """The definitions in a file, each with its pointer.

    A list of tools, an object with the list as `tools` or `functions` (a request, an MCP
    tools/list result, the JSON-RPC message around one), or one tool alone.

    Raises:
        ToolsError: Where the file is none of these.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except FileNotFoundError as problem:
        raise ToolsError(f"{path}: there is no such file") from problem
    except (OSError, UnicodeDecodeError) as problem:
        raise ToolsError(f"{path}: cannot be read: {problem}") from problem
    try:
        data: Value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except json.JSONDecodeError as problem:
        raise ToolsError(f"{path}, line {problem.lineno}: is not JSON ({problem.msg})") from problem
    except (ValueError, RecursionError) as problem:
        raise ToolsError(f"{path}: is not JSON that can be kept: {problem}") from problem
    found = _listed(data)
    if not found:
        raise ToolsError(
            f"{path}: holds no tools: wants a JSON list of tools in the shape of OpenAI or "
            f"Anthropic, or the result of an MCP tools/list"
        )
    return found


def _object(pairs: list[tuple[str, Value]]) -> dict[str, Value]:
    names = [name for name, _ in pairs]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"an object has the key {twice[0]!r} twice")
    return dict(pairs)


def _no_constant(name: str) -> Value:
    raise ValueError(f"{name} is no JSON number")


def _listed(data: Value, at: str = "") -> tuple[tuple[str, Value], ...]:
    if isinstance(data, list):
        return tuple((f"{at}/{place}", item) for place, item in enumerate(data))
    if not isinstance(data, dict):
        return ()
    for key in ("tools", "functions"):
        if isinstance(data.get(key), list):
            return _listed(data[key], f"{at}/{key}")
    if isinstance(data.get("result"), dict):
        return _listed(data["result"], f"{at}/result")
    return ((at, data),) if "name" in data or "function" in data else ()


_PARAMETERS = ("parameters", "input_schema", "inputSchema")
"""Where OpenAI, Anthropic and MCP write the schema of the arguments."""


def tool_name(definition: Value) -> str:
    """The name that a definition gives itself, whatever else is wrong with it."""
    body = definition.get("function", definition) if isinstance(definition, dict) else None
    name = body.get("name") if isinstance(body, dict) else None
    return name if isinstance(name, str) else ""


def read_tool(definition: Value, at: str) -> Tool:
    """One definition.

    Raises:
        Unmappable: Where it is no tool, or its schemas are no JSON Schema.
    """
    if not isinstance(definition, dict):
        raise Unmappable(at, "is no object")
    kind = definition.get("type", "function")
    if kind not in ("function", "custom") or (
        kind == "custom" and "input_schema" not in definition
    ):
        raise Unmappable(f"{at}/type", f"is {kind!r}, which brings no schema of its own")
    body, body_at = definition, at
    inner = definition.get("function")
    if isinstance(inner, dict):
        body, body_at = inner, f"{at}/function"
    name = body.get("name")
    if not isinstance(name, str) or not name:
        raise Unmappable(body_at, "has no name")
    parameters, parameters_at = _parameters(body, body_at)
    output = body.get("outputSchema")
    return Tool(
        name=name,
        description=_description(body, body_at),
        parameters=parameters,
        output=None if output is None else _schema(output, f"{body_at}/outputSchema"),
        read_only=_read_only(body),
        definition=definition,
        at=at,
        parameters_at=parameters_at,
        output_at=f"{body_at}/outputSchema",
    )


def _description(body: Mapping[str, Value], at: str) -> str:
    said = body.get("description") or body.get("title") or ""
    if not isinstance(said, str):
        raise Unmappable(f"{at}/description", "is no text")
    return " ".join(said.split())


def _parameters(body: Mapping[str, Value], at: str) -> tuple[dict[str, Value], str]:
    for key in _PARAMETERS:
        if body.get(key) is not None:
            schema = _schema(body[key], f"{at}/{key}")
            if schema.get("type", "object") != "object":
                raise Unmappable(f"{at}/{key}/type", "is no object: arguments have names")
            return schema, f"{at}/{key}"
    return {"type": "object", "properties": {}}, at


def _schema(schema: Value, at: str) -> dict[str, Value]:
    if not isinstance(schema, dict):
        raise Unmappable(at, "is no JSON Schema object")
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as problem:
        where = at + pointer(*problem.absolute_path)
        raise Unmappable(where, f"is no JSON Schema: {problem.message}") from problem
    return schema


def _read_only(body: Mapping[str, Value]) -> bool | None:
    annotations = body.get("annotations")
    if isinstance(annotations, dict) and isinstance(annotations.get("readOnlyHint"), bool):
        return bool(annotations["readOnlyHint"])
    return None


_SEGMENT = re.compile(r"[./:]|__")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_]+")


def name_words(name: str) -> tuple[tuple[str, ...], ...]:
    """A name's words in lower case, segment by segment: 'calendar.listEvents', 'get-user_by_id'."""
    segments = (tuple(_words(part)) for part in _SEGMENT.split(name))
    return tuple(segment for segment in segments if segment)


def _words(text: str) -> Iterator[str]:
    yield from (word.lower() for word in _WORD.findall(text))


def as_identifier(steps: Sequence[str], at: str) -> str:
    """A name for a path of names, with letters, digits and underscores alone.

    Raises:
        Unmappable: Where nothing is left of it, or too much.
    """
    name = "_".join(re.sub(r"[^A-Za-z0-9_]+", "_", step).strip("_") or "_" for step in steps)
    if not name.strip("_"):
        raise Unmappable(
            at, f"is named {'.'.join(steps)!r}, which has no letter for a program to use"
        )
    if name[0].isdigit():
        name = f"_{name}"
    if len(name) > 64:
        raise Unmappable(at, f"is named {name!r}, which is longer than 64 characters")
    return name
