"""Whether the system's words do what its acts stand for, and claim nothing beyond."""

import re
from collections.abc import Iterator, Sequence, Set

from checks.explain import Known
from checks.questions import OPEN_QUESTION, question_faults, sentences
from schemas.acts import Act, ActType
from schemas.dialogue import SignalKind
from schemas.service import Catalog
from schemas.world import Clock
from world.align import find, verbatim
from world.values import NUMBER_WORDS, same

_DONE = (
    r"booked|reserved|scheduled|sent|ordered|placed|created|completed|finished|purchased|bought"
    r"|paid|transferred|processed|submitted"
)
_CLAIM = re.compile(
    rf"\b(?:(?:i|we)(?:['’]ve| have) (?:now |just |successfully )*(?:{_DONE})"
    rf"|(?:has|have) (?:now |just )?been (?:successfully )?(?:{_DONE}|confirmed)"
    rf"|(?:is|are) (?:now |all )?(?:{_DONE})|all (?:set|done)\b|successfully|went through"
    r"|(?:is|are|was|were|been) (?:now |all )?(?:successful|complete|playing|confirmed)\b"
    r"|(?:is|are) (?:now |all )?(?:taken care of|sorted|in place|good to go)\b"
    rf"|['’]s (?:now |just )?been (?:successfully )?(?:{_DONE})"
    r"|\bsuccessful (?:reservation|booking|appointment|order|payment|purchase|transfer)"
    r"|(?:it|that)(?:['’]s| is) (?:now )?(?:done|playing|booked|sent|set)\b|^\W*done\b)",
    re.IGNORECASE,
)
_NOT_DONE = re.compile(
    r"\b(?:nothing|none|not|never|no \w+ (?:is|are|has|have))\b|n['’]t\b", re.IGNORECASE
)
_DENIAL = re.compile(r"\b(?:could not|couldn['’]t|unable to|failed|did not go through)\b", re.I)
_NONE_FOUND = re.compile(
    r"\b(?:no|not|none|nothing|zero|0|couldn['’]t|can['’]t|don['’]t|didn['’]t|doesn['’]t"
    r"|isn['’]t|aren['’]t|wasn['’]t|unable|without)\b",
    re.IGNORECASE,
)
_SURE = re.compile(
    r"\b(?:is (?:that|this|everything|it all) (?:all )?(?:right|correct|ok(?:ay)?)"
    r"|(?:shall|should) i (?:go ahead|book|confirm)|do you confirm|can you confirm|correct\?$)",
    re.IGNORECASE,
)
FAILING = re.compile(
    r"\b(?:not?|none|never|unable|fail(?:s|ed|ure)?|sorry|unfortunately|unavailable|impossible"
    r"|cannot|apologi[sz]e|apologies|afraid|problem|trouble|error|declined|rejected|refused|full"
    r"|sold out|taken|closed|wrong|already|unsuccessful|regret|instead|however|but)\b|n['’]t\b",
    re.IGNORECASE,
)
_FAREWELL = re.compile(
    r"\b(?:good ?bye|bye|take care|until next time|see you|all the best|farewell|so long"
    r"|have an? (?:\w+ )?(?:day|one|evening|night|weekend|trip|time))\b",
    re.IGNORECASE,
)
_ELSE = re.compile(r"\b(?:any|some)(?:thing)? (?:else|more)\b|\bwhat else\b", re.IGNORECASE)
_HELPING = re.compile(
    r"\b(?:else|more|other|another|help|assist|do for you|need|further|next)\b", re.IGNORECASE
)
_PRONOUN = re.compile(
    r"\b(?:first|second|third|last|next|other|another|this|that|which|each|any|every|only|the"
    r"|right|no) ones?\b",
    re.IGNORECASE,
)
"""Where 'one' is no number."""
_FOUND = re.compile(
    r"\b(?:found|find|see|have|got|there (?:is|are|were|was))\s+"
    r"(\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b",
    re.IGNORECASE,
)
_STATED = (ActType.CONFIRM, ActType.INFORM, ActType.OFFER)


def act_faults(
    utterance: str,
    acts: Sequence[Act],
    signals: Set[SignalKind],
    known: Sequence[Known],
    catalog: Catalog,
    clock: Clock,
) -> tuple[str, ...]:
    """What the acts ask for and the words do not do, or claim beyond them.

    Args:
        utterance: The system's words.
        acts: What they stand for.
        signals: Kinds of the signals that came in the turn.
        known: Values with the wordings they have been said in.
        catalog: The dialogue's services.
        clock: The dialogue's clock.
    """
    return (
        *value_faults(utterance, acts, known, catalog, clock),
        *question_faults(utterance, acts, catalog),
        *_counts(utterance, acts),
        *claim_faults(utterance, acts, signals),
        *_untold(utterance, acts),
        *_out_of_place(utterance, acts),
    )


def value_faults(
    utterance: str, acts: Sequence[Act], known: Sequence[Known], catalog: Catalog, clock: Clock
) -> Iterator[str]:
    """Values that the acts tell and the words do not, or otherwise."""
    yield from _left_out(utterance, acts, known, catalog, clock)
    yield from _denied(utterance, acts, catalog, clock)


def _left_out(
    utterance: str, acts: Sequence[Act], known: Sequence[Known], catalog: Catalog, clock: Clock
) -> Iterator[str]:
    """Values that are to be confirmed, told or offered and are not in the words."""
    for act in acts:
        if act.act not in _STATED or not act.slot or act.value is None:
            continue
        if isinstance(act.value, bool):
            continue  # Too many wordings: 'with breakfast' is True.
        if not _is_said(act, utterance, known, catalog, clock):
            yield f"it leaves out {act.slot}, which is {act.value!r}"


def _is_said(
    act: Act, utterance: str, known: Sequence[Known], catalog: Catalog, clock: Clock
) -> bool:
    """Whether the act's value is in the words, in its own wording or one heard before."""
    wordings = [
        surface
        for item in known
        if item.slot.name == act.slot and same(item.value, act.value)
        for surface in item.surfaces
    ]
    slot = catalog.service(act.service).slot(act.slot)
    if act.value == 1:
        utterance = _PRONOUN.sub("", utterance)
    return any(verbatim(wording, utterance) for wording in wordings) or (
        find(act.value, utterance, slot, clock, act.surface) is not None
    )


def _denied(utterance: str, acts: Sequence[Act], catalog: Catalog, clock: Clock) -> Iterator[str]:
    """A yes-or-no slot whose name stands in the words with the other answer."""
    for act in acts:
        if act.act not in _STATED or not isinstance(act.value, bool):
            continue
        slot = catalog.service(act.service).slot(act.slot)
        right, wrong = (find(yes, utterance, slot, clock) for yes in (act.value, not act.value))
        if wrong is not None and right is None:
            yield f"it says the opposite of {act.slot}, which is {act.value!r}"


def _untold(utterance: str, acts: Sequence[Act]) -> Iterator[str]:
    """Outcomes that the words do not tell."""
    kinds = {act.act for act in acts}
    if ActType.NOTIFY_FAILURE in kinds and not FAILING.search(utterance):
        yield "it does not say that it failed"
    if ActType.REFUSE in kinds and not FAILING.search(utterance):
        yield "it does not refuse"
    only_asks = all(sentence.endswith("?") for sentence in sentences(utterance))
    if kinds == {ActType.NOTIFY_SUCCESS} and only_asks and not _CLAIM.search(utterance):
        yield "it does not say that it is done"
    if not kinds & {ActType.CONFIRM, ActType.OFFER, ActType.OFFER_INTENT}:
        asked = [s for s in sentences(utterance) if s.endswith("?") and _asks_for_a_yes(s)]
        if asked:
            yield f"it asks to confirm, which is not its turn: {asked[0]!r}"


def _asks_for_a_yes(sentence: str) -> bool:
    """'Shall I book it?' does, 'for which day shall I book it?' does not."""
    match = _SURE.search(sentence)
    return match is not None and not OPEN_QUESTION.search(sentence[: match.start()])


def _out_of_place(utterance: str, acts: Sequence[Act]) -> Iterator[str]:
    """Farewells and offers of more help where none is due, or none where one is."""
    kinds = {act.act for act in acts}
    for act in acts:  # A note may well say 'See you at the station'.
        for match in verbatim(act.surface or str(act.value), utterance):
            utterance = utterance.replace(match.surface, "")
    if kinds and ActType.GOODBYE not in kinds and _FAREWELL.search(utterance):
        yield "it says goodbye, and the conversation goes on"
    if ActType.REQUEST in kinds and ActType.REQ_MORE not in kinds and _ELSE.search(utterance):
        yield "it offers more help instead of asking"
    if kinds == {ActType.REQ_MORE} and not _HELPING.search(utterance):
        yield "it does not offer more help"


def _counts(utterance: str, acts: Sequence[Act]) -> Iterator[str]:
    yield from count_faults(utterance, acts)
    counts = [act.count for act in acts if act.act is ActType.INFORM_COUNT]
    others = {act.act for act in acts} - {ActType.INFORM_COUNT, ActType.REQ_MORE}
    if counts == [0] and not _NONE_FOUND.search(utterance):
        yield "it does not say that nothing was found"
    if counts and counts[0] and not others and _NONE_FOUND.search(utterance):
        yield "it says that nothing was found"


def count_faults(utterance: str, acts: Sequence[Act]) -> Iterator[str]:
    """Another number of results than was found."""
    counts = [act.count for act in acts if act.act is ActType.INFORM_COUNT]
    told = _FOUND.search(utterance)
    if counts and told and _number(told[1]) != counts[0]:
        yield f"it counts {told[1]}, and {counts[0]} were found"


def _number(text: str) -> int:
    return int(text) if text.isdigit() else NUMBER_WORDS[text.lower()]


def _claims(sentence: str) -> bool:
    """Whether it says that something is done; 'nothing is booked yet' says the opposite."""
    match = _CLAIM.search(sentence)
    if match is None:
        return False
    clause = re.split(r"[,;:]", sentence[: match.end()])[-1]
    return not _NOT_DONE.search(clause)


def claim_faults(utterance: str, acts: Sequence[Act], signals: Set[SignalKind]) -> Iterator[str]:
    """A success that is claimed and did not happen, or that is denied."""
    kinds = {act.act for act in acts}
    # Facts of a result or of what was made earlier may be told with the same words.
    grounds = signals & {SignalKind.PERFORM, SignalKind.RESULT} or kinds & {
        ActType.NOTIFY_SUCCESS,
        ActType.INFORM,
        ActType.OFFER,
    }
    if not grounds or ActType.NOTIFY_FAILURE in kinds:
        for sentence in sentences(utterance):
            if _claims(sentence) and not sentence.endswith("?"):
                yield f"it claims a success that did not happen: {sentence!r}"
    if ActType.NOTIFY_SUCCESS in kinds and _DENIAL.search(utterance):
        yield "it denies the success"
