"""What every part of the language needs: its bounds, its error, how names are escaped."""

import keyword
import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from schemas.dialogue import Named
from world.statements import VERBS, Special

MAX_LENGTH = 4000
"""Characters of a statement."""
MAX_STATEMENTS = 20
"""Statements of a program."""
MAX_ITEMS = 50
"""Elements of a list or dict, arguments of a call."""
MAX_DEPTH = 5
"""Nesting of a value."""
MAX_NODES = 600
"""Syntax nodes of a statement."""
MAX_NUMBER = 10**15

INDEX = re.compile(r"^x(0|[1-9]\d{0,6})$")
_RESERVED = frozenset({*keyword.kwlist, *VERBS, "say", "clear", "decline", "carry"}) | {
    special.value for special in Special
}


@dataclass(frozen=True)
class Outside:
    """A name in a program that the schema does not have.

    Attributes:
        kind: What it is meant as: an intent, a slot, or a value of a closed slot.
        name: As the program has it.
        service, intent: Whose slot it is meant as; empty for an intent.
        slot: Whose value it is meant as.
        statement: Which statement of the program has it, from 0.
    """

    kind: Named
    name: str
    service: str = ""
    intent: str = ""
    slot: str = ""
    statement: int = 0


class ProgramError(ValueError):
    """A statement that is not one, or that cannot be executed now.

    Attributes:
        message: One sentence for the system model.
        legal: What would have been legal, nearest first.
        outside: The name at fault, where it is one that the schema does not have.
    """

    def __init__(
        self, message: str, legal: Sequence[str] = (), outside: Outside | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.legal = tuple(legal)
        self.outside = outside


def nearest(name: str, legal: Sequence[str], limit: int = 8) -> tuple[str, ...]:
    """The legal names, most similar to `name` first."""
    found = process.extract(name, list(dict.fromkeys(legal)), scorer=fuzz.WRatio, limit=limit)
    return tuple(choice for choice, _, _ in found)


def escape(name: str) -> str:
    """A schema's name as programs write it: `class` is `class_`, `x1` is `x1_`."""
    return f"{name}_" if is_reserved(name.rstrip("_")) else name


def unescape(name: str) -> str:
    """The schema's name behind a program's."""
    return name[:-1] if name.endswith("_") and is_reserved(name.rstrip("_")) else name


def is_reserved(name: str) -> bool:
    """Whether programs give the name a meaning of their own."""
    return name in _RESERVED or bool(INDEX.match(name))
