"""What an executor remembers: tasks, signals, what was said, what the world became."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from schemas.acts import Act
from schemas.annotation import SlotState, ToolCall
from schemas.base import Value
from schemas.dialogue import Signal
from schemas.world import Entity


class TaskStatus(StrEnum):
    """A task's life; being held stands beside it."""

    COLLECTING = "collecting"
    AWAITING_CONFIRMATION = "awaiting_confirmation"
    PERFORMED = "performed"
    """The backend did it, or answered the query."""
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Task:
    """One opened intent.

    Attributes:
        number: Of the statement that opened it.
        slots: Its dialogue state by slot name.
        newest: Number of its newest signal.
        asked: Slot values that the system asked to confirm and that did not change since; None
            before it asked at all.
        selected: The result the user chose, as (signal, entity).
    """

    number: int
    service: str
    intent: str
    status: TaskStatus = TaskStatus.COLLECTING
    held: bool = False
    slots: Mapping[str, SlotState] = field(default_factory=dict)
    newest: int | None = None
    asked: Mapping[str, Value] | None = None
    selected: tuple[int, int] | None = None

    @property
    def open(self) -> bool:
        """Whether it can still change."""
        return self.status is not TaskStatus.CANCELLED

    @cached_property
    def digest(self) -> str:
        """Canonical JSON of what the state hash covers."""
        slots = {
            name: [slot.value, slot.special, slot.variants, slot.source.kind, slot.source.index]
            for name, slot in sorted(self.slots.items())
        }
        asked = None if self.asked is None else dict(sorted(self.asked.items()))
        parts = [self.number, self.service, self.intent, self.status, self.held, slots]
        return json.dumps([*parts, asked, self.selected], ensure_ascii=False)


@dataclass
class State:
    """An executor's memory. A step works on a copy, which replaces it where all went well.

    Attributes:
        says: The acts of each `say`, by its number.
        latest: The task last touched in each service.
        idle: Services whose active intent was given up.
        current: The service last touched.
        added, cancelled: What the dialogue made of the world's entities.
        attempts: How often each (service, intent) was called.
        used: Recorded calls already answered.
        offered: Offered entities, as (signal, entity).
        proposed: The newest hint to offer an intent, until one is opened or turned down.
        continued: Result signals that `more` brought: their count is told already.
        touched: Services touched in this exchange.
        said: The acts of this exchange's say.
    """

    next_index: int = 0
    exchange: int = 0
    tasks: dict[int, Task] = field(default_factory=dict)
    signals: dict[int, Signal] = field(default_factory=dict)
    says: dict[int, tuple[Act, ...]] = field(default_factory=dict)
    latest: dict[str, int] = field(default_factory=dict)
    idle: set[str] = field(default_factory=set)
    current: str = ""
    added: dict[str, Entity] = field(default_factory=dict)
    cancelled: dict[str, Entity] = field(default_factory=dict)
    attempts: dict[tuple[str, str], int] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)
    offered: set[tuple[int, int]] = field(default_factory=set)
    proposed: int | None = None
    continued: set[int] = field(default_factory=set)
    touched: dict[str, None] = field(default_factory=dict)
    calls: list[ToolCall] = field(default_factory=list)
    utterance: str = ""
    acts: tuple[Act, ...] = ()
    said: tuple[Act, ...] | None = None

    def copy(self) -> "State":
        """A copy that shares only what never changes."""
        twin = State()
        for name, value in vars(self).items():
            setattr(twin, name, value.copy() if isinstance(value, dict | set | list) else value)
        return twin

    def take_index(self) -> int:
        """The next number of the count that statements and signals share."""
        self.next_index += 1
        return self.next_index - 1

    def touch(self, service: str) -> None:
        """Notes that this exchange is about the service."""
        self.touched.setdefault(service)
        self.current = service

    def put(self, task: Task, *, wake: bool) -> None:
        """Stores a task as the one its service's state is read from.

        Args:
            task: The changed or new task.
            wake: Whether the service has an active intent again, where it was given up.
        """
        self.tasks[task.number] = task
        self.latest[task.service] = task.number
        if wake:
            self.idle.discard(task.service)
        self.touch(task.service)

    def entity(self, entity_id: str, base: Mapping[str, Entity]) -> Entity | None:
        """The entity as it now is."""
        return self.cancelled.get(entity_id) or self.added.get(entity_id) or base.get(entity_id)

    def hash(self, base: str) -> str:
        """Hash over tasks, slots and entities; `base` is that of the initial entities."""
        digest = hashlib.blake2b(base.encode(), digest_size=16)
        for number in sorted(self.tasks):
            digest.update(self.tasks[number].digest.encode())
        for kind in (self.added, self.cancelled):
            for entity_id in sorted(kind):
                digest.update(_entity_digest(kind[entity_id]).encode())
            digest.update(b"|")
        digest.update(json.dumps([self.latest, sorted(self.idle)], sort_keys=True).encode())
        return digest.hexdigest()


def _entity_digest(entity: Entity) -> str:
    return json.dumps(
        [entity.entity_id, entity.type, entity.values, entity.cancelled],
        sort_keys=True,
        ensure_ascii=False,
    )


def base_hash(entities: tuple[Entity, ...]) -> str:
    """Hash of the entities a dialogue starts with."""
    text = "".join(_entity_digest(entity) for entity in entities)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
