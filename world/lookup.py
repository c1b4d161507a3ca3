"""Names and numbers looked up, with errors that say what is there."""

from schemas.base import Value
from schemas.dialogue import Named
from schemas.service import Catalog, IntentSchema, ServiceSchema
from world.names import Outside, ProgramError, nearest
from world.rendering import render_name
from world.state import State, Task
from world.statements import Name, Ref, Special


def find_intent(name: Name, catalog: Catalog) -> tuple[ServiceSchema, IntentSchema]:
    """The intent of that name; bare names are legal where only one service has it.

    Raises:
        ProgramError: With the nearest legal names.
    """
    found = [
        (service, intent)
        for service, intent in catalog.intents()
        if intent.name == name.intent and name.service in {"", service.name}
    ]
    if len(found) == 1:
        return found[0]
    if found:
        legal = [render_name(Name(service.name, name.intent)) for service, _ in found]
        raise ProgramError(f"{name.intent} is an intent of several services: qualify it", legal)
    written = render_name(name)
    raise ProgramError(
        f"there is no intent {written}",
        nearest(written, intent_names(catalog)),
        Outside(Named.INTENT, written),
    )


def is_unique(intent: str, catalog: Catalog) -> bool:
    """Whether one service only has an intent of that name, so that programs write it bare."""
    return sum(known.name == intent for _, known in catalog.intents()) == 1


def intent_names(catalog: Catalog) -> list[str]:
    """Every intent as programs write it: bare where that is unique."""
    names = [intent.name for _, intent in catalog.intents()]
    return [
        render_name(Name("" if names.count(i.name) == 1 else s.name, i.name))
        for s, i in catalog.intents()
    ]


def intent_of(task: Task, catalog: Catalog) -> tuple[ServiceSchema, IntentSchema]:
    """The schema of a task's service and intent."""
    service = catalog.service(task.service)
    return service, service.intent(task.intent)


def task_of(ref: Ref, state: State) -> Task:
    """The open task of that number.

    Raises:
        ProgramError: Where there is none, or it was called off.
    """
    task = state.tasks.get(ref.index)
    if task is None or ref.entity is not None:
        known = [f"x{number}" for number, task in state.tasks.items() if task.open]
        raise ProgramError(f"x{ref.index} is no task", nearest(f"x{ref.index}", known))
    if not task.open:
        raise ProgramError(f"x{ref.index} was cancelled: open a new task")
    return task


def legal_slots(service: ServiceSchema, intent: IntentSchema) -> tuple[str, ...]:
    """Slots that a task may hold: the intent's; where slots carry over, any of the service's."""
    if not service.carries_slots:
        return intent.slot_names
    others = [slot.name for slot in service.slots if slot.name not in intent.slot_names]
    return (*intent.slot_names, *others)


def missing(task: Task, intent: IntentSchema) -> tuple[str, ...]:
    """Required slots without a value; those that the user could not tell come last."""
    absent = tuple(slot for slot in intent.required if slot not in task.slots)
    return (*absent, *(slot for slot in intent.required if is_unknown(task, slot)))


def is_unknown(task: Task, slot: str) -> bool:
    """Whether the user could not tell the slot's value when asked."""
    held = task.slots.get(slot)
    return held is not None and held.special and held.value == Special.UNKNOWN.value


def parameters(task: Task, intent: IntentSchema) -> dict[str, Value]:
    """What a call of the task would be made with; dontcare and unknown are in no call."""
    return {
        name: task.slots[name].value
        for name in intent.slot_names
        if name in task.slots and not task.slots[name].special
    }


def defaults(task: Task, intent: IntentSchema) -> dict[str, Value]:
    """Defaults that a confirmation may let in: those of optional slots without a value."""
    return {
        slot.name: slot.default
        for slot in intent.optional
        if slot.name not in task.slots and slot.default not in {None, Special.DONTCARE.value}
    }


def confirmable(task: Task, intent: IntentSchema) -> dict[str, Value]:
    """Each slot that the call will use once confirmed, in schema order."""
    values = {**parameters(task, intent), **defaults(task, intent)}
    return {name: values[name] for name in intent.slot_names if name in values}
