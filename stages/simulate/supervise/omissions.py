"""The parser supervisor: a slot that the user answered and the program left out, asked for.

It asks where the executor still wants a slot although the user's words plainly hold an answer:
what reads as a value of the slot, and is no value that some slot has already. Where the turn has
another explanation (it ignores, holds, cancels, selects, refuses ...), nothing is asked.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from schemas.acts import Act, ActType
from schemas.annotation import SlotState
from schemas.calls.supervision import SUPERVISE_ANSWER, UNANSWERABLE, SuperviseAnswerInput
from schemas.dialogue import Mend, Named, SignalKind, Step, Supervisor, Turn
from schemas.service import Catalog, ServiceSchema, SlotSchema, SlotType
from schemas.world import Clock
from stages.simulate.supervise.attempt import Attempt
from world.align import find_all, readable, said_special, verbatim
from world.executor import Executor, Task
from world.language import parse, render
from world.statements import Append, Assign, Literal, Open, Special, Target
from world.transcript import slot_view
from world.values import text_of

_SHAPED = (SlotType.DATE, SlotType.TIME)
_NUMBERS = (SlotType.INTEGER, SlotType.NUMBER)
_NO_COUNT = ("one",)
_SPECIALS = tuple(special.value for special in Special)


@dataclass(frozen=True)
class _Gap:
    """A required slot without a value.

    Attributes:
        asked: Whether the system had just asked for it.
        silent: Whether the program writes nothing at all.
    """

    task: Task
    service: ServiceSchema
    slot: SlotSchema
    asked: bool
    silent: bool

    @property
    def order(self) -> tuple[bool, bool]:
        """What was asked for comes first, and numbers last: a date has numbers in it."""
        return not self.asked, self.slot.type in _NUMBERS


async def recovered(
    attempt: Attempt,
    executor: Executor,
    catalog: Catalog,
    turns: Sequence[Turn],
    steps: Sequence[Step],
) -> Step | None:
    """The step that writes what the turn's programs left out, executed; None where nothing is.

    Args:
        attempt: At the turn.
        executor: After the programs.
        catalog: The dialogue's services.
        turns: The user's newest words are the last.
        steps: Of this turn, so far.
    """
    if executor.said is not None or not _only_writes(steps):
        return None
    hinted = [s.task for s in steps[-1].signals if s.kind is SignalKind.HINT_VALUE]
    gaps = [
        gap
        for number in hinted
        if number is not None
        for gap in _gaps(executor.tasks[number], executor, catalog, silent=False)
    ]
    return await _written(attempt, executor, turns, gaps, len(steps), "")


async def asked_again(
    attempt: Attempt,
    executor: Executor,
    catalog: Catalog,
    turns: Sequence[Turn],
    program: Sequence[str],
) -> Step | None:
    """The step that writes what a program only asks for once more, executed; None where nothing.

    Args:
        attempt: At the turn, in which nothing was executed yet.
        executor: Before the program.
        catalog: The dialogue's services.
        turns: The user's newest words are the last.
        program: As the model wrote it; where it is mended, it is not executed.
    """
    if len(program) != 1 or not program[0].startswith("say("):
        return None
    trial = executor.copy()
    trial.run(program)
    said = trial.said or ()
    if not said or any(act.act is not ActType.REQUEST for act in said):
        return None
    gaps = [
        gap
        for task in executor.tasks.values()
        if task.open and not task.held
        for gap in _gaps(task, executor, catalog, silent=True)
        if gap.asked and any(_asks(act, task, gap.slot.name) for act in said)
    ]
    return await _written(attempt, executor, turns, gaps, 0, program[0])


def _only_writes(steps: Sequence[Step]) -> bool:
    """Whether all that the turn did is to open tasks and to write slots."""
    statements = [parse(s.text) for step in steps for s in step.statements]
    return bool(statements) and all(isinstance(s, Open | Assign | Append) for s in statements)


def _gaps(task: Task, executor: Executor, catalog: Catalog, *, silent: bool) -> Iterator[_Gap]:
    service = catalog.service(task.service)
    for name in service.intent(task.intent).required:
        if name not in task.slots:
            asked = any(_asks(act, task, name) for act in executor.last_said)
            yield _Gap(task, service, service.slot(name), asked, silent)


def _asks(act: Act, task: Task, slot: str) -> bool:
    about = (act.service, act.intent) == (task.service, task.intent)
    return act.act is ActType.REQUEST and act.slot == slot and about


async def _written(
    attempt: Attempt,
    executor: Executor,
    turns: Sequence[Turn],
    gaps: Sequence[_Gap],
    step: int,
    instead_of: str,
) -> Step | None:
    rest = _unspoken_for(executor, turns[-1].utterance, [gap.service for gap in gaps])
    program, mends = list[str](), list[Mend]()
    for number, gap in enumerate(sorted(gaps, key=lambda gap: gap.order)):
        if not _plain(gap, rest, executor.clock):
            continue
        words = await _answer(attempt, gap, turns, 100 * step + number)
        line = render(
            Assign((Target(gap.task.number, gap.slot.name),), (Literal(json.dumps(words)),))
        )
        fits = words and verbatim(words, rest) and _runs(executor, [*program, line])
        mend = _mend(gap, words if fits else "", instead_of)
        if mend in attempt.doubted:
            continue
        attempt.mends.append(mend)
        if fits:
            program.append(line)
            mends.append(mend)
            rest = _blanked(rest, [words])
    if not program:
        return None
    return executor.run(program).model_copy(update={"supervised": tuple(mends)})


def _mend(gap: _Gap, words: str, instead_of: str) -> Mend:
    return Mend(
        supervisor=Supervisor.PARSER,
        kind=Named.SLOT,
        service=gap.service.name,
        intent=gap.task.intent,
        slot=gap.slot.name,
        found=instead_of,
        given=words,
    )


async def _answer(attempt: Attempt, gap: _Gap, turns: Sequence[Turn], step: int) -> str:
    """The user's words for the slot, empty where they hold none."""
    asked = turns[-2].utterance if gap.asked and len(turns) > 1 else ""
    question = SuperviseAnswerInput(
        intent=gap.service.intent(gap.task.intent).description,
        slot=slot_view(gap.slot),
        asked=asked,
        utterance=turns[-1].utterance,
    )
    reply = await attempt.ask(SUPERVISE_ANSWER, question, step)
    words = "" if reply is None else reply.words.strip()
    if words == UNANSWERABLE or any(said_special(name, words) for name in _SPECIALS):
        return ""
    return words


def _runs(executor: Executor, program: Sequence[str]) -> bool:
    step = executor.copy().run(program)
    return not any(signal.kind is SignalKind.ERROR for signal in step.signals)


def _plain(gap: _Gap, rest: str, clock: Clock) -> bool:
    """Whether what is left of the words holds something that would be a value of the slot."""
    slot = gap.slot
    if slot.name == gap.service.intent(gap.task.intent).created_slot:
        return _names_known(slot, rest)
    if slot.type is SlotType.BOOLEAN:
        return gap.asked and gap.silent and bool(rest.strip(" _"))
    if slot.type in _NUMBERS:
        rest = _without_moments(rest, clock)
        # 'The one with a terrace' counts nothing, unless a number was asked for.
        rest = rest if gap.asked else _blanked(rest, _NO_COUNT)
    if readable(rest, slot, clock) is not None:
        return True
    if slot.categorical or slot.type in (*_SHAPED, *_NUMBERS):
        return False
    return _names_known(slot, rest) or (gap.asked and gap.silent)


def _names_known(slot: SlotSchema, rest: str) -> bool:
    known = (*slot.possible_values, *slot.example_values)
    return any(verbatim(value, rest) for value in known)


def _without_moments(rest: str, clock: Clock) -> str:
    """The words without their dates and times, whose numbers count nothing."""
    for kind in _SHAPED:
        moment = SlotSchema(name="moment", type=kind)
        while (found := readable(rest, moment, clock)) is not None:
            rest = _cut(rest, found.start, found.end)
    return rest


def _unspoken_for(executor: Executor, utterance: str, services: Sequence[ServiceSchema]) -> str:
    """The words without those that say what some slot holds already."""
    rest = utterance
    for service in {service.name: service for service in services}.values():
        for task in executor.tasks.values():
            if task.service == service.name:
                for state in task.slots.values():
                    rest = _without(rest, state, service.slot(state.slot), executor.clock)
    others = [
        words
        for task in executor.tasks.values()
        for state in task.slots.values()
        for words in (*state.variants, text_of(state.value))
    ]
    return _blanked(rest, others)


def _without(rest: str, state: SlotState, slot: SlotSchema, clock: Clock) -> str:
    for match in () if state.special else find_all(state.value, rest, slot, clock):
        rest = _cut(rest, match.start, match.end)
    return rest


def _blanked(rest: str, words: Sequence[str]) -> str:
    for said in sorted(words, key=len, reverse=True):
        for match in verbatim(said, rest):
            rest = _cut(rest, match.start, match.end)
    return rest


def _cut(rest: str, start: int, end: int) -> str:
    """The words with a stretch blanked; places stay where they are."""
    return f"{rest[:start]}{'_' * (end - start)}{rest[end:]}"
