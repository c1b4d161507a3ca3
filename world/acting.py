"""Confirming, cancelling, choosing: what the system does about tasks and results."""

from dataclasses import replace

from schemas.acts import ActType
from schemas.annotation import SlotState, Source, SourceKind
from schemas.base import Value
from schemas.dialogue import Signal, SignalKind
from schemas.service import IntentSchema
from world.lookup import (
    confirmable,
    defaults,
    find_intent,
    intent_of,
    missing,
    parameters,
    task_of,
)
from world.names import ProgramError
from world.run import Run
from world.state import Task, TaskStatus
from world.statements import Decline, Ref, Target
from world.values import same, text_of
from world.writing import writable, write


def do(run: Run, verb: str, ref: Ref | None) -> None:
    """Executes `confirm(x1)` and its like; `ignore()` does nothing.

    Raises:
        ProgramError: Where the verb is not legal there now.
    """
    if ref is None:
        return
    match verb:
        case "confirm":
            _confirm(run, ref)
        case "cancel":
            _cancel(run, ref)
        case "hold":
            task = writable(run, ref.index)
            run.put(replace(task, held=True))
            run.due.pop(task.number, None)
        case "select":
            _select(run, ref)
        case "more":
            _more(run, ref)
        case "close":
            _close(run, ref)
        case "query":
            _query(run, ref)
        case "accept":
            _accept(run, ref)


def _select(run: Run, ref: Ref) -> None:
    signal, task = _offered(run, ref, SignalKind.RESULT)
    run.put(replace(task, selected=(signal.index, ref.entity or 0)))
    following = run.backend.follow_up(run.state, task)
    if following is not None:
        run.proposals[task.number] = following


def _confirm(run: Run, ref: Ref) -> None:
    task = writable(run, ref.index)
    _, intent = intent_of(task, run.catalog)
    if not (intent.transactional and intent.needs_confirmation):
        raise ProgramError(f"{intent.name} needs no confirmation")
    lacking = missing(task, intent)
    if lacking:
        raise ProgramError(f"x{ref.index} still lacks {lacking[0]}", lacking)
    asked = task.asked
    open_slots = [
        name
        for name, value in parameters(task, intent).items()
        if asked is None or name not in asked or not same(asked[name], value)
    ]
    if asked is None or open_slots:
        what = f": {', '.join(open_slots)} changed or was never told" if asked else ""
        raise ProgramError(
            f"x{ref.index} is not for the user to confirm yet{what}; "
            f"say(confirm(x{ref.index})) first",
            (f"say(confirm(x{ref.index}))",),
        )
    slots = dict(task.slots)
    for name, value in _told_defaults(task, intent).items():
        slots[name] = SlotState(
            slot=name,
            value=value,
            variants=(text_of(value),),
            source=Source(kind=SourceKind.DEFAULT, slot=name),
        )
    run.put(replace(task, slots=slots, held=False))
    run.due[task.number] = True


def _told_defaults(task: Task, intent: IntentSchema) -> dict[str, Value]:
    """Defaults that the system told with its question; the others stay out."""
    asked = task.asked or {}
    return {name: value for name, value in defaults(task, intent).items() if name in asked}


def _close(run: Run, ref: Ref) -> None:
    """The user is done with a service for now: it has no active intent."""
    task = task_of(ref, run.state)
    if not any(act.act in _REFUSALS for act in run.state.acts):
        raise ProgramError(f"close(x{ref.index}) has no source: the user did not say no")
    run.state.idle.add(task.service)
    run.state.touch(task.service)


def _query(run: Run, ref: Ref) -> None:
    """Asks the backend again, with the slots as they are."""
    task = task_of(ref, run.state)
    _, intent = intent_of(task, run.catalog)
    if intent.transactional:
        raise ProgramError(f"x{ref.index} is no query: it is performed by its confirmation")
    run.put(task)
    run.due[task.number] = False


_REFUSALS = frozenset({ActType.NEGATE, ActType.NEGATE_INTENT})


def _cancel(run: Run, ref: Ref) -> None:
    if ref.entity is None:
        task = writable(run, ref.index)
        run.put(replace(task, status=TaskStatus.CANCELLED, held=False))
        run.due.pop(task.number, None)
        return
    signal, task = _brought(run, ref)
    if signal.kind is SignalKind.FAILED:
        raise ProgramError(f"x{ref.index} brings alternatives, nothing to cancel")
    if not run.backend.cancel(run.state, signal.entities[ref.entity]):
        raise ProgramError(f"x{ref.index}[{ref.entity}] is not there to be cancelled")
    run.state.touch(task.service)


def _brought(run: Run, ref: Ref) -> tuple[Signal, Task]:
    signal = run.state.signals.get(ref.index)
    if signal is None or signal.task is None:
        raise ProgramError(f"x{ref.index} brings no entities")
    if ref.entity is None or ref.entity >= len(signal.entities):
        raise ProgramError(f"x{ref.index} brought {len(signal.entities)} entities, from [0]")
    return signal, run.state.tasks[signal.task]


def _offered(run: Run, ref: Ref, kind: SignalKind) -> tuple[Signal, Task]:
    """The signal of an entity that the system offered in an earlier turn, and its task."""
    signal, task = _brought(run, ref)
    if signal.kind is not kind:
        raise ProgramError(f"x{ref.index} is no {kind.value} signal")
    if (ref.index, ref.entity) not in run.state.offered:
        raise ProgramError(f"x{ref.index}[{ref.entity}] was not offered yet")
    if not task.open:
        raise ProgramError(f"x{task.number} was cancelled: open a new task")
    return signal, task


def _more(run: Run, ref: Ref) -> None:
    signal = run.state.signals.get(ref.index)
    if signal is None or signal.kind is not SignalKind.RESULT or signal.task is None:
        raise ProgramError(f"x{ref.index} is no result")
    task = run.state.tasks[signal.task]
    if task.newest != ref.index or not task.open:
        raise ProgramError(
            f"x{ref.index} is not the newest signal of x{task.number}", (f"x{task.newest}",)
        )
    offered = {place for index, place in run.state.offered if index == ref.index}
    rest = tuple(e for place, e in enumerate(signal.entities) if place not in offered)
    run.put(task)
    run.further[task.number] = rest
    run.due[task.number] = False


def _accept(run: Run, ref: Ref) -> None:
    signal, task = _offered(run, ref, SignalKind.FAILED)
    if task.newest != signal.index:
        raise ProgramError(f"x{ref.index} is not the newest signal of x{task.number}")
    for slot in signal.entities[ref.entity or 0].values:
        write(run, Target(task.number, slot), Ref(signal.index, ref.entity, slot))
    changed = run.state.tasks[task.number]
    _, intent = intent_of(changed, run.catalog)
    run.put(replace(changed, asked=confirmable(changed, intent)))
    run.due[task.number] = True


def decline(run: Run, statement: Decline) -> None:
    """Executes `decline(Intent)`: its service has no active intent for now.

    Raises:
        ProgramError: Where the intent was not offered.
    """
    service, intent = find_intent(statement.name, run.catalog)
    offered = any(
        act.act is ActType.OFFER_INTENT and (act.service, act.intent) == (service.name, intent.name)
        for acts in run.state.says.values()
        for act in acts
    )
    if not offered:
        raise ProgramError(f"{intent.name} was not offered")
    run.state.idle.add(service.name)
    run.state.touch(service.name)
    run.state.proposed = None
