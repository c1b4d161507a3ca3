"""The statements of the program language."""

import json
from dataclasses import dataclass
from enum import StrEnum

from schemas.base import Value


class Special(StrEnum):
    """The two values that are bare names: any value will do, and none can be told."""

    DONTCARE = "dontcare"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Literal:
    """A string, number, boolean, or a list or dict of them, kept as JSON so that it hashes."""

    json: str

    @property
    def value(self) -> Value:
        """The value itself, a fresh one each time."""
        value: Value = json.loads(self.json)
        return value


@dataclass(frozen=True)
class Ref:
    """`x5`, `x5[0]`, `x5.time`, `x5[0].time`: a task, a signal, an entity, or a slot of one."""

    index: int
    entity: int | None = None
    slot: str = ""


Expression = Literal | Special | Ref


@dataclass(frozen=True)
class Name:
    """An intent's name; `service` is empty where it is written bare."""

    service: str
    intent: str


@dataclass(frozen=True)
class Target:
    """A task's slot."""

    task: int
    slot: str


@dataclass(frozen=True)
class Open:
    """`intent(slot=value, ...)`: opens a task. `carry` overrides the service's rule."""

    name: Name
    arguments: tuple[tuple[str, Expression], ...]
    carry: bool | None = None


@dataclass(frozen=True)
class Assign:
    """`x1.date, x1.time = v, w`."""

    targets: tuple[Target, ...]
    values: tuple[Expression, ...]


@dataclass(frozen=True)
class Append:
    """`x1.tags.append(v)`: one more element of an array slot."""

    target: Target
    value: Expression


@dataclass(frozen=True)
class Clear:
    """`clear(x1.date)`: takes a value back."""

    target: Target


@dataclass(frozen=True)
class Do:
    """`confirm(x1)` and its like; `ref` is None for `ignore()`."""

    verb: str
    ref: Ref | None


@dataclass(frozen=True)
class Decline:
    """`decline(Intent)`: the user does not want the intent that was offered."""

    name: Name


@dataclass(frozen=True)
class Speech:
    """One argument of `say`: an act, or (verb `signal`) a signal whose acts are meant.

    Attributes:
        name: An intent; or the service, or service and slot, of an act that refers to nothing.
        reason: Of a refusal.
        wording: How the value is said, where that is not its canonical form.
        value: The canonical value, where what the act refers to does not hold it.
    """

    verb: str
    refs: tuple[Ref, ...] = ()
    name: Name | None = None
    reason: str = ""
    wording: str = ""
    value: Literal | None = None


@dataclass(frozen=True)
class Say:
    """`say(...)`: ends the system's turn."""

    acts: tuple[Speech, ...]


Statement = Open | Assign | Append | Clear | Do | Decline | Say

VERBS: dict[str, tuple[str, bool | None]] = {
    "confirm": ("confirm(x1)", False),
    "cancel": ("cancel(x1)", None),
    "hold": ("hold(x1)", False),
    "ignore": ("ignore()", None),
    "select": ("select(x5[1])", True),
    "more": ("more(x5)", False),
    "accept": ("accept(x9[0])", True),
    "close": ("close(x1)", False),
    "query": ("query(x1)", False),
}
"""Verbs with an example, and whether they take an entity (None: either)."""

SHAPES: dict[str, str] = {
    "request": "refs",
    "confirm": "refs",
    "offer": "refs",
    "count": "refs",
    "inform": "refs",
    "success": "task",
    "failure": "task",
    "clarify": "clarify",
    "offer_intent": "name",
    "more_help": "service",
    "refuse": "reason",
    "goodbye": "service",
}
"""The acts of `say` and what each takes."""
