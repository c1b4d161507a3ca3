"""Making a plan out of a cell's attempt."""

from dataclasses import dataclass
from random import Random

from runtime.stage import BadReply, StageContext, StageName
from schemas.acts import Reference
from schemas.base import Value
from schemas.plan import Cell, Goal, GoalOutcome, Plan, PlannedSlot, PlanRequest
from schemas.service import IntentSchema, ServiceSchema
from schemas.verdict import Rejection, RejectionCode
from schemas.world import Clock, Entity, ScriptedFailure, WorldSpec
from stages.plans.backdrop import Backdrop
from stages.plans.filling import Filler, flowing
from stages.plans.path import PathStep, choose_path
from stages.plans.personas import PERSONAS
from stages.plans.placing import NoHost, place, script_failure
from stages.plans.trial import TrialFailed, expected_entities, try_out
from world.legal import canonical_or_none

_COUNTS = (0, 1, 1, 1, 1, 2, 2, 2, 3, 3)
"""How many entities a query finds, drawn evenly from these."""


@dataclass(frozen=True)
class _Scene:
    """Goals and the entities that their queries meet."""

    goals: tuple[Goal, ...] = ()
    entities: tuple[Entity, ...] = ()
    found: tuple[tuple[Entity, ...], ...] = ()


@dataclass(frozen=True)
class MakePlans:
    """Plans a dialogue and tries it out on the gold system."""

    name: StageName = StageName.PLANS
    version: int = 1

    async def run(self, item: PlanRequest, ctx: StageContext) -> Plan | Rejection:
        """The plan of one attempt."""
        try:
            plan = await _plan(item, ctx)
            return plan.model_copy(update={"gold": try_out(plan, ctx.catalog)})
        except BadReply as problem:
            code = RejectionCode.REFUSED if problem.refused else RejectionCode.PLAN_INCOHERENT
            return _rejected(item, code, problem)
        except NoHost as problem:
            return _rejected(item, RejectionCode.PLAN_UNHOSTABLE, problem)
        except TrialFailed as problem:
            return _rejected(item, RejectionCode.PLAN_NOT_EXECUTABLE, problem)


def _rejected(item: PlanRequest, code: RejectionCode, problem: Exception) -> Rejection:
    return Rejection(item=item.dialogue_id, stage=StageName.PLANS, code=code, detail=str(problem))


async def _plan(item: PlanRequest, ctx: StageContext) -> Plan:
    rng = Random(ctx.seed)
    path, story = await choose_path(item.cell, item.dialogue_id, ctx, rng)
    filler = Filler(item.dialogue_id, story, ctx, rng)
    scene = await _scene(path, item, filler, rng)
    goals = scene.goals
    placements, goals = place(item.cell, goals, ctx.catalog, item.clock, rng)
    failures: tuple[ScriptedFailure, ...] = ()
    if rng.random() < ctx.config.mix.failure:
        failures, goals = script_failure(goals, ctx.catalog, item.clock, rng)
    plan = Plan(
        dialogue_id=item.dialogue_id,
        cell=item.cell,
        attempt=item.attempt,
        seed=ctx.seed,
        services=tuple(dict.fromkeys(goal.service for goal in goals)),
        clock=item.clock,
        persona=rng.choice(PERSONAS),
        story=story,
        goals=goals,
        placements=placements,
        world=WorldSpec(entities=scene.entities, failures=failures),
    )
    taken = _taken_alternatives(plan)
    return plan.model_copy(update={"expected": expected_entities(goals, taken, ctx.catalog, plan)})


def _taken_alternatives(plan: Plan) -> dict[int, dict[str, Value]]:
    """By goal, the alternative the user takes once the call has failed."""
    taken: dict[int, dict[str, Value]] = {}
    for failure in plan.world.failures:
        mine = [
            goal
            for goal in plan.goals
            if (goal.service, goal.intent) == (failure.service, failure.intent)
        ]
        goal = mine[failure.nth]
        if goal.outcome is GoalOutcome.PERFORMED and failure.alternatives:
            taken[goal.number] = failure.alternatives[0]
    return taken


async def _scene(
    path: tuple[PathStep, ...], item: PlanRequest, filler: Filler, rng: Random
) -> _Scene:
    """Fills the goals one after the other, with the entities that each query is to find."""
    scene = _Scene()
    for place_, (service, intent) in enumerate(path):
        last = place_ == len(path) - 1
        fixed = _flow(scene, intent, service, item.clock) if item.cell.flow and last else {}
        goal = await filler.fill(service, intent, scene.goals, fixed)
        scene = await _with_backdrop(scene, goal, (service, intent), item.cell, filler, rng)
    if len(scene.goals) > 1:
        before = scene.goals
        after = await filler.coherent(before)
        # What a query finds was made for the values it asks with: those stay as they are.
        acting = [filler.ctx.catalog.intent(g.service, g.intent).transactional for g in before]
        goals = tuple(
            new if may else old for new, old, may in zip(after, before, acting, strict=True)
        )
        scene = _Scene(goals, scene.entities, scene.found)
    return scene


async def _with_backdrop(
    scene: _Scene, goal: Goal, step: PathStep, cell: Cell, filler: Filler, rng: Random
) -> _Scene:
    service, intent = step
    if intent.transactional:
        return _Scene((*scene.goals, goal), scene.entities, (*scene.found, ()))
    backdrop = Backdrop(filler, filler.ctx.config.clock, rng)
    count = rng.choice(_COUNTS)
    found = await backdrop.found(goal, service, intent, max(count, 1) if cell.flow else count)
    like = found[0].values if found else await _example(backdrop, goal, service, intent)
    others = backdrop.distractors(goal, service, intent, like, rng.randint(1, 3))
    pick = rng.randrange(len(found)) if len(found) > 1 and rng.random() < 0.5 else 0
    asks = _asks(goal, intent, found[pick], rng) if found else ()
    goal = goal.model_copy(update={"pick": pick, "asks": asks})
    return _Scene((*scene.goals, goal), (*scene.entities, *found, *others), (*scene.found, found))


async def _example(
    backdrop: Backdrop, goal: Goal, service: ServiceSchema, intent: IntentSchema
) -> dict[str, Value]:
    """Values like those that the query would find, where it is to find nothing."""
    found = await backdrop.found(goal, service, intent, 1)
    return dict(found[0].values) if found else {}


def _asks(goal: Goal, intent: IntentSchema, entity: Entity, rng: Random) -> tuple[str, ...]:
    known = {s.slot for s in goal.slots}
    left = [slot for slot in entity.values if slot not in known]
    return (rng.choice(left),) if left and rng.random() < 0.4 else ()


def _flow(
    scene: _Scene, intent: IntentSchema, service: ServiceSchema, clock: Clock
) -> dict[str, PlannedSlot]:
    """A value of the last goal that flows from an earlier result, queries first."""
    order = sorted(scene.goals, key=lambda goal: not scene.found[goal.number])
    for goal in order:
        found = scene.found[goal.number]
        held: dict[str, Value] = (
            dict(found[goal.pick].values) if found else {s.slot: s.value for s in goal.slots}
        )
        for slot in intent.slot_names:
            if slot not in held or slot == intent.created_slot:
                continue
            value = canonical_or_none(held[slot], service.slot(slot), clock)
            if isinstance(value, str | int | float) and not isinstance(value, bool):
                reference = Reference(goal=goal.number, entity=goal.pick, slot=slot)
                return {slot: flowing(service.slot(slot), value, reference)}
    return {}


PLANS = MakePlans()
