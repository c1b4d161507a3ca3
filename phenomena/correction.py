"""The user takes back a value given in an earlier turn (LUCID's 'correction')."""

from random import Random

from phenomena.changes import changes
from phenomena.openings import sayable
from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import kept_values
from schemas.acts import ActType
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement
from schemas.service import Catalog


def place(host: Host, rng: Random) -> Placement | None:
    """A slot of a goal that is confirmed, with another value that could be meant first."""
    if not host.confirmed:
        return None
    given = {s.slot for s in host.goal.slots if s.reference is None}
    slots = [slot for slot in sayable(host) if slot in given]
    rng.shuffle(slots)
    for slot in slots:
        wrong = host.wrong(slot)
        if wrong is not None:
            return Placement(
                tag=PhenomenonTag.CORRECTION,
                goal=host.goal.number,
                slot=slot,
                value=wrong[0],
                surface=wrong[1],
                claims=(slot,),
            )
    return None


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """First the wrong value instead of the right one; at the confirmation the right one."""
    slot = placement.slot
    if moment.stage == 0 and move.has(ActType.INFORM, slot):
        wrong = moment.act(ActType.INFORM, slot, placement.value, placement.surface)
        told = tuple(
            wrong if act.act is ActType.INFORM and act.slot == slot else act for act in move.acts
        )
        return Cut(told, done=False)
    if moment.stage == 1 and moment.confirming:
        return Cut((moment.act(ActType.NEGATE), moment.inform(slot)))
    return None


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns that change a value of an earlier turn and say that they do."""
    return tuple(
        change.exchange.user.index
        for change in changes(turns)
        if not change.missed and change.marked
    )


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """The state holds the corrected value."""
    return kept_values(turns, derive(turns, catalog))


CORRECTION = Phenomenon(
    tag=PhenomenonTag.CORRECTION,
    lucid="CORRECTION",
    description="The user changes a value that they gave in an earlier turn.",
    instruction="You gave a wrong value before; take it back and give the right one.",
    question="Does the user change a value that they had given in an earlier message?",
    rule="The state holds the new value.",
    needs=Needs(slots=1, confirmed=True),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("No, sorry, make that the 19th of May.",),
)
