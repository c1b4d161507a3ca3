"""The simulated backend: what calling an intent does and answers."""

from dataclasses import dataclass
from datetime import timedelta

from schemas.annotation import ToolCall
from schemas.base import Value
from schemas.service import IntentSchema
from schemas.world import Clock, Entity, FollowUp, RecordedCall, WorldSpec
from world.created import Created, created
from world.state import State, Task, base_hash
from world.values import same


@dataclass(frozen=True)
class Answer:
    """What the backend said: the entities it found or made, or why it refused, with alternatives.

    Attributes:
        entities: Found, made, or (where refused) the alternatives, best first.
    """

    success: bool
    entities: tuple[Entity, ...] = ()
    reason: str = ""


class Backend:
    """The world of one dialogue. It holds nothing that changes: that is in the `State`."""

    def __init__(self, world: WorldSpec, clock: Clock) -> None:
        self._world = world
        self._clock = clock
        self.entities = {entity.entity_id: entity for entity in world.entities}
        self.base_hash = base_hash(world.entities)

    def call(
        self,
        state: State,
        task: Task,
        intent: IntentSchema,
        parameters: dict[str, Value],
        signal: int,
    ) -> Answer:
        """Calls the task's intent; notes the call and what it made in the state.

        Args:
            state: What is there so far.
            task: The task the call is for.
            intent: Its schema.
            parameters: Canonical values.
            signal: Number of the signal that will bring the answer.
        """
        key = (task.service, task.intent)
        nth = state.attempts.get(key, 0)
        state.attempts[key] = nth + 1
        answer = self._answer(state, task, intent, parameters, nth, signal)
        state.calls.append(
            ToolCall(
                service=task.service,
                intent=task.intent,
                parameters=parameters,
                success=answer.success,
                results=answer.entities,
            )
        )
        return answer

    def _answer(
        self,
        state: State,
        task: Task,
        intent: IntentSchema,
        parameters: dict[str, Value],
        nth: int,
        signal: int,
    ) -> Answer:
        if self._world.recorded:
            return self._recorded(state, task, intent, parameters, signal)
        for failure in self._world.failures:
            if (failure.service, failure.intent, failure.nth) == (task.service, task.intent, nth):
                made = self._entities(task, intent, failure.alternatives, signal)
                return Answer(False, made, failure.reason)
        if not intent.transactional:
            return Answer(True, self._find(state, task.service, intent, parameters))
        made = self._entities(task, intent, (parameters,), signal)
        state.added[made[0].entity_id] = made[0]
        return Answer(True, made)

    def _entities(
        self,
        task: Task,
        intent: IntentSchema,
        rows: tuple[dict[str, Value], ...],
        signal: int,
    ) -> tuple[Entity, ...]:
        """Rows as entities; ids follow from the signal's number, so that a replay repeats them."""
        moment = self._clock.now + timedelta(seconds=signal)
        return tuple(
            Entity(
                entity_id=self._fresh_id(f"{intent.entity}-x{signal}-{place}"),
                service=task.service,
                type=intent.entity,
                values=dict(row),
                created_at=moment,
                created_by=intent.name,
            )
            for place, row in enumerate(rows)
        )

    def _fresh_id(self, name: str) -> str:
        while name in self.entities:
            name += "'"
        return name

    def _recorded(
        self,
        state: State,
        task: Task,
        intent: IntentSchema,
        parameters: dict[str, Value],
        signal: int,
    ) -> Answer:
        for number, call in enumerate(self._world.recorded):
            if number not in state.used and _is_call(call, task, parameters):
                state.used.add(number)
                found = self._entities(task, intent, call.results, signal)
                if call.success and intent.transactional and found:
                    state.added[found[0].entity_id] = found[0]
                return Answer(call.success, found, "" if call.success else "not available")
        return Answer(False, (), "the recorded backend has no such call")

    def _find(
        self, state: State, service: str, intent: IntentSchema, parameters: dict[str, Value]
    ) -> tuple[Entity, ...]:
        wanted = {k: v for k, v in parameters.items() if k != intent.created_slot}
        pool = [*state.added.values(), *self.entities.values()]
        found = [
            entity
            for entity in pool
            if entity.type == intent.entity
            and entity.service == service
            and not entity.cancelled
            and entity.entity_id not in state.cancelled
            and all(k in entity.values and same(entity.values[k], v) for k, v in wanted.items())
        ]
        found.sort(key=lambda entity: entity.created_at, reverse=True)
        phrase = parameters.get(intent.created_slot or "")
        return tuple(
            _within(found, created(phrase, self._clock)) if isinstance(phrase, str) else found
        )

    def follow_up(self, state: State, task: Task) -> FollowUp | None:
        """What could follow the query whose result is chosen, where that was not hinted at yet."""
        if any(s.task == task.number and s.offered for s in state.signals.values()):
            return None
        mine = (task.service, task.intent)
        return next((f for f in self._world.follow_ups if (f.service, f.intent) == mine), None)

    def cancel(self, state: State, entity: Entity) -> bool:
        """Calls an entity off. False where the world has no such entity, or no more."""
        current = state.entity(entity.entity_id, self.entities)
        if current is None or current.cancelled:
            return False
        state.cancelled[entity.entity_id] = current.model_copy(update={"cancelled": True})
        return True

    def changes(self, state: State) -> tuple[Entity, ...]:
        """Entities added or cancelled since the start, as they now are."""
        added = [state.cancelled.get(key, entity) for key, entity in state.added.items()]
        return (*added, *(e for key, e in state.cancelled.items() if key not in state.added))


def _is_call(call: RecordedCall, task: Task, parameters: dict[str, Value]) -> bool:
    return (
        (call.service, call.intent) == (task.service, task.intent)
        and call.parameters.keys() == parameters.keys()
        and all(same(call.parameters[key], parameters[key]) for key in parameters)
    )


def _within(newest_first: list[Entity], asked: Created) -> list[Entity]:
    found = [e for e in newest_first if asked.start <= e.created_at < asked.end]
    if asked.pick == "latest":
        return found[:1]
    return found[-1:] if asked.pick == "earliest" else found
