"""The call fails, and the user answers to what is offered instead."""

from random import Random

from phenomena.openings import sayable
from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import Exchange, exchanges
from schemas.acts import ActType
from schemas.dialogue import Signal, SignalKind
from schemas.phenomenon import PhenomenonTag
from schemas.plan import GoalOutcome, Placement
from schemas.service import Catalog


def place(host: Host, rng: Random) -> Placement | None:
    """A confirmed goal that no other one rests on, with a slot that could have been another."""
    needed = {s.reference.goal for g in host.goals for s in g.slots if s.reference is not None}
    free = "end" not in host.taken and host.goal.outcome is GoalOutcome.PERFORMED
    if not host.confirmed or not free or host.goal.number in needed:
        return None
    given = [s.slot for s in host.goal.slots if s.reference is None]
    slots = [slot for slot in given if slot in sayable(host)] or given
    rng.shuffle(slots)
    for slot in slots:
        other = host.wrong(slot)
        if other is not None:
            placement = host.put(PhenomenonTag.BACKEND_FAILURE, slot, other)
            return placement.model_copy(update={"claims": ("end",)})
    return None


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """The answer to the failure; the acts stay as they are."""
    answers = move.has(ActType.AFFIRM) or move.has(ActType.NEGATE)
    return Cut(move.acts) if moment.failed and answers else None


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns that follow a failed call."""
    return tuple(e.user.index for e in exchanges(turns) if _failure(e) is not None)


def _failure(exchange: Exchange) -> Signal | None:
    steps = exchange.before.steps if exchange.before is not None else ()
    failed = [s for step in steps for s in step.signals if s.kind is SignalKind.FAILED]
    return failed[-1] if failed else None


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """The failure is told, its alternative offered, and taken only where the user agrees."""
    found = []
    for exchange in exchanges(turns):
        failure = _failure(exchange)
        if failure is None or exchange.before is None:
            continue
        said = {act.act for act in exchange.before.acts}
        if ActType.NOTIFY_FAILURE not in said:
            found.append(Fault(exchange.user.index, "the failure was not told"))
        if failure.entities and ActType.OFFER not in said:
            found.append(Fault(exchange.user.index, "the alternative was not offered"))
        if exchange.has(ActType.NEGATE) and exchange.signalled(SignalKind.PERFORM):
            found.append(Fault(exchange.user.index, "it was done though the user declined"))
    return tuple(found)


BACKEND_FAILURE = Phenomenon(
    tag=PhenomenonTag.BACKEND_FAILURE,
    lucid="",
    description="What the user asked for fails, and they answer to that.",
    instruction="",
    question="Does the user answer to being told that what they asked for did not work?",
    rule="The failure is told, its alternative offered, and taken only where the user agrees.",
    needs=Needs(confirmed=True, ends=True),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("Okay, 9 pm works too. (after the system could not book 8 pm)",),
)
