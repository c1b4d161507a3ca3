"""What the system has to say once the executor has signalled: policy feedback in PyTOD's sense.

The signals decide it, so no model is asked, but where the user may have pointed at one of
several results for a value: then the system can also ask which one is meant.
"""

from collections.abc import Sequence

from schemas.dialogue import Signal, SignalKind, Step
from world.executor import Executor, TaskStatus
from world.language import parse
from world.statements import Do, Open, Ref, Say, Speech, Statement
from world.values import same

_ASKING = frozenset({TaskStatus.COLLECTING, TaskStatus.AWAITING_CONFIRMATION})


def settled(executor: Executor, step: Step) -> Say | None:
    """The only thing to say after a step that was just executed.

    Args:
        executor: The executor, after the step.
        step: What was run.

    Returns:
        The statement; None where the step was refused, said something, or leaves a choice.
    """
    signals = step.signals
    if any(signal.kind is SignalKind.ERROR for signal in signals):
        return None
    statements = [parse(statement.text) for statement in step.statements]
    if not signals:
        return _after_choice(executor, statements)
    if any(_may_point(executor, signal) for signal in signals):
        return None
    opened = all(isinstance(statement, Open) for statement in statements)
    # Of several tasks opened at once the first is served first.
    return told(executor, signals[0] if opened else signals[-1])


def _after_choice(executor: Executor, statements: Sequence[Statement]) -> Say | None:
    """What follows a choice that brings no signal: the waiting task, or an offer of more help."""
    chosen = any(isinstance(s, Do) and s.verb == "select" for s in statements)
    if not chosen or executor.said is not None:
        return None
    return Say(waiting(executor) or (Speech("more_help"),))


def told(executor: Executor, signal: Signal) -> Say:
    """The say of a new signal; once a task is done, that of the one that waits as well."""
    first = Speech("signal", (Ref(signal.index),))
    done = signal.kind is SignalKind.PERFORM
    return Say((first, *(waiting(executor) if done else ())))


def waiting(executor: Executor) -> tuple[Speech, ...]:
    """The newest signal of the task that waits for the user: of several, the first opened."""
    tasks = [t for t in executor.tasks.values() if t.status in _ASKING and not t.held]
    return tuple(Speech("signal", (Ref(newest),)) for t in tasks[:1] if (newest := t.newest))


def _may_point(executor: Executor, signal: Signal) -> bool:
    """Whether the task lacks a value that the user may take from several results they heard of."""
    if signal.task is None:
        return False
    open_slots = executor.pointed(executor.tasks[signal.task])
    return any(
        _differ(found, slot)
        for found in executor.signals.values()
        if found.kind is SignalKind.RESULT
        and found.index < signal.index
        and executor.tasks[found.task or 0].selected is None
        for slot in open_slots
    )


def _differ(found: Signal, slot: str) -> bool:
    values = [entity.values.get(slot) for entity in found.entities]
    return any(not same(value, values[0]) for value in values[1:])
