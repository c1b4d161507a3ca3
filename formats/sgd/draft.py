"""The statements of one service's user frame while they are put together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from schemas.annotation import SlotState
from schemas.base import Value
from world.executor import Task
from world.statements import Assign, Expression, Name, Open, Statement, Target
from world.values import same


@dataclass(frozen=True)
class Held:
    """A slot as it will be."""

    value: Value
    variants: frozenset[str]
    special: bool = False


def held(slots: Mapping[str, SlotState]) -> dict[str, Held]:
    """A task's slots as they are."""
    return {
        name: Held(slot.value, frozenset(slot.variants), slot.special)
        for name, slot in slots.items()
    }


class Draft:
    """Statements for one service, and the slots they will lead to.

    Attributes:
        slots: What the executor will hold after them.
        number: Of the task that is written to, None before one is open.
        intent: That task's intent.
    """

    def __init__(self, task: Task | None, first: int) -> None:
        self.slots: dict[str, Held] = {} if task is None else held(task.slots)
        self.number: int | None = None if task is None else task.number
        self.intent = "" if task is None else task.intent
        self._first = first
        self._statements: list[Statement] = []
        self._writes: list[tuple[str, Expression]] = []

    def would_hold(self, slot: str, found: Held) -> Held:
        """The slot after a write: the same value gathers variants, another one replaces it."""
        old = self.slots.get(slot)
        if old is None or old.special != found.special:
            return found
        if same(old.value, found.value) or found.variants <= old.variants:
            return Held(found.value, old.variants | found.variants, old.special)
        return found

    def write(self, slot: str, expression: Expression, found: Held) -> None:
        """Writes a slot of the current task; just after its opening, within that."""
        held_now = self.would_hold(slot, found)
        last = self._statements[-1] if self._statements else None
        taken = {name for name, _ in last.arguments} if isinstance(last, Open) else set()
        if isinstance(last, Open) and not self._writes and slot not in taken:
            arguments = (*last.arguments, (slot, expression))
            self._statements[-1] = replace(last, arguments=arguments)
            self.slots[slot] = held_now
            return
        if any(slot == written for written, _ in self._writes):
            self.flush()
        self._writes.append((slot, expression))
        self.slots[slot] = held_now

    def do(self, statement: Statement) -> None:
        """Adds a statement after the writes so far."""
        self.flush()
        self._statements.append(statement)

    def open(
        self,
        name: Name,
        arguments: Iterable[tuple[str, Expression, Held]],
        carry: bool | None = None,
    ) -> None:
        """Opens a task, which is written to from now on."""
        self.flush()
        if carry is False:
            self.slots = {}
        written: list[tuple[str, Expression]] = []
        for slot, expression, found in arguments:
            written.append((slot, expression))
            self.slots[slot] = self.would_hold(slot, found)
        self.number = self._first + len(self._statements)
        self.intent = name.intent
        self._statements.append(Open(name, tuple(written), carry))

    def flush(self) -> None:
        """Ends the group of writes that go into one assignment."""
        if self._writes and self.number is not None:
            slots, values = zip(*self._writes, strict=True)
            targets = tuple(Target(self.number, slot) for slot in slots)
            self._statements.append(Assign(targets, values))
        self._writes = []

    def statements(self) -> list[Statement]:
        """All statements so far."""
        self.flush()
        return list(self._statements)
