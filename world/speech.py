"""What `say` stands for: its arguments, and signals, as the system's dialogue acts."""

from collections.abc import Iterator

from schemas.acts import Act, ActType
from schemas.base import Value
from schemas.dialogue import Signal, SignalKind
from schemas.service import Catalog, IntentSchema, ServiceSchema
from world.lookup import confirmable, find_intent, intent_of, missing, task_of
from world.names import ProgramError, nearest
from world.rendering import render_ref
from world.sources import reference
from world.state import State, Task, TaskStatus
from world.statements import Ref, Speech
from world.values import same, text_of

MAX_OFFERED = 3
"""Slots that are told of an offered entity."""


def acts_of(speech: Speech, state: State, catalog: Catalog) -> Iterator[Act]:
    """The acts that one argument of `say` stands for, all their fields filled.

    Raises:
        ProgramError: Where it refers to nothing, or says what is not so.
    """
    match speech.verb:
        case "signal":
            yield from _implied(_newest(speech.refs[0], state), state, catalog)
        case _ if speech.verb in _UNREFERRED and not speech.refs:
            yield _unreferred(speech, catalog)
        case "offer_intent" if speech.name is not None:
            service, intent = find_intent(speech.name, catalog)
            yield Act(act=ActType.OFFER_INTENT, service=service.name, intent=intent.name)
        case "refuse":
            yield Act(act=ActType.REFUSE, value=speech.reason, surface=speech.reason)
        case "clarify":
            yield _clarify(speech.refs, state, catalog)
        case _:
            for ref in speech.refs:
                for act in _HANDLERS[speech.verb](ref, state, catalog):
                    yield _worded(act, speech)


def _worded(act: Act, speech: Speech) -> Act:
    """The act in the words, and with the value, that the speech gives it."""
    changed: dict[str, Value] = {}
    if speech.value is not None:
        changed["value"] = speech.value.value
    elif speech.wording and act.value is None:
        changed["value"] = speech.wording
    if speech.wording:
        changed["surface"] = speech.wording
    return act.model_copy(update=changed) if changed else act


_UNREFERRED = {
    "request": ActType.REQUEST,
    "confirm": ActType.CONFIRM,
    "offer": ActType.OFFER,
    "count": ActType.INFORM_COUNT,
    "inform": ActType.INFORM,
    "success": ActType.NOTIFY_SUCCESS,
    "failure": ActType.NOTIFY_FAILURE,
    "more_help": ActType.REQ_MORE,
    "goodbye": ActType.GOODBYE,
}


def _unreferred(speech: Speech, catalog: Catalog) -> Act:
    """An act about a service, or a slot of one, that refers to no task or signal.

    Imported dialogues say values that no result of theirs holds; so does a bare goodbye.
    """
    kind, name = _UNREFERRED[speech.verb], speech.name
    if name is None:
        return Act(act=kind)
    service, slot = (name.service, name.intent) if name.service else (name.intent, "")
    known = {s.name: s for s in catalog.services}
    if service not in known:
        raise ProgramError(f"there is no service {service!r}", nearest(service, list(known)))
    slots = [s.name for s in known[service].slots]
    if slot and slot not in slots:
        raise ProgramError(f"{service} has no slot {slot!r}", nearest(slot, slots))
    act = _worded(Act(act=kind, service=service, slot=slot), speech)
    if act.act is ActType.INFORM_COUNT and isinstance(act.value, int):
        return act.model_copy(update={"count": act.value})
    return act


def _newest(ref: Ref, state: State) -> Signal:
    signal = state.signals.get(ref.index)
    newest = [f"x{task.newest}" for task in state.tasks.values() if task.newest is not None]
    if signal is None or signal.task is None:
        raise ProgramError(f"x{ref.index} is no signal to say", nearest(f"x{ref.index}", newest))
    if signal.kind is SignalKind.HINT_OFFER:
        if state.proposed != signal.index:
            raise ProgramError(f"what x{ref.index} offers was taken up or turned down already")
        return signal
    task = state.tasks[signal.task]
    if not task.open:
        raise ProgramError(f"x{task.number} was cancelled: its signals are not to be said")
    if task.newest != signal.index:
        raise ProgramError(
            f"x{ref.index} is not the newest signal of x{task.number}: that is x{task.newest}",
            (f"x{task.newest}",),
        )
    return signal


def _act(kind: ActType, task: Task, slot: str = "", value: Value = None) -> Act:
    return Act(
        act=kind,
        service=task.service,
        intent=task.intent,
        slot=slot,
        value=value,
        surface=text_of(value),
    )


def _implied(signal: Signal, state: State, catalog: Catalog) -> Iterator[Act]:
    task = state.tasks[signal.task or 0]
    service, intent = intent_of(task, catalog)
    match signal.kind:
        case SignalKind.HINT_VALUE:
            yield _act(ActType.REQUEST, task, signal.slots[0])
        case SignalKind.HINT_CONFIRM:
            yield from _confirmed(task, confirmable(task, intent))
        case SignalKind.PERFORM:
            yield _act(ActType.NOTIFY_SUCCESS, task)
        case SignalKind.FAILED:
            yield _act(ActType.NOTIFY_FAILURE, task)
            if signal.entities:
                yield from _alternative(signal, 0, task, state)
        case SignalKind.RESULT:
            yield from _found(signal, task, service, intent, state)
        case SignalKind.HINT_OFFER:
            offered_service, _, offered = signal.offered.partition(".")
            yield Act(act=ActType.OFFER_INTENT, service=offered_service, intent=offered)
        case SignalKind.ERROR:
            raise ProgramError("an error is not to be said")


def _found(
    signal: Signal, task: Task, service: ServiceSchema, intent: IntentSchema, state: State
) -> Iterator[Act]:
    """The count, unless `more` brought the signal and it is told already; then the first."""
    if signal.index not in state.continued or not signal.entities:
        count = len(signal.entities)
        yield _act(ActType.INFORM_COUNT, task, "", count).model_copy(update={"count": count})
    if signal.entities:
        yield from _offered(signal, 0, task, service, intent, state)


def _alternative(signal: Signal, entity: int, task: Task, state: State) -> Iterator[Act]:
    """An OFFER of what the alternative changes."""
    state.offered.add((signal.index, entity))
    for slot, value in signal.entities[entity].values.items():
        if slot not in task.slots or not same(task.slots[slot].value, value):
            yield _act(ActType.OFFER, task, slot, value)


def _offered(
    signal: Signal,
    entity: int,
    task: Task,
    service: ServiceSchema,
    intent: IntentSchema,
    state: State,
) -> Iterator[Act]:
    """An OFFER of what the user does not know yet; where they know all, of its first slots."""
    state.offered.add((signal.index, entity))
    values = signal.entities[entity].values
    names = intent.result_slots or [slot.name for slot in service.slots]
    told = [name for name in names if values.get(name) is not None]
    news = [name for name in told if name not in task.slots] or told
    for name in news[:MAX_OFFERED]:
        yield _act(ActType.OFFER, task, name, values[name])


def _entity(ref: Ref, state: State) -> tuple[Signal, Task]:
    """The signal and task behind a reference to an entity."""
    signal = state.signals.get(ref.index)
    if signal is None or signal.task is None or ref.entity is None:
        raise ProgramError(f"{render_ref(ref)} is no entity: name one such as x5[0]")
    if ref.entity >= len(signal.entities):
        raise ProgramError(f"x{ref.index} brought {len(signal.entities)} entities, from [0]")
    return signal, state.tasks[signal.task]


def _request(ref: Ref, state: State, catalog: Catalog) -> Iterator[Act]:
    task = task_of(ref, state)
    _, intent = intent_of(task, catalog)
    if ref.slot not in intent.slot_names:
        legal = nearest(ref.slot, intent.slot_names)
        raise ProgramError(f"{intent.name} has no slot {ref.slot!r} to ask for", legal)
    yield _act(ActType.REQUEST, task, ref.slot)


def _confirm(ref: Ref, state: State, catalog: Catalog) -> Iterator[Act]:
    task = task_of(ref, state)
    _, intent = intent_of(task, catalog)
    values = confirmable(task, intent)
    if ref.slot and ref.slot not in values:
        raise ProgramError(
            f"x{task.number}.{ref.slot} holds no value", nearest(ref.slot, list(values))
        )
    lacking = missing(task, intent)
    if lacking and not ref.slot:
        raise ProgramError(f"x{task.number} still lacks {lacking[0]}", lacking)
    yield from _confirmed(task, {ref.slot: values[ref.slot]} if ref.slot else values)


def _confirmed(task: Task, values: dict[str, Value]) -> Iterator[Act]:
    for slot, value in values.items():
        yield _act(ActType.CONFIRM, task, slot, value)
    if not values:
        yield _act(ActType.CONFIRM, task)


def _offer(ref: Ref, state: State, catalog: Catalog) -> Iterator[Act]:
    signal, task = _entity(ref, state)
    entity = ref.entity or 0
    if ref.slot:
        state.offered.add((signal.index, entity))
        yield _act(ActType.OFFER, task, ref.slot, reference(ref, state).value)
    elif signal.kind is SignalKind.FAILED:
        yield from _alternative(signal, entity, task, state)
    else:
        yield from _offered(signal, entity, task, *intent_of(task, catalog), state)


def _count(ref: Ref, state: State, catalog: Catalog) -> Iterator[Act]:
    signal = state.signals.get(ref.index)
    if signal is None or signal.kind is not SignalKind.RESULT or signal.task is None:
        raise ProgramError(f"x{ref.index} is no result to count")
    count = len(signal.entities)
    task = state.tasks[signal.task]
    yield _act(ActType.INFORM_COUNT, task, "", count).model_copy(update={"count": count})


def _inform(ref: Ref, state: State, catalog: Catalog) -> Iterator[Act]:
    if not ref.slot:
        raise ProgramError(f"inform a slot, such as inform({render_ref(ref)}.date)")
    told = reference(ref, state)
    number = ref.index if ref.index in state.tasks else None
    if number is None and ref.index in state.signals:
        number = state.signals[ref.index].task
    if number is None:
        raise ProgramError("inform a slot of a task or of an entity")
    yield _act(ActType.INFORM, state.tasks[number], ref.slot, told.value)


def _success(ref: Ref, state: State, catalog: Catalog) -> Iterator[Act]:
    task = task_of(ref, state)
    if task.status is not TaskStatus.PERFORMED:
        raise ProgramError(f"x{task.number} was not performed: it is {task.status.value}")
    yield _act(ActType.NOTIFY_SUCCESS, task)


def _failure(ref: Ref, state: State, catalog: Catalog) -> Iterator[Act]:
    task = task_of(ref, state)
    signal = state.signals[task.newest] if task.newest is not None else None
    empty = signal is not None and signal.kind is SignalKind.RESULT and not signal.entities
    if task.status is not TaskStatus.FAILED and not empty:
        raise ProgramError(f"x{task.number} did not fail: it is {task.status.value}")
    yield _act(ActType.NOTIFY_FAILURE, task)


def _clarify(refs: tuple[Ref, ...], state: State, catalog: Catalog) -> Act:
    if len(refs) != 2 or not refs[0].slot or refs[1].slot:
        raise ProgramError(
            "clarify a slot between the entities of a signal: clarify(x1.contact, x5)"
        )
    task = task_of(refs[0], state)
    signal = state.signals.get(refs[1].index)
    if signal is None or len(signal.entities) < 2:
        raise ProgramError(f"x{refs[1].index} brings no entities to tell apart")
    service, _ = intent_of(task, catalog)
    names = [slot.name for slot in service.slots]
    if refs[0].slot not in names:
        raise ProgramError(
            f"{service.name} has no slot {refs[0].slot!r}", nearest(refs[0].slot, names)
        )
    state.offered.update((signal.index, place) for place in range(len(signal.entities)))
    return _act(ActType.CLARIFY, task, refs[0].slot, _options(refs[0].slot, signal))


def _options(slot: str, signal: Signal) -> Value:
    """What the slot could be, in the order of the entities; None where they do not have it."""
    options: list[Value] = []
    for entity in signal.entities:
        value = entity.values.get(slot)
        if value is not None and not any(same(value, known) for known in options):
            options.append(value)
    return options or None


_HANDLERS = {
    "request": _request,
    "confirm": _confirm,
    "offer": _offer,
    "count": _count,
    "inform": _inform,
    "success": _success,
    "failure": _failure,
}
