"""What can be held against words that nobody planned: those of imported dialogues.

People said them in their own way, and the record has their acts. Closed-set values are said in
any words ('somewhere outdoors' for a nature preserve), and people say more than their acts have
('within 2-3 business days', a phone number), so only what an act has in words is looked for.
"""

import re
from collections.abc import Iterator, Sequence, Set

from checks.claims import FAILING, claim_faults, count_faults, value_faults
from checks.explain import Known
from checks.stance import stance_faults
from schemas.acts import Act, ActType
from schemas.annotation import TurnAnnotation
from schemas.service import Catalog
from schemas.world import Clock
from world.align import find, verbatim
from world.statements import Special
from world.values import NUMBER_WORDS

_GIVING = frozenset({ActType.INFORM, ActType.SELECT})
_QUESTIONS = frozenset({ActType.REQUEST, ActType.OFFER_INTENT, ActType.REQ_MORE})
_ASKING = re.compile(
    r"^\W*(?:what|which|where|when|how|who)\b|\b(?:tell|let me|specify|provide|may i|confirm)\b",
    re.IGNORECASE,
)
_WONDERING = re.compile(
    r"(?:^|[,.!] )\W*(?:what|which|where|when|how|who|do|does|is|are|would|wanna|can|may)\b[^?]*\?",
    re.IGNORECASE,
)
_HELPING = re.compile(
    r"\b(?:else|more|other|another|help|assist|anything\w*|something|need|further|next)\b", re.I
)
_FAREWELL = re.compile(
    r"\b(?:good ?bye|bye|take care|see you|farewell|have an? (?:\w+ )?(?:day|one|evening|night))\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_ROUNDABOUT = re.compile(r"\b(?:quarter|half|past|to|thousand|hundred|week|days?)\b", re.IGNORECASE)
"""Where the number that is said is not the one that is meant."""
_DAY = re.compile(r"\d{4}-\d\d-(\d\d)")
_HOUR = re.compile(r"(\d\d):(\d\d)")
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)")
_PM = re.compile(r"\d\s*p\.?m\b|\b(?:afternoon|evening)\b", re.IGNORECASE)
_AM = re.compile(r"\d\s*a\.?m\b|\bmorning\b", re.IGNORECASE)
_NOON = 12
_SPECIALS = frozenset(special.value for special in Special)


def user_unsaid(turn: TurnAnnotation, catalog: Catalog, clock: Clock) -> Iterator[str]:
    """Values that the user's acts have in words, and the utterance has not: a matter of fact."""
    for act in turn.acts:
        if act.act in _GIVING and act.surface and _in_words(act, catalog):
            slot = catalog.service(act.service).slot(act.slot)
            if find(act.value, turn.utterance, slot, clock, act.surface) is None:
                yield f"it does not say {act.surface!r}"
    yield from _spans_of_nothing(turn, catalog)


def user_reported(turn: TurnAnnotation, catalog: Catalog, clock: Clock) -> Iterator[str]:
    """What the user's words leave out of their acts, or make of them as English reads."""
    yield from user_unsaid(turn, catalog, clock)
    for act in turn.acts:
        given = act.act in _GIVING and act.surface and _in_words(act, catalog)
        if given and not reads_as(act, catalog, clock):
            yield f"it says {act.surface!r}, which is not {act.value!r}"
    yield from stance_faults(turn.utterance, turn.acts, catalog, clock)


def system_reported(
    turn: TurnAnnotation,
    known: Sequence[Known],
    catalog: Catalog,
    clock: Clock,
) -> Iterator[str]:
    """Values that the system's acts tell otherwise than the words.

    Args:
        turn: The system's turn.
        known: The dialogue state after it, and the entities of all signals so far.
        catalog: The dialogue's services.
        clock: The dialogue's clock.
    """
    acts = [act for act in turn.acts if not act.slot or _in_words(act, catalog)]
    yield from value_faults(turn.utterance, acts, known, catalog, clock)
    yield from count_faults(turn.utterance, turn.acts)
    for act in acts:
        if act.slot and act.surface and not reads_as(act, catalog, clock, told=True):
            yield f"it says {act.surface!r} for {act.slot}, which is {act.value!r}"
    yield from _otherwise(turn.utterance, {act.act for act in turn.acts})
    yield from _uncounted(turn)
    signals = {signal.kind for step in turn.steps for signal in step.signals}
    yield from claim_faults(turn.utterance, turn.acts, signals)
    yield from _spans_of_nothing(turn, catalog)


def _otherwise(utterance: str, kinds: Set[ActType]) -> Iterator[str]:
    """Words that ask where nothing is asked, take leave in the middle, or the other way round."""
    asks = "?" in utterance or _ASKING.search(utterance) is not None
    if kinds <= _QUESTIONS and not asks:
        yield "it does not ask anything"
    if kinds == {ActType.REQ_MORE} and not _HELPING.search(utterance):
        yield "it does not offer more help"
    if kinds == {ActType.GOODBYE} and _WONDERING.search(utterance):
        yield "it asks something, and the conversation is over"
    if kinds & (_QUESTIONS | {ActType.CONFIRM}) and _FAREWELL.search(utterance):
        yield "it says goodbye, and the conversation goes on"
    if ActType.NOTIFY_FAILURE in kinds and not FAILING.search(utterance):
        yield "it does not say that it failed"


def _uncounted(turn: TurnAnnotation) -> Iterator[str]:
    for act in turn.acts:
        if act.act is ActType.INFORM_COUNT and act.count:
            words = [word for word, number in NUMBER_WORDS.items() if number == act.count]
            if not any(verbatim(word, turn.utterance) for word in (str(act.count), *words)):
                yield f"it does not say that there are {act.count}"


def reads_as(act: Act, catalog: Catalog, clock: Clock, *, told: bool = False) -> bool:
    """Whether the words for a value can mean it, as far as their numbers tell.

    Args:
        act: With the value and its wording.
        catalog: The dialogue's services.
        clock: What relative dates refer to.
        told: Whether the system says it, which says names as they are; users say 'NYC'.
    """
    numbers = [float(n) for n in _NUMBER.findall(act.surface.replace(",", ""))]
    value = str(act.value)
    if not numbers or _ROUNDABOUT.search(act.surface):
        slot = catalog.service(act.service).slot(act.slot)
        named = told and not any(character.isdigit() for character in value)
        return not named or find(act.value, act.surface, slot, clock) is not None
    if day := _DAY.fullmatch(value):
        return float(day[1]) in numbers
    if hour := _HOUR.fullmatch(value):
        return _is_hour(int(hour[1]), int(hour[2]), numbers, act.surface)
    try:
        return float(value.replace(",", "").lstrip("$")) in numbers
    except ValueError:
        return True


def _is_hour(hour: int, minute: int, numbers: Sequence[float], words: str) -> bool:
    said = _CLOCK.search(words)
    minutes = int(said[2]) if said is not None else 0
    hours = int(said[1]) if said is not None else int(numbers[0])
    if hours % 12 != hour % 12 or minutes != minute:
        return False
    return not ((_PM.search(words) and hour < _NOON) or (_AM.search(words) and hour >= _NOON))


def _in_words(act: Act, catalog: Catalog) -> bool:
    """Whether people say the value in the words it is recorded in."""
    if not act.service or not act.slot or act.value in _SPECIALS or isinstance(act.value, bool):
        return False
    return not catalog.service(act.service).slot(act.slot).categorical


def _spans_of_nothing(turn: TurnAnnotation, catalog: Catalog) -> Iterator[str]:
    """Spans whose words no act of the turn has for that slot."""
    said = {(act.service, act.slot, act.surface.casefold()) for act in turn.acts}
    for span in turn.spans:
        closed = catalog.service(span.service).slot(span.slot).categorical
        if not closed and (span.service, span.slot, span.surface.casefold()) not in said:
            yield f"the span of {span.slot} marks {span.surface!r}, which no act has"
