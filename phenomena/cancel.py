"""The user calls a task off (LUCID's 'cancel')."""

from random import Random

from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import acted, answered_with
from schemas.acts import ActType
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Goal, GoalOutcome, Placement
from schemas.service import Catalog


def place(host: Host, rng: Random) -> Placement | None:
    """A transactional goal whose end is free and whose result no other goal needs."""
    needed = {s.reference.goal for g in host.goals for s in g.slots if s.reference is not None}
    if not host.confirmed or "end" in host.taken or host.goal.number in needed:
        return None
    return Placement(tag=PhenomenonTag.CANCEL, goal=host.goal.number, claims=("end",))


def shape(placement: Placement, goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
    """The goal ends so."""
    return tuple(
        goal.model_copy(update={"outcome": GoalOutcome.CANCELLED})
        if goal.number == placement.goal
        else goal
        for goal in goals
    )


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """Calls the task off where it was to be confirmed."""
    return Cut((moment.act(ActType.CANCEL),)) if moment.confirming else None


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns that call a task off."""
    return acted(turns, ActType.CANCEL)


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """The task is cancelled, and nothing else happens."""
    return answered_with(turns, derive(turns, catalog), "cancel")


CANCEL = Phenomenon(
    tag=PhenomenonTag.CANCEL,
    lucid="CANCEL",
    description="The user calls off a task before it is performed.",
    instruction="You have changed your mind: call this off.",
    question="Does the user call off what they had asked for?",
    rule="The system cancels the task and does nothing else.",
    needs=Needs(confirmed=True, ends=True),
    place=place,
    shape=shape,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("Actually, forget about the table.",),
)
