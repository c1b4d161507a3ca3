"""One statement executed on a step's scratch state."""

from dataclasses import replace

from schemas.acts import Act, ActType
from world.acting import decline, do
from world.lookup import intent_of, parameters
from world.names import ProgramError
from world.run import Run
from world.speech import acts_of
from world.state import Task, TaskStatus
from world.statements import (
    Append,
    Assign,
    Clear,
    Decline,
    Do,
    Open,
    Say,
    Speech,
    Statement,
)
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
    if run.due or run.proposals:
        number = min([*run.due, *run.proposals])
        raise ProgramError(
            f"the signal of x{number} comes first: run the other statements without say"
        )
    said: list[Act] = []
    for speech in statement.acts:
        acts = tuple(acts_of(speech, run.state, run.catalog))
        said += acts
        for act in acts:
            _ask(run, _task(run, speech, act), act)
    run.state.says[index] = run.state.said = tuple(said)


def _task(run: Run, speech: Speech, act: Act) -> Task | None:
    """The task that an act of this speech is about."""
    number = run.state.latest.get(act.service) if not speech.refs else speech.refs[0].index
    signal = run.state.signals.get(-1 if number is None else number)
    number = number if signal is None else signal.task
    return None if number is None else run.state.tasks.get(number)


def _ask(run: Run, task: Task | None, act: Act) -> None:
    """Notes what the system asked to confirm, or offered in place of what the backend refused.

    A question is about the task as it stands, whatever it names of it: SGD's systems name some
    slots. Defaults have to be named, since the user cannot know them.
    """
    offered = act.act is ActType.OFFER and task is not None and task.status is TaskStatus.FAILED
    if task is None or not (act.act is ActType.CONFIRM or offered):
        return
    _, intent = intent_of(task, run.catalog)
    asked = dict(task.asked or {})
    if not offered:
        asked.update(parameters(task, intent))
    if act.slot:
        asked[act.slot] = act.value
    run.state.tasks[task.number] = replace(task, asked=asked)
