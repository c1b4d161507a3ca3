"""What a user frame is read in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from formats.sgd.draft import Held
from formats.sgd.memory import Mention, ServiceMemory
from formats.sgd.records import SgdAction, SgdFrame, SgdTurn
from schemas.service import IntentSchema, ServiceSchema
from world.executor import Executor, Task, TaskStatus
from world.rendering import render_value
from world.statements import Expression, Literal, Ref, Special

_VALUED = frozenset({"INFORM", "SELECT"})

SlotsAfter = dict[str, tuple[int | None, dict[str, Held]]]
"""By service, the task written to and the slots it will hold."""


@dataclass(frozen=True)
class UserFrame:
    """A user frame with what came before it.

    Attributes:
        raw: The frame; its state only chooses among legal sources.
        rest: The turns after this one.
        memory: What the system said about the service.
        executor: As it is before the turn.
        first: The number that the frame's first statement will have.
        others: What the system said about other services, newest first.
        other_entities: What it offered there last.
        slots_after: What the turn's frames before this one lead to.
    """

    raw: SgdFrame
    rest: Sequence[SgdTurn]
    service: ServiceSchema
    memory: ServiceMemory
    executor: Executor
    first: int
    others: tuple[Mention, ...] = ()
    other_entities: tuple[Ref, ...] = ()
    slots_after: SlotsAfter = field(default_factory=dict)

    @property
    def task(self) -> Task | None:
        """The service's task, None before it has one."""
        return self.executor.latest(self.service.name)

    @property
    def is_done(self) -> bool:
        """Whether the service's task is a transaction that was performed."""
        task = self.task
        intent = None if task is None else self.intent(task.intent)
        done = task is not None and task.status is TaskStatus.PERFORMED
        return done and intent is not None and intent.transactional

    @property
    def acts(self) -> frozenset[str]:
        """The names of the user's acts."""
        return frozenset(action.act for action in self.raw.actions)

    @property
    def annotated(self) -> Mapping[str, tuple[str, ...]]:
        """The annotated slot values."""
        return self.raw.state.slot_values if self.raw.state else {}

    @property
    def later(self) -> SgdFrame | None:
        """The service's next user frame, None where there is none."""
        frames = (f for turn in self.rest if turn.speaker == "USER" for f in turn.frames)
        return next((frame for frame in frames if frame.service == self.service.name), None)

    @property
    def informed_intent(self) -> str:
        """The intent that the user names."""
        named = [a.values[0] for a in self.raw.actions if a.act == "INFORM_INTENT" and a.values]
        return named[-1] if named else ""

    @property
    def informed(self) -> list[tuple[str, Expression, Held]]:
        """The values that the user says."""
        return [
            (action.slot, *_said(value, canonical))
            for action in self.raw.actions
            if action.act in _VALUED and action.slot
            for value, canonical in zip(action.values, action.canonical_values, strict=True)
        ]

    def intent(self, name: str) -> IntentSchema | None:
        """The service's intent of that name."""
        return next((i for i in self.service.intents if i.name == name), None)

    def intent_of(self, action: SgdAction) -> str:
        """The intent that an act of the frame is about."""
        if action.act == "INFORM_INTENT" and action.values:
            return action.values[0]
        if action.act in {"AFFIRM_INTENT", "NEGATE_INTENT"}:
            return self.memory.intent
        return self.informed_intent or ("" if self.task is None else self.task.intent)


def _said(value: str, canonical: str) -> tuple[Expression, Held]:
    if canonical == Special.DONTCARE.value:
        return Special.DONTCARE, Held(canonical, frozenset({value}), special=True)
    return Literal(render_value(value)), Held(canonical, frozenset({value}))


def heard(mention: Mention) -> Held:
    """What writing a mention leads to."""
    special = mention.value == Special.DONTCARE.value
    return Held(mention.value, frozenset({mention.surface}), special)
