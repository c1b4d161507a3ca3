"""What an SGD dialogue's annotated states say about one slot from a turn on.

A state holds a slot until something touches it, so the frames up to then are as many witnesses of
the same value. One wrong value among them is outvoted, and so stays a contradiction.
"""

from collections.abc import Iterable, Iterator, Sequence

from formats.sgd.records import SgdFrame, SgdTurn

OPENING = frozenset({"INFORM_INTENT", "AFFIRM_INTENT"})
ADOPTING = frozenset({"SELECT", "AFFIRM"})

Variants = frozenset[str]


def witnesses(
    frame: SgdFrame, rest: Sequence[SgdTurn], slot: str, offered: Iterable[str]
) -> list[Variants]:
    """The variants of a slot in this frame and in the service's next ones, until it is touched.

    Wordings that the system uses in between are left out of the later frames: they may join. A
    slot that a call used, and that the states lack, was there all the same.

    Args:
        frame: The user frame.
        rest: The turns after it.
        slot: The slot.
        offered: Slots that a selection may change, since they were offered before.
    """
    first = _variants(frame, slot)
    found = [first]
    said: set[str] = set()
    adoptable = set(offered)
    used = False
    for turn in rest:
        for later in turn.frames:
            if later.service != frame.service:
                continue
            if turn.speaker == "SYSTEM":
                used |= later.service_call is not None and slot in later.service_call.parameters
                said |= set(_surfaces(later, slot))
                adoptable |= {action.slot for action in later.actions if action.values}
            elif _touches(later, slot, adoptable):
                if used and not any(found) and not any(_surfaces(later, slot)):
                    found.append(_variants(later, slot))
                return found
            else:
                variants = _variants(later, slot)
                found.append(variants - (said - first) or variants)
    return found


def _variants(frame: SgdFrame, slot: str) -> Variants:
    return frozenset(frame.state.slot_values.get(slot, ()) if frame.state else ())


def _surfaces(frame: SgdFrame, slot: str) -> Iterator[str]:
    for action in frame.actions:
        if action.slot == slot:
            yield from action.values


def _touches(frame: SgdFrame, slot: str, adoptable: set[str]) -> bool:
    acts = {action.act for action in frame.actions}
    if acts & OPENING or (acts & ADOPTING and slot in adoptable):
        return True
    return any(True for _ in _surfaces(frame, slot))


def ranked(found: Sequence[Variants]) -> list[tuple[int, Variants]]:
    """The different variants with their votes, most votes first, then in order of appearance."""
    votes = [(found.count(variants), variants) for variants in dict.fromkeys(found)]
    return sorted(votes, key=lambda vote: -vote[0])
