"""The user speaks as if something had been done that was not."""

from random import Random

from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import acted, refused
from schemas.acts import ActType
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement
from schemas.service import Catalog


def place(host: Host, rng: Random) -> Placement | None:
    """A goal that is confirmed, in a service of which nothing else in the dialogue is."""
    others = [g for g in host.goals if g.service == host.goal.service and g is not host.goal]
    if not host.confirmed or others:
        return None
    return host.put(PhenomenonTag.FALSE_PREMISE)


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """Speaks of the result of the goal while it is still to be had."""
    return Cut((moment.act(ActType.PRESUME),)) if moment.asked else None


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns that presume what was not done."""
    return acted(turns, ActType.PRESUME)


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """The system says why not, changes nothing, and asks its question again."""
    return refused(turns, derive(turns, catalog))


FALSE_PREMISE = Phenomenon(
    tag=PhenomenonTag.FALSE_PREMISE,
    lucid="",
    description="The user speaks as if something had been done already, though it was not.",
    instruction=(
        "You believe that this has been done already: speak of its result as if it existed, "
        "without any detail."
    ),
    question="Does the user speak of something as done that the assistant has not done?",
    rule="The system refuses with a reason, changes nothing, and asks the open question again.",
    needs=Needs(confirmed=True),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("Can you move the reservation you made for me? (when none was made yet)",),
)
