"""Faults in what the system writes: slots, values, references, state."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from benchmarks.planted.kind import Change, Good, Kind, Planted, any_of, places
from benchmarks.planted.script import Exchange, Line, Program, Script
from schemas.acts import Act, ActType
from schemas.base import Value
from schemas.service import IntentSchema, ServiceSchema
from world.statements import (
    Assign,
    Clear,
    Expression,
    Name,
    Open,
    Ref,
    Statement,
    Target,
)


@dataclass(frozen=True)
class Write:
    """A slot that a statement writes.

    Attributes:
        exchange: Number of the exchange, from 0.
        position: Which of the statement's slots it is.
        task: Number of the task, None where the statement opens it.
    """

    exchange: int
    program: Program
    line: Line
    position: int
    service: ServiceSchema
    intent: IntentSchema
    slot: str
    value: Expression
    task: int | None

    def other(self, slot: str, value: Expression) -> Statement:
        """The statement with another slot or value."""
        statement = self.line.statement
        if isinstance(statement, Open):
            arguments = list(statement.arguments)
            arguments[self.position] = (slot, value)
            return replace(statement, arguments=tuple(arguments))
        if not isinstance(statement, Assign):
            raise TypeError(f"{statement} writes no slot")
        targets, values = list(statement.targets), list(statement.values)
        targets[self.position] = Target(targets[self.position].task, slot)
        values[self.position] = value
        return Assign(tuple(targets), tuple(values))

    def without(self) -> tuple[Statement, ...]:
        """The statement without this slot: none where it writes no other."""
        statement = self.line.statement
        here = self.position
        if isinstance(statement, Open):
            kept = (*statement.arguments[:here], *statement.arguments[here + 1 :])
            return (replace(statement, arguments=kept),)
        if not isinstance(statement, Assign):
            raise TypeError(f"{statement} writes no slot")
        targets = (*statement.targets[:here], *statement.targets[here + 1 :])
        values = (*statement.values[:here], *statement.values[here + 1 :])
        return (Assign(targets, values),) if targets else ()

    def put(self, good: Good, *statements: Statement) -> Script:
        """The script with other statements in the place of this one."""
        exchange = good.script.exchanges[self.exchange]
        program = self.program.instead(self.line, *statements)
        return good.script.put(self.exchange, exchange.changed(self.program, program))


def writes(good: Good) -> Iterator[Write]:
    """Every slot that a statement of the dialogue writes."""
    for number, exchange in places(good):
        for program, line in exchange.statements:
            for position, (task, slot, value) in enumerate(_written(line)):
                service, intent = good.tasks[line.origin or 0 if task is None else task]
                yield Write(number, program, line, position, service, intent, slot, value, task)


def _written(line: Line) -> Iterator[tuple[int | None, str, Expression]]:
    statement = line.statement
    if isinstance(statement, Open):
        yield from ((None, slot, value) for slot, value in statement.arguments)
    elif isinstance(statement, Assign):
        for target, value in zip(statement.targets, statement.values, strict=True):
            yield target.task, target.slot, value


def in_step(script: Script, write: Write, good: Good, slot: str) -> Script:
    """The user's act changed in step with what is written: another slot for the value."""
    exchange = script.exchanges[write.exchange]
    acts = list(exchange.user.acts)
    for place in reversed(range(len(acts))):
        if is_of(acts[place], write):
            acts[place] = acts[place].model_copy(update={"slot": slot})
            break
    return script.put(write.exchange, exchange.heard(acts=tuple(acts)))


def is_of(act: Act, write: Write) -> bool:
    """Whether the user's act gives what is written."""
    about = (act.service, act.intent, act.slot)
    return act.act is ActType.INFORM and about == (
        write.service.name,
        write.intent.name,
        write.slot,
    )


def wrong_slot(good: Good, rng: Random) -> Planted | None:
    """The value goes to another slot of the intent; the user's act goes with it, or stays."""
    return any_of(good, rng, _wrong_slots(good, list(writes(good))))


def _wrong_slots(good: Good, where: list[Write]) -> Iterator[Change]:
    for write in where:
        named = {slot for _, slot, _ in _written(write.line)}
        for slot in write.intent.slot_names:
            if slot not in named:
                said = f"{write.slot} is written to {slot}"
                changed = write.put(good, write.other(slot, write.value))
                yield said, changed
                if good.planned:
                    yield f"{said}, the act too", in_step(changed, write, good, slot)


def swapped_values(good: Good, rng: Random) -> Planted | None:
    """Two slots of a statement have each other's values."""
    return any_of(good, rng, _swaps(good))


def _swaps(good: Good) -> Iterator[Change]:
    found = list(writes(good))
    for one in found:
        for other in found:
            if one.exchange != other.exchange or one.intent != other.intent:
                continue
            if (id(one.line), one.position) < (id(other.line), other.position):
                yield f"{one.slot} and {other.slot} swapped", _swapped(good, one, other)


def _swapped(good: Good, one: Write, other: Write) -> Script:
    """The script with each of two writes of an exchange writing the other's value."""
    put = one.other(one.slot, other.value)
    if one.line is other.line:
        both = replace(other, line=Line(put, other.line.origin)).other(other.slot, one.value)
        return one.put(good, both)
    exchange = good.script.exchanges[one.exchange]
    changes = {id(one.line): put, id(other.line): other.other(other.slot, one.value)}
    programs = tuple(
        replace(
            program,
            lines=tuple(
                Line(changes.get(id(line), line.statement), line.origin) for line in program.lines
            ),
        )
        for program in exchange.programs
    )
    return good.script.put(one.exchange, replace(exchange, programs=programs))


def missing_slot(good: Good, rng: Random) -> Planted | None:
    """What the user gave is not written; the act is gone as well, or stays."""
    return any_of(good, rng, _missing(good))


def _missing(good: Good) -> Iterator[Change]:
    for write in writes(good):
        changed = _dropped(good, write)
        yield f"{write.slot} is not written", changed
        if good.planned:
            exchange = changed.exchanges[write.exchange]
            acts = tuple(act for act in exchange.user.acts if not is_of(act, write))
            if acts and acts != exchange.user.acts:
                gone = changed.put(write.exchange, exchange.heard(acts=acts))
                yield f"{write.slot} is not written, and no act gives it", gone


def _dropped(good: Good, write: Write) -> Script:
    return write.put(good, *write.without())


def extra_slot(good: Good, rng: Random) -> Planted | None:
    """A slot that the user said nothing of gets a value that has a source all the same."""
    return any_of(good, rng, _extras(good))


def _extras(good: Good) -> Iterator[Change]:
    for write in writes(good):
        named = {slot for _, slot, _ in _written(write.line)}
        for slot in write.intent.slot_names:
            if slot in named:
                continue
            for value in (write.value, *_earlier(good, write.exchange)):
                statement = _grown(write, slot, value)
                yield f"{slot} is written, unsaid", write.put(good, statement)


def _grown(write: Write, slot: str, value: Expression) -> Statement:
    statement = write.line.statement
    if isinstance(statement, Open):
        return replace(statement, arguments=(*statement.arguments, (slot, value)))
    if not isinstance(statement, Assign):
        raise TypeError(f"{statement} writes no slot")
    target = Target(statement.targets[0].task, slot)
    return Assign((*statement.targets, target), (*statement.values, value))


def _earlier(good: Good, before: int) -> Iterator[Ref]:
    """Values of results and tasks before an exchange."""
    for exchange in good.script.exchanges[:before]:
        for program in exchange.programs:
            for signal in program.signals:
                for place, entity in enumerate(signal.entities):
                    yield from (Ref(signal.index, place, slot) for slot in entity.values)


def _values(good: Good) -> dict[Expression, Value]:
    """What the entities' slots hold, by reference."""
    return {
        Ref(signal.index, place, slot): value
        for exchange in good.script.exchanges
        for program in exchange.programs
        for signal in program.signals
        for place, entity in enumerate(signal.entities)
        for slot, value in entity.values.items()
    }


def wrong_intent(good: Good, rng: Random) -> Planted | None:
    """Another intent is opened with the same values; the acts go with it, or stay."""
    return any_of(good, rng, _wrong_intents(good))


def _wrong_intents(good: Good) -> Iterator[Change]:
    for number, exchange in places(good):
        for program, line in exchange.statements:
            statement = line.statement
            if not isinstance(statement, Open):
                continue
            service, intent = good.tasks[line.origin or 0]
            for home, other in good.own.intents():
                if other == intent:
                    continue
                kept = tuple(a for a in statement.arguments if a[0] in other.slot_names)
                opened = Open(Name(home.name, other.name), kept, statement.carry)
                changed = exchange.changed(program, program.instead(line, opened))
                said = f"{other.name} is opened instead of {intent.name}"
                yield said, good.script.put(number, changed)
                if good.planned and home == service:
                    yield f"{said}, the acts too", _renamed(good, number, changed, intent, other)


def _renamed(
    good: Good, number: int, changed: Exchange, intent: IntentSchema, other: IntentSchema
) -> Script:
    acts = tuple(
        act.model_copy(update={"intent": other.name}) if act.intent == intent.name else act
        for act in changed.user.acts
        if act.intent != intent.name or not act.slot or act.slot in other.slot_names
    )
    return good.script.put(number, changed.heard(acts=acts))


def wrong_reference(good: Good, rng: Random) -> Planted | None:
    """A value flows from another entity, or from another slot of it."""
    return any_of(good, rng, _wrong_references(good))


def _wrong_references(good: Good) -> Iterator[Change]:
    for write in writes(good):
        if isinstance(write.value, Ref):
            held = _values(good)
            for ref in _earlier(good, write.exchange):
                if held.get(ref) != held.get(write.value):
                    said = f"{write.slot} from {ref.slot} of entity {ref.entity}"
                    yield said, write.put(good, write.other(write.slot, ref))


def ignored_correction(good: Good, rng: Random) -> Planted | None:
    """A value that replaces an earlier one is not written."""
    return any_of(
        good, rng, ((f"{w.slot} stays as it was", _dropped(good, w)) for w in corrections(good))
    )


def correction_to_wrong_slot(good: Good, rng: Random) -> Planted | None:
    """A value that replaces an earlier one goes to another slot."""
    return any_of(good, rng, _wrong_slots(good, list(corrections(good))))


def corrections(good: Good) -> Iterator[Write]:
    """Writes of slots that were written before, in an earlier exchange."""
    before: dict[tuple[int | None, str], Expression] = {}
    for write in writes(good):
        task = write.line.origin if write.task is None else write.task
        if write.task is not None and (task, write.slot) in before:
            yield write
        before[task, write.slot] = write.value


def state_not_carried(good: Good, rng: Random) -> Planted | None:
    """A slot that was filled is empty again, or does not go over into the service's next task."""
    return any_of(good, rng, (*_cleared(good), *_not_carried(good)))


def _cleared(good: Good) -> Iterator[Change]:
    filled = [
        (w.exchange, w.line.origin if w.task is None else w.task, w.slot) for w in writes(good)
    ]
    for number, exchange in places(good):
        for when, task, slot in filled:
            if when < number and task is not None:
                changed = exchange.with_first(Clear(Target(task, slot)))
                yield f"{slot} is lost", good.script.put(number, changed)


def _not_carried(good: Good) -> Iterator[Change]:
    for number, exchange in places(good):
        for program, line in exchange.statements:
            statement = line.statement
            if not isinstance(statement, Open) or statement.carry is False:
                continue
            service, _ = good.tasks[line.origin or 0]
            if service.carries_slots:
                opened = replace(statement, carry=False)
                changed = exchange.changed(program, program.instead(line, opened))
                yield "nothing is carried over", good.script.put(number, changed)


KINDS = (
    Kind("wrong slot", wrong_slot, unplanned=True),
    Kind("swapped values", swapped_values, unplanned=True),
    Kind("missing slot", missing_slot, unplanned=True),
    Kind("extra slot", extra_slot, unplanned=True),
    Kind("wrong intent", wrong_intent, unplanned=True),
    Kind("wrong reference", wrong_reference, unplanned=True),
    Kind("ignored correction", ignored_correction, unplanned=True),
    Kind("correction applied to the wrong slot", correction_to_wrong_slot, unplanned=True),
    Kind("state not carried over", state_not_carried, unplanned=True),
)
