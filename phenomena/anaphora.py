"""The user points at an earlier value instead of saying it ('the same day as the flight')."""

from random import Random

from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import Exchange, exchanges
from schemas.acts import Act, ActType
from schemas.annotation import SourceKind
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement
from schemas.service import Catalog


def place(host: Host, rng: Random) -> Placement | None:
    """A slot whose value flows from an earlier goal."""
    flowing = [slot.slot for slot in host.goal.slots if slot.reference is not None]
    if not flowing:
        return None
    return Placement(tag=PhenomenonTag.ANAPHORA, goal=host.goal.number, slot=flowing[0])


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """Giving the slot is the phenomenon; the acts stay as they are."""
    points = any(act.slot == placement.slot for act in _pointing(move.acts))
    return Cut(move.acts) if points else None


def _pointing(acts: tuple[Act, ...]) -> list[Act]:
    return [act for act in acts if act.act is ActType.INFORM and act.reference is not None]


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns that point at a value."""
    return tuple(e.user.index for e in exchanges(turns) if _pointing(e.user.acts))


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """The state holds the value, taken from where it is; or the system asks which is meant."""
    return tuple(
        Fault(exchange.user.index, f"{act.slot} was not taken from what the user points at")
        for exchange in exchanges(turns)
        if not exchange.answers_with(ActType.CLARIFY)
        for act in _pointing(exchange.user.acts)
        if not _taken(exchange, act)
    )


def _taken(exchange: Exchange, act: Act) -> bool:
    return any(
        state.slot == act.slot and state.value == act.value and state.source.kind in _POINTED
        for frame in exchange.user.frames
        if frame.service == act.service
        for state in frame.state
    )


_POINTED = (SourceKind.ENTITY, SourceKind.SERVICE, SourceKind.MENTION, SourceKind.CARRIED)

ANAPHORA = Phenomenon(
    tag=PhenomenonTag.ANAPHORA,
    lucid="",
    description="The user points at a value from earlier in the conversation without saying it.",
    instruction="Do not say this value: point at the earlier thing that has it.",
    question="Does the user refer to a value from earlier in the conversation without saying it?",
    rule="The slot's value is taken from the result or task that the user points at.",
    needs=Needs(flow=True, counted=False),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("In the same city as my hotel, please.",),
)
