"""The user looks something up: a query intent inside the dialogue (LUCID's 'query')."""

from random import Random

from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import exchanges
from schemas.dialogue import SignalKind
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement
from schemas.service import Catalog


def place(host: Host, rng: Random) -> Placement | None:
    """Any goal whose intent is a query."""
    if host.service.intent(host.goal.intent).transactional:
        return None
    return Placement(tag=PhenomenonTag.QUERY, goal=host.goal.number)


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """The opening of the goal is the phenomenon; its acts stay as they are."""
    return Cut(move.acts) if moment.opening else None


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns that open a query intent."""
    return tuple(
        exchange.user.index
        for exchange in exchanges(turns)
        if any(
            not catalog.intent(act.service, act.intent).transactional for act in exchange.openings()
        )
    )


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """A query is run, or asked about where a required slot is missing."""
    where = derive(turns, catalog)
    return tuple(
        Fault(exchange.user.index, "the query was neither run nor asked about")
        for exchange in exchanges(turns)
        if exchange.user.index in where
        and not exchange.signalled(SignalKind.RESULT)
        and not exchange.signalled(SignalKind.HINT_VALUE)
    )


QUERY = Phenomenon(
    tag=PhenomenonTag.QUERY,
    lucid="QUERY",
    description="The user asks to look something up instead of having something done.",
    instruction="You want to look this up, not to make or change anything.",
    question="Does the user ask the assistant to look something up?",
    rule="The query is run, or asked about where a required slot is missing.",
    needs=Needs(query=True),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("Can you find my reservations from last week?",),
)
