"""A speech recogniser mishears the user's words, their values aside."""

import re
from collections.abc import Sequence
from random import Random

from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import exchanges, kept_values
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement
from schemas.service import Catalog

_CONFUSED = {
    "the": ("a",),
    "a": ("the",),
    "an": ("and",),
    "and": ("an",),
    "i'd": ("i", "id"),
    "i'm": ("im", "i am"),
    "i'll": ("ill", "i will"),
    "could": ("can",),
    "would": ("wood",),
    "please": ("pleas",),
    "be": ("been",),
    "is": ("as",),
    "my": ("by",),
}
"""Function words and what they are heard as; none of it is a number, a day or a name."""

_DROPPED = frozenset({"the", "a", "an", "to", "please", "me", "my"})
_PIECE = re.compile(r"[^\s,.;:!?…\"“”()—–]+|\s+|.")
_STOPS = frozenset(',.;:!?…"“”()—–')
ERRORS = 0.35
"""Share of the function words that are misheard or dropped."""


def garbled(utterance: str, values: Sequence[str], rng: Random, errors: float = ERRORS) -> str:
    """The utterance as a recogniser writes it: in lower case, without stops, with errors.

    The first word of a clause is heard right.

    Args:
        utterance: What was said.
        values: Words that are heard right, letter by letter.
        rng: Where the errors fall.
        errors: Share of the function words that are misheard or dropped.
    """
    pieces: list[str] = []
    at = 0
    for start, end in (*_places(utterance, values), (len(utterance), len(utterance))):
        begins = True
        for piece in _PIECE.findall(utterance[at:start].replace("’", "'")):
            word = piece.lower()
            if word in _STOPS:
                begins = True
                pieces.append(" " if word in "—–…" else "")
            elif word.isspace() or begins or rng.random() >= errors:
                pieces.append(word)
                begins = begins and word.isspace()
            else:
                pieces.append(_misheard(word, rng))
        pieces.append(utterance[start:end])
        at = end
    return re.sub(r"\s+", " ", "".join(pieces)).strip()


def _places(utterance: str, values: Sequence[str]) -> list[tuple[int, int]]:
    """Where the values stand, longest first, none inside another."""
    places: list[tuple[int, int]] = []
    for value in sorted({v for v in values if v.strip()}, key=len, reverse=True):
        for found in re.finditer(rf"(?<!\w){re.escape(value)}(?!\w)", utterance, re.IGNORECASE):
            if all(found.end() <= start or end <= found.start() for start, end in places):
                places.append(found.span())
    return sorted(places)


def _misheard(word: str, rng: Random) -> str:
    forms = [*_CONFUSED.get(word, ()), *([""] if word in _DROPPED else [])]
    return rng.choice(forms) if forms else word


def place(host: Host, rng: Random) -> Placement | None:
    """Any goal."""
    return host.put(PhenomenonTag.SPEECH_NOISE)


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """Lies over a turn that gives values; the acts stay as they are."""
    return Cut(move.acts) if move.informs else None


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns that were heard as something else than was said."""
    return tuple(
        e.user.index
        for e in exchanges(turns)
        if e.user.spoken and e.user.spoken != e.user.utterance
    )


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """The values reach the state all the same."""
    return kept_values(turns, derive(turns, catalog))


SPEECH_NOISE = Phenomenon(
    tag=PhenomenonTag.SPEECH_NOISE,
    lucid="",
    description="A speech recogniser mishears the user's words, though not the values in them.",
    instruction="",
    question="Does the user's message look like the output of a speech recogniser, with errors?",
    rule="The values reach the state as if every word had been heard right.",
    needs=Needs(told=True, counted=False),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("id like book table at Thai Spice for 4 people pleas",),
)
