"""The user leaves before the task is done (LUCID's 'early end')."""

from random import Random

from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import Exchange, exchanges
from schemas.acts import ActType
from schemas.dialogue import SignalKind
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Goal, GoalOutcome, Placement
from schemas.service import Catalog


def place(host: Host, rng: Random) -> Placement | None:
    """The last goal, where it is confirmed, its end is free and no other one waits for it."""
    last = host.goal.number == max(goal.number for goal in host.goals)
    interrupts = any(p.tag is PhenomenonTag.INTENT_SWITCH for p in host.placed)
    if not last or not host.confirmed or interrupts or "end" in host.taken:
        return None
    return Placement(tag=PhenomenonTag.EARLY_END, goal=host.goal.number, claims=("end",))


def shape(placement: Placement, goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
    """The goal ends so."""
    return tuple(
        goal.model_copy(update={"outcome": GoalOutcome.ABANDONED})
        if goal.number == placement.goal
        else goal
        for goal in goals
    )


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """Takes leave when asked for a value or to confirm, once something has been said."""
    if moment.confirming or (moment.requested and moment.told):
        return Cut((moment.act(ActType.GOODBYE),), ends=True)
    return None


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """The user's goodbye while a task is open."""
    found = []
    open_tasks: set[int] = set()
    for exchange in exchanges(turns):
        if exchange.has(ActType.GOODBYE) and open_tasks:
            found.append(exchange.user.index)
        open_tasks = _open_after(open_tasks, exchange)
    return tuple(found)


def _open_after(open_tasks: set[int], exchange: Exchange) -> set[int]:
    now = set(open_tasks)
    for signal in exchange.signals:
        if signal.task is None:
            continue
        if signal.kind in (SignalKind.HINT_VALUE, SignalKind.HINT_CONFIRM):
            now.add(signal.task)
        elif signal.kind is not SignalKind.ERROR:
            now.discard(signal.task)
    return {task for task in now if f"cancel(x{task})" not in exchange.statements}


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """Nothing is performed once the user has taken leave."""
    where = derive(turns, catalog)
    return tuple(
        Fault(exchange.user.index, "a task was performed after the user had left")
        for exchange in exchanges(turns)
        if where and exchange.user.index >= where[0] and exchange.signalled(SignalKind.PERFORM)
    )


EARLY_END = Phenomenon(
    tag=PhenomenonTag.EARLY_END,
    lucid="EARLY_END",
    description="The user ends the conversation while a task is still open.",
    instruction="You have to go now: end the conversation without finishing this.",
    question="Does the user end the conversation before what they asked for is done?",
    rule="Nothing is performed once the user has left.",
    needs=Needs(confirmed=True, ends=True),
    place=place,
    shape=shape,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("Sorry, I have to run. Bye!",),
)
