"""The world a dialogue starts in: what queries will find, and distractors that they will not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from schemas.base import Value
from schemas.calls.call import Site
from schemas.calls.planning import QUERY_ENTITY, QueryEntityInput
from schemas.calls.views import ValueView
from schemas.plan import Goal
from schemas.service import Constraint, IntentSchema, ServiceSchema, SlotSchema, SlotType
from schemas.world import Clock, Entity
from stages.plans.filling import Filler, words_by_slot
from world.created import Created, created
from world.legal import broken_rule, canonical_or_none, known_values
from world.transcript import intent_outline, now_text
from world.values import same

OLDEST_DAYS = 400
"""How far back distractors were made."""


def entity_slots(service: ServiceSchema, intent: IntentSchema) -> tuple[str, ...]:
    """The slots that an entity of the intent's type has, in schema order."""
    if intent.result_slots:
        held = {*intent.result_slots, *intent.slot_names}
    else:
        held = {
            slot
            for other in service.intents
            if other.entity == intent.entity
            for slot in (*other.slot_names, *other.result_slots)
        }
    made = {other.created_slot for other in service.intents}
    return tuple(slot.name for slot in service.slots if slot.name in held - made)


@dataclass(frozen=True)
class Backdrop:
    """Makes the entities that the queries of one dialogue meet."""

    filler: Filler
    clock: Clock
    rng: Random

    async def found(
        self, goal: Goal, service: ServiceSchema, intent: IntentSchema, count: int
    ) -> tuple[Entity, ...]:
        """`count` entities that the goal's query matches, newest first, as the backend sorts them.

        Raises:
            BadReply: Where the model gives no usable entity.
        """
        asked = {s.slot: s.value for s in goal.slots if s.slot != intent.created_slot}
        times = self._times(_creation(goal, intent, self.clock), count)
        if not times:
            return ()
        first = await self._model_entity(goal, service, intent, asked)
        entities: list[Entity] = []
        for number, moment in enumerate(times):
            others = [entity.values for entity in entities]
            values = first
            if number:
                varied = self._varied(service, first, asked, others)
                values = _lawful(service, intent, varied, first)
            entities.append(self._entity(goal, service, intent, number, values, moment))
        return tuple(entities)

    def distractors(
        self,
        goal: Goal,
        service: ServiceSchema,
        intent: IntentSchema,
        like: Mapping[str, Value],
        count: int,
    ) -> tuple[Entity, ...]:
        """Entities of the same type that the goal's query must not match."""
        wanted = _creation(goal, intent, self.clock)
        asked = {s.slot: s.value for s in goal.slots if s.slot != intent.created_slot}
        entities = []
        for number in range(count):
            values = _lawful(service, intent, self._varied(service, like, {}), like)
            moment = self._outside(wanted)
            if moment is None:
                moment = self.clock.now - timedelta(days=self.rng.randint(1, OLDEST_DAYS))
                if not self._spoil(service, values, asked):
                    continue
            entities.append(self._entity(goal, service, intent, 100 + number, values, moment))
        return tuple(entities)

    async def _model_entity(
        self,
        goal: Goal,
        service: ServiceSchema,
        intent: IntentSchema,
        asked: Mapping[str, Value],
    ) -> dict[str, Value]:
        names = tuple(s for s in entity_slots(service, intent) if s not in asked)
        values: dict[str, Value] = dict(asked)
        for name in names:
            if service.slot(name).type is SlotType.BOOLEAN:
                values[name] = self.rng.random() < 0.5
        left = tuple(name for name in names if name not in values)
        if not left:
            return values
        words = {s.slot: s.surface for s in goal.slots}
        question = QueryEntityInput(
            story=self.filler.story,
            intent=intent_outline(service, intent),
            context=goal.context,
            asked=tuple(ValueView(slot=slot, words=said) for slot, said in words.items()),
            slots=tuple(self.filler.sample(service.slot(slot)) for slot in left),
            now=now_text(self.clock),
        )
        made = intent.model_copy(update={"constraints": _rules_of(service, intent)})
        told = {slot: said for slot, said in words.items() if slot != intent.created_slot}
        reply = await self.filler.ctx.chat.ask(
            QUERY_ENTITY,
            question,
            Site(item=self.filler.dialogue_id, turn=goal.number),
            check=lambda reply: self.filler.check_filled(service, made, reply.values, left, told),
        )
        for slot, said in words_by_slot(reply.values, left).items():
            values[slot] = canonical_or_none(said, service.slot(slot), self.clock)
        return values

    def _varied(
        self,
        service: ServiceSchema,
        like: Mapping[str, Value],
        keep: Mapping[str, Value],
        others: Sequence[Mapping[str, Value]] = (),
    ) -> dict[str, Value]:
        """Values like these, but for those to keep: where there are enough, others than before."""
        return {
            name: value
            if name in keep
            else self._other(service.slot(name), value, [row[name] for row in others])
            for name, value in like.items()
        }

    def _other(self, slot: SlotSchema, value: Value, taken: Sequence[Value] = ()) -> Value:
        """Another legal value of the slot where it has one, best one that is not taken."""
        if slot.type is SlotType.BOOLEAN:
            return self.rng.random() < 0.5
        known = list(known_values(slot, self.clock))
        self.rng.shuffle(known)
        known = [other for other in known if not same(other, value)]
        free = [other for other in known if not any(same(other, row) for row in taken)]
        return next(iter((*free, *known)), value)

    def _spoil(
        self, service: ServiceSchema, values: dict[str, Value], asked: Mapping[str, Value]
    ) -> bool:
        """Changes `values` so that they do not match what is asked; False where they must."""
        for name, value in asked.items():
            slot = service.slot(name)
            other = not value if isinstance(value, bool) else self._other(slot, value)
            if not same(other, value):
                values[name] = other
                return True
        return False

    def _times(self, wanted: Created | None, count: int) -> list[datetime]:
        """Creation times, newest first, that match what is asked."""
        now = self.clock.now
        if wanted is None:
            start, end = now - timedelta(days=OLDEST_DAYS), now
        elif wanted.pick:
            count = min(count, 1)
            start, end = now - timedelta(days=2), now
        else:
            start, end = wanted.start, min(wanted.end, now)
        minutes = int((end - start).total_seconds() // 60)
        if minutes < count + 1:
            return []
        drawn = self.rng.sample(range(1, minutes), count)
        return sorted((start + timedelta(minutes=m) for m in drawn), reverse=True)

    def _outside(self, wanted: Created | None) -> datetime | None:
        """A time that does not match what is asked, None where every time does."""
        if wanted is None:
            return None
        if wanted.pick:
            return self.clock.now - timedelta(days=self.rng.randint(3, OLDEST_DAYS))
        return wanted.start - timedelta(minutes=self.rng.randint(1440, 1440 * 60))

    def _entity(
        self,
        goal: Goal,
        service: ServiceSchema,
        intent: IntentSchema,
        number: int,
        values: dict[str, Value],
        moment: datetime,
    ) -> Entity:
        return Entity(
            entity_id=f"{intent.entity}-{goal.number}{number:03d}",
            service=service.name,
            type=intent.entity,
            values=values,
            created_at=moment.replace(second=0, microsecond=0),
        )


def _lawful(
    service: ServiceSchema,
    intent: IntentSchema,
    values: dict[str, Value],
    like: Mapping[str, Value],
) -> dict[str, Value]:
    """The values; those that break a rule of what makes the entity are those of another one."""
    made = intent.model_copy(update={"constraints": _rules_of(service, intent)})
    for _ in made.constraints:
        rule = broken_rule(made, values)
        if rule is None:
            break
        values = values | {name: like.get(name) for name in (rule.left, rule.right)}
    return values


def _rules_of(service: ServiceSchema, intent: IntentSchema) -> tuple[Constraint, ...]:
    """The rules that the entity was made under."""
    return tuple(
        rule
        for other in service.intents
        if other.entity == intent.entity
        for rule in other.constraints
    )


def _creation(goal: Goal, intent: IntentSchema, clock: Clock) -> Created | None:
    phrase = next((s.surface for s in goal.slots if s.slot == intent.created_slot), None)
    return None if phrase is None else created(phrase, clock)
