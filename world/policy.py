"""What the system has to say once the executor has signalled: policy feedback in PyTOD's sense.

The signals decide it, so no model is asked, but where the user may have pointed at one of
several results: then the system can also ask which one is meant.
"""

from schemas.dialogue import Signal, SignalKind, Step
from world.executor import Executor, Task, TaskStatus
from world.language import parse
from world.statements import Open, Ref, Say, Speech

_ASKING = frozenset({TaskStatus.COLLECTING, TaskStatus.AWAITING_CONFIRMATION})


def settled(executor: Executor, step: Step) -> Say | None:
    """The only thing to say after a step that was just executed.

    Args:
        executor: The executor, after the step.
        step: What was run.

    Returns:
        The statement; None where the step brought no signal, was refused, or leaves a choice.
    """
    signals = step.signals
    if not signals or any(signal.kind is SignalKind.ERROR for signal in signals):
        return None
    if _unchosen(executor, before=signals[0].index):
        return None
    opened = all(isinstance(parse(statement.text), Open) for statement in step.statements)
    # Of several tasks opened at once the first is served first.
    return told(executor, signals[0] if opened else signals[-1])


def told(executor: Executor, signal: Signal) -> Say:
    """The say of a new signal; once a task is done, that of the one that waits as well."""
    first = Speech("signal", (Ref(signal.index),))
    done = signal.kind is SignalKind.PERFORM
    return Say((first, *(waiting(executor) if done else ())))


def waiting(executor: Executor) -> tuple[Speech, ...]:
    """The newest signal of the task that waits for the user: of several, the first opened."""
    tasks = [t for t in executor.tasks.values() if t.status in _ASKING and not t.held]
    return tuple(Speech("signal", (Ref(newest),)) for t in tasks[:1] if (newest := t.newest))


def _unchosen(executor: Executor, before: int) -> bool:
    """Whether the user has heard of several results and taken none."""
    return any(
        signal.kind is SignalKind.RESULT
        and len(signal.entities) > 1
        and signal.index < before
        and _of(executor, signal).selected is None
        for signal in executor.signals.values()
    )


def _of(executor: Executor, signal: Signal) -> Task:
    return executor.tasks[signal.task or 0]
