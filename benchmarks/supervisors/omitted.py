"""How well what is left out is recovered: right programs with one required slot taken out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from runtime.stage import StageContext
from schemas.annotation import SourceKind
from schemas.base import Value
from schemas.dialogue import Dialogue, Speaker, Step, Turn
from schemas.service import Catalog
from stages.simulate.supervise import Attempt, Memory, asked_again, recovered
from world.executor import Executor
from world.language import parse, render
from world.statements import Assign, Open, Statement
from world.values import same


@dataclass(frozen=True)
class Omission:
    """A program without one of the values that the user gave.

    Attributes:
        turns: Up to the user's words.
        before: The executor as it stood.
        program: What is left; a question put again where that is nothing.
        task, slot: What is missing.
        value: Its value.
        said: Whether it came from the user's words of this turn, and not by reference.
    """

    dialogue: Dialogue
    turns: tuple[Turn, ...]
    before: Executor
    program: tuple[str, ...]
    task: int
    slot: str
    value: Value
    said: bool


@dataclass(frozen=True)
class Recovery:
    """What the parser supervisor made of an omission."""

    omission: Omission
    asked: bool
    written: str
    right: bool


def omissions(dialogues: Iterable[Dialogue], catalog: Catalog) -> Iterator[Omission]:
    """Every way to leave out one required slot of the first program of a turn."""
    for dialogue in dialogues:
        own = catalog.only(dialogue.services)
        executor = Executor(own, dialogue.world, dialogue.clock)
        for place, turn in enumerate(dialogue.turns):
            if turn.speaker is Speaker.USER:
                executor.hear(turn.utterance, turn.acts)
                continue
            before = executor.copy()
            for number, step in enumerate(turn.steps):
                executor.run(step.written)
                if number == 0:
                    yield from _of(dialogue, dialogue.turns[:place], before, step, executor, own)


def _of(
    dialogue: Dialogue,
    turns: tuple[Turn, ...],
    before: Executor,
    step: Step,
    after: Executor,
    catalog: Catalog,
) -> Iterator[Omission]:
    program = [parse(line) for line in step.written] if step.statements else []
    for place, statement in enumerate(program):
        for task, slot, rest in _without_one(statement, before.next_index + place):
            held = after.tasks[task].slots.get(slot)
            intent = catalog.intent(after.tasks[task].service, after.tasks[task].intent)
            if held is None or held.special or slot not in intent.required:
                continue
            left = [*program[:place], *rest, *program[place + 1 :]]
            newest = before.tasks[task].newest if task in before.tasks else None
            lines = tuple(map(render, left)) or ((f"say(x{newest})",) if newest else ())
            known = task in before.tasks and slot in before.tasks[task].slots
            if lines and not known:
                said = held.source.kind is SourceKind.USER
                yield Omission(dialogue, turns, before, lines, task, slot, held.value, said)


def _without_one(statement: Statement, number: int) -> Iterator[tuple[int, str, list[Statement]]]:
    match statement:
        case Open(_, arguments):
            for place, (slot, _) in enumerate(arguments):
                left = (*arguments[:place], *arguments[place + 1 :])
                yield number, slot, [replace(statement, arguments=left)]
        case Assign((target,), _):
            yield target.task, target.slot, []


async def recover(omission: Omission, ctx: StageContext) -> Recovery:
    """Lets the parser supervisor look at what is left of a program."""
    executor = omission.before.copy()
    catalog = ctx.catalog.only(omission.dialogue.services)
    item = f"{omission.dialogue.dialogue_id} without {omission.slot}"
    attempt = Attempt(ctx, item, len(omission.turns), 0, Memory())
    step = await _looked_at(attempt, executor, catalog, omission.turns, omission.program)
    state = executor.tasks[omission.task].slots.get(omission.slot) if step is not None else None
    written = "" if step is None else "; ".join(s.text for s in step.statements)
    only = step is not None and len(step.supervised) == 1
    return Recovery(
        omission=omission,
        asked=bool(attempt.mends),
        written=written,
        right=only and state is not None and same(state.value, omission.value),
    )


async def _looked_at(
    attempt: Attempt,
    executor: Executor,
    catalog: Catalog,
    turns: Sequence[Turn],
    program: tuple[str, ...],
) -> Step | None:
    again = await asked_again(attempt, executor, catalog, turns, program)
    if again is not None:
        return again
    steps = [executor.run(program)]
    if not steps[0].statements:
        return None
    return await recovered(attempt, executor, catalog, turns, steps)
