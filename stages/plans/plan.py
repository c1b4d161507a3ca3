"""Making a plan out of a cell's attempt."""

from dataclasses import dataclass
from random import Random

from phenomena import BY_TAG
from runtime.stage import BadReply, StageContext, StageName
from schemas.acts import Reference
from schemas.base import Value
from schemas.calls.views import GoalView
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Cell, Goal, GoalOutcome, Plan, PlannedSlot, PlanRequest
from schemas.service import Catalog, IntentSchema, ServiceSchema, SlotType
from schemas.verdict import Rejection, RejectionCode
from schemas.world import Entity, WorldSpec
from stages.plans.backdrop import Backdrop
from stages.plans.filling import Filler, flowing
from stages.plans.path import PathStep, choose_path
from stages.plans.personas import PERSONAS
from stages.plans.placing import NoHost, Stage, follow_ups, place, script_failures
from stages.plans.quotas import is_asked
from stages.plans.showing import shown_goal
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

    def shown(self, catalog: Catalog) -> tuple[GoalView, ...]:
        """The goals as the planner's prompts show them."""
        pairs = zip(self.goals, self.found, strict=True)
        return tuple(shown_goal(goal, found, catalog) for goal, found in pairs)


@dataclass(frozen=True)
class MakePlans:
    """Plans a dialogue and tries it out on the gold system."""

    name: StageName = StageName.PLANS
    version: int = 5

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
    source, seed = _source(item, ctx)
    rng = Random(seed)
    persona = rng.choice(PERSONAS)
    path, story = await choose_path(item.cell, source, ctx, rng)
    filler = Filler(source, story, persona.name, ctx, rng, several=_least(item.cell) > 1)
    scene = await _scene(path, item, filler, rng)
    stage = Stage(ctx.catalog, scene.entities, item.clock, rng)
    placements, goals = place(item.cell, scene.goals, stage)
    failures, goals = script_failures(placements, goals, rng)
    plan = Plan(
        dialogue_id=item.dialogue_id,
        cell=item.cell,
        attempt=item.attempt,
        seed=seed,
        services=tuple(dict.fromkeys(goal.service for goal in goals)),
        clock=item.clock,
        persona=persona,
        story=story,
        goals=goals,
        placements=placements,
        world=WorldSpec(entities=scene.entities, failures=failures, follow_ups=follow_ups(goals)),
    )
    taken = _taken_alternatives(plan)
    return plan.model_copy(update={"expected": expected_entities(goals, taken, ctx.catalog, plan)})


def _source(item: PlanRequest, ctx: StageContext) -> tuple[str, int]:
    """The item under which a plan is asked for, and its seed; siblings of a triplet share both."""
    if item.cell.triplet is None:
        return item.dialogue_id, ctx.seed
    source = f"triplet-{item.cell.triplet:05d}-{item.attempt:02d}"
    return source, Random(f"{ctx.config.seed}:{source}").getrandbits(62)


def _taken_alternatives(plan: Plan) -> dict[int, dict[str, Value]]:
    """By goal, the alternative the user takes once the call has failed."""
    taken: dict[int, dict[str, Value]] = {}
    for failure in plan.world.failures:
        goal = next(
            goal
            for goal in plan.goals
            if (goal.service, goal.intent) == (failure.service, failure.intent)
        )
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
        fixed = _carried(scene, (service, intent))
        if last:
            fixed |= _flow(scene, (service, intent), item, filler.ctx.catalog)
        goal = await filler.fill(service, intent, scene.shown(filler.ctx.catalog), fixed)
        scene = await _with_backdrop(scene, goal, (service, intent), item.cell, filler, rng)
    if len(scene.goals) > 1:
        goals = await filler.coherent(scene.goals, scene.shown(filler.ctx.catalog))
        scene = _Scene(goals, scene.entities, scene.found)
    return scene


def _carried(scene: _Scene, step: PathStep) -> dict[str, PlannedSlot]:
    """What the service's state brings along from its goals so far, where slots carry over."""
    service, intent = step
    held = {
        slot.slot: slot.model_copy(update={"reference": None})
        for goal in scene.goals
        if service.carries_slots and goal.service == service.name
        for slot in goal.slots
    }
    return {name: slot for name, slot in held.items() if name in intent.slot_names}


async def _with_backdrop(
    scene: _Scene, goal: Goal, step: PathStep, cell: Cell, filler: Filler, rng: Random
) -> _Scene:
    service, intent = step
    if intent.transactional:
        return _Scene((*scene.goals, goal), scene.entities, (*scene.found, ()))
    backdrop = Backdrop(filler, filler.ctx.config.clock, rng)
    count = max(rng.choice(_COUNTS), _least(cell))
    found = await backdrop.found(goal, service, intent, count)
    like = found[0].values if found else await _example(backdrop, goal, service, intent)
    others = backdrop.distractors(goal, service, intent, like, rng.randint(1, 3))
    pick = rng.randrange(len(found)) if len(found) > 1 and rng.random() < 0.5 else 0
    found = _with_first_at(found, pick)
    asks = _asks(goal, intent, found[pick], rng) if found else ()
    goal = goal.model_copy(update={"pick": pick, "asks": asks})
    return _Scene((*scene.goals, goal), (*scene.entities, *found, *others), (*scene.found, found))


def _least(cell: Cell) -> int:
    """How many entities the cell's queries have to find at least."""
    tags = (*cell.phenomena, *_told_apart(cell))
    return max([int(cell.flow), *(BY_TAG[tag].needs.results for tag in tags)])


def _told_apart(cell: Cell) -> tuple[PhenomenonTag, ...]:
    """The ambiguity that the siblings of a triplet are planned with."""
    return () if cell.variant is None else (PhenomenonTag.AMBIGUOUS_VALUE,)


async def _example(
    backdrop: Backdrop, goal: Goal, service: ServiceSchema, intent: IntentSchema
) -> dict[str, Value]:
    """Values like those that the query would find, where it is to find nothing."""
    found = await backdrop.found(goal, service, intent, 1)
    return dict(found[0].values) if found else {}


def _with_first_at(found: tuple[Entity, ...], pick: int) -> tuple[Entity, ...]:
    """The entities with the values that were made for the story in the one that the user means."""
    if not found:
        return ()
    values = [entity.values for entity in found]
    values[0], values[pick] = values[pick], values[0]
    return tuple(e.model_copy(update={"values": v}) for e, v in zip(found, values, strict=True))


def _asks(goal: Goal, intent: IntentSchema, entity: Entity, rng: Random) -> tuple[str, ...]:
    known = {s.slot for s in goal.slots}
    left = [
        slot for slot, value in entity.values.items() if value is not None and slot not in known
    ]
    return (rng.choice(left),) if left and rng.random() < 0.4 else ()


def _noun(goal: Goal, catalog: Catalog) -> str:
    return catalog.intent(goal.service, goal.intent).entity


def _flow(
    scene: _Scene, step: PathStep, item: PlanRequest, catalog: Catalog
) -> dict[str, PlannedSlot]:
    """A value of the last goal that flows from an earlier result, where the cell wants one."""
    if not item.cell.flow:
        return {}
    service, intent = step
    several = PhenomenonTag.AMBIGUOUS_VALUE in (*item.cell.phenomena, *_told_apart(item.cell))
    # 'The reservation' means the newest one.
    newest = {_noun(goal, catalog): goal for goal in scene.goals}
    # Queries first; last what is called like the very thing that is wanted now.
    order = sorted(
        newest.values(),
        key=lambda goal: (_noun(goal, catalog) == intent.entity, not scene.found[goal.number]),
    )
    for goal in order:
        found = scene.found[goal.number]
        held: dict[str, Value] = (
            dict(found[goal.pick].values) if found else {s.slot: s.value for s in goal.slots}
        )
        # A moment of the past is seldom the moment of what comes next.
        for slot in sorted(intent.slot_names, key=lambda name: _is_moment(service, name)):
            if slot not in held or slot == intent.created_slot:
                continue
            told_apart = is_asked(intent, slot) and _tells_apart(slot, service, found)
            if several and not told_apart:
                continue
            value = canonical_or_none(held[slot], service.slot(slot), item.clock)
            if isinstance(value, str | int | float) and not isinstance(value, bool):
                reference = Reference(goal=goal.number, entity=goal.pick, slot=slot)
                return {slot: flowing(service.slot(slot), value, reference)}
    return {}


def _is_moment(service: ServiceSchema, slot: str) -> bool:
    timed = service.slot(slot).type in (SlotType.DATE, SlotType.TIME)
    return timed or not {"date", "day", "time"}.isdisjoint(slot.split("_"))


def _tells_apart(slot: str, service: ServiceSchema, found: tuple[Entity, ...]) -> bool:
    values = [str(entity.values.get(slot)).casefold() for entity in found]
    told = len(found) > 1 and len(set(values)) == len(values)
    return told and service.slot(slot).type is SlotType.STRING


PLANS = MakePlans()
