"""Rung 2: the plan is played once more beside the record.

What the user does follows from the plan and from what the system did: the agenda decides it. What
a system that understands every word does follows from what the user does: the gold system writes
it. Both are asked at every turn, on an executor that has gone through the record so far; a label
that says something else is wrong, whatever the words are.
"""

from collections.abc import Iterator, Sequence

from checks.check import Check, Finding
from phenomena.agenda import Agenda, LostPatience
from phenomena.phenomenon import Move
from schemas.acts import Act, ActType
from schemas.candidate import Candidate
from schemas.dialogue import EndReason, Turn
from schemas.service import Catalog
from schemas.verdict import RejectionCode
from world.executor import Executor
from world.gold import Gold, GoldError, differing_slots, effects

_FREE = frozenset({ActType.REQ_MORE, ActType.INFORM_COUNT, ActType.REQUEST})
"""What a system may say beyond what it must."""


def off_course(executor: Executor, gold: Executor) -> str:
    """How what a system did differs from what the gold system did, empty where nowhere.

    The answer is not given away: a system model is told this sentence.

    Args:
        executor: After the system's turn.
        gold: After the gold system's, from where `executor` was.
    """
    if effects(executor) != effects(gold):
        slots = differing_slots(executor, gold)
        named = f" (look at {', '.join(slots)})" if slots else ""
        cut = "; a value takes in all of the user's words for it" if any(slots.values()) else ""
        return f"the statements did not do what the user's last words say{named}{cut}"
    ours = {_key(act) for act in executor.said or ()}
    theirs = {_key(act) for act in gold.said or ()}
    missing = [key for key in sorted(theirs - ours) if key[0] is not ActType.REQ_MORE]
    surplus = [key for key in sorted(ours - theirs) if key[0] not in _FREE]
    if missing:
        return f"the turn has to end by saying {missing[0][0]}, as the newest signal asks for"
    if surplus:
        return f"{surplus[0][0]} is not to be said here"
    given = _asked_again(executor)
    return f"{given} is asked for, and it is given" if given else ""


def _asked_again(executor: Executor) -> str:
    """A slot that the system asks for and that its task has; a value nobody knows yet aside."""
    for act in executor.said or ():
        held = [
            state
            for task in executor.tasks.values()
            if (task.service, task.intent) == (act.service, act.intent) and task.open
            for state in (task.slots.get(act.slot),)
        ]
        if act.act is ActType.REQUEST and held and held[-1] is not None and not held[-1].special:
            return act.slot
    return ""


def run(candidate: Candidate, catalog: Catalog) -> tuple[Finding, ...]:
    """Finds the first turn that leaves the course; after it, nothing can be said."""
    first = next(_leaves(candidate, catalog), None)
    return () if first is None else (first,)


def _leaves(candidate: Candidate, catalog: Catalog) -> Iterator[Finding]:
    dialogue = candidate.dialogue
    own = catalog.only(dialogue.services)
    if dialogue.world != candidate.plan.world or dialogue.clock != candidate.plan.clock:
        yield Finding(RejectionCode.REPLAY, "the world or the clock is not the plan's")
    agenda = Agenda(candidate.plan, own)
    gold = Gold(own, agenda.task_of)
    executor = Executor(own, dialogue.world, dialogue.clock)
    move = Move(())
    for user, system in zip(dialogue.turns[::2], dialogue.turns[1::2], strict=False):
        if move.ends:
            yield _off(user, "the dialogue goes on after its end")
        try:
            move = agenda.move()
        except LostPatience as problem:
            yield _off(user, f"the user would have given up: {problem}")
            return
        yield from (_off(user, detail) for detail in _other_move(user, move, candidate))
        executor.hear(user.utterance, user.acts)
        right = executor.copy()
        for step in system.steps:
            executor.run(step.written)
        try:
            gold.answer(right, user.acts)
        except GoldError as problem:
            yield _off(user, f"no system could act on it: {problem}")
            return
        wrong = off_course(executor, right)
        if wrong:
            yield Finding(RejectionCode.SYSTEM_OFF_WORDS, f"the system: {wrong}", system.index)
        agenda.answered(executor, executor.said or ())
    if not move.ends and dialogue.end is not EndReason.TRUNCATED:
        yield Finding(RejectionCode.USER_OFF_PLAN, "the dialogue ends before the plan is through")


def _off(user: Turn, detail: str) -> Finding:
    return Finding(RejectionCode.USER_OFF_PLAN, f"the user: {detail}", user.index)


def _other_move(user: Turn, move: Move, candidate: Candidate) -> Iterator[str]:
    if user.acts != move.acts:
        yield f"does {_named(user.acts)}, and it is time for {_named(move.acts)}"
    tags = tuple(candidate.plan.placements[place].tag for place in move.phenomena)
    if user.planned_phenomena != tags:
        given, right = (
            ", ".join(tag.value for tag in some) or "nothing"
            for some in (user.planned_phenomena, tags)
        )
        yield f"was told {given}, and it is the place for {right}"


def _named(acts: Sequence[Act]) -> str:
    return ", ".join(
        f"{act.act.value}({act.slot}{f'={act.value!r}' if act.value is not None else ''})"
        for act in acts
    )


def _key(act: Act) -> tuple[ActType, str, str, str]:
    value = act.value.casefold() if isinstance(act.value, str) else act.value
    if act.act is ActType.REFUSE:
        value = None  # Why something is refused is the model's own to say.
    return act.act, act.service, act.slot, repr(value)


CHECK = Check(
    "course",
    1,
    2,
    frozenset({RejectionCode.REPLAY, RejectionCode.USER_OFF_PLAN, RejectionCode.SYSTEM_OFF_WORDS}),
    run,
    needs_plan=True,
)
