"""The microphone catches words meant for somebody else (LUCID's 'overheard answer')."""

from random import Random

from phenomena.no_answer import cut_at_request, place_at_request
from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import acted, answered_with
from schemas.acts import ActType
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement
from schemas.service import Catalog


def place(host: Host, rng: Random) -> Placement | None:
    """A required slot that is asked for."""
    return place_at_request(host, rng, PhenomenonTag.OVERHEARD_ANSWER, wrong=True)


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """No answer where one was asked for."""
    return cut_at_request(placement, moment, move, ActType.OVERHEARD)


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns with that act."""
    return acted(turns, ActType.OVERHEARD)


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """The system ignores it: nothing is opened, written or performed."""
    return answered_with(turns, derive(turns, catalog), "ignore")


OVERHEARD_ANSWER = Phenomenon(
    tag=PhenomenonTag.OVERHEARD_ANSWER,
    lucid="OVERHEARD",
    description="The user talks to somebody else in the room, and the assistant overhears it.",
    instruction=(
        "You are talking to somebody else in the room, not to the assistant; "
        "the value belongs to that talk."
    ),
    question="Is the user's message meant for somebody else in the room?",
    rule="The system ignores the words: nothing is opened, written or performed.",
    needs=Needs(slots=1),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("Tom, did you say you would be back on Tuesday?",),
)
