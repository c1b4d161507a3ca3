"""The user says something that is no answer (LUCID's 'irrelevant answer')."""

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
    return place_at_request(host, rng, PhenomenonTag.IRRELEVANT_ANSWER, wrong=False)


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """No answer where one was asked for."""
    return cut_at_request(placement, moment, move, ActType.IRRELEVANT)


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns with that act."""
    return acted(turns, ActType.IRRELEVANT)


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """The system ignores it: nothing is opened, written or performed."""
    return answered_with(turns, derive(turns, catalog), "ignore")


IRRELEVANT_ANSWER = Phenomenon(
    tag=PhenomenonTag.IRRELEVANT_ANSWER,
    lucid="IRRELEVANT",
    description="Asked for a value, the user says something that has nothing to do with it.",
    instruction=(
        "Do not answer: say something that has nothing to do with the question "
        "and asks for nothing."
    ),
    question="Does the user say something irrelevant instead of answering?",
    rule="The system ignores the words: nothing is opened, written or performed.",
    needs=Needs(slots=1),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("My neighbour has a new dog, by the way.",),
)
