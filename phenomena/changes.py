"""Values that an earlier turn of the task gave otherwise, and how the user comes to change them.

Three phenomena are told apart here: a correction says that it is one, a contradiction does not,
and a mistaken detail is mended once nothing was found with it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from phenomena.phenomenon import Turns
from phenomena.reading import Exchange, exchanges
from schemas.acts import ActType
from schemas.base import Value

_MARKS = re.compile(
    r"\b(?:not|actually|instead|chang(?:e|ed|ing)|switch|sorry|rather|wait|correct(?:ion|ed)?|meant"
    r"|mistake|wrong|make that|update|scratch|hang on|hold on|second thoughts?|after all"
    r"|apologi[sz]e|apologies|oops|misspoke|mixed up|no longer|nope)\b|\bno,",
    re.IGNORECASE,
)
"""Words with which people say that what follows takes the place of something."""


@dataclass(frozen=True)
class Change:
    """A user turn that gives slots another value than an earlier turn of the same task did.

    Attributes:
        slots: The changed slots as (service, intent, slot).
        old: Their values before.
        marked: Whether the user says that it is a change.
        missed: Whether nothing had been found just before.
    """

    exchange: Exchange
    slots: tuple[tuple[str, str, str], ...]
    old: tuple[Value, ...]
    marked: bool
    missed: bool


def marks_a_change(utterance: str, values: Iterable[str] = ()) -> bool:
    """Whether the words, values aside, say that something is changed."""
    for value in values:
        utterance = utterance.replace(value, "_") if value else utterance
    return _MARKS.search(utterance) is not None


def changes(turns: Turns) -> Iterator[Change]:
    """Every turn that changes a value, in order."""
    given: dict[tuple[str, str, str], Value] = {}
    for exchange in exchanges(turns):
        for opening in exchange.openings():
            task = (opening.service, opening.intent)
            given = {key: value for key, value in given.items() if key[:2] != task}
        informed = exchange.informed()
        changed = [k for k, acts in informed.items() if k in given and given[k] != acts[-1].value]
        if changed:
            yield Change(
                exchange=exchange,
                slots=tuple(changed),
                old=tuple(given[key] for key in changed),
                marked=exchange.has(ActType.NEGATE) or _marked(exchange),
                missed=exchange.found_nothing(changed[0][:2]),
            )
        given |= {key: acts[-1].value for key, acts in informed.items()}


def _marked(exchange: Exchange) -> bool:
    surfaces = [act.surface for act in exchange.user.acts]
    return marks_a_change(exchange.user.utterance, surfaces)
