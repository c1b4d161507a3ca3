"""What the three phenomena share in which the user's words are no answer."""

from random import Random

from phenomena.openings import sayable
from phenomena.phenomenon import Cut, Host, Moment, Move
from schemas.acts import ActType
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement


def place_at_request(
    host: Host, rng: Random, tag: PhenomenonTag, *, wrong: bool
) -> Placement | None:
    """A required slot that the system will have to ask for.

    Args:
        host: The goal.
        rng: Chooses among the slots.
        tag: The phenomenon.
        wrong: Whether a value that is not meant is to be heard in it.
    """
    required = host.service.intent(host.goal.intent).required
    asked = [slot for slot in sayable(host) if slot in required]
    rng.shuffle(asked)
    for slot in asked:
        other = host.wrong(slot) if wrong else (None, "")
        if other is not None:
            return Placement(
                tag=tag,
                goal=host.goal.number,
                slot=slot,
                value=other[0],
                surface=other[1],
                claims=(slot,),
            )
    return None


def cut_at_request(placement: Placement, moment: Moment, move: Move, act: ActType) -> Cut | None:
    """The act instead of the answer, when the slot has just been asked for."""
    if moment.opening or placement.slot not in moment.requested:
        return None
    return Cut((moment.act(act, placement.slot, placement.value, placement.surface),))
