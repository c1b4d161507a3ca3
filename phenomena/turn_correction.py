"""The user corrects a value within one turn (LUCID's 'turn correction')."""

from random import Random

from phenomena.openings import sayable
from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import exchanges, kept_values
from schemas.acts import ActType
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement
from schemas.service import Catalog


def place(host: Host, rng: Random) -> Placement | None:
    """A slot with another value that could slip out first."""
    given = {s.slot for s in host.goal.slots if s.reference is None}
    intent = host.service.intent(host.goal.intent)
    # What is optional may never be told: a query runs as soon as nothing is missing.
    told = given if intent.transactional else given & set(intent.required)
    slots = [slot for slot in sayable(host) if slot in told]
    rng.shuffle(slots)
    for slot in slots:
        wrong = host.wrong(slot)
        if wrong is not None:
            return Placement(
                tag=PhenomenonTag.TURN_CORRECTION,
                goal=host.goal.number,
                slot=slot,
                value=wrong[0],
                surface=wrong[1],
                claims=(slot,),
            )
    return None


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """The wrong value, and at once the right one."""
    slot = placement.slot
    if not move.has(ActType.INFORM, slot):
        return None
    wrong = moment.act(ActType.INFORM, slot, placement.value, placement.surface)
    acts = []
    for act in move.acts:
        if act.act is ActType.INFORM and act.slot == slot:
            acts.append(wrong)
        acts.append(act)
    return Cut(tuple(acts))


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns that give one slot two values."""
    return tuple(
        exchange.user.index
        for exchange in exchanges(turns)
        if any(acts[0].value != acts[-1].value for acts in exchange.informed().values())
    )


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """The state holds the value said last."""
    return kept_values(turns, derive(turns, catalog))


TURN_CORRECTION = Phenomenon(
    tag=PhenomenonTag.TURN_CORRECTION,
    lucid="TURN_CORRECTION",
    description="The user says one value and corrects it in the same breath.",
    instruction="Say the first value, then correct yourself at once to the second.",
    question="Does the user correct a value within one and the same message?",
    rule="The state holds the value said last.",
    needs=Needs(slots=1),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("For 4 people, no wait, 5.",),
)
