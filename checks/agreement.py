"""Rung 5: would another model, asked what the system was asked, have written the same program?

LUCID's label validators. Each step of each system turn is a question with the recorded history
up to it (teacher forcing), so all questions of a dialogue can be asked at once. Programs are
compared by what they do: on copies of the executor as it stood, they must leave the same tasks,
values and entities, make the same moves and say the same. Argument order, number formats,
equivalent dates, quoting and references that hold the same value then make no difference.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.privileged import goal_views, move_views
from schemas.acts import Act, ActType
from schemas.calls.judging import PrivilegedInput
from schemas.calls.simulation import SystemInput
from schemas.candidate import Candidate
from schemas.dialogue import SignalKind, Speaker, Step, Supervisor
from schemas.service import Catalog
from world.executor import Executor
from world.gold import effects
from world.language import ProgramError, parse
from world.policy import settled
from world.rendering import render_name
from world.statements import Decline, Do, Statement
from world.transcript import lines, system_input

NAME = "label_agreement"
VERSION = 2
RUNG = 5


@dataclass(frozen=True)
class Question:
    """A step of the system, to be predicted.

    Attributes:
        turn: Index of the system turn.
        step: Which of its executed programs, from 0.
        blind: What the system was asked.
        privileged: The same with the plan.
        recorded: The program that was executed.
        before: The executor as it stood; never run, only copied.
    """

    turn: int
    step: int
    blind: SystemInput
    privileged: PrivilegedInput
    recorded: tuple[str, ...]
    before: Executor


def questions(candidate: Candidate, catalog: Catalog) -> Iterator[Question]:
    """Every executed step of the dialogue as a question, in order.

    What the signals of a step leave to be said is no question: no model has written it.

    Programs that were refused are left out of the history: their errors would give hints that a
    model which writes the right program at once never gets. A program that left out what a
    supervisor then wrote is one question with that.
    """
    plan, dialogue = candidate.plan, candidate.dialogue
    own = catalog.only(dialogue.services)
    goals = goal_views(plan.goals, own)
    executor = Executor(own, dialogue.world, dialogue.clock)
    history = [turn.model_copy(update={"steps": _good(turn.steps)}) for turn in dialogue.turns]
    for place, turn in enumerate(dialogue.turns):
        if turn.speaker is Speaker.USER:
            executor.hear(turn.utterance, turn.acts)
            moves = move_views(turn.acts, plan.goals, own)
            continue
        done: list[Step] = []
        closing = None
        for number, step in enumerate(turn.steps):
            if not _refused(step) and not _completes(step, done) and closing is None:
                asked = system_input(
                    own, dialogue.services, dialogue.clock, lines(history[:place], done)
                )
                yield Question(
                    turn=turn.index,
                    step=len(done),
                    blind=asked,
                    privileged=PrivilegedInput.model_validate(
                        {**dict(asked), "goals": goals, "moves": moves}
                    ),
                    recorded=(*step.written, *_completion(turn.steps[number + 1 :])),
                    before=executor.copy(),
                )
            if not _refused(step):
                done.append(step)
            executor.run(step.written)
            closing = settled(executor, step)


def disagreement(question: Question, predicted: Sequence[str]) -> str:
    """How the predicted program differs from the recorded one in meaning, empty where not."""
    right = _meaning(question.before, question.recorded)
    other = _meaning(question.before, predicted)
    if other.error:
        return f"it is invalid: {other.error}"
    for what in ("moves", "effects", "said"):
        if getattr(right, what) != getattr(other, what):
            return f"its {what} are others"
    return ""


@dataclass(frozen=True)
class _Meaning:
    """What a program does, apart from its wording and numbers."""

    moves: tuple[str, ...] = ()
    effects: str = ""
    said: tuple[str, ...] | None = None
    error: str = ""


def _meaning(before: Executor, program: Sequence[str]) -> _Meaning:
    trial = before.copy()
    step = trial.run(tuple(program))
    errors = [signal.reason for signal in step.signals if signal.kind is SignalKind.ERROR]
    if errors:
        return _Meaning(error=errors[0])
    calls = sorted(
        json.dumps([c.service, c.intent, c.parameters, c.success], sort_keys=True)
        for c in trial.calls()
    )
    said = None if trial.said is None else tuple(sorted(_said(act) for act in trial.said))
    moves = (move for line in program if (move := _move(_parsed(line), before)))
    return _Meaning(
        moves=tuple(sorted(moves)), effects=json.dumps([effects(trial), calls]), said=said
    )


def _parsed(line: str) -> Statement | None:
    try:
        return parse(line)
    except ProgramError:
        return None


def _move(statement: Statement | None, before: Executor) -> str:
    """A move that the state alone need not show, such as `ignore()` or `select(x5[1])`."""
    match statement:
        case Do(verb, None):
            return verb
        case Do("select" | "accept" | "cancel" as verb, ref) if ref is not None:
            signal = before.signals.get(ref.index)
            if signal is None or ref.entity is None or ref.entity >= len(signal.entities):
                return f"{verb} {ref.index}"
            return f"{verb} {signal.entities[ref.entity].entity_id}"
        case Do(verb, ref) if ref is not None:
            return f"{verb} {ref.index}"
        case Decline(name):
            return f"decline {render_name(name)}"
        case _:
            return ""


def _said(act: Act) -> str:
    value = act.value if act.act is not ActType.REFUSE else None
    shown = value.casefold() if isinstance(value, str) else value
    return json.dumps([act.act, act.service, act.intent, act.slot, shown, act.count])


def _refused(step: Step) -> bool:
    return any(signal.kind is SignalKind.ERROR for signal in step.signals)


def _completes(step: Step, before: Sequence[Step]) -> bool:
    """Whether a supervisor wrote it, for what the program before it in this turn left out."""
    return bool(before) and any(m.supervisor is Supervisor.PARSER for m in step.supervised)


def _completion(after: Sequence[Step]) -> tuple[str, ...]:
    """What a supervisor wrote next: with it the program is what it should have been at once."""
    return after[0].written if after and _completes(after[0], (after[0],)) else ()


def _good(steps: Sequence[Step]) -> tuple[Step, ...]:
    return tuple(step for step in steps if not _refused(step))
