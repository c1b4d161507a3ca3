"""Reading programs and creation times, independently of the product's own parser."""

import ast
import keyword
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from dateutil import parser as dates

VERBS = {"confirm", "cancel", "hold", "ignore", "select", "more", "accept", "decline", "clear"}
RESERVED = {*keyword.kwlist, *VERBS, "say", "carry", "dontcare", "unknown"}


@dataclass(frozen=True)
class Special:
    """`dontcare` or `unknown`."""

    name: str


@dataclass(frozen=True)
class Pointer:
    """`x5`, `x5[0]`, `x5.date`, `x5[0].date`."""

    number: int
    entity: int | None = None
    slot: str = ""


@dataclass(frozen=True)
class Line:
    """A statement: what is done, to what, with which values."""

    verb: str
    target: Any = None
    arguments: tuple[Any, ...] = ()
    named: tuple[tuple[str, Any], ...] = ()


def plain_name(name: str) -> str:
    """The schema's name behind the program's: `class_` is `class`."""
    bare = name.rstrip("_")
    return bare if name.endswith("_") and (bare in RESERVED or re.match(r"x\d+$", bare)) else name


def read(text: str) -> Line:
    """One statement."""
    node = ast.parse(text.strip()).body[0]
    if isinstance(node, ast.Assign):
        return _assignment(node)
    assert isinstance(node, ast.Expr), text
    call = node.value
    assert isinstance(call, ast.Call), text
    return _called(call)


def _assignment(node: ast.Assign) -> Line:
    left, right = node.targets[0], node.value
    if isinstance(left, ast.Tuple):
        assert isinstance(right, ast.Tuple)
        return Line(
            "write",
            tuple(pointer(e) for e in left.elts),
            tuple(value(e) for e in right.elts),
        )
    return Line("write", (pointer(left),), (value(right),))


def _called(call: ast.Call) -> Line:
    function = call.func
    if isinstance(function, ast.Name) and function.id in VERBS:
        if function.id == "decline":
            return Line("decline", intent_name(call.args[0]))
        return Line(function.id, pointer(call.args[0]) if call.args else None)
    if isinstance(function, ast.Name) and function.id == "say":
        return Line("say", arguments=tuple(_speech(argument) for argument in call.args))
    if isinstance(function, ast.Attribute) and function.attr == "append":
        return Line("append", pointer(function.value), (value(call.args[0]),))
    named = tuple((plain_name(k.arg or ""), value(k.value)) for k in call.keywords)
    return Line("open", intent_name(function), named=named)


def _speech(node: ast.expr) -> tuple[str, tuple[Any, ...]]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id, tuple(
            pointer(a) if _is_pointer(a) else ast.unparse(a) for a in node.args
        )
    return "signal", (pointer(node),)


def intent_name(node: ast.expr) -> tuple[str, str]:
    """(service or empty, intent)."""
    if isinstance(node, ast.Attribute):
        assert isinstance(node.value, ast.Name)
        return plain_name(node.value.id), plain_name(node.attr)
    assert isinstance(node, ast.Name)
    return "", plain_name(node.id)


def _is_pointer(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return isinstance(node, ast.Name) and bool(re.match(r"x\d+$", node.id))


def pointer(node: ast.expr) -> Pointer:
    """A reference."""
    slot, entity = "", None
    if isinstance(node, ast.Attribute):
        slot, node = plain_name(node.attr), node.value
    if isinstance(node, ast.Subscript):
        entity, node = ast.literal_eval(node.slice), node.value
    assert isinstance(node, ast.Name)
    return Pointer(int(node.id[1:]), entity, slot)


def value(node: ast.expr) -> Any:
    """A literal, a special value or a reference."""
    if _is_pointer(node):
        return pointer(node)
    if isinstance(node, ast.Name) and node.id in ("dontcare", "unknown"):
        return Special(node.id)
    return ast.literal_eval(node)


def plain(item: Any) -> Any:
    """A value as it is compared: strings by their words."""
    if isinstance(item, str):
        return " ".join(item.split()).casefold()
    if isinstance(item, list):
        return [plain(part) for part in item]
    if isinstance(item, dict):
        return {key: plain(part) for key, part in item.items()}
    return item


MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)


def made_when(phrase: str, now: datetime) -> tuple[datetime, datetime, str]:
    """[start, end) of a creation time, and `latest` or `earliest` where only one is meant."""
    said = re.sub(r"^(the|on|in|from|of|during) ", "", " ".join(phrase.lower().split()))
    today = datetime(now.year, now.month, now.day)
    if found := re.search(r"\b(last|past|previous|this|current) (week|weekend|month|year)\b", said):
        return _period(found[1] in ("this", "current"), found[2], today)
    if said in ("today", "yesterday"):
        start = today - timedelta(days=said == "yesterday")
        return start, start + timedelta(days=1), ""
    if said.removeprefix("last ") in MONTHS:
        month = MONTHS.index(said.removeprefix("last ")) + 1
        year = now.year - (month > now.month)
        return datetime(year, month, 1), _next_month(datetime(year, month, 1)), ""
    if found := re.search(r"(\d+) days? ago", said):
        start = today - timedelta(days=int(found[1]))
        return start, start + timedelta(days=1), ""
    if re.search(r"most recent|latest|newest|last one|recent|^last$", said):
        return datetime.min, datetime.max, "latest"
    if re.search(r"earliest|oldest|first", said) and not re.search(r"\d", said):
        return datetime.min, datetime.max, "earliest"
    day = dates.parse(said.removeprefix("last "), default=today)
    if day > now and not re.search(r"\d{4}", said):
        weekday = re.search(r"mon|tue|wed|thu|fri|sat|sun", said)
        day = day - timedelta(days=7) if weekday else day.replace(year=day.year - 1)
    return day, day + timedelta(days=1), ""


def _next_month(first: datetime) -> datetime:
    return datetime(first.year + first.month // 12, first.month % 12 + 1, 1)


def _period(this: bool, length: str, today: datetime) -> tuple[datetime, datetime, str]:
    if length in ("week", "weekend"):
        start = today - timedelta(days=today.weekday() + (0 if this else 7))
        end = start + timedelta(days=7)
        return (end - timedelta(days=2) if length == "weekend" else start), end, ""
    if length == "month":
        first = today.replace(day=1)
        start = first if this else (first - timedelta(days=1)).replace(day=1)
        return start, _next_month(start), ""
    start = datetime(today.year - (not this), 1, 1)
    return start, datetime(start.year + 1, 1, 1), ""
