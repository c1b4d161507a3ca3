"""The user opens with every value (LUCID's 'all in one')."""

from random import Random

from phenomena.openings import rich_openings, sayable
from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import kept_values
from schemas.acts import ActType
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement
from schemas.service import Catalog


def place(host: Host, rng: Random) -> Placement | None:
    """A goal with two slots or more, none of which another phenomenon claims."""
    slots = len(host.goal.slots)
    if slots < 2 or len(sayable(host)) < slots or "opening" in host.taken:
        return None
    return Placement(
        tag=PhenomenonTag.ALL_IN_ONE,
        goal=host.goal.number,
        claims=("opening", *(slot.slot for slot in host.goal.slots)),
    )


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """Everything with the opening."""
    if not moment.opening:
        return None
    opening = tuple(act for act in move.acts if act.act is not ActType.INFORM)
    return Cut(opening + tuple(moment.inform(slot.slot) for slot in moment.goal.slots))


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """Openings with two or more values after which nothing is missing."""
    return rich_openings(turns, complete=True)


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """All the values reach the state."""
    return kept_values(turns, derive(turns, catalog))


ALL_IN_ONE = Phenomenon(
    tag=PhenomenonTag.ALL_IN_ONE,
    lucid="ALL_IN_ONE",
    description="The user gives everything a task needs in the message that starts it.",
    instruction="Give every one of these values at once, together with what you want.",
    question="Does the user give everything that is needed in the message that starts a task?",
    rule="Every value reaches the state.",
    needs=Needs(slots=2, opening=True),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("Book a table for 4 at Thai Spice tomorrow at 8 pm.",),
)
