"""The parser supervisor: a slot that the user answered and the program left out, asked for.

It asks where the executor still wants a slot although the user's words plainly hold an answer
(`gaps`). Where the turn has another explanation (it ignores, holds, cancels, selects, refuses ...),
nothing is asked.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from phenomena.changes import marks_a_change
from schemas.acts import ActType
from schemas.calls.supervision import SUPERVISE_ANSWER, UNANSWERABLE, SuperviseAnswerInput
from schemas.dialogue import Mend, Named, SignalKind, Step, Supervisor, Turn
from schemas.service import Catalog
from stages.simulate.supervise.attempt import Attempt
from stages.simulate.supervise.gaps import Gap, asks, blanked, gaps_of, plain, unaccounted
from world.align import said_special, verbatim
from world.executor import Executor
from world.language import parse, render
from world.statements import Append, Assign, Literal, Open, Special, Target
from world.transcript import slot_view

_SPECIALS = tuple(special.value for special in Special)


@dataclass(frozen=True)
class _Scene:
    """What is looked at: an attempt at a turn, where the executor stands, what was said."""

    attempt: Attempt
    executor: Executor
    catalog: Catalog
    turns: Sequence[Turn]

    @property
    def utterance(self) -> str:
        """The user's newest words."""
        return self.turns[-1].utterance


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
        for gap in gaps_of(executor.tasks[number], executor, catalog, silent=False)
    ]
    rest = unaccounted(executor, turns[-1].utterance, _written_to(steps), catalog)
    if marks_a_change(rest):
        return None  # What is left may be what the user has just taken back.
    scene = _Scene(attempt, executor, catalog, turns)
    program, mends = await _filled(scene, gaps, rest, "", len(steps))
    return _run(scene, program, mends)


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
        for gap in gaps_of(task, executor, catalog, silent=True)
        if gap.asked and any(asks(act, task, gap.slot.name) for act in said)
    ]
    scene = _Scene(attempt, executor, catalog, turns)
    written, mends = await _filled(scene, gaps, scene.utterance, program[0], 0)
    return _run(scene, written, mends)


def _only_writes(steps: Sequence[Step]) -> bool:
    """Whether all that the turn did is to open tasks and to write slots."""
    statements = [parse(s.text) for step in steps for s in step.statements]
    return bool(statements) and all(isinstance(s, Open | Assign | Append) for s in statements)


def _written_to(steps: Sequence[Step]) -> Iterator[int]:
    """The tasks that were opened or written to."""
    for line in (statement for step in steps for statement in step.statements):
        match parse(line.text):
            case Open():
                yield line.index
            case Assign(targets, _):
                yield from (target.task for target in targets)
            case Append(target):
                yield target.task


async def _filled(
    scene: _Scene, gaps: Sequence[Gap], rest: str, instead_of: str, step: int
) -> tuple[list[str], list[Mend]]:
    """Statements that fill gaps out of what is left of the words, and what is recorded of them."""
    program, mends = list[str](), list[Mend]()
    for number, gap in enumerate(sorted(gaps, key=lambda gap: gap.order)):
        if not plain(gap, rest, scene.executor.clock, scene.catalog):
            continue
        words = await _answer(scene, gap, 100 * step + number)
        line = render(
            Assign((Target(gap.task.number, gap.slot.name),), (Literal(json.dumps(words)),))
        )
        fits = bool(words and verbatim(words, rest)) and _legal(scene, [*program, line])
        mend = Mend(
            supervisor=Supervisor.PARSER,
            kind=Named.SLOT,
            service=gap.service.name,
            intent=gap.task.intent,
            slot=gap.slot.name,
            found=instead_of,
            given=words if fits else "",
        )
        if mend in scene.attempt.doubted:
            continue
        scene.attempt.mends.append(mend)
        if fits:
            program.append(line)
            mends.append(mend)
            rest = blanked(rest, [words])
    return program, mends


async def _answer(scene: _Scene, gap: Gap, step: int) -> str:
    """The user's words for the slot, empty where they hold none."""
    question = SuperviseAnswerInput(
        intent=gap.service.intent(gap.task.intent).description,
        slot=slot_view(gap.slot),
        asked=scene.turns[-2].utterance if gap.asked and len(scene.turns) > 1 else "",
        utterance=scene.utterance,
    )
    reply = await scene.attempt.ask(SUPERVISE_ANSWER, question, step)
    words = "" if reply is None else reply.words.strip()
    if words == UNANSWERABLE or any(said_special(name, words) for name in _SPECIALS):
        return ""
    return words


def _legal(scene: _Scene, program: Sequence[str]) -> bool:
    return bool(scene.executor.copy().run(program).statements)


def _run(scene: _Scene, program: Sequence[str], mends: Sequence[Mend]) -> Step | None:
    if not program:
        return None
    return scene.executor.run(program).model_copy(update={"supervised": tuple(mends)})
