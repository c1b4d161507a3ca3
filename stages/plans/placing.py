"""Placing phenomena on goals, and failures on calls."""

from random import Random

from phenomena import ALL
from phenomena.phenomenon import Host
from schemas.base import Value
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Cell, Goal, GoalOutcome, Placement
from schemas.service import Catalog, IntentSchema, SlotType
from schemas.world import Clock, ScriptedFailure
from world.legal import broken_rule, canonical_or_none
from world.values import same

_OUTCOMES = {
    PhenomenonTag.CANCEL: GoalOutcome.CANCELLED,
    PhenomenonTag.EARLY_END: GoalOutcome.ABANDONED,
}

REASONS = (
    "it is fully booked at that time",
    "the service is not available for these details",
    "there is nothing left for this choice",
    "the provider has turned the request down",
)


class NoHost(Exception):
    """No goal of the plan can host a phenomenon of its cell."""


def place(
    cell: Cell, goals: tuple[Goal, ...], catalog: Catalog, clock: Clock, rng: Random
) -> tuple[tuple[Placement, ...], tuple[Goal, ...]]:
    """The cell's phenomena at their places, and the goals with the outcomes these bring.

    Raises:
        NoHost: Where one finds no place.
    """
    placements: list[Placement] = []
    for phenomenon in ALL:
        if phenomenon.tag not in cell.phenomena:
            continue
        # The primary goal was chosen for what it can host, so it is asked first.
        order = sorted(goals, key=lambda g: (g.service, g.intent) != (cell.service, cell.intent))
        for goal in order:
            host = Host(
                goal=goal,
                service=catalog.service(goal.service),
                goals=goals,
                wrong=lambda slot, goal=goal: other_value(goal, slot, catalog, clock, rng),  # type: ignore[misc]
                taken=frozenset(
                    claim for p in placements if p.goal == goal.number for claim in p.claims
                ),
            )
            found = phenomenon.place(host, rng)
            if found is not None:
                placements.append(found)
                break
        else:
            raise NoHost(f"no goal can host {phenomenon.tag.value}")
    ends = {p.goal: _OUTCOMES[p.tag] for p in placements if p.tag in _OUTCOMES}
    return tuple(placements), tuple(
        goal.model_copy(update={"outcome": ends.get(goal.number, goal.outcome)}) for goal in goals
    )


def other_value(
    goal: Goal, slot: str, catalog: Catalog, clock: Clock, rng: Random
) -> tuple[Value, str] | None:
    """Another value for a slot of the goal that breaks no rule, with the words for it."""
    service = catalog.service(goal.service)
    intent = service.intent(goal.intent)
    schema = service.slot(slot)
    planned = next(s for s in goal.slots if s.slot == slot)
    if schema.type is SlotType.BOOLEAN or slot == intent.created_slot:
        return None
    known = list(schema.possible_values or schema.example_values)
    rng.shuffle(known)
    others = {s.slot: s.value for s in goal.slots}
    spoken = [s.surface.casefold() for s in goal.slots]
    for words in known:
        value = canonical_or_none(words, schema, clock)
        if value is None or same(value, planned.value) or _overlaps(words, spoken):
            continue
        if broken_rule(intent, {**others, slot: value}) is None:
            return value, words
    return None


def _overlaps(words: str, spoken: list[str]) -> bool:
    """Whether the words are part of what the user says anyway, so that spans would be in doubt."""
    said = words.casefold()
    return any(said in other or other in said for other in spoken)


def script_failure(
    goals: tuple[Goal, ...], catalog: Catalog, clock: Clock, rng: Random
) -> tuple[tuple[ScriptedFailure, ...], tuple[Goal, ...]]:
    """Makes one confirmed call fail, with an alternative that the user takes or declines.

    Nothing fails where a later goal needs the result.
    """
    needed = {s.reference.goal for goal in goals for s in goal.slots if s.reference is not None}
    may_fail = [
        goal
        for goal in goals
        if _confirmed(goal, catalog).needs_confirmation
        and goal.outcome is GoalOutcome.PERFORMED
        and goal.number not in needed
    ]
    if not may_fail:
        return (), goals
    goal = rng.choice(may_fail)
    nth = sum((g.service, g.intent) == (goal.service, goal.intent) for g in goals[: goal.number])
    slots = [s.slot for s in goal.slots if s.reference is None]
    rng.shuffle(slots)
    values = {s.slot: s.value for s in goal.slots}
    for slot in slots:
        other = other_value(goal, slot, catalog, clock, rng)
        if other is None:
            continue
        failure = ScriptedFailure(
            service=goal.service,
            intent=goal.intent,
            nth=nth,
            reason=rng.choice(REASONS),
            alternatives=({**values, slot: other[0]},),
        )
        taken = rng.random() < 0.5
        outcome = GoalOutcome.PERFORMED if taken else GoalOutcome.FAILED
        changed = goal.model_copy(update={"outcome": outcome})
        return (failure,), tuple(changed if g.number == goal.number else g for g in goals)
    return (), goals


def _confirmed(goal: Goal, catalog: Catalog) -> IntentSchema:
    return catalog.intent(goal.service, goal.intent)
