"""Our statements in LUCID's language, which says less.

LUCID labels cancelling, holding, ignoring, choosing and declining all with a bare `say()`, knows
`say` of the newest signal only, and numbers statements and signals from 1 without a gap.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from formats.publication import Unexportable
from schemas.base import Value
from schemas.dialogue import Signal, SignalKind, Statement
from schemas.service import Catalog
from world.language import parse, render
from world.names import escape
from world.rendering import render_value
from world.statements import (
    Append,
    Assign,
    Clear,
    Decline,
    Do,
    Expression,
    Literal,
    Name,
    Open,
    Ref,
    Say,
    Special,
    Speech,
    Target,
)


@dataclass
class Numbering:
    """Our numbers and LUCID's, as a dialogue goes on.

    Attributes:
        signals: Signals so far, by our number.
        says: Our numbers of the `say` statements.
        last: LUCID's number of what came last.
    """

    catalog: Catalog
    signals: dict[int, Signal] = field(default_factory=dict)
    says: set[int] = field(default_factory=set)
    last: int = 0
    _ours: dict[int, int] = field(default_factory=dict)

    def next(self, ours: int) -> int:
        """LUCID's number for the next statement or signal."""
        self.last += 1
        self._ours[ours] = self.last
        return self.last

    def same(self, ours: int, as_before: int) -> None:
        """Makes one of our numbers mean what another already means."""
        if as_before in self._ours:
            self._ours[ours] = self._ours[as_before]

    def of(self, ours: int) -> int:
        """LUCID's number for one of ours.

        Raises:
            Unexportable: Where LUCID's dialogue has nothing in its place.
        """
        if ours not in self._ours:
            raise Unexportable(f"refers to x{ours}, which LUCID's language has no statement for")
        return self._ours[ours]


def joined(statements: Sequence[Statement]) -> Iterator[tuple[tuple[int, ...], str]]:
    """The statements with their numbers, writes to one task that follow each other as one.

    LUCID answers every statement with a signal, so what we write in two it writes in one:
    `x1.date, x1.time = "Friday", "8pm"`.
    """
    for _, group in groupby(statements, key=_writes_to):
        same = list(group)
        writes = [parsed for each in same if isinstance(parsed := parse(each.text), Assign)]
        numbers = tuple(each.index for each in same)
        if len(writes) < 2:
            yield numbers, same[0].text
        else:
            targets = tuple(target for write in writes for target in write.targets)
            values = tuple(value for write in writes for value in write.values)
            yield numbers, render(Assign(targets, values))


def _writes_to(statement: Statement) -> tuple[str, int]:
    """The task that a statement writes to; the statement itself where it writes to none."""
    parsed = parse(statement.text)
    if isinstance(parsed, Assign):
        return "task", parsed.targets[0].task
    return "statement", statement.index


def lucid_statement(text: str, numbers: Numbering) -> str | None:
    """The statement in LUCID's language, None where `say()` alone stands for it.

    Raises:
        Unexportable: Where it points at what LUCID cannot point at.
    """
    match parse(text):
        case Open(name, arguments, _):
            values = tuple((slot, _value(value, numbers)) for slot, value in arguments)
            return render(Open(Name("", _bare(name, numbers.catalog)), values))
        case Assign(targets, values):
            moved = tuple(Target(numbers.of(t.task), t.slot) for t in targets)
            return render(Assign(moved, tuple(_value(value, numbers) for value in values)))
        case Append(target, value):
            moved_to = Target(numbers.of(target.task), target.slot)
            return render(Append(moved_to, _value(value, numbers)))
        case Clear(target):
            return f"x{numbers.of(target.task)}.{escape(target.slot)} = None"
        case Do("confirm", Ref(index)):
            return f"confirm(x{numbers.of(index)})"
        case Do("accept", Ref(index, entity)):
            return _accepted(numbers.signals[index], entity or 0, numbers)
        case Say(acts):
            return _say(acts, numbers)
        case Do() | Decline():
            return None


def lucid_signal(signal: Signal, numbers: Numbering) -> str:
    """The signal as LUCID writes it."""
    task = numbers.of(signal.task or 0)
    match signal.kind:
        case SignalKind.HINT_VALUE:
            return f'hint("ask for value: Ask for {escape(signal.slots[0])}", ref=x{task})'
        case SignalKind.HINT_OFFER:
            raise Unexportable(
                "offers to go on with another intent, which LUCID's systems never do"
            )
        case SignalKind.HINT_CONFIRM:
            return f'hint("please confirm: Please confirm", ref=x{task})'
        case SignalKind.FAILED:
            return f"failed(x{task}, {render_value(signal.reason)})"
    return f"perform(x{task})"


def continued(text: str) -> int | None:
    """The result that a `more(x5)` goes on with, None for any other statement."""
    statement = parse(text)
    if isinstance(statement, Do) and statement.verb == "more" and statement.ref is not None:
        return statement.ref.index
    return None


def _bare(name: Name, catalog: Catalog) -> str:
    """The intent's name, which LUCID writes without a service."""
    named = [intent.name for _, intent in catalog.intents()]
    if named.count(name.intent) > 1:
        raise Unexportable(f"uses {name.intent}, an intent of several services")
    return name.intent


def _value(value: Expression, numbers: Numbering) -> Expression:
    match value:
        case Ref(index, entity, slot):
            if index in numbers.says:
                raise Unexportable(f"takes {slot} from what the system said, which LUCID cannot")
            return Ref(numbers.of(index), entity, slot)
        case Special():
            return _literal(value.value)
        case _:
            return value


def _literal(value: Value) -> Literal:
    return Literal(json.dumps(value))


def _accepted(failed: Signal, entity: int, numbers: Numbering) -> str:
    """An alternative taken up: its values written, as LUCID has no word for it."""
    values: Mapping[str, Value] = failed.entities[entity].values
    task = numbers.of(failed.task or 0)
    targets = tuple(Target(task, slot) for slot in values)
    return render(Assign(targets, tuple(_literal(value) for value in values.values())))


def _say(acts: tuple[Speech, ...], numbers: Numbering) -> str:
    """`say` of the signal just before, where that is what is said."""
    for act in acts:
        for ref in act.refs:
            if ref.index in numbers.signals and numbers.of(ref.index) == numbers.last:
                return f"say(x{numbers.last})"
    return "say()"
