"""The system's turn: a model that sees no plan writes programs until one says something.

Its programs stand where they do what the gold system would have done: the same tasks, values and
entities, and the same things said. Else the turn is programmed again, told what is off.
"""

import json
from collections.abc import Sequence
from dataclasses import replace

from checks.course import off_course
from schemas.calls.simulation import (
    EXACT_VALUE,
    SYSTEM_STATEMENTS,
    ExactValueInput,
)
from schemas.dialogue import Mend, Named, SignalKind, Step
from schemas.service import SlotSchema
from schemas.verdict import RejectionCode
from stages.simulate.scene import Scene, Stopped
from stages.simulate.supervise import Attempt, asked_again, mended, recovered
from world.align import find, verbatim
from world.executor import Executor
from world.language import ProgramError, parse, render
from world.lookup import find_intent
from world.policy import settled
from world.statements import Assign, Expression, Literal, Open, Statement
from world.transcript import lines, slot_view, system_input


async def answer(scene: Scene) -> tuple[Executor, tuple[Step, ...], int]:
    """The system's programs for the user's newest words.

    Returns:
        The executor after them, their steps, and how many attempts were thrown away.

    Raises:
        Stopped: Where no attempt stands.
        BadReply: Where the model's replies are unusable.
    """
    user = scene.turns[-1]
    scene.executor.hear(user.utterance, user.acts)
    gold = scene.executor.copy()
    scene.gold.answer(gold, user.acts)
    told, code, doubted = "", RejectionCode.SYSTEM_STUCK, frozenset[Mend]()
    for repair in range(scene.attempts):
        executor = scene.executor.copy()
        attempt = Attempt(
            ctx=scene.ctx,
            item=scene.plan.dialogue_id,
            turn=len(scene.turns),
            draw=repair,
            memory=scene.memory,
            doubted=doubted,
        )
        steps = await _program(scene, executor, attempt, told)
        if executor.said is None:
            complaint = f"after {len(steps)} programs the turn had not ended with say(...)"
        else:
            complaint, code = off_course(executor, gold), RejectionCode.SYSTEM_OFF_WORDS
        attempt.over(right=not complaint)
        if not complaint:
            return executor, steps, repair
        written = [line for step in steps for line in step.written]
        told = f"{complaint}; they were {json.dumps(written, ensure_ascii=False)}"
        doubted |= frozenset(attempt.mends)
    raise Stopped(code, complaint)


async def _program(
    scene: Scene, executor: Executor, attempt: Attempt, complaint: str
) -> tuple[Step, ...]:
    steps: list[Step] = []
    most = scene.ctx.config.simulation.max_steps
    repair = attempt.draw
    while executor.said is None and len(steps) < most:
        reply = await scene.ctx.chat.ask(
            SYSTEM_STATEMENTS,
            system_input(
                scene.services,
                scene.plan.services,
                scene.plan.clock,
                lines(scene.turns, steps),
                complaint if not steps else "",
            ),
            scene.site(step=len(steps), draw=repair),
        )
        program = await _exact(scene, executor, reply.statements, (len(steps), repair))
        steps += await _executed(scene, executor, attempt, steps, program)
        # What the signals leave to be said is no question for a model.
        closing = settled(executor, steps[-1])
        if closing is not None:
            steps.append(executor.run((render(closing),)))
    return tuple(steps)


async def _executed(
    scene: Scene,
    executor: Executor,
    attempt: Attempt,
    before: Sequence[Step],
    program: tuple[str, ...],
) -> list[Step]:
    """The program's step, and those of what supervisors make of it."""
    settings, services = scene.ctx.config.simulation, scene.services
    if settings.parser_supervisor and not before:
        instead = await asked_again(attempt, executor, services, scene.turns, program)
        if instead is not None:
            return [instead]
    steps = [executor.run(program)]
    if settings.schema_supervisor and _refused(steps[0]):
        place = len(before)
        found = await mended(attempt, executor, services, program, place)
        if found is not None:
            legal, mends = found
            if not any(mend.kind is Named.VALUE for mend in mends):
                # A slot that is known only now may have been given in other words than the user's.
                legal = await _exact(scene, executor, legal, (place, attempt.draw))
            steps.append(executor.run(legal).model_copy(update={"supervised": mends}))
    if settings.parser_supervisor and not _refused(steps[-1]):
        more = await recovered(attempt, executor, services, scene.turns, [*before, *steps])
        steps += [] if more is None else [more]
    return steps


def _refused(step: Step) -> bool:
    return any(signal.kind is SignalKind.ERROR for signal in step.signals)


async def _exact(
    scene: Scene, executor: Executor, program: Sequence[str], place: tuple[int, int]
) -> tuple[str, ...]:
    """The program with string values that the user did not say put into the user's own words."""
    exact = []
    for number, line in enumerate(program):
        try:
            statement = parse(line)
        except ProgramError:
            exact.append(line)
            continue
        step, draw = place
        site_step = 100 * (step + 1) + 10 * number
        changed = await _reworded(scene, executor, statement, site_step, draw)
        exact.append(line if changed == statement else render(changed))
    return tuple(exact)


async def _reworded(
    scene: Scene, executor: Executor, statement: Statement, step: int, draw: int
) -> Statement:
    if isinstance(statement, Open):
        try:
            service, _ = find_intent(statement.name, scene.services)
        except ProgramError:
            return statement
        known = {slot.name: slot for slot in service.slots}
        arguments = [
            (name, await _words(scene, known.get(name), value, step + n, draw))
            for n, (name, value) in enumerate(statement.arguments)
        ]
        return replace(statement, arguments=tuple(arguments))
    if isinstance(statement, Assign):
        values = []
        for n, (target, value) in enumerate(zip(statement.targets, statement.values, strict=True)):
            slot = _slot(scene, executor, target.task, target.slot)
            values.append(await _words(scene, slot, value, step + n, draw))
        return replace(statement, values=tuple(values))
    return statement


def _slot(scene: Scene, executor: Executor, task: int, name: str) -> SlotSchema | None:
    if task not in executor.tasks:
        return None
    service = scene.services.service(executor.tasks[task].service)
    return next((slot for slot in service.slots if slot.name == name), None)


async def _words(
    scene: Scene, slot: SlotSchema | None, value: Expression, step: int, draw: int
) -> Expression:
    said = value.value if isinstance(value, Literal) else None
    utterance = scene.turns[-1].utterance
    if slot is None or not isinstance(said, str):
        return value
    if find(said, utterance, slot, scene.plan.clock) is not None:
        return value
    reply = await scene.ctx.chat.ask(
        EXACT_VALUE,
        ExactValueInput(utterance=utterance, slot=slot_view(slot), value=said),
        scene.site(step=step, draw=draw),
    )
    if reply.words and verbatim(reply.words, utterance):
        return Literal(json.dumps(reply.words))
    return value
