"""Why a judged dialogue is not published, and which siblings of a triplet are."""

from collections.abc import Mapping, Sequence

from checks.corpus import DuplicateFinder
from runtime.stage import StageName
from schemas.candidate import Candidate, Judged
from schemas.phenomenon import TripletVariant
from schemas.verdict import Rejection, RejectionCode


def drop(candidate: Candidate, stage: StageName, code: RejectionCode, detail: str) -> Rejection:
    """The rejection of a dialogue."""
    return Rejection(
        item=candidate.dialogue.dialogue_id, stage=stage.value, code=code, detail=detail
    )


def choose_triplet(
    siblings: Mapping[int, Sequence[Judged]],
    taken: dict[int, Candidate],
    finder: DuplicateFinder,
) -> list[Rejection]:
    """Takes the siblings' first attempt that all of them passed: they then share one plan.

    Args:
        siblings: By cell, its judged attempts in order.
        taken: By cell, the dialogues that are published; the chosen ones are added.
        finder: Knows the published dialogues; the chosen ones are added.

    Returns:
        One rejection for each attempt that is not published.
    """
    if not set(siblings) <= set(taken):
        for together in _complete(siblings):
            if all(finder.duplicate_of(item.candidate) is None for item in together):
                for item in together:
                    taken[item.candidate.plan.cell.index] = item.candidate
                    finder.add(item.candidate)
                break
    return [
        _why_not(item, taken)
        for attempts in siblings.values()
        for item in attempts
        if item.code is not None or not _is_taken(item, taken)
    ]


def _complete(siblings: Mapping[int, Sequence[Judged]]) -> list[list[Judged]]:
    """The attempts at which every sibling passed, in order."""
    good = [item for attempts in siblings.values() for item in attempts if item.code is None]
    numbers = sorted({item.candidate.plan.attempt for item in good})
    together = ([i for i in good if i.candidate.plan.attempt == number] for number in numbers)
    return [items for items in together if len(items) == len(TripletVariant)]


def _is_taken(item: Judged, taken: Mapping[int, Candidate]) -> bool:
    published = taken.get(item.candidate.plan.cell.index)
    ident = item.candidate.dialogue.dialogue_id
    return published is not None and published.dialogue.dialogue_id == ident


def _why_not(item: Judged, taken: Mapping[int, Candidate]) -> Rejection:
    candidate = item.candidate
    if item.code is not None:
        return drop(candidate, StageName.VALIDATE, item.code, item.detail)
    published = taken.get(candidate.plan.cell.index)
    if published is not None:
        detail = f"the cell publishes {published.dialogue.dialogue_id}"
        return drop(candidate, StageName.COMPILE, RejectionCode.SURPLUS, detail)
    detail = "its siblings did not pass at the same attempt, or another triplet is nearly the same"
    return drop(candidate, StageName.COMPILE, RejectionCode.TRIPLET_INCOMPLETE, detail)
