"""Reading of values, references and names in a statement's syntax tree."""

import ast
import json
import unicodedata
from typing import TypeVar

from schemas.base import Value
from world.names import INDEX, MAX_DEPTH, MAX_ITEMS, MAX_NUMBER, ProgramError, is_reserved, unescape
from world.statements import Expression, Literal, Name, Ref, Special

NodeT = TypeVar("NodeT", ast.expr, ast.expr | None)
_SPECIALS = frozenset(special.value for special in Special)


def ref_of(node: ast.expr) -> Ref | None:
    """`x5`, `x5[0]`, `x5[0].time` or `x5.time`; None for anything else."""
    slot, entity = "", None
    if isinstance(node, ast.Attribute):
        slot, node = unescape(node.attr), node.value
    if isinstance(node, ast.Subscript):
        entity = _literal_index(node.slice)
        node = node.value
        if entity is None:
            return None
    if isinstance(node, ast.Name) and (match := INDEX.match(node.id)):
        return Ref(int(match[1]), entity, slot)
    return None


def _literal_index(node: ast.expr) -> int | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if type(value) is int and 0 <= value < 1000 else None


def need_ref(node: ast.expr, example: str) -> Ref:
    """A reference, or an error that shows what one looks like."""
    ref = ref_of(node)
    if ref is None:
        raise ProgramError(f"name it by its number, such as {example}")
    return ref


def name_of(node: ast.expr) -> Name | None:
    """An intent's name, bare or qualified by its service."""
    if isinstance(node, ast.Name) and not is_reserved(node.id):
        return Name("", unescape(node.id))
    if (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and not is_reserved(node.value.id)
    ):
        return Name(unescape(node.value.id), unescape(node.attr))
    return None


def expression_of(node: ast.expr) -> Expression:
    """What stands to the right of an equals sign."""
    if isinstance(node, ast.Name) and node.id in _SPECIALS:
        return Special(node.id)
    ref = ref_of(node)
    if ref is not None:
        if not ref.slot:
            raise ProgramError("refer to a slot of it, such as x5[0].time")
        return ref
    if isinstance(node, ast.Name | ast.Attribute):
        raise ProgramError("a value is a literal, dontcare, unknown or a reference such as x5.time")
    return Literal(_json(value_of(node, 0)))


def _json(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False)


def value_of(node: ast.expr, depth: int) -> Value:
    """A literal, `depth` levels deep."""
    if depth > MAX_DEPTH:
        raise ProgramError("the value is nested too deeply")
    if isinstance(node, ast.Constant):
        return _constant(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = _constant(node.operand.value) if isinstance(node.operand, ast.Constant) else None
        if isinstance(number, int | float) and not isinstance(number, bool):
            return -number
    if isinstance(node, ast.List):
        return [value_of(item, depth + 1) for item in _bounded(node.elts)]
    if isinstance(node, ast.Dict):
        keys = [_key(key) for key in _bounded(node.keys)]
        values = [value_of(item, depth + 1) for item in node.values]
        return dict(zip(keys, values, strict=True))
    raise ProgramError("a value is a string, a number, True, False, or a list or dict of these")


def _bounded(items: list[NodeT]) -> list[NodeT]:
    if len(items) > MAX_ITEMS:
        raise ProgramError(f"at most {MAX_ITEMS} elements")
    return items


def _key(node: ast.expr | None) -> str:
    key = _constant(node.value) if isinstance(node, ast.Constant) else None
    if not isinstance(key, str):
        raise ProgramError("the keys of a dict are strings")
    return key


def _constant(value: object) -> Value:
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        if not abs(value) <= MAX_NUMBER:  # not a number, infinite, or huge
            raise ProgramError("the number is too large")
        return value
    if isinstance(value, str):
        if any(c not in "\n\t" and unicodedata.category(c) in {"Cc", "Cs"} for c in value):
            raise ProgramError("a string holds a control character")
        return value
    raise ProgramError("a value is a string, a number, True, False, or a list or dict of these")


def need_name(node: ast.expr) -> Name:
    """An intent's name, or an error."""
    name = name_of(node)
    if name is None:
        raise ProgramError("give the name of an intent, bare or as Service.Intent")
    return name
