"""The user gives an answer that is obviously not meant (LUCID's 'sarcastic answer')."""

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
    return place_at_request(host, rng, PhenomenonTag.SARCASTIC_ANSWER, wrong=False)


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """No answer where one was asked for."""
    return cut_at_request(placement, moment, move, ActType.SARCASTIC)


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns with that act."""
    return acted(turns, ActType.SARCASTIC)


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """The system ignores it: nothing is opened, written or performed."""
    return answered_with(turns, derive(turns, catalog), "ignore")


SARCASTIC_ANSWER = Phenomenon(
    tag=PhenomenonTag.SARCASTIC_ANSWER,
    lucid="SARCASTIC",
    description="Asked for a value, the user gives a sarcastic answer that is not meant.",
    instruction=(
        "Answer sarcastically, in a way that nobody could take at its word, "
        "and without a real value."
    ),
    question="Does the user answer sarcastically, without meaning what they say?",
    rule="The system ignores the words: nothing is opened, written or performed.",
    needs=Needs(slots=1),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("Oh sure, for a million people, why not.",),
)
