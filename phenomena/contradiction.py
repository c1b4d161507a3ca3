"""The user states another value than before, as if they had never said the first."""

from random import Random

from phenomena.changes import changes, marks_a_change
from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import exchanges, kept_values
from schemas.acts import ActType
from schemas.base import Value
from schemas.dialogue import SignalKind
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement
from schemas.service import Catalog


def place(host: Host, rng: Random) -> Placement | None:
    """A slot with another value, after which another one is left to ask for."""
    asked = host.asked
    given = {s.slot for s in host.goal.slots if s.reference is None}
    slots = [slot for slot in asked[:-1] if slot in given]
    if not host.confirmed:
        return None
    rng.shuffle(slots)
    for slot in slots:
        wrong = host.wrong(slot)
        if wrong is not None:
            placement = host.put(PhenomenonTag.CONTRADICTION, slot, wrong)
            return placement.model_copy(update={"claims": (slot, asked[-1])})
    return None


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """First another value; then, with the answer to something else, the planned one."""
    slot = placement.slot
    if moment.stage == 0 and move.has(ActType.INFORM, slot):
        first = moment.act(ActType.INFORM, slot, placement.value, placement.surface)
        told = tuple(first if a.act is ActType.INFORM and a.slot == slot else a for a in move.acts)
        return Cut(told, done=False)
    # At the slot that was kept for this: elsewhere other phenomena may have their turn.
    if moment.stage == 1 and placement.claims[1] in moment.requested and move.informs:
        return Cut((*move.acts, moment.inform(slot)))
    return None


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns that change a value of an earlier turn without saying that they do."""
    return tuple(
        change.exchange.user.index
        for change in changes(turns)
        if not change.missed and not change.marked
    )


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """The state holds the newest value, and that one is confirmed before anything is done."""
    found = list(kept_values(turns, derive(turns, catalog)))
    for change in changes(turns):
        if change.marked or change.missed:
            continue
        informed = change.exchange.informed()
        for key in change.slots:
            why = _confirmed(turns, change.exchange.user.index, key, informed[key][-1].value)
            found += [Fault(change.exchange.user.index, why)] if why else []
    return tuple(found)


def _confirmed(turns: Turns, start: int, key: tuple[str, str, str], value: Value) -> str:
    """What is wrong with how the slot is confirmed from that user turn on."""
    for exchange in exchanges(turns):
        if exchange.user.index < start or exchange.answer is None:
            continue
        again = exchange.informed().get(key)
        if exchange.user.index > start and again:
            return ""  # it was changed once more
        for act in exchange.answer.acts:
            if act.act is ActType.CONFIRM and (act.service, act.intent, act.slot) == key:
                return "" if act.value == value else f"the old {key[2]} was confirmed"
        if exchange.signalled(SignalKind.PERFORM):
            return f"performed without confirming the new {key[2]}"
    return ""


def complaint(utterance: str, values: tuple[str, ...]) -> str:
    """A change that is marked as one is a correction."""
    if marks_a_change(utterance, values):
        return "it says that something is changed; state the value as if for the first time"
    return ""


CONTRADICTION = Phenomenon(
    tag=PhenomenonTag.CONTRADICTION,
    lucid="",
    description="The user states another value than before without saying that it is a change.",
    instruction=(
        "You have forgotten what you said before: state each of these values plainly, "
        "without saying that anything is changed."
    ),
    question="Does the user state another value than in an earlier message, without marking it?",
    rule="The state holds the newest value, which is confirmed before anything is done.",
    needs=Needs(slots=2, confirmed=True),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    complaint=complaint,
    examples=("At 8 pm. We will be 5 people. (after having said 4 before)",),
)
