"""The user looks something up with a wrong detail, finds nothing, and mends the detail."""

from random import Random

from phenomena.changes import changes
from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import exchanges, kept_values
from schemas.acts import ActType
from schemas.dialogue import SignalKind
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement
from schemas.service import Catalog


def place(host: Host, rng: Random) -> Placement | None:
    """A query that finds something, and nothing once one of its values is another."""
    if host.service.intent(host.goal.intent).transactional or not host.found(host.goal.number):
        return None
    given = [s.slot for s in host.goal.slots if s.reference is None]
    # What is optional may never be told: a query runs as soon as nothing is missing.
    slots = [slot for slot in host.asked if slot in given]
    rng.shuffle(slots)
    for slot in slots:
        wrong = host.missing(slot)
        if wrong is not None:
            return host.put(PhenomenonTag.MISTAKEN_DETAIL, slot, wrong)
    return None


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """First the wrong value; once nothing is found with it, the right one."""
    slot = placement.slot
    if moment.stage == 0 and move.has(ActType.INFORM, slot):
        wrong = moment.act(ActType.INFORM, slot, placement.value, placement.surface)
        told = tuple(wrong if a.act is ActType.INFORM and a.slot == slot else a for a in move.acts)
        return Cut(told, done=False)
    if moment.stage == 1 and moment.found == 0:
        return Cut((moment.inform(slot),))
    return None


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns that change a value with which nothing had been found."""
    return tuple(change.exchange.user.index for change in changes(turns) if change.missed)


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """The new value reaches the state, and the query is run with it."""
    where = derive(turns, catalog)
    return (
        *kept_values(turns, where),
        *(
            Fault(exchange.user.index, "the query was not run again")
            for exchange in exchanges(turns)
            if exchange.user.index in where and not exchange.signalled(SignalKind.RESULT)
        ),
    )


MISTAKEN_DETAIL = Phenomenon(
    tag=PhenomenonTag.MISTAKEN_DETAIL,
    lucid="",
    description="The user searches with a wrong detail, nothing is found, and they mend it.",
    instruction="You got a detail wrong, that is why nothing was found: give the right one.",
    question="Does the user mend a detail after the assistant found nothing with it?",
    rule="The new value takes the place of the old one, and the query is run again.",
    needs=Needs(query=True, results=1, slots=1),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("Oh, it must have been last week then.",),
)
