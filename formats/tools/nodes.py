"""One place of a JSON Schema, with its references followed and its alternatives settled."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referencing import Registry, Resource
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

from formats.tools.reading import Unmappable
from schemas.base import Value

_ANNOTATIONS = frozenset(
    {"title", "description", "default", "examples", "example", "deprecated", "readOnly"}
)
_CONDITIONS = (
    *("not", "if", "dependentRequired", "dependentSchemas", "dependencies"),
    *("patternProperties", "propertyNames", "prefixItems", "contains", "$dynamicRef"),
)


@dataclass(frozen=True)
class Root:
    """The schema that references point into.

    Attributes:
        at: Pointer to it in the file.
    """

    schema: dict[str, Value]
    at: str

    def lookup(self, reference: str, at: str) -> Value:
        """What a local reference stands for.

        Raises:
            Unmappable: Where it leaves the schema or points at nothing.
        """
        if not reference.startswith("#"):
            raise Unmappable(at, f"refers to {reference!r}, outside of the tool's own schema")
        # Under an empty id, whatever `$id` the schema gives itself.
        plain = {key: value for key, value in self.schema.items() if key != "$id"}
        resource: Resource[Value] = DRAFT202012.create_resource(plain)
        resolver = Registry().with_resource("", resource).resolver()
        try:
            found: Value = resolver.lookup(reference).contents
        except Unresolvable as problem:
            raise Unmappable(at, f"refers to {reference!r}, which is not there") from problem
        return found


@dataclass(frozen=True)
class Node:
    """A schema without references and alternatives.

    Attributes:
        at: Pointer to where it is written.
        nullable: Whether null will do, too.
        seen: References followed on the way to it.
    """

    schema: Mapping[str, Value]
    at: str
    root: Root
    nullable: bool = False
    seen: frozenset[str] = field(default=frozenset())

    @property
    def kind(self) -> str:
        """Its JSON type.

        Raises:
            Unmappable: Where it has none, and none follows.
        """
        kind = self.schema.get("type")
        if isinstance(kind, str):
            return kind
        for key, implied in (("properties", "object"), ("items", "array")):
            if key in self.schema:
                return implied
        values = choices(self.schema)
        if values:
            return _kind_of(values, self.at)
        raise Unmappable(self.at, "does not say of what type it is")


def choices(schema: Mapping[str, Value]) -> list[Value]:
    """The values that an `enum` or `const` leaves."""
    if "const" in schema:
        return [schema["const"]]
    listed = schema.get("enum")
    return list(listed) if isinstance(listed, list) else []


def resolve(
    schema: Value, at: str, root: Root, seen: frozenset[str] = frozenset(), nullable: bool = False
) -> Node:
    """The place as one plain schema.

    Raises:
        Unmappable: Where it may be of several kinds, refers to itself, or has conditions.
    """
    if not isinstance(schema, dict):
        raise Unmappable(at, "does not say of what type it is")
    for key in _CONDITIONS:
        if key in schema:
            raise Unmappable(f"{at}/{key}", "is a condition that slots cannot express")
    nullable = nullable or schema.get("nullable") is True
    if isinstance(schema.get("$ref"), str):
        return _referred(schema, at, root, seen, nullable)
    for key in ("allOf", "anyOf", "oneOf"):
        if isinstance(schema.get(key), list):
            return _combined(schema, key, at, root, seen, nullable)
    kinds = schema.get("type")
    if isinstance(kinds, list):
        left = [kind for kind in kinds if kind != "null"]
        if len(left) != 1:
            raise Unmappable(f"{at}/type", f"may be of several kinds: {', '.join(map(str, kinds))}")
        nullable = nullable or len(left) < len(kinds)
        schema = {**schema, "type": left[0]}
    listed = schema.get("enum")
    if isinstance(listed, list) and None in listed:
        nullable = True
        schema = {**schema, "enum": [value for value in listed if value is not None]}
    return Node(schema, at, root, nullable, seen)


def _referred(
    schema: dict[str, Value], at: str, root: Root, seen: frozenset[str], nullable: bool
) -> Node:
    reference = str(schema["$ref"])
    if reference in seen:
        raise Unmappable(f"{at}/$ref", f"refers to itself by way of {reference!r}")
    target = root.lookup(reference, f"{at}/$ref")
    joined = _joined(target, _rest(schema, "$ref"), f"{at}/$ref")
    # What is wrong is then named where it is written, not where it is used.
    place = root.at + reference[1:] if reference[1:2] in ("", "/") else at
    return resolve(joined, place, root, seen | {reference}, nullable)


def _rest(schema: Mapping[str, Value], *keys: str) -> dict[str, Value]:
    return {key: value for key, value in schema.items() if key not in keys}


def _joined(target: Value, beside: Mapping[str, Value], at: str) -> Value:
    """A schema with the keywords that stand beside it; annotations there win."""
    if not isinstance(target, dict):
        return target
    for key in beside.keys() & target.keys() - _ANNOTATIONS:
        if beside[key] != target[key]:
            raise Unmappable(at, f"says {key!r} in two ways")
    return {**target, **beside}


def _combined(
    schema: dict[str, Value], key: str, at: str, root: Root, seen: frozenset[str], nullable: bool
) -> Node:
    listed = schema[key]
    branches = list(enumerate(listed)) if isinstance(listed, list) else []
    rest = _rest(schema, key)
    if key == "allOf":
        if len(branches) != 1:
            raise Unmappable(f"{at}/allOf", "is to meet several schemas at once")
    else:
        some = [(place, branch) for place, branch in branches if not _is_null(branch)]
        nullable = nullable or len(some) < len(branches)
        branches = some
        values = _only_values(branches)
        if values is not None and "enum" not in rest:
            return resolve({**rest, "enum": values}, at, root, seen, nullable)
    if len(branches) != 1:
        raise Unmappable(f"{at}/{key}", "may be of several kinds")
    place, branch = branches[0]
    where = f"{at}/{key}/{place}"
    return resolve(_joined(branch, rest, where), where, root, seen, nullable)


def _is_null(branch: Value) -> bool:
    if not isinstance(branch, dict):
        return False
    return branch.get("type") == "null" or ("const" in branch and branch["const"] is None)


def _only_values(branches: list[tuple[int, Value]]) -> list[Value] | None:
    """The values where each branch is a list of them: `anyOf` of constants is an `enum`."""
    values: list[Value] = []
    for _, branch in branches:
        found = choices(branch) if isinstance(branch, dict) else []
        if not found:
            return None
        values += found
    return values if len(branches) > 1 else None


_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "boolean"),
    (int, "integer"),
    (float, "number"),
    (str, "string"),
)


def _kind_of(values: list[Value], at: str) -> str:
    kinds = {
        next((name for kind, name in _KINDS if isinstance(value, kind)), "other")
        for value in values
    }
    if kinds == {"integer", "number"}:
        return "number"
    if len(kinds) != 1 or kinds == {"other"}:
        raise Unmappable(at, "lists values of several kinds")
    return kinds.pop()
