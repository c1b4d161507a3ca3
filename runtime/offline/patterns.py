"""Templates as patterns that understanding can match."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from runtime.offline.words import singular
from schemas.acts import ActType

_PLACEHOLDER = re.compile(r"\{(v|e|r)\}")
_FIRST = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|[^\sa-z0-9]")
_END_PUNCTUATION = " ?!.,:"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A template split at its gaps: literals at even places, gap letters at odd ones.

    Attributes:
        act: What it expresses, None for words that express nothing.
        slot: The slot it is about, as programs write it.
        value: For yes-or-no slots, what the words mean.
        strict: Whether the value must look like one of its slot's kind.
        cost: How reluctantly it is used.
        group: The bank it comes from, for the judge.
    """

    parts: tuple[str, ...]
    act: ActType | None
    slot: str = ""
    value: str = ""
    strict: bool = False
    cost: float = 0.5
    group: str = ""

    @property
    def first(self) -> str:
        """The first word, empty where the pattern begins with a gap."""
        return first_word(self.parts[0], 0)


def normal(text: str) -> str:
    """A text as patterns compare it: lower-cased character by character, plain apostrophes."""
    return "".join(_lower(c) for c in text)


def _lower(char: str) -> str:
    if char in "’‘":
        return "'"
    if char in "“”":
        return '"'
    low = char.lower()
    return low if len(low) == 1 else char


def first_word(text: str, start: int) -> str:
    """The word that begins at a place of a normal text."""
    match = _FIRST.match(text, start)
    return match.group() if match else ""


def variants(template: str, noun: str = "") -> Iterator[str]:
    """A slot phrase without its options: with and without preposition, one and many."""
    choices: list[tuple[str, ...]] = []
    for piece in re.split(r"(\{on\}|\{at\}|\{in\}|\{n\})", template):
        if piece in ("{on}", "{at}"):
            choices.append((f"{piece[1:-1]} ", ""))
        elif piece == "{in}":
            choices.append(("in ", "at ", ""))
        elif piece == "{n}":
            choices.append((noun, singular(noun)))
        else:
            choices.append((piece,))
    for combination in product(*choices):
        yield "".join(combination)


def split(template: str) -> tuple[str, ...]:
    """A template's parts, normal, without the punctuation at its end."""
    parts = _PLACEHOLDER.split(normal(template))
    if len(parts) % 2:
        parts[-1] = parts[-1].rstrip(_END_PUNCTUATION)
    if parts[1:2] == ["r"] and parts[0].rstrip(_END_PUNCTUATION):
        parts[0] = parts[0].rstrip(_END_PUNCTUATION)  # a remark may begin a sentence of its own
    return tuple(parts)


def patterns(
    templates: Iterable[str], act: ActType | None, *, cost: float = 0.5, group: str = ""
) -> Iterator[Pattern]:
    """Patterns of a bank."""
    for template in templates:
        yield Pattern(split(template), act, cost=cost, group=group)


def by_first_word(found: Iterable[Pattern]) -> dict[str, tuple[Pattern, ...]]:
    """Patterns under their first word; those that begin with a gap under ''."""
    index: dict[str, dict[tuple[object, ...], Pattern]] = {}
    for pattern in found:
        key = (pattern.parts, pattern.act, pattern.slot, pattern.value)
        index.setdefault(pattern.first, {}).setdefault(key, pattern)
    return {
        word: tuple(sorted(group.values(), key=lambda p: -len(p.parts[0])))
        for word, group in index.items()
    }
