"""The user neither confirms nor denies, and confirms later (LUCID's 'delay confirmation')."""

from random import Random

from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import acted, answered_with
from schemas.acts import ActType
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement
from schemas.service import Catalog


def place(host: Host, rng: Random) -> Placement | None:
    """A goal that has to be confirmed."""
    if not host.confirmed:
        return None
    return Placement(tag=PhenomenonTag.DELAY_CONFIRMATION, goal=host.goal.number)


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """A hold where the confirmation was due."""
    if moment.confirming and move.has(ActType.AFFIRM):
        return Cut((moment.act(ActType.HOLD),))
    return None


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns that put a task on hold."""
    return acted(turns, ActType.HOLD)


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """The task waits, and nothing else happens."""
    return answered_with(turns, derive(turns, catalog), "hold")


DELAY_CONFIRMATION = Phenomenon(
    tag=PhenomenonTag.DELAY_CONFIRMATION,
    lucid="DELAY_CONFIRMATION",
    description="Asked to confirm, the user neither agrees nor refuses: they want to wait.",
    instruction="You are not ready to confirm yet: ask the assistant to wait.",
    question="Does the user, asked to confirm, ask to wait instead?",
    rule="The system holds the task and does nothing else.",
    needs=Needs(confirmed=True),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("Hold on, let me think about that for a second.",),
)
