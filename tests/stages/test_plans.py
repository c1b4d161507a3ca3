"""Cells and plans: declared quotas, coherent values, phenomena that happen in the gold run."""

import re
from collections import Counter
from typing import Any

import pytest

from phenomena import BY_TAG
from runtime.stage import StageContext
from schemas.config import Mix, RunConfig, Splits
from schemas.phenomenon import LUCID, PhenomenonTag
from schemas.plan import Cell, Choice, GoalOutcome, Plan, PlanRequest, Split
from schemas.verdict import Rejection, RejectionCode
from stages.plans import PLANS, QuotaError, lay_cells
from stages.plans.trial import alike
from tests.stages.scripted import ScriptedChat
from tests.stages.services import CATALOG, CLOCK, CONFIG, planner

ONLY = {tag: 0.0 for tag in PhenomenonTag}


def config(**changes: Any) -> RunConfig:
    return CONFIG.model_copy(update=changes)


async def made(
    cell: Cell, seed: int = 1, chat: ScriptedChat | None = None, **changes: Any
) -> Plan | Rejection:
    request = PlanRequest(dialogue_id=f"{cell.index}-0", cell=cell, attempt=0, clock=CLOCK)
    ctx = StageContext(
        chat=chat or ScriptedChat(planner(seed), reasks=8),
        seed=seed,
        catalog=CATALOG,
        config=config(**changes),
    )
    return await PLANS.run(request, ctx)


async def plan(cell: Cell, seed: int = 1, **changes: Any) -> Plan:
    result = await made(cell, seed, **changes)
    assert isinstance(result, Plan), result
    return result


def table(**changes: Any) -> Cell:
    return Cell(index=0, service="reservations", intent="reserve_table").model_copy(update=changes)


def test_cells_keep_the_declared_shares() -> None:
    cells = lay_cells(config(), CATALOG, 0, 100)
    assert [cell.index for cell in cells] == list(range(100))
    assert sum(cell.query_first for cell in cells) == 25
    assert sum(cell.flow for cell in cells) == 25
    assert sum(cell.goals > 1 for cell in cells) == 50
    placed = Counter(tag for cell in cells for tag in cell.phenomena)
    shares = {tag: 8 if tag in LUCID else 3 for tag in PhenomenonTag}
    # mix.flow, mix.failure and mix.offers are quotas under another name.
    other = {
        PhenomenonTag.ANAPHORA: 25,
        PhenomenonTag.BACKEND_FAILURE: 10,
        PhenomenonTag.OFFERED_INTENT: 20,
    }
    assert placed == {**shares, **other}
    assert {cell.intent for cell in cells} == {"reserve_table", "book_room"}


def test_cells_are_the_same_for_the_same_config_and_differ_with_the_seed() -> None:
    assert lay_cells(config(), CATALOG, 0, 40) == lay_cells(config(), CATALOG, 0, 40)
    assert lay_cells(config(), CATALOG, 0, 40) != lay_cells(config(seed=1), CATALOG, 0, 40)


def test_further_cells_go_on_counting() -> None:
    assert [cell.index for cell in lay_cells(config(), CATALOG, 60, 3)] == [60, 61, 62]


def test_held_out_intents_never_meet_seen_ones() -> None:
    held = config(
        splits=Splits(held_out=("rooms.book_room", "find_rooms")), mix=Mix(multi_intent=1.0)
    )
    for cell in lay_cells(held, CATALOG, 0, 40):
        assert (cell.split is Split.TEST_HELD_OUT) is (cell.intent == "book_room")


async def test_a_held_out_cell_takes_only_held_out_companions() -> None:
    held = Splits(held_out=("rooms.book_room", "find_rooms"))
    cell = Cell(index=0, service="rooms", intent="book_room", goals=2, split=Split.TEST_HELD_OUT)
    chat = ScriptedChat(planner(), reasks=8)
    await made(cell, chat=chat, splits=held)
    asked = next(data for name, data, _ in chat.asked if name == "intent_path")
    assert [c["name"] for c in asked.model_dump()["candidates"]] == ["find_rooms"]


def test_an_unknown_held_out_intent_is_named() -> None:
    with pytest.raises(QuotaError, match=r"splits\.held_out names 'fly'"):
        lay_cells(config(splits=Splits(held_out=("fly",))), CATALOG, 0, 4)


def test_a_phenomenon_that_no_intent_can_host_is_named() -> None:
    tables = CATALOG.services[0]
    small = tables.intents[0].model_copy(update={"required": ("city", "time"), "optional": ()})
    service = tables.model_copy(update={"intents": (small, tables.intents[1])})
    only = CATALOG.model_copy(update={"services": (service,)})
    wishes = {tag: 0.08 for tag in LUCID}
    with pytest.raises(QuotaError, match=r"phenomena\.\w+ is 0\.08.*3 required slots"):
        lay_cells(config(phenomena=wishes), only, 0, 50)
    # The defaults are wishes: what nobody can host is left out.
    laid = {tag for cell in lay_cells(config(), only, 0, 50) for tag in cell.phenomena}
    assert PhenomenonTag.WRONG_SLOT not in laid
    assert PhenomenonTag.CANCEL in laid


def hosting(tag: PhenomenonTag) -> Cell:
    """A cell that has what the phenomenon needs."""
    needs = BY_TAG[tag].needs
    query = needs.query or needs.flow
    goals = 2 if query or needs.goals > 1 else 1
    return table(phenomena=(tag,), goals=goals, query_first=query, flow=needs.flow)


MARKERS = {
    PhenomenonTag.CANCEL: "cancel(x",
    PhenomenonTag.DELAY_CONFIRMATION: "hold(x",
    PhenomenonTag.IRRELEVANT_ANSWER: "ignore()",
    PhenomenonTag.OVERHEARD_ANSWER: "ignore()",
    PhenomenonTag.SARCASTIC_ANSWER: "ignore()",
    PhenomenonTag.QUERY: "find_",
    PhenomenonTag.AMBIGUOUS_VALUE: "say(clarify(x",
    PhenomenonTag.UNKNOWN_VALUE: " = unknown",
    PhenomenonTag.MISTAKEN_DETAIL: "find_",
    PhenomenonTag.FALSE_PREMISE: "say(refuse(",
    PhenomenonTag.OUT_OF_SCOPE: "say(refuse(",
    PhenomenonTag.ANAPHORA: "[0].",
    PhenomenonTag.OFFERED_INTENT: "select(x",
}


@pytest.mark.parametrize("tag", list(PhenomenonTag))
@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_every_phenomenon_happens_in_the_gold_run(tag: PhenomenonTag, seed: int) -> None:
    made_plan = await plan_of_some_attempt(hosting(tag), seed)
    assert [p.tag for p in made_plan.placements] == [tag]
    text = "\n".join(line for turn in made_plan.gold for line in turn)
    assert MARKERS.get(tag, "reserve_table(") in text


async def plan_of_some_attempt(cell: Cell, seed: int) -> Plan:
    """A plan; what a query finds by chance may not suit a phenomenon at the first attempt."""
    for attempt in range(8):
        result = await made(cell, 100 * seed + attempt, mix=Mix(failure=0))
        if isinstance(result, Plan):
            return result
    raise AssertionError(result)


async def test_an_ambiguous_reference_is_asked_about_and_taken_from_the_one_named() -> None:
    made_plan = await plan_of_some_attempt(hosting(PhenomenonTag.AMBIGUOUS_VALUE), 1)
    placement = made_plan.placements[0]
    assert made_plan.goals[0].choice is Choice.WHEN_ASKED
    asks = next(n for n, turn in enumerate(made_plan.gold) if "clarify" in turn[-1])
    task = re.search(rf"clarify\((x\d+)\.{placement.slot}, (x\d+)\)", made_plan.gold[asks][-1])
    assert task is not None
    pick = made_plan.goals[0].pick
    written = f"{task[1]}.{placement.slot} = {task[2]}[{pick}].{placement.slot}"
    assert made_plan.gold[asks + 1][0] == written


async def test_a_slot_that_is_unknown_is_asked_for_again_when_nothing_else_is_left() -> None:
    made_plan = await plan_of_some_attempt(hosting(PhenomenonTag.UNKNOWN_VALUE), 1)
    slot = made_plan.placements[0].slot
    lines = [line for turn in made_plan.gold for line in turn]
    unknown = next(n for n, line in enumerate(lines) if line == f"x0.{slot} = unknown")
    assert not any(line.startswith(f"x0.{slot} = ") for line in lines[:unknown])
    later = [n for n, line in enumerate(lines) if line.startswith(f"x0.{slot} = ") and n > unknown]
    others = [n for n, line in enumerate(lines) if line.startswith("x0.") and slot not in line]
    required = [n for n in others if "special_requests" not in lines[n]]
    assert later
    assert unknown < max(required) < later[0]


async def test_after_a_switch_the_system_comes_back_by_itself() -> None:
    made_plan = await plan_of_some_attempt(hosting(PhenomenonTag.INTENT_SWITCH), 2)
    opened = [n for n, turn in enumerate(made_plan.gold) if re.match(r"\w+\(", turn[0])][:2]
    first, second = (made_plan.gold[n][0].split("(")[0] for n in opened)
    assert first != second
    says = [turn[-1] for turn in made_plan.gold[opened[1] :]]
    assert any(re.fullmatch(r"say\(x\d+, x\d+\)", say) for say in says) or "find_" in second


async def test_two_intents_are_opened_in_one_program_and_the_first_is_served_first() -> None:
    made_plan = await plan_of_some_attempt(hosting(PhenomenonTag.TWO_INTENTS_IN_A_TURN), 1)
    first, second, say = made_plan.gold[0]
    assert first.split("(")[0] == made_plan.goals[0].intent
    assert second.split("(")[0] == made_plan.goals[1].intent
    assert say == "say(x2)"


async def test_a_cancelled_goal_leaves_the_world_as_it_was() -> None:
    cancelled = await plan(table(phenomena=(PhenomenonTag.CANCEL,)), mix=Mix(failure=0))
    assert cancelled.goals[0].outcome is GoalOutcome.CANCELLED
    assert cancelled.expected == ()


async def test_the_expected_entity_has_the_planned_values() -> None:
    made_plan = await plan(table(), mix=Mix(failure=0, optional_slot=0))
    (entity,) = made_plan.expected
    assert entity.values == {s.slot: s.value for s in made_plan.goals[0].slots}
    assert entity.values["party_size"] in (2, 4, 6)
    assert entity.values["time"] in ("19:00", "20:00", "12:00")


@pytest.mark.parametrize("seed", range(6))
async def test_a_flow_is_a_reference_to_an_earlier_result(seed: int) -> None:
    cell = table(goals=2, flow=True, query_first=True)
    made_plan = await plan(cell, seed, mix=Mix(failure=0))
    flows = [s for s in made_plan.goals[-1].slots if s.reference is not None]
    assert len(flows) == 1
    reference = flows[0].reference
    assert reference is not None
    assert reference.goal == 0
    program = " ".join(line for turn in made_plan.gold for line in turn)
    assert f"[0].{reference.slot}" in program


async def test_constraints_hold_between_planned_values() -> None:
    for seed in range(8):
        result = await made(Cell(index=0, service="rooms", intent="book_room"), seed)
        if isinstance(result, Plan):
            values = {s.slot: str(s.value) for s in result.goals[0].slots}
            assert values["check_out"] > values["check_in"]


async def test_a_failing_call_has_an_alternative_that_is_taken_or_declined() -> None:
    outcomes: Counter[bool] = Counter()
    cell = table(phenomena=(PhenomenonTag.BACKEND_FAILURE,))
    for seed in range(12):
        result = await plan(cell, seed, mix=Mix(optional_slot=0))
        (failure,) = result.world.failures
        assert failure.alternatives
        assert failure.alternatives[0] != {s.slot: s.value for s in result.goals[0].slots}
        taken = result.goals[0].outcome is GoalOutcome.PERFORMED
        outcomes[taken] += 1
        if taken:
            assert result.expected[0].values == failure.alternatives[0]
        else:
            assert result.expected == ()
    assert outcomes[True]
    assert outcomes[False]


async def test_an_offer_is_taken_up_as_the_next_goal_or_turned_down() -> None:
    outcomes: Counter[bool] = Counter()
    alone = Cell(
        index=0, service="rooms", intent="find_rooms", phenomena=(PhenomenonTag.OFFERED_INTENT,)
    )
    for seed, cell in enumerate((hosting(PhenomenonTag.OFFERED_INTENT), alone)):
        result = await plan_of_some_attempt(cell, seed)
        (placement,) = result.placements
        (following,) = result.world.follow_ups
        goal = result.goals[placement.goal]
        assert (following.service, following.intent) == (goal.service, goal.intent)
        offered = f"{following.offered_service}.{following.offered_intent}"
        assert placement.value == goal.follow_up == offered
        turn = next(n for n, turn in enumerate(result.gold) if turn[0].startswith("select("))
        answer = result.gold[turn + 1][0]
        taken_up = placement.other is not None
        outcomes[taken_up] += 1
        if taken_up:
            after = result.goals[goal.number + 1]
            assert f"{after.service}.{after.intent}" == offered
            assert answer.startswith(f"{after.intent}(")
        else:
            assert answer == f"decline({following.offered_intent})"
            assert following.offered_intent not in {goal.intent for goal in result.goals}
    assert outcomes == {True: 1, False: 1}


async def test_queries_find_none_one_or_many_among_distractors() -> None:
    counts = set()
    for seed in range(40):
        cell = table(goals=2, query_first=True)
        result = await plan(cell, seed, mix=Mix(failure=0))
        found = [e for e in result.world.entities if e.entity_id < "reservations-0100"]
        counts.add(len(found))
        assert len(result.world.entities) > len(found)
    assert {0, 1, 2} <= counts


async def test_a_coherent_change_is_made() -> None:
    answers = planner()
    answers["coherence"] = lambda data: {
        "changes": [
            {"goal": g.number, "slot": "city", "words": "Bath"}
            for g in data.goals
            if any(v.slot == "city" for v in g.values) and g.intent == "book_room"
        ]
    }
    cell = Cell(index=0, service="rooms", intent="book_room", goals=2)
    result = await made(cell, chat=ScriptedChat(answers, reasks=8), mix=Mix(failure=0))
    assert isinstance(result, Plan), result
    room = next(g for g in result.goals if g.intent == "book_room")
    assert {s.slot: s.surface for s in room.slots}["city"] == "Bath"


async def test_an_impossible_change_is_complained_about_and_rejects_the_plan() -> None:
    answers = planner()
    answers["coherence"] = lambda data: {"changes": [{"goal": 7, "slot": "city", "words": "Bath"}]}
    result = await made(table(goals=2), chat=ScriptedChat(answers))
    assert isinstance(result, Rejection)
    assert result.code is RejectionCode.PLAN_INCOHERENT
    assert result.detail == "there is no goal 7"


async def test_a_path_without_the_primary_intent_is_refused() -> None:
    answers = planner()
    answers["intent_path"] = lambda data: {
        "reason": "none",
        "path": [c.name for c in data.candidates][: data.goals],
    }
    result = await made(table(goals=2), chat=ScriptedChat(answers))
    assert isinstance(result, Rejection)
    assert result.detail == "reserve_table has to be in the path"


async def test_the_same_request_gives_the_same_plan() -> None:
    cell = table(goals=2, phenomena=(PhenomenonTag.CORRECTION,))
    assert await plan(cell, 5) == await plan(cell, 5)


async def test_alike_sees_past_ids_and_case_but_not_past_values() -> None:
    (entity,) = (await plan(table(), mix=Mix(failure=0))).expected
    renamed = entity.model_copy(update={"entity_id": "other"})
    other = entity.model_copy(update={"values": {**entity.values, "party_size": 9}})
    assert alike((entity,), (renamed,))
    assert not alike((entity,), (other,))


@pytest.mark.parametrize(
    "end", [PhenomenonTag.CANCEL, PhenomenonTag.EARLY_END, PhenomenonTag.CORRECTION]
)
async def test_after_a_hold_the_user_may_still_change_their_mind(end: PhenomenonTag) -> None:
    both = await plan(table(phenomena=(PhenomenonTag.DELAY_CONFIRMATION, end)), mix=Mix(failure=0))
    assert {p.tag for p in both.placements} == {PhenomenonTag.DELAY_CONFIRMATION, end}
