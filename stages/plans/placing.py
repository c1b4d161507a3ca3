"""Placing phenomena on goals, and failures on calls."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from phenomena import ALL
from phenomena.ambiguous_value import choosing
from phenomena.phenomenon import Host, Words
from schemas.base import Value
from schemas.phenomenon import PhenomenonTag, TripletVariant
from schemas.plan import Cell, Choice, Goal, GoalOutcome, Placement
from schemas.service import Catalog, SlotType
from schemas.world import Clock, Entity, FollowUp, ScriptedFailure, WorldSpec
from world.backend import Backend
from world.created import created
from world.legal import broken_rule, canonical_or_none
from world.state import State, Task
from world.values import same

REASONS = (
    "this {slot} is not available",
    "it is not possible with this {slot}",
    "the request was declined for this {slot}",
)
"""Why a call fails, whatever it is for."""
_CHOICES = {
    TripletVariant.UNAMBIGUOUS: Choice.AT_ONCE,
    TripletVariant.DISAMBIGUATED: Choice.WITH_REFERENCE,
}


class NoHost(Exception):
    """No goal of the plan can host a phenomenon of its cell."""


@dataclass(frozen=True)
class Stage:
    """What phenomena are placed in.

    Attributes:
        entities: What the dialogue's world holds as it starts.
    """

    catalog: Catalog
    entities: tuple[Entity, ...]
    clock: Clock
    rng: Random

    def host(self, goal: Goal, goals: tuple[Goal, ...], placed: tuple[Placement, ...]) -> Host:
        """A goal as phenomena see it."""
        return Host(
            goal=goal,
            service=self.catalog.service(goal.service),
            goals=goals,
            catalog=self.catalog,
            placed=placed,
            wrong=lambda slot: next(self._others(goal, slot), None),
            missing=lambda slot: self._missing(goal, slot),
            found=lambda number: self.found(goals[number]),
        )

    def found(
        self, goal: Goal, slot: str = "", words: Words = (None, "")
    ) -> tuple[dict[str, Value], ...]:
        """What the goal's query finds, with another value for one slot where given."""
        intent = self.catalog.intent(goal.service, goal.intent)
        if intent.transactional:
            return ()
        asked: dict[str, Value] = {}
        for planned in goal.slots:
            value, said = (planned.value, planned.surface) if planned.slot != slot else words
            asked[planned.slot] = said if planned.slot == intent.created_slot else value
        backend = Backend(WorldSpec(entities=self.entities), self.clock)
        task = Task(number=0, service=goal.service, intent=goal.intent)
        answer = backend.call(State(), task, intent, asked, 0)
        return tuple(entity.values for entity in answer.entities)

    def _missing(self, goal: Goal, slot: str) -> Words | None:
        """Another value for a slot of a query with which it finds nothing."""
        created_slot = self.catalog.intent(goal.service, goal.intent).created_slot
        candidates = self._other_times if slot == created_slot else self._others
        others = candidates(goal, slot)
        return next((words for words in others if not self.found(goal, slot, words)), None)

    def _others(self, goal: Goal, slot: str) -> Iterator[Words]:
        return other_values(goal, slot, self.catalog, self.clock, self.rng)

    def _other_times(self, goal: Goal, slot: str) -> Iterator[Words]:
        planned = next(s for s in goal.slots if s.slot == slot)
        known = list(self.catalog.service(goal.service).slot(slot).example_values)
        self.rng.shuffle(known)
        for words in known:
            if _overlaps(words, [planned.surface.casefold()]):
                continue
            try:
                created(words, self.clock)
            except ValueError:
                continue
            yield words, words


def place(
    cell: Cell, goals: tuple[Goal, ...], stage: Stage
) -> tuple[tuple[Placement, ...], tuple[Goal, ...]]:
    """The cell's phenomena at their places, and the goals as these shape them.

    Raises:
        NoHost: Where one finds no place.
    """
    placed: tuple[Placement, ...] = ()
    for phenomenon in ALL:
        # The siblings of an ambiguous dialogue are planned like it, and then made clear.
        sibling = cell.variant is not None and phenomenon.tag is PhenomenonTag.AMBIGUOUS_VALUE
        if phenomenon.tag not in cell.phenomena and not sibling:
            continue
        # The primary goal was chosen for what it can host, so it is asked first.
        order = sorted(goals, key=lambda g: (g.service, g.intent) != (cell.service, cell.intent))
        hosts = (stage.host(goals[goal.number], goals, placed) for goal in order)
        found = next(filter(None, (phenomenon.place(host, stage.rng) for host in hosts)), None)
        if found is None:
            raise NoHost(f"no goal can host {phenomenon.tag.value}")
        choice = None if cell.variant is None else _CHOICES.get(cell.variant)
        if sibling and choice is not None:
            goals = choosing(found, goals, choice)
        else:
            placed = (*placed, found)
            goals = phenomenon.shape(found, goals)
    return placed, goals


def other_values(
    goal: Goal, slot: str, catalog: Catalog, clock: Clock, rng: Random
) -> Iterator[Words]:
    """Other values for a slot of the goal that break no rule, with the words for them."""
    service = catalog.service(goal.service)
    intent = service.intent(goal.intent)
    schema = service.slot(slot)
    planned = next(s for s in goal.slots if s.slot == slot)
    if schema.type is SlotType.BOOLEAN or slot == intent.created_slot:
        return
    known = list(schema.possible_values or schema.example_values)
    rng.shuffle(known)
    others = {s.slot: s.value for s in goal.slots}
    spoken = [s.surface.casefold() for s in goal.slots]
    for words in known:
        value = canonical_or_none(words, schema, clock)
        if value is None or same(value, planned.value) or _overlaps(words, spoken):
            continue
        if broken_rule(intent, {**others, slot: value}) is None:
            yield value, words


def _overlaps(words: str, spoken: list[str]) -> bool:
    """Whether the words are part of what the user says anyway, so that spans would be in doubt."""
    said = words.casefold()
    return any(said in other or other in said for other in spoken)


def script_failures(
    placed: tuple[Placement, ...], goals: tuple[Goal, ...], rng: Random
) -> tuple[tuple[ScriptedFailure, ...], tuple[Goal, ...]]:
    """Makes calls fail where that is placed; the user takes the alternative or declines it."""
    failures: list[ScriptedFailure] = []
    for placement in placed:
        if placement.tag is not PhenomenonTag.BACKEND_FAILURE:
            continue
        goal = goals[placement.goal]
        values = {s.slot: s.value for s in goal.slots}
        failures.append(
            ScriptedFailure(
                service=goal.service,
                intent=goal.intent,
                reason=rng.choice(REASONS).format(slot=placement.slot.replace("_", " ")),
                alternatives=({**values, placement.slot: placement.value},),
            )
        )
        outcome = GoalOutcome.PERFORMED if rng.random() < 0.5 else GoalOutcome.FAILED
        changed = goal.model_copy(update={"outcome": outcome})
        goals = tuple(changed if g.number == goal.number else g for g in goals)
    return tuple(failures), goals


def follow_ups(goals: tuple[Goal, ...]) -> tuple[FollowUp, ...]:
    """What the system is to offer once a result of these goals is chosen."""
    found = []
    for goal in goals:
        service, _, intent = goal.follow_up.partition(".")
        if intent:
            found.append(
                FollowUp(
                    service=goal.service,
                    intent=goal.intent,
                    offered_service=service,
                    offered_intent=intent,
                )
            )
    return tuple(found)
