"""The user opens with several values, but not with all (LUCID's 'start multi slot')."""

from random import Random

from phenomena.openings import rich_openings, sayable
from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import kept_values
from schemas.acts import ActType
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement
from schemas.service import Catalog


def place(host: Host, rng: Random) -> Placement | None:
    """A goal with two free slots, and a required one that is left to ask for."""
    required = host.service.intent(host.goal.intent).required
    free = sayable(host)
    leaves = [slot for slot in free if slot in required]
    if len(free) < 3 or not leaves or "opening" in host.taken:
        return None
    kept = rng.choice(leaves)
    return Placement(
        tag=PhenomenonTag.START_MULTI_SLOT,
        goal=host.goal.number,
        slot=kept,
        claims=("opening", *[slot for slot in free if slot != kept][:2]),
    )


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """Two values with the opening; `placement.slot` is one that is kept for later."""
    if not moment.opening:
        return None
    opening = tuple(act for act in move.acts if act.act is not ActType.INFORM)
    return Cut(opening + tuple(moment.inform(slot) for slot in placement.claims[1:]))


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """Openings with two or more values after which something is still missing."""
    return rich_openings(turns, complete=False)


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """All the values reach the state."""
    return kept_values(turns, derive(turns, catalog))


START_MULTI_SLOT = Phenomenon(
    tag=PhenomenonTag.START_MULTI_SLOT,
    lucid="START_MULTI",
    description="The user opens a task with several values at once, though not with all.",
    instruction="Give all of these values together with what you want.",
    question="Does the user start a task with two or more values, but not all it needs?",
    rule="Every value reaches the state.",
    needs=Needs(slots=3, opening=True),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("I'd like a table at The Olive Garden on Friday, please.",),
)
