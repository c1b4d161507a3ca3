"""One user turn asks for two things."""

from random import Random

from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import Exchange, exchanges
from phenomena.tasks import opened_tasks
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement
from schemas.service import Catalog


def place(host: Host, rng: Random) -> Placement | None:
    """A goal that is followed by one that does not rest on its result; both openings free.

    The second one has to be asked about, or it would be over before it is served.
    """
    other = host.next_goal
    if other is None or "opening" in host.taken | host.claimed(other.number):
        return None
    same = other.service == host.goal.service  # a service has one state, which could not show both
    if same or not host.catalog.intent(other.service, other.intent).required:
        return None
    return Placement(
        tag=PhenomenonTag.TWO_INTENTS_IN_A_TURN,
        goal=host.goal.number,
        other=other.number,
        claims=("opening",),
    )


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """The next goal is opened together with this one."""
    return Cut(move.acts, opens=placement.other) if moment.opening else None


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns that open two tasks of different intents."""
    return tuple(e.user.index for e in exchanges(turns) if len(_wanted(e)) > 1)


def _wanted(exchange: Exchange) -> set[tuple[str, str]]:
    return {(act.service, act.intent) for act in exchange.openings()}


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """Both tasks are opened in the answer."""
    tasks = opened_tasks(turns, catalog)
    found = []
    for exchange in exchanges(turns):
        wanted = _wanted(exchange)
        opened = {(t.service, t.intent) for t in tasks if t.turn == exchange.user.index}
        if len(wanted) > 1:
            found += [
                Fault(exchange.user.index, f"{service}.{intent} was not opened")
                for service, intent in sorted(wanted - opened)
            ]
    return tuple(found)


TWO_INTENTS_IN_A_TURN = Phenomenon(
    tag=PhenomenonTag.TWO_INTENTS_IN_A_TURN,
    lucid="",
    description="One message of the user asks for two different things.",
    instruction="Ask for both of these things in the same breath.",
    question="Does the user ask for two different things in one message?",
    rule="Both tasks are opened in one program and then served one after the other.",
    needs=Needs(goals=2, opening=True),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("I need a hotel in Rome, and also a taxi to the airport.",),
)
