"""The user hesitates aloud: fillers and backchannels."""

import re
from random import Random

from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import exchanges, kept_values
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement
from schemas.service import Catalog

_FILLERS = re.compile(
    r"\b(?:u+h+|u+h*m+|h+m+|e+r+|e+r+m+|mh+m*|uh[- ]huh|mm[- ]hmm|ok(?:ay)? so|so like|you know"
    r"|let me (?:think|see)|let['’]s see|how (?:do|shall) i (?:say|put) (?:this|it))\b",
    re.IGNORECASE,
)


def hesitates(utterance: str) -> bool:
    """Whether the words hold a filler."""
    return _FILLERS.search(utterance) is not None


def place(host: Host, rng: Random) -> Placement | None:
    """Any goal."""
    return host.put(PhenomenonTag.HESITATION)


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """Lies over a turn that gives values; the acts stay as they are."""
    return Cut(move.acts) if move.informs else None


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns with a filler in them."""
    return tuple(e.user.index for e in exchanges(turns) if hesitates(e.user.utterance))


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """Fillers are no values: what the user says reaches the state all the same."""
    return kept_values(turns, derive(turns, catalog))


def complaint(utterance: str, values: tuple[str, ...]) -> str:
    """A wording without a filler does not hesitate."""
    if hesitates(utterance):
        return ""
    return "it does not hesitate; put in a filler such as uh, um, hmm or okay so"


HESITATION = Phenomenon(
    tag=PhenomenonTag.HESITATION,
    lucid="",
    description="The user hesitates aloud, with fillers such as 'uh' or 'okay so'.",
    instruction="Hesitate aloud: use fillers such as uh, um, hmm or okay so.",
    question="Does the user hesitate aloud, with fillers such as uh, um or hmm?",
    rule="The values reach the state as if they had been said without fillers.",
    needs=Needs(told=True, counted=False),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    complaint=complaint,
    examples=("Uh, let me see... for 4 people.",),
)
