"""Rung 3: in imported dialogues, what is said follows on what was said before.

Nobody planned an imported dialogue, but its acts answer each other, as SGD's do: a yes follows a
question for it, a question is followed by its answer, one chooses from what was offered. Where an
act is mislabelled or an exchange is gone, this is what gives it away. Dialogues with a plan are
held to the plan (`checks.course`).
"""

from collections.abc import Iterator, Set

from checks.check import Check, Finding
from phenomena.reading import Exchange, exchanges
from schemas.acts import ActType
from schemas.annotation import TurnAnnotation
from schemas.candidate import Candidate
from schemas.service import Catalog
from schemas.verdict import RejectionCode

_A = ActType
_Acts = frozenset[ActType]

_USER_AFTER: dict[ActType, _Acts] = {
    _A.AFFIRM: frozenset({_A.CONFIRM, _A.OFFER, _A.REQUEST}),
    _A.NEGATE: frozenset({_A.CONFIRM, _A.OFFER, _A.REQ_MORE}),
    _A.AFFIRM_INTENT: frozenset({_A.OFFER_INTENT}),
    _A.NEGATE_INTENT: frozenset({_A.OFFER_INTENT}),
}
"""What the system has just said where the user does this."""

_ANSWERS: dict[ActType, _Acts] = {
    _A.CONFIRM: frozenset({_A.AFFIRM, _A.NEGATE}),
    _A.REQUEST: frozenset({_A.INFORM}),
    _A.OFFER: frozenset({_A.SELECT, _A.REQUEST, _A.REQUEST_ALTS, _A.AFFIRM, _A.NEGATE}),
    _A.NOTIFY_SUCCESS: frozenset({_A.THANK_YOU, _A.REQUEST, _A.GOODBYE, _A.INFORM_INTENT}),
    _A.NOTIFY_FAILURE: frozenset({_A.AFFIRM, _A.NEGATE, _A.INFORM, _A.INFORM_INTENT, _A.GOODBYE}),
    _A.OFFER_INTENT: frozenset(
        {_A.AFFIRM_INTENT, _A.NEGATE_INTENT, _A.INFORM_INTENT, _A.NEGATE, _A.GOODBYE}
    ),
    _A.REQ_MORE: frozenset(
        {_A.INFORM_INTENT, _A.INFORM, _A.NEGATE, _A.REQUEST, _A.THANK_YOU, _A.GOODBYE}
    ),
}
"""What the user does where the system has just said this."""

_SYSTEM_AFTER: dict[ActType, _Acts] = {
    _A.OFFER_INTENT: frozenset({_A.SELECT}),
    _A.GOODBYE: frozenset({_A.GOODBYE, _A.NEGATE, _A.NEGATE_INTENT, _A.THANK_YOU}),
}
"""What the user has just done where the system says this."""

_RESULTS = frozenset({_A.OFFER, _A.INFORM_COUNT, _A.NOTIFY_FAILURE})
_GOING_ON = frozenset({_A.INFORM_INTENT, _A.REQUEST, _A.REQUEST_ALTS, _A.INFORM})
_FROM_OFFERS = frozenset({_A.SELECT, _A.REQUEST_ALTS})


def run(candidate: Candidate, catalog: Catalog) -> tuple[Finding, ...]:
    """Finds acts that follow on nothing, and questions that nobody answers."""
    turns = candidate.annotation.turns
    return tuple(Finding(RejectionCode.STRUCTURE, detail, turn) for turn, detail in _breaks(turns))


def _breaks(turns: tuple[TurnAnnotation, ...]) -> Iterator[tuple[int, str]]:
    offered = False
    for exchange in exchanges(turns):
        before = _kinds(exchange.before)
        offered = offered or _A.OFFER in before
        index = exchange.user.index
        for detail in _by_user(exchange, before, offered=offered):
            yield index, f"the user: {detail}"
        for detail in _by_system(exchange):
            yield index + 1, f"the system: {detail}"
    for turn in turns[:-2]:
        if _A.GOODBYE in _kinds(turn):
            yield turn.index, "the dialogue goes on after goodbye"
    if turns and not any(_A.GOODBYE in _kinds(turn) for turn in turns[-2:]):
        yield turns[-1].index, "the dialogue ends without goodbye"


def _kinds(turn: TurnAnnotation | None) -> Set[ActType]:
    return {act.act for act in turn.acts} if turn is not None else set()


def _by_user(exchange: Exchange, before: Set[ActType], *, offered: bool) -> Iterator[str]:
    kinds = _kinds(exchange.user)
    if exchange.before is None:
        if _A.INFORM_INTENT not in kinds:
            yield "the first turn opens nothing"
        return
    for act in sorted(kinds & _USER_AFTER.keys()):
        if not before & _USER_AFTER[act]:
            yield f"{act.value} answers nothing that was said"
    for act in sorted(before & _ANSWERS.keys()):
        if not kinds & _ANSWERS[act]:
            yield f"it does not answer {act.value}"
    if kinds & _FROM_OFFERS and not offered:
        yield "it chooses, and nothing was offered"
    if kinds == {_A.INFORM} and not before & {_A.REQUEST, _A.NOTIFY_FAILURE, _A.REQ_MORE}:
        yield "it gives values that nobody asked for"


def _by_system(exchange: Exchange) -> Iterator[str]:
    answer, kinds = exchange.answer, _kinds(exchange.user)
    if answer is None:
        return
    said = _kinds(answer)
    for act in sorted(said & _SYSTEM_AFTER.keys()):
        if not kinds & _SYSTEM_AFTER[act]:
            yield f"{act.value} follows on nothing that the user did"
    asked = {act.slot for act in exchange.user.acts if act.act is _A.REQUEST}
    told = {act.slot for act in answer.acts if act.act is not _A.REQUEST}
    if asked - told and _A.NOTIFY_FAILURE not in said:
        yield f"it does not answer what was asked about {min(asked - told)}"
    unasked = {act.slot for act in answer.acts if act.act is _A.INFORM} - asked
    if unasked:
        yield f"it tells {min(unasked)}, and nobody asked"
    if _A.REQUEST_ALTS in kinds and not said & _RESULTS:
        yield "it offers nothing else, and the user asks for others"
    if _A.SELECT in kinds and not kinds & _GOING_ON and _A.OFFER in said:
        yield "it offers something else, and the user has chosen"
    if any(not act.service for act in answer.acts):
        yield "it does something that is about no service"
    if _A.SELECT in kinds and not said - {_A.INFORM, _A.INFORM_COUNT}:
        yield "it does not go on from the user's choice"


CHECK = Check("sequence", 1, 3, frozenset({RejectionCode.STRUCTURE}), run, needs_no_plan=True)
