"""What the executor says back: each touched task's newest signal."""

from dataclasses import replace

from schemas.dialogue import Signal, SignalKind
from schemas.service import IntentSchema
from schemas.world import Entity, FollowUp
from world import signals
from world.constraints import breach
from world.lookup import confirmable, intent_of, is_unique, missing, parameters
from world.names import ProgramError
from world.rendering import render_name
from world.run import Run
from world.state import Task, TaskStatus
from world.statements import Name


def settle(run: Run) -> tuple[Signal, ...]:
    """The signals that the executed statements bring, one for each task that owes one.

    Raises:
        ProgramError: Where a task's slots break a rule of its intent.
    """
    said: list[Signal] = []
    for number, perform in run.due.items():
        index = run.state.take_index()
        task = run.state.tasks[number]
        signal, status = _signal(run, task, index, perform)
        run.state.signals[index] = signal
        run.state.tasks[number] = replace(task, status=status, newest=index)
        said.append(signal)
    said += [_proposal(run, number, following) for number, following in run.proposals.items()]
    return tuple(said)


def _proposal(run: Run, number: int, following: FollowUp) -> Signal:
    """The hint to offer an intent. It stands beside the task's newest signal."""
    index = run.state.take_index()
    offered = (following.offered_service, following.offered_intent)
    name = Name("" if is_unique(offered[1], run.catalog) else offered[0], offered[1])
    signal = Signal(
        index=index,
        kind=SignalKind.HINT_OFFER,
        task=number,
        offered=".".join(offered),
        text=signals.hint_offer(number, render_name(name)),
    )
    run.state.signals[index] = signal
    run.state.proposed = index
    return signal


def _signal(run: Run, task: Task, index: int, perform: bool) -> tuple[Signal, TaskStatus]:
    _, intent = intent_of(task, run.catalog)
    broken = breach(intent, task.slots)
    if broken:
        raise ProgramError(broken)
    if task.number in run.further:
        run.state.continued.add(index)
        return _result(index, task, run.further[task.number]), TaskStatus.PERFORMED
    lacking = missing(task, intent)
    if lacking:
        text = signals.hint_value(task.number, lacking[0])
        kind = SignalKind.HINT_VALUE
        signal = Signal(index=index, kind=kind, task=task.number, slots=lacking, text=text)
        return signal, TaskStatus.COLLECTING
    if intent.transactional and intent.needs_confirmation and not perform:
        return (
            Signal(
                index=index,
                kind=SignalKind.HINT_CONFIRM,
                task=task.number,
                slots=tuple(confirmable(task, intent)),
                text=signals.hint_confirm(task.number),
            ),
            TaskStatus.AWAITING_CONFIRMATION,
        )
    return _called(run, task, intent, index)


def _called(run: Run, task: Task, intent: IntentSchema, index: int) -> tuple[Signal, TaskStatus]:
    values = parameters(task, intent)
    answer = run.backend.call(run.state, task, intent, values, index)
    if not answer.success:
        text = signals.failed(task.number, answer.reason, answer.entities)
        kind, status = SignalKind.FAILED, TaskStatus.FAILED
    elif not intent.transactional:
        return _result(index, task, answer.entities), TaskStatus.PERFORMED
    else:
        text = signals.perform(task.number, answer.entities)
        kind, status = SignalKind.PERFORM, TaskStatus.PERFORMED
    signal = Signal(
        index=index,
        kind=kind,
        task=task.number,
        entities=answer.entities,
        reason=answer.reason,
        text=text,
    )
    return signal, status


def _result(index: int, task: Task, entities: tuple[Entity, ...]) -> Signal:
    return Signal(
        index=index,
        kind=SignalKind.RESULT,
        task=task.number,
        entities=entities,
        text=signals.result(task.number, entities),
    )
