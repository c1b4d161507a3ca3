"""Putting a legal name into a statement, in the place of one that the schema does not have."""

import json
from dataclasses import replace

from schemas.dialogue import Named
from world.names import Outside, unescape
from world.rendering import render_name
from world.statements import (
    Append,
    Assign,
    Clear,
    Decline,
    Expression,
    Literal,
    Name,
    Open,
    Say,
    Speech,
    Statement,
    Target,
)
from world.values import text_of


def renamed(statement: Statement, outside: Outside, legal: str) -> Statement:
    """The statement with the legal name wherever it has the other one.

    Args:
        statement: The one that `outside` was found in.
        outside: The name that the schema does not have.
        legal: The name to take its place, as programs write it; for a value, the value.
    """
    match outside.kind:
        case Named.INTENT:
            return _intent(statement, outside.name, legal)
        case Named.SLOT:
            return _slot(statement, outside.name, unescape(legal))
        case Named.VALUE:
            return _value(statement, outside, Literal(json.dumps(legal)))


def _intent(statement: Statement, name: str, legal: str) -> Statement:
    service, _, intent = legal.rpartition(".")
    right = Name(unescape(service), unescape(intent))
    match statement:
        case Open() | Decline() if render_name(statement.name) == name:
            return replace(statement, name=right)
        case Say(acts):
            return Say(tuple(_offered(act, name, right) for act in acts))
    return statement


def _offered(act: Speech, name: str, right: Name) -> Speech:
    wrong = act.verb == "offer_intent" and act.name is not None and render_name(act.name) == name
    return replace(act, name=right) if wrong else act


def _slot(statement: Statement, name: str, legal: str) -> Statement:
    match statement:
        case Open(_, arguments):
            named = tuple((legal if slot == name else slot, value) for slot, value in arguments)
            return replace(statement, arguments=named)
        case Assign(targets, _):
            return replace(statement, targets=tuple(_target(t, name, legal) for t in targets))
        case Append(target) | Clear(target):
            return replace(statement, target=_target(target, name, legal))
    return statement


def _target(target: Target, name: str, legal: str) -> Target:
    return replace(target, slot=legal) if target.slot == name else target


def _value(statement: Statement, outside: Outside, legal: Literal) -> Statement:
    def right(slot: str, value: Expression) -> Expression:
        wrong = isinstance(value, Literal) and text_of(value.value) == outside.name
        return legal if slot == outside.slot and wrong else value

    match statement:
        case Open(_, arguments):
            return replace(
                statement, arguments=tuple((slot, right(slot, value)) for slot, value in arguments)
            )
        case Assign(targets, values):
            pairs = zip(targets, values, strict=True)
            return replace(statement, values=tuple(right(t.slot, value) for t, value in pairs))
    return statement
