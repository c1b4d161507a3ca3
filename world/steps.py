"""One step: executes statements on a scratch state, then says each touched task's signal."""

from collections.abc import Mapping
from dataclasses import replace

from schemas.acts import ActType
from schemas.annotation import SlotState, Source, SourceKind
from schemas.base import Value
from schemas.dialogue import Signal, SignalKind
from schemas.service import Catalog, IntentSchema
from schemas.world import Clock, Entity
from world import signals
from world.backend import Backend
from world.constraints import breach
from world.lookup import (
    confirmable,
    defaults,
    find_intent,
    intent_of,
    legal_slots,
    parameters,
    task_of,
)
from world.names import ProgramError, nearest
from world.sources import Place, Sourced, source
from world.speech import acts_of
from world.state import State, Task, TaskStatus
from world.statements import (
    Append,
    Assign,
    Clear,
    Decline,
    Do,
    Expression,
    Open,
    Ref,
    Say,
    Statement,
    Target,
)
from world.values import same, text_of


class StepRun:
    """A step under way; what it does to the state is thrown away where a statement fails."""

    def __init__(self, catalog: Catalog, clock: Clock, backend: Backend, state: State) -> None:
        self._catalog = catalog
        self._clock = clock
        self._backend = backend
        self._state = state
        self._due: dict[int, bool] = {}
        """Tasks that owe a signal; True where it is to be performed."""
        self._signals: list[Signal] = []
        self._further: dict[int, tuple[Entity, ...]] = {}

    def execute(self, statement: Statement, index: int) -> None:
        """Executes one statement, which has that number.

        Raises:
            ProgramError: Where it is invalid; the state is then half changed.
        """
        if self._state.said is not None:
            raise ProgramError("say is the last statement of a turn")
        match statement:
            case Open():
                self._open(statement, index)
            case Assign(targets, values):
                for target, value in zip(targets, values, strict=True):
                    self._write(target, value)
            case Append(target, value):
                self._append(target, value)
            case Clear(target):
                self._clear(target)
            case Do(verb, ref):
                self._do(verb, ref)
            case Decline():
                self._decline(statement)
            case Say():
                self._say(statement, index)

    # opening and writing

    def _open(self, statement: Open, index: int) -> None:
        service, intent = find_intent(statement.name, self._catalog)
        carry = service.carries_slots if statement.carry is None else statement.carry
        before = self._state.tasks.get(self._state.latest.get(service.name, -1))
        slots: dict[str, SlotState] = {}
        if carry and before is not None:
            legal = legal_slots(service, intent)
            slots = {
                name: slot.model_copy(update={"source": _carried(before, name)})
                for name, slot in before.slots.items()
                if name in legal
            }
        task = Task(number=index, service=service.name, intent=intent.name, slots=slots)
        self._state.put(task)
        self._due[index] = False
        for slot, value in statement.arguments:
            self._write(Target(index, slot), value)

    def _place(self, task: Task, slot: str) -> Place:
        service, intent = intent_of(task, self._catalog)
        legal = legal_slots(service, intent)
        if slot not in legal:
            raise ProgramError(f"{intent.name} has no slot {slot!r}", nearest(slot, legal))
        return Place(service, intent, service.slot(slot))

    def _writable(self, number: int) -> Task:
        task = task_of(Ref(number), self._state)
        _, intent = intent_of(task, self._catalog)
        if task.status is TaskStatus.PERFORMED and intent.transactional:
            raise ProgramError(f"x{number} is done: open a new task, or cancel(x{task.newest}[0])")
        return task

    def _write(self, target: Target, expression: Expression) -> None:
        task = self._writable(target.task)
        place = self._place(task, target.slot)
        found = source(expression, place, self._state, self._clock)
        self._put(task, place, found)

    def _put(self, task: Task, place: Place, found: Sourced) -> None:
        name = place.slot.name
        old = task.slots.get(name)
        kept = old is not None and old.special == found.special and same(old.value, found.value)
        if old is not None and kept:
            slot = old.model_copy(update={"variants": _merged(old.variants, found.variants)})
        else:
            slot = SlotState(
                slot=name,
                value=found.value,
                special=found.special,
                variants=_merged((), found.variants),
                source=found.source,
            )
        asked = task.asked if kept else _without(task.asked, name)
        self._update(task, {**task.slots, name: slot}, asked)

    def _update(
        self, task: Task, slots: Mapping[str, SlotState], asked: Mapping[str, Value] | None
    ) -> None:
        """A task with other slots: taken up again where it was held or failed, a signal due."""
        _, intent = intent_of(task, self._catalog)
        broken = breach(intent, slots)
        if broken:
            raise ProgramError(broken)
        changed = replace(task, slots=slots, asked=asked, held=False, status=TaskStatus.COLLECTING)
        self._state.put(changed)
        self._due[task.number] = False

    def _append(self, target: Target, expression: Expression) -> None:
        task = self._writable(target.task)
        place = self._place(task, target.slot)
        old = task.slots.get(target.slot)
        found = source(expression, place, self._state, self._clock)
        if not isinstance(found.value, list):
            raise ProgramError(f"{target.slot} takes one value: write x{target.task}.{target.slot}")
        items = old.value if old is not None and isinstance(old.value, list) else []
        variants = () if old is None or old.special else old.variants
        joined = Sourced([*items, *found.value], _merged(variants, found.variants), found.source)
        self._put(task, place, joined)

    def _clear(self, target: Target) -> None:
        task = self._writable(target.task)
        if target.slot not in task.slots:
            raise ProgramError(
                f"x{target.task}.{target.slot} holds no value", nearest(target.slot, [*task.slots])
            )
        slots = {name: slot for name, slot in task.slots.items() if name != target.slot}
        self._update(task, slots, _without(task.asked, target.slot))

    # acting

    def _do(self, verb: str, ref: Ref | None) -> None:
        if ref is None:
            return
        match verb:
            case "confirm":
                self._confirm(ref)
            case "cancel":
                self._cancel(ref)
            case "hold":
                task = self._writable(ref.index)
                self._state.put(replace(task, held=True))
            case "select":
                signal, task = self._offered(ref, SignalKind.RESULT)
                self._state.put(replace(task, selected=(signal.index, ref.entity or 0)))
            case "more":
                self._more(ref)
            case "accept":
                self._accept(ref)

    def _confirm(self, ref: Ref) -> None:
        task = self._writable(ref.index)
        _, intent = intent_of(task, self._catalog)
        wanted = confirmable(task, intent)
        missing = [slot for slot in intent.required if slot not in task.slots]
        if missing:
            raise ProgramError(f"x{ref.index} still lacks {missing[0]}", missing)
        asked = task.asked
        open_slots = [
            name
            for name, value in wanted.items()
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
        for name, value in defaults(task, intent).items():
            slots[name] = SlotState(
                slot=name,
                value=value,
                variants=(text_of(value),),
                source=Source(kind=SourceKind.DEFAULT, slot=name),
            )
        self._state.put(replace(task, slots=slots, held=False))
        self._due[task.number] = True

    def _cancel(self, ref: Ref) -> None:
        if ref.entity is None:
            task = self._writable(ref.index)
            self._state.put(replace(task, status=TaskStatus.CANCELLED, held=False))
            self._due.pop(task.number, None)
            return
        signal, task = self._brought(ref)
        if signal.kind is SignalKind.FAILED:
            raise ProgramError(f"x{ref.index} brings alternatives, nothing to cancel")
        if not self._backend.cancel(self._state, signal.entities[ref.entity]):
            raise ProgramError(f"x{ref.index}[{ref.entity}] is not there to be cancelled")
        self._state.touch(task.service)

    def _brought(self, ref: Ref) -> tuple[Signal, Task]:
        signal = self._state.signals.get(ref.index)
        if signal is None or signal.task is None:
            raise ProgramError(f"x{ref.index} brings no entities")
        if ref.entity is None or ref.entity >= len(signal.entities):
            raise ProgramError(f"x{ref.index} brought {len(signal.entities)} entities, from [0]")
        return signal, self._state.tasks[signal.task]

    def _offered(self, ref: Ref, kind: SignalKind) -> tuple[Signal, Task]:
        """The signal of an entity that the system offered in an earlier turn, and its task."""
        signal, task = self._brought(ref)
        if signal.kind is not kind:
            raise ProgramError(f"x{ref.index} is no {kind.value} signal")
        if (ref.index, ref.entity) not in self._state.offered:
            raise ProgramError(f"x{ref.index}[{ref.entity}] was not offered yet")
        if not task.open:
            raise ProgramError(f"x{task.number} was cancelled: open a new task")
        return signal, task

    def _more(self, ref: Ref) -> None:
        signal = self._state.signals.get(ref.index)
        if signal is None or signal.kind is not SignalKind.RESULT or signal.task is None:
            raise ProgramError(f"x{ref.index} is no result")
        task = self._state.tasks[signal.task]
        if task.newest != ref.index or not task.open:
            raise ProgramError(
                f"x{ref.index} is not the newest signal of x{task.number}", (f"x{task.newest}",)
            )
        offered = {place for index, place in self._state.offered if index == ref.index}
        rest = tuple(e for place, e in enumerate(signal.entities) if place not in offered)
        self._state.put(task)
        self._further[task.number] = rest
        self._due[task.number] = False

    def _accept(self, ref: Ref) -> None:
        signal, task = self._offered(ref, SignalKind.FAILED)
        if task.newest != signal.index:
            raise ProgramError(f"x{ref.index} is not the newest signal of x{task.number}")
        for slot in signal.entities[ref.entity or 0].values:
            self._write(Target(task.number, slot), Ref(signal.index, ref.entity, slot))
        changed = self._state.tasks[task.number]
        _, intent = intent_of(changed, self._catalog)
        self._state.put(replace(changed, asked=confirmable(changed, intent)))
        self._due[task.number] = True

    def _decline(self, statement: Decline) -> None:
        service, intent = find_intent(statement.name, self._catalog)
        offered = any(
            act.act is ActType.OFFER_INTENT
            and (act.service, act.intent) == (service.name, intent.name)
            for acts in self._state.says.values()
            for act in acts
        )
        if not offered:
            raise ProgramError(f"{intent.name} was not offered")
        self._state.idle.add(service.name)
        self._state.touch(service.name)

    # speaking

    def _say(self, statement: Say, index: int) -> None:
        if self._due:
            number = min(self._due)
            raise ProgramError(
                f"the signal of x{number} comes first: run the other statements without say"
            )
        acts = tuple(
            act for speech in statement.acts for act in acts_of(speech, self._state, self._catalog)
        )
        for act in acts:
            if act.act is ActType.CONFIRM:
                self._ask(act.service, act.intent, act.slot, act.value)
        self._state.says[index] = acts
        self._state.said = acts

    def _ask(self, service: str, intent: str, slot: str, value: Value) -> None:
        task = self._state.tasks[self._state.latest[service]]
        if task.intent != intent:
            task = next(
                t
                for t in reversed(self._state.tasks.values())
                if (t.service, t.intent) == (service, intent)
            )
        asked = {**(task.asked or {}), slot: value} if slot else (task.asked or {})
        self._state.tasks[task.number] = replace(task, asked=asked)

    # signals

    def signals(self) -> tuple[Signal, ...]:
        """The signals that the executed statements bring, one for each task that owes one."""
        for number, perform in self._due.items():
            index = self._state.take_index()
            task = self._state.tasks[number]
            signal, status = self._signal(task, index, perform)
            self._state.signals[index] = signal
            self._state.tasks[number] = replace(task, status=status, newest=index)
            self._signals.append(signal)
        return tuple(self._signals)

    def _signal(self, task: Task, index: int, perform: bool) -> tuple[Signal, TaskStatus]:
        _, intent = intent_of(task, self._catalog)
        if task.number in self._further:
            self._state.continued.add(index)
            return _result(index, task, self._further[task.number]), TaskStatus.PERFORMED
        missing = tuple(slot for slot in intent.required if slot not in task.slots)
        if missing:
            text = signals.hint_value(task.number, missing[0])
            kind = SignalKind.HINT_VALUE
            signal = Signal(index=index, kind=kind, task=task.number, slots=missing, text=text)
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
        return self._called(task, intent, index)

    def _called(self, task: Task, intent: IntentSchema, index: int) -> tuple[Signal, TaskStatus]:
        values = parameters(task, intent)
        answer = self._backend.call(self._state, task, intent, values, index)
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


def _carried(before: Task, slot: str) -> Source:
    return Source(kind=SourceKind.CARRIED, index=before.number, slot=slot)


def _merged(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({*old, *new}))


def _without(asked: Mapping[str, Value] | None, slot: str) -> Mapping[str, Value] | None:
    return None if asked is None else {k: v for k, v in asked.items() if k != slot}
