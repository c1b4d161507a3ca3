"""Trying a plan out on the gold system before a model is asked to play it."""

from phenomena.agenda import Agenda, LostPatience
from schemas.base import Value
from schemas.plan import Goal, GoalOutcome, Plan
from schemas.service import Catalog
from schemas.world import Entity
from world.executor import Executor
from world.gold import Gold, GoldError
from world.legal import canonical_or_none

MAX_EXCHANGES = 60


class TrialFailed(Exception):
    """The plan does not run, does not realise its phenomena, or does not end as expected."""


def try_out(plan: Plan, catalog: Catalog) -> tuple[tuple[str, ...], ...]:
    """The gold program, one tuple of statements for each user turn.

    Raises:
        TrialFailed: Where the plan does not carry.
    """
    catalog = catalog.only(plan.services)
    executor = Executor(catalog, plan.world, plan.clock)
    agenda = Agenda(plan, catalog)
    gold = Gold(catalog, agenda.task_of)
    program: list[tuple[str, ...]] = []
    try:
        for _ in range(MAX_EXCHANGES):
            move = agenda.move()
            executor.hear("", move.acts)
            steps = gold.answer(executor, move.acts)
            agenda.answered(executor, executor.said or ())
            program.append(tuple(s.text for step in steps for s in step.statements))
            if move.ends:
                break
        else:
            raise TrialFailed("the gold program does not come to an end")
    except (GoldError, LostPatience) as problem:
        raise TrialFailed(str(problem)) from problem
    if agenda.pending:
        raise TrialFailed(f"{agenda.pending[0].tag.value} does not happen")
    if not alike(executor.changes(), plan.expected):
        raise TrialFailed("the gold program does not end in the expected state")
    return tuple(program)


def expected_entities(
    goals: tuple[Goal, ...],
    world_alternatives: dict[int, dict[str, Value]],
    catalog: Catalog,
    plan: Plan,
) -> tuple[Entity, ...]:
    """What the dialogue adds to the world, worked out from the goals alone.

    Args:
        goals: The plan's goals.
        world_alternatives: By goal, the values of an alternative that the user will take.
        catalog: The run's services.
        plan: Gives the clock.
    """
    entities = []
    for goal in goals:
        service = catalog.service(goal.service)
        intent = service.intent(goal.intent)
        if not intent.transactional or goal.outcome is not GoalOutcome.PERFORMED:
            continue
        values: dict[str, Value] = {
            slot.name: canonical_or_none(slot.default, service.slot(slot.name), plan.clock)
            for slot in intent.optional
            if slot.default not in (None, "dontcare")
        }
        values |= {s.slot: s.value for s in goal.slots}
        values |= world_alternatives.get(goal.number, {})
        entities.append(
            Entity(
                entity_id="",
                service=service.name,
                type=intent.entity,
                values={name: value for name, value in values.items() if value is not None},
                created_at=plan.clock.now,
                created_by=intent.name,
            )
        )
    return tuple(entities)


def alike(some: tuple[Entity, ...], others: tuple[Entity, ...]) -> bool:
    """Whether the entities are the same, ids, times and order aside."""
    return sorted(map(_content, some)) == sorted(map(_content, others))


def _content(entity: Entity) -> str:
    values = sorted((name, str(value).casefold()) for name, value in entity.values.items())
    return str((entity.service, entity.type, values, entity.cancelled))
