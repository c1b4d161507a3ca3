"""Whether the system asks what its acts ask, and nothing else."""

import re
from collections.abc import Iterator, Sequence

from schemas.acts import Act, ActType
from schemas.service import Catalog

_ASKS_TO_CONFIRM = re.compile(r"\b(?:confirm|correct|right|okay|ok|agree|let me know|go ahead)")
OPEN_QUESTION = re.compile(r"\b(?:what|which|when|where|who|how)\b", re.IGNORECASE)
_ASKS_FOR = re.compile(r"\b(?:need|tell|give|provide|specify|let me know|say)\b", re.IGNORECASE)
_OFFERS_TO_DO = re.compile(
    r"\b(?:do you want|would you like) me to\b|\b(?:shall|should) i\b[^?]*\?", re.IGNORECASE
)
_OFFERS_SOMEHOW = re.compile(
    r"\b(?:would you like|do you want|want to|like to|may i|can i|could i|i can|i could|happy to"
    r"|interested|if you (?:like|want|wish)|care to|how about)\b",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\b(?:when|date|dated|days?|time|ago|recent|recently|long|last|week|month|year|made|make|booked"
    r"|created?|from)\b",
    re.IGNORECASE,
)
_WHEN_MADE = re.compile(
    r"\b(?:when|what (?:day|date)|how long ago)\b[^?]*\b(?:were|was|did you|have you)\b[^?]*"
    r"\b(?:made|make|booked?|created?)\b",
    re.IGNORECASE,
)


def question_faults(utterance: str, acts: Sequence[Act], catalog: Catalog) -> Iterator[str]:
    """Questions that are to be asked and are not, or that are others.

    Args:
        utterance: The system's words.
        acts: What they stand for.
        catalog: The dialogue's services.
    """
    yield from _not_asked(utterance, acts)
    yield from _asks_another(utterance, acts, catalog)
    yield from _offers(utterance, acts)


def _offers(utterance: str, acts: Sequence[Act]) -> Iterator[str]:
    """Something is offered to be done where that is due, and nowhere else."""
    kinds = {act.act for act in acts}
    offering = any(
        _OFFERS_TO_DO.search(s) and not OPEN_QUESTION.search(s) for s in sentences(utterance)
    )
    if ActType.OFFER_INTENT in kinds and not (offering or _OFFERS_SOMEHOW.search(utterance)):
        yield "it does not offer to do anything"
    others = kinds & {ActType.OFFER_INTENT, ActType.REQ_MORE, ActType.CONFIRM, ActType.OFFER}
    if offering and not others:
        yield "it offers to do something, which is not its turn"


def _asks_another(utterance: str, acts: Sequence[Act], catalog: Catalog) -> Iterator[str]:
    """A question for another slot than the one to be asked for."""
    asking = [s for s in sentences(utterance) if s.endswith("?") or _ASKS_FOR.search(s)]
    said = _spoken(" ".join(asking) or utterance)
    requested = [act for act in acts if act.act is ActType.REQUEST and act.service and act.slot]
    mentioned = {act.slot for act in acts}
    yield from _making(" ".join(asking) or utterance, requested, catalog)
    for act in requested:
        intent = catalog.intent(act.service, act.intent) if act.intent else None
        if intent is None or _named(act.slot, said):
            continue
        own = set(_spoken(act.slot).split())
        others = sorted(
            {slot.name for service in catalog.services for slot in service.slots} - mentioned
        )
        named = [s for s in others if _named(s, said) and not own & set(_spoken(s).split())]
        if named and not own & set(said.split()):
            yield f"it asks for {named[0]} instead of {act.slot}"
        elif twins := [s for s in others if _told_apart(s, act.slot, said)]:
            yield f"it asks for {twins[0]} instead of {act.slot}"


def _making(question: str, requested: Sequence[Act], catalog: Catalog) -> Iterator[str]:
    """Questions for when things were made, where another is due, or the other way round."""
    for act in requested:
        intent = catalog.intent(act.service, act.intent) if act.intent else None
        made = intent is not None and act.slot == intent.created_slot
        if made and not (_WHEN.search(question) or _named(act.slot, _spoken(question))):
            yield f"it does not ask for {act.slot}"
        elif not made and len(requested) == 1 and _WHEN_MADE.search(question):
            yield f"it asks when something was made instead of {act.slot}"


def _told_apart(other: str, slot: str, said: str) -> bool:
    """Whether the words have what tells another slot from this one: 'drop-off' beside 'pick-up'."""
    theirs, ours = set(_spoken(other).split()), set(_spoken(slot).split())
    run_together = said.replace(" ", "")

    def stands(word: str) -> bool:
        return word in said.split() or (len(word) > 4 and word in run_together)

    apart, own = theirs - ours, ours - theirs
    if not (theirs & ours and apart and own):
        return False
    return all(map(stands, apart)) and not any(map(stands, own))


def _spoken(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", text.lower()))


def _named(slot: str, said: str) -> bool:
    return f" {_spoken(slot)} " in f" {said} "


def _not_asked(utterance: str, acts: Sequence[Act]) -> Iterator[str]:
    """Questions that are none: nobody could tell what to answer."""
    if "?" in utterance:
        return
    said = utterance.lower()
    asked = [act.slot for act in acts if act.act is ActType.REQUEST]
    for slot in asked:
        if not any(word in said for word in slot.lower().split("_") if len(word) > 2):
            yield f"it does not ask for {slot}"
    if any(act.act is ActType.CONFIRM for act in acts) and not _ASKS_TO_CONFIRM.search(said):
        yield "it does not ask the user to confirm"


def sentences(utterance: str) -> list[str]:
    """The sentences of an utterance."""
    return [s for s in re.split(r"(?<=[.!?])\s+", utterance.strip()) if s]
