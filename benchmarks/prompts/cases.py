"""What is asked of a model, and when its reply is usable."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from benchmarks.prompts.kinds import SPECIAL, kind_of
from benchmarks.prompts.recording import Asked, Recording
from benchmarks.prompts.turns import response_cases, user_cases
from benchmarks.prompts.verdicts import Case
from checks import agreement, judges
from phenomena import BY_TAG
from schemas.acts import Act
from schemas.calls import authoring, planning
from schemas.calls.call import Call, Site
from schemas.calls.judging import JUDGE_PHENOMENON, LABEL_BLIND, LABEL_PRIVILEGED
from schemas.calls.simulation import (
    EXACT_VALUE,
    SYSTEM_STATEMENTS,
    ExactValueInput,
    ExactValueReply,
    StatementsReply,
)
from schemas.candidate import Candidate
from schemas.dialogue import Speaker, Turn
from schemas.service import SlotSchema
from world.align import find, verbatim
from world.transcript import slot_view
from world.values import text_of

SPECIAL_SHARE = 0.4
"""Of the system's turns: those that ignore, correct, select or refer."""
_LABELS: dict[str, Call[Any, StatementsReply]] = {
    call.name: call for call in (SYSTEM_STATEMENTS, LABEL_BLIND, LABEL_PRIVILEGED)
}
_CHECKED = {
    call.name
    for module in (authoring, planning)
    for call in vars(module).values()
    if isinstance(call, Call)
}


def cases_of(recording: Recording, call: str, limit: int, seed: int) -> list[Case]:
    """At most `limit` cases of a call, in the order of their dialogues.

    Consecutive cases then share most of their prompt, which a server need not read again.
    """
    rng = Random(f"{seed}:{call}")
    if call in _LABELS:
        found = _statement_cases(recording, call)
        chosen = _balanced(found, limit, rng)
    else:
        source = _SOURCES.get(call)
        found = list(source(recording) if source else _checked(recording, call))
        chosen = set(rng.sample(range(len(found)), min(limit, len(found))))
    return [case for place, case in enumerate(found) if place in chosen]


def _statement_cases(recording: Recording, call: str) -> list[Case]:
    cases = []
    for candidate in recording.candidates:
        for question in agreement.questions(candidate, recording.catalog):
            said = candidate.dialogue.turns[question.turn - 1]
            kind = kind_of(question, said) if question.step == 0 else "signal"

            cases.append(_statement_case(candidate, question, kind, _LABELS[call]))
    return cases


def _statement_case(
    candidate: Candidate, question: agreement.Question, kind: str, call: Call[Any, StatementsReply]
) -> Case:
    def wrong(reply: StatementsReply) -> str:
        return agreement.disagreement(question, reply.statements)

    data = question.privileged if call is LABEL_PRIVILEGED else question.blind
    site = Site(candidate.dialogue.dialogue_id, question.turn, question.step)
    return Case(call, data, site, kind, wrong, "; ".join(question.recorded))


def _balanced(cases: Sequence[Case], limit: int, rng: Random) -> set[int]:
    """Every kind in turn, the special ones until they have their share."""
    pools: dict[str, list[int]] = {}
    for place, case in enumerate(cases):
        pools.setdefault(case.kind, []).append(place)
    for pool in pools.values():
        rng.shuffle(pool)
    chosen: set[int] = set()
    for special, share in ((True, round(limit * SPECIAL_SHARE)), (False, limit)):
        mine = [pool for kind, pool in sorted(pools.items()) if (kind in SPECIAL) is special]
        while len(chosen) < share and any(mine):
            for pool in mine:
                if pool and len(chosen) < share:
                    chosen.add(pool.pop())
    return chosen


def _exact_cases(recording: Recording) -> Iterator[Case]:
    for candidate in recording.candidates:
        own = recording.catalog.only(candidate.dialogue.services)
        for turn in candidate.dialogue.turns:
            for act in turn.acts if turn.speaker is Speaker.USER else ():
                if act.surface and isinstance(act.value, str) and act.slot:
                    slot = own.service(act.service).slot(act.slot)
                    yield _exact_case(candidate, turn, act, slot)


def _exact_case(candidate: Candidate, turn: Turn, act: Act, slot: SlotSchema) -> Case:
    clock = candidate.dialogue.clock

    def wrong(reply: ExactValueReply) -> str:
        if not verbatim(reply.words, turn.utterance):
            return f"{reply.words!r} is not in the utterance"
        found = find(act.value, reply.words, slot, clock)
        return "" if found is not None else f"{reply.words!r} is another value"

    asked = ExactValueInput(
        utterance=turn.utterance, slot=slot_view(slot), value=text_of(act.value)
    )
    site = Site(candidate.dialogue.dialogue_id, turn.index)
    return Case(EXACT_VALUE, asked, site, slot.type.value, wrong, act.surface)


def _judge_cases(recording: Recording) -> Iterator[Case]:
    """Each phenomenon that happens, and beside it one that does not happen in that turn."""
    for number, candidate in enumerate(recording.candidates):
        for judgement in judges.judgements(candidate, recording.catalog):
            turn = candidate.annotation.turns[judgement.turn]
            absent = [p for tag, p in BY_TAG.items() if tag not in candidate.annotation.shown]
            other = absent[number % len(absent)]
            site = Site(candidate.dialogue.dialogue_id, turn.index)
            yield _vote(judgement.asked, site, judgement.phenomenon, "yes")
            changed = {
                "phenomenon": other.tag.value.replace("_", " "),
                "description": other.description,
                "question": other.question,
            }
            asked = judgement.asked.model_copy(update=changed)
            yield _vote(asked, Site(site.item, site.turn, 1), f"no {other.tag.value}", "no")


def _vote(asked: Any, site: Site, kind: str, right: str) -> Case:
    def wrong(reply: Any) -> str:
        return "" if reply.vote == right else f"voted {reply.vote}"

    return Case(JUDGE_PHENOMENON, asked, site, kind, wrong, right)


def _checked(recording: Recording, call: str) -> Iterator[Case]:
    """Calls of planning and authoring: usable is what the stage itself takes."""
    for asked in recording.asked:
        if asked.call.name == call:
            yield Case(asked.call, asked.data, asked.site, "", _refusal(asked), "")


def _refusal(asked: Asked) -> Callable[[Any], str]:
    def wrong(reply: Any) -> str:
        try:
            if asked.check is not None:
                asked.check(reply)
        except ValueError as problem:
            return str(problem)
        return ""

    return wrong


_SOURCES: dict[str, Callable[[Recording], Iterator[Case]]] = {
    "user_turn": user_cases,
    "response": response_cases,
    "exact_value": _exact_cases,
    "judge_phenomenon": _judge_cases,
}

CALLS = (*_LABELS, *_SOURCES, *sorted(_CHECKED))
"""Every call that can be measured."""
