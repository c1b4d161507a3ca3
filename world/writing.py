"""Opening tasks and writing their slots."""

from collections.abc import Mapping
from dataclasses import replace

from schemas.annotation import SlotState, Source, SourceKind
from schemas.base import Value
from schemas.dialogue import Named
from world.lookup import find_intent, intent_of, legal_slots, task_of
from world.names import Outside, ProgramError, nearest
from world.run import Run
from world.sources import Place, Sourced, source
from world.state import Task, TaskStatus
from world.statements import Expression, Open, Ref, Target
from world.values import same


def open_task(run: Run, statement: Open, index: int) -> None:
    """Executes `intent(slot=value, ...)`, whose number names the task.

    Raises:
        ProgramError: Where there is no such intent or slot, or a value has no source.
    """
    service, intent = find_intent(statement.name, run.catalog)
    carry = service.carries_slots if statement.carry is None else statement.carry
    before = run.state.tasks.get(run.state.latest.get(service.name, -1))
    slots: dict[str, SlotState] = {}
    if carry and before is not None:
        legal = legal_slots(service, intent)
        slots = {
            name: slot.model_copy(update={"source": _carried(before, name)})
            for name, slot in before.slots.items()
            if name in legal
        }
    task = Task(number=index, service=service.name, intent=intent.name, slots=slots)
    run.state.put(task, wake=True)
    run.state.proposed = None
    run.due[index] = False
    for slot, value in statement.arguments:
        write(run, Target(index, slot), value)


def write(run: Run, target: Target, expression: Expression) -> None:
    """Executes `x1.slot = value`.

    Raises:
        ProgramError: Where the slot cannot have the value, or it has no source.
    """
    task = task_of(Ref(target.task), run.state)
    place = _place(run, task, target.slot)
    found = source(expression, place, run.state, run.clock)
    _put(run, task, place, found)


def append(run: Run, target: Target, expression: Expression) -> None:
    """Executes `x1.slot.append(value)`.

    Raises:
        ProgramError: As for `write`, and where the slot takes one value only.
    """
    task = writable(run, target.task)
    place = _place(run, task, target.slot)
    old = task.slots.get(target.slot)
    found = source(expression, place, run.state, run.clock)
    if not isinstance(found.value, list):
        raise ProgramError(f"{target.slot} takes one value: write x{target.task}.{target.slot}")
    items = old.value if old is not None and isinstance(old.value, list) else []
    variants = () if old is None or old.special else old.variants
    joined = Sourced([*items, *found.value], _merged(variants, found.variants), found.source)
    _put(run, task, place, joined)


def clear(run: Run, target: Target) -> None:
    """Executes `clear(x1.slot)`.

    Raises:
        ProgramError: Where it holds no value.
    """
    task = writable(run, target.task)
    if target.slot not in task.slots:
        raise ProgramError(
            f"x{target.task}.{target.slot} holds no value", nearest(target.slot, [*task.slots])
        )
    slots = {name: slot for name, slot in task.slots.items() if name != target.slot}
    _update(run, task, slots, _without(task.asked, target.slot))


def _place(run: Run, task: Task, slot: str) -> Place:
    service, intent = intent_of(task, run.catalog)
    legal = legal_slots(service, intent)
    if slot not in legal:
        raise ProgramError(
            f"{intent.name} has no slot {slot!r}",
            nearest(slot, legal),
            Outside(Named.SLOT, slot, service.name, intent.name),
        )
    return Place(service, intent, service.slot(slot))


def writable(run: Run, number: int) -> Task:
    """The task of that number, where it can still change.

    Raises:
        ProgramError: Where it is done, called off, or not there.
    """
    task = task_of(Ref(number), run.state)
    _check_open(run, task)
    return task


def _check_open(run: Run, task: Task) -> None:
    _, intent = intent_of(task, run.catalog)
    if task.status is TaskStatus.PERFORMED and intent.transactional:
        raise ProgramError(f"x{task.number} is done: open a new task, or cancel(x{task.newest}[0])")


def _put(run: Run, task: Task, place: Place, found: Sourced) -> None:
    name = place.slot.name
    old = task.slots.get(name)
    kept = old is not None and old.special == found.special and same(old.value, found.value)
    if old is not None and (kept or _same_words(old, found)):
        merged = _merged(old.variants, found.variants)
        slot = old.model_copy(update={"value": found.value, "variants": merged})
    else:
        slot = SlotState(
            slot=name,
            value=found.value,
            special=found.special,
            variants=_merged((), found.variants),
            source=found.source,
        )
    asked = task.asked if kept else _still_asked(task.asked, name, found.value)
    slots = {**task.slots, name: slot}
    quiet = kept or (old is not None and _same_words(old, found))
    if (quiet and found.source.kind is not SourceKind.USER) or _is_choice(run, task, found):
        run.state.tasks[task.number] = replace(task, slots=slots, asked=asked)
        run.state.touch(task.service)
    else:
        _check_open(run, task)
        _update(run, task, slots, asked)


def _same_words(old: SlotState, found: Sourced) -> bool:
    """Whether words heard before are repeated, and mean something else in canonical form now."""
    texts = isinstance(old.value, str) and isinstance(found.value, str)
    return texts and old.special == found.special and set(found.variants) <= set(old.variants)


def _is_choice(run: Run, task: Task, found: Sourced) -> bool:
    """Whether an answered query adopts what its own service brought: no new question."""
    if task.status is not TaskStatus.PERFORMED:
        return False
    index = found.source.index
    if index is None:
        return found.chosen
    if found.source.kind is SourceKind.ENTITY:
        number = run.state.signals[index].task
        if number is None or number == task.number:
            return number is not None
        carries = run.catalog.service(task.service).carries_slots
        return carries and run.state.tasks[number].service == task.service
    return found.source.kind is SourceKind.MENTION and any(
        act.service == task.service and act.slot == found.source.slot
        for act in run.state.says[index]
    )


def _update(
    run: Run, task: Task, slots: Mapping[str, SlotState], asked: Mapping[str, Value] | None
) -> None:
    """A task with other slots: taken up again where it was held or failed, a signal due."""
    run.further.pop(task.number, None)
    changed = replace(task, slots=slots, asked=asked, held=False, status=TaskStatus.COLLECTING)
    run.put(changed)
    run.due[task.number] = False


def _carried(before: Task, slot: str) -> Source:
    return Source(kind=SourceKind.CARRIED, index=before.number, slot=slot)


def _merged(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({*old, *new}))


def _without(asked: Mapping[str, Value] | None, slot: str) -> Mapping[str, Value] | None:
    return None if asked is None else {k: v for k, v in asked.items() if k != slot}


def _still_asked(
    asked: Mapping[str, Value] | None, slot: str, value: Value
) -> Mapping[str, Value] | None:
    """A changed slot has to be asked again, unless the value is just what the system told."""
    if asked is not None and slot in asked and same(asked[slot], value):
        return asked
    return _without(asked, slot)
