"""In the middle of a task the user turns to another one, and comes back after it."""

from random import Random

from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import exchanges
from phenomena.tasks import OpenedTask, opened_tasks
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement
from schemas.service import Catalog


def place(host: Host, rng: Random) -> Placement | None:
    """A goal that the system asks about, followed by one that can be done before it."""
    other = host.next_goal
    paired = {p.goal for p in host.placed if p.tag is PhenomenonTag.TWO_INTENTS_IN_A_TURN}
    # What is not confirmed has to have something left to be asked for.
    required = host.service.intent(host.goal.intent).required
    kept_already = host.taken & set(required) if "opening" not in host.taken else frozenset()
    if other is None or host.goal.number in paired:
        return None
    if not (host.confirmed or kept_already or host.asked):
        return None
    kept = () if host.confirmed or kept_already else host.asked[-1:]
    placement = host.put(PhenomenonTag.INTENT_SWITCH)
    return placement.model_copy(update={"other": other.number, "claims": kept})


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """The opening of the next goal where an answer about this one was due."""
    return Cut((), opens=placement.other) if moment.asked else None


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns that open a task while another one waits for them, and is taken up later."""
    tasks = opened_tasks(turns, catalog)
    return tuple(
        exchange.user.index
        for exchange in exchanges(turns)
        if exchange.openings() and _left(tasks, exchange.user.index)
    )


def _left(tasks: tuple[OpenedTask, ...], turn: int) -> list[OpenedTask]:
    """Tasks that waited before the turn, were let be in it, and went on later."""
    return [
        task
        for task in tasks
        if task.waits(turn)
        and all(when != turn for when, _ in task.signals)
        and any(when > turn for when, _ in task.signals)
    ]


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """The task that was left stays as it was until the user comes back to it."""
    tasks = opened_tasks(turns, catalog)
    where = derive(turns, catalog)
    return tuple(
        Fault(exchange.user.index, f"x{task.number} was changed, which the user had turned from")
        for exchange in exchanges(turns)
        if exchange.user.index in where
        for task in _left(tasks, exchange.user.index)
        if any(text.startswith(f"x{task.number}.") for text in exchange.statements)
    )


INTENT_SWITCH = Phenomenon(
    tag=PhenomenonTag.INTENT_SWITCH,
    lucid="",
    description="In the middle of a task the user turns to another one first.",
    instruction="Do not answer now: turn to this other thing first.",
    question="Does the user leave a question open and ask for something else first?",
    rule="The task that was left stays as it was, and is taken up again after the other.",
    needs=Needs(goals=2),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("Before that, I need a taxi to the airport. (when asked for a time)",),
)
