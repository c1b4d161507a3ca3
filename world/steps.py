"""One statement executed on a step's scratch state."""

from dataclasses import replace

from schemas.acts import ActType
from schemas.base import Value
from world.acting import decline, do
from world.names import ProgramError
from world.run import Run
from world.speech import acts_of
from world.statements import Append, Assign, Clear, Decline, Do, Open, Say, Statement
from world.writing import append, clear, open_task, write


def execute(run: Run, statement: Statement, index: int) -> None:
    """Executes one statement, which has that number.

    Raises:
        ProgramError: Where it is invalid; the state is then half changed.
    """
    if run.state.said is not None:
        raise ProgramError("say is the last statement of a turn")
    match statement:
        case Open():
            open_task(run, statement, index)
        case Assign(targets, values):
            for target, value in zip(targets, values, strict=True):
                write(run, target, value)
        case Append(target, value):
            append(run, target, value)
        case Clear(target):
            clear(run, target)
        case Do(verb, ref):
            do(run, verb, ref)
        case Decline():
            decline(run, statement)
        case Say():
            _say(run, statement, index)


def _say(run: Run, statement: Say, index: int) -> None:
    if run.due:
        number = min(run.due)
        raise ProgramError(
            f"the signal of x{number} comes first: run the other statements without say"
        )
    acts = tuple(
        act for speech in statement.acts for act in acts_of(speech, run.state, run.catalog)
    )
    for act in acts:
        if act.act is ActType.CONFIRM:
            _ask(run, act.service, act.intent, act.slot, act.value)
    run.state.says[index] = acts
    run.state.said = acts


def _ask(run: Run, service: str, intent: str, slot: str, value: Value) -> None:
    task = run.state.tasks[run.state.latest[service]]
    if task.intent != intent:
        task = next(
            t
            for t in reversed(run.state.tasks.values())
            if (t.service, t.intent) == (service, intent)
        )
    asked = {**(task.asked or {}), slot: value} if slot else (task.asked or {})
    run.state.tasks[task.number] = replace(task, asked=asked)
