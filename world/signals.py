"""Signals as the system model reads them."""

from collections.abc import Sequence

from schemas.base import Value
from schemas.world import Entity
from world.names import escape
from world.rendering import render_value

SHOWN = 5
"""Entities of a result that its text shows."""


def _values(values: dict[str, Value]) -> str:
    return " ".join(f"{escape(name)}={render_value(value)}" for name, value in values.items())


def _numbered(entities: Sequence[Entity]) -> str:
    shown = [f"[{place}] {_values(e.values)}" for place, e in enumerate(entities[:SHOWN])]
    if len(entities) > SHOWN:
        shown.append(f"and {len(entities) - SHOWN} more")
    return "; ".join(shown)


def hint_value(task: int, slot: str) -> str:
    """A required slot is missing."""
    return f'hint("ask for value: {escape(slot)}", ref=x{task})'


def hint_confirm(task: int) -> str:
    """All is there."""
    return f'hint("please confirm", ref=x{task})'


def hint_offer(task: int, intent: str) -> str:
    """A result was chosen, and another intent could follow."""
    return f'hint("offer to go on: {intent}", ref=x{task})'


def perform(task: int, entities: Sequence[Entity]) -> str:
    """It was done."""
    return f"perform(x{task}, {_numbered(entities)})" if entities else f"perform(x{task})"


def result(task: int, entities: Sequence[Entity]) -> str:
    """What a query found."""
    found = f", {_numbered(entities)}" if entities else ""
    return f"result(x{task}, count={len(entities)}{found})"


def failed(task: int, reason: str, alternatives: Sequence[Entity]) -> str:
    """The backend refused."""
    offers = f", alternatives: {_numbered(alternatives)}" if alternatives else ""
    return f"failed(x{task}, {render_value(reason)}{offers})"


def error(reason: str, legal: Sequence[str]) -> str:
    """A statement was invalid."""
    names = f", legal={render_value(list(legal))}" if legal else ""
    return f"error({render_value(reason)}{names})"
