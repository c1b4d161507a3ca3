"""The user answers for another slot than asked (LUCID's 'wrong slot')."""

from random import Random

from phenomena.openings import sayable
from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import Exchange, exchanges, kept_values
from schemas.acts import ActType
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement
from schemas.service import Catalog

_ANSWERS = frozenset({ActType.INFORM})


def place(host: Host, rng: Random) -> Placement | None:
    """A slot that is not the first to be asked for, in a goal where three are to be filled."""
    required = host.service.intent(host.goal.intent).required
    asked = [slot for slot in sayable(host) if slot in required]
    if len(asked) < 2 or len(host.goal.slots) < 3 or "opening" in host.taken:
        return None
    slot = asked[-1]
    return Placement(tag=PhenomenonTag.WRONG_SLOT, goal=host.goal.number, slot=slot, claims=(slot,))


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """Another slot's value instead of the one that was asked for."""
    slot = placement.slot
    if moment.opening or not moment.requested or slot in moment.requested or slot in moment.told:
        return None
    return Cut((moment.inform(slot),))


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns that inform slots, none of which had just been asked for."""
    return tuple(e.user.index for e in exchanges(turns) if _misses(e))


def _misses(exchange: Exchange) -> bool:
    if not exchange.requested or {a.act for a in exchange.user.acts} != _ANSWERS:
        return False
    return not any(slot in exchange.requested for _, _, slot in exchange.informed())


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """The value is taken for the slot that it belongs to."""
    return kept_values(turns, derive(turns, catalog))


WRONG_SLOT = Phenomenon(
    tag=PhenomenonTag.WRONG_SLOT,
    lucid="WRONG_SLOT",
    description="The user is asked for one slot and gives the value of another.",
    instruction="Do not answer what was asked; give this other piece of information instead.",
    question="Does the user answer a question with the value of something that was not asked?",
    rule="The value is written to the slot that it belongs to.",
    needs=Needs(slots=3, opening=True),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("It should be at 8 pm. (when asked for the number of people)",),
)
