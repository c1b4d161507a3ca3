"""Quotas as a contract: exact cells, triplets, and what is told of shares that were not met."""

import json
from collections import Counter
from typing import Any

import pytest
from pydantic import ValidationError

import runtime.offline
from checks.labels import label
from runtime.stage import StageContext
from schemas.annotation import AnnotatedDialogue
from schemas.candidate import Candidate, Judged
from schemas.config import Mix, RunConfig, Splits
from schemas.dialogue import Dialogue
from schemas.phenomenon import PhenomenonTag, TripletVariant
from schemas.plan import Cell, Choice, Plan, PlanRequest, Split
from schemas.run import UnmetCell
from schemas.service import Catalog, IntentSchema, ServiceSchema, SlotSchema
from schemas.verdict import RejectionCode
from stages.annotate import ANNOTATE
from stages.compile import select
from stages.plans import PLANS, QuotaError, lay_cells
from stages.plans.accounting import account
from stages.plans.quotas import (
    apportioned,
    can_host,
    choice_sources,
    few_dialogues,
    fit,
    flow_sources,
    shared_slots,
)
from stages.simulate import SIMULATE
from tests.stages.scripted import Answer, ScriptedChat
from tests.stages.services import CATALOG, CLOCK, CONFIG, planner

AMBIGUOUS = PhenomenonTag.AMBIGUOUS_VALUE


def config(**changes: Any) -> RunConfig:
    return CONFIG.model_copy(update=changes)


def only(**shares: float) -> dict[PhenomenonTag, float]:
    return {PhenomenonTag(name): share for name, share in shares.items()}


# Shares.


def test_shares_are_apportioned_by_largest_remainder() -> None:
    assert apportioned((0.5, 0.3, 0.2), 10) == [5, 3, 2]
    assert apportioned((0.5, 0.25, 0.25), 3) == [1, 1, 1]
    assert apportioned((1 / 3, 1 / 3, 1 / 3), 10) == [4, 3, 3]


def test_the_number_of_intents_is_exact() -> None:
    mix = Mix(goals={1: 0.5, 2: 0.3, 3: 0.2}, query_first=0.2, flow=0.1)
    cells = lay_cells(config(mix=mix, phenomena={}), CATALOG, 0, 40)
    assert Counter(cell.goals for cell in cells) == {1: 20, 2: 12, 3: 8}
    assert all(cell.goals > 1 for cell in cells if cell.query_first or cell.flow)


def test_primary_intents_have_their_shares_and_the_others_the_rest() -> None:
    mix = Mix(intents={"reserve_table": 0.7})
    cells = lay_cells(config(mix=mix, phenomena={}), CATALOG, 0, 50)
    assert Counter(cell.intent for cell in cells) == {"reserve_table": 35, "book_room": 15}
    wrong = r"mix\.intents names 'book_rom', which is .*; did you mean 'book_room'\?; others are"
    with pytest.raises(QuotaError, match=wrong):
        lay_cells(config(mix=Mix(intents={"book_rom": 0.1})), CATALOG, 0, 5)
    with pytest.raises(QuotaError, match=r"did you mean 'rooms\.book_room'\?"):
        lay_cells(config(splits=Splits(held_out=("room.book_rom",))), CATALOG, 0, 5)
    with pytest.raises(ValidationError, match=r"adds up to 1\.2"):
        Mix(intents={"reserve_table": 0.6, "book_room": 0.6})


def test_laying_many_cells_is_no_more_work_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    # Each phenomenon looks once at each cell: with 5,000 cells anything more takes minutes.
    looked = Counter[int]()

    def counted(tags: tuple[PhenomenonTag, ...], cell: Cell, *more: Any) -> bool:
        looked[cell.index] += 1
        return fit(tags, cell, *more)

    monkeypatch.setattr("stages.plans.cells.fit", counted)
    lay_cells(config(phenomena=dict.fromkeys(PhenomenonTag, 0.2)), CATALOG, 0, 300)
    assert len(looked) == 300
    assert max(looked.values()) <= len(PhenomenonTag)


def test_splits_are_exact_over_the_seen_dialogues() -> None:
    splits = Splits(dev=0.2, test=0.1, held_out=("rooms.book_room",))
    cells = lay_cells(config(splits=splits, phenomena={}), CATALOG, 0, 60)
    assert Counter(cell.split for cell in cells) == {
        Split.TEST_HELD_OUT: 30,
        Split.DEV: 6,
        Split.TEST: 3,
        Split.TRAIN: 21,
    }


@pytest.mark.parametrize("start", [0, 37])
def test_phenomena_are_exact_where_there_is_room(start: int) -> None:
    wishes = only(correction=0.2, cancel=0.15, contradiction=0.1, intent_switch=0.1, query=0.2)
    cells = lay_cells(config(phenomena=wishes), CATALOG, start, 100)
    counts = Counter(tag for cell in cells for tag in cell.phenomena)
    assert {tag: counts[tag] for tag in wishes} == {
        tag: round(100 * share) for tag, share in wishes.items()
    }


def test_a_cell_has_at_most_so_many_phenomena() -> None:
    uncounted = {
        PhenomenonTag.ANAPHORA,
        PhenomenonTag.SPEECH_NOISE,
        PhenomenonTag.HESITATION,
        PhenomenonTag.OFFERED_INTENT,
    }
    for most in (1, 2):
        cells = lay_cells(config(mix=Mix(max_phenomena=most)), CATALOG, 0, 100)
        assert max(len(set(cell.phenomena) - uncounted) for cell in cells) == most


# Triplets.


def triplet_cells(count: int = 40) -> tuple[Cell, ...]:
    return lay_cells(
        config(phenomena=only(ambiguous_value=0.1), mix=Mix(triplets=True, failure=0)),
        CATALOG,
        0,
        count,
    )


def test_a_triplet_is_three_cells_that_differ_in_nothing_else() -> None:
    groups: dict[int, list[Cell]] = {}
    for cell in triplet_cells():
        if cell.triplet is not None:
            groups.setdefault(cell.triplet, []).append(cell)
    assert len(groups) == 4
    for lead, cells in groups.items():
        assert lead == min(cell.index for cell in cells)
        assert {cell.variant for cell in cells} == set(TripletVariant)
        like = {
            cell.model_copy(update={"index": 0, "variant": None, "phenomena": ()}) for cell in cells
        }
        assert len(like) == 1
        ambiguous = [cell for cell in cells if AMBIGUOUS in cell.phenomena]
        assert [cell.variant for cell in ambiguous] == [TripletVariant.AMBIGUOUS]


def test_without_triplets_no_cell_has_siblings() -> None:
    cells = lay_cells(config(phenomena=only(ambiguous_value=0.1)), CATALOG, 0, 40)
    assert sum(AMBIGUOUS in cell.phenomena for cell in cells) == 4
    assert all(cell.triplet is None and cell.variant is None for cell in cells)


async def plans_of(cells: list[Cell], attempt: int = 0) -> list[Plan]:
    """The siblings' plans; every planning call is answered by its site, as the journal does."""
    found = []
    for cell in cells:
        request = PlanRequest(
            dialogue_id=f"{cell.index:05d}-{attempt:02d}", cell=cell, attempt=attempt, clock=CLOCK
        )
        ctx = StageContext(
            chat=ScriptedChat(planner(7), reasks=8),
            seed=cell.index,
            catalog=CATALOG,
            config=config(mix=Mix(triplets=True, failure=0, optional_slot=0)),
        )
        result = await PLANS.run(request, ctx)
        if isinstance(result, Plan):
            found.append(result)
    return found


async def a_triplet() -> list[Plan]:
    first = triplet_cells()
    siblings = [c for c in first if c.triplet == next(x.triplet for x in first if x.triplet)]
    for attempt in range(12):
        plans = await plans_of(siblings, attempt)
        if len(plans) == 3:
            return plans
    raise AssertionError("no attempt gave three plans")


async def test_the_siblings_share_one_plan_and_say_which_at_other_times() -> None:
    plans = {plan.cell.variant: plan for plan in await a_triplet()}
    ambiguous = plans[TripletVariant.AMBIGUOUS]
    for plan in plans.values():
        assert [g.slots for g in plan.goals] == [g.slots for g in ambiguous.goals]
        assert (plan.world, plan.story, plan.persona) == (
            ambiguous.world, ambiguous.story, ambiguous.persona
        )  # fmt: skip
    when = {variant: plan.goals[0].choice for variant, plan in plans.items()}
    assert when == {
        TripletVariant.AMBIGUOUS: Choice.WHEN_ASKED,
        TripletVariant.UNAMBIGUOUS: Choice.AT_ONCE,
        TripletVariant.DISAMBIGUATED: Choice.WITH_REFERENCE,
    }
    programs = {v: " ".join(line for turn in p.gold for line in turn) for v, p in plans.items()}
    assert "clarify(" in programs[TripletVariant.AMBIGUOUS]
    assert "clarify(" not in programs[TripletVariant.DISAMBIGUATED]
    assert "select(" in programs[TripletVariant.UNAMBIGUOUS]
    assert "select(" not in programs[TripletVariant.DISAMBIGUATED]


def offline(name: str) -> Answer:
    """The offline model's answer, as a function of the input alone."""
    return lambda data: json.loads(runtime.offline.reply(name, data, 7))


async def judged_from(plan: Plan, code: RejectionCode | None = None) -> Judged:
    names = ("user_turn", "system_statements", "response", "exact_value")
    chat = ScriptedChat({name: offline(name) for name in names})
    ctx = StageContext(chat=chat, seed=1, catalog=CATALOG, config=CONFIG)
    dialogue = await SIMULATE.run(plan, ctx)
    assert isinstance(dialogue, Dialogue), dialogue
    annotation = await ANNOTATE.run(dialogue, ctx)
    assert isinstance(annotation, AnnotatedDialogue)
    candidate = Candidate(plan=plan, dialogue=dialogue, annotation=annotation)
    return Judged(candidate=candidate, verdicts=(), code=code)


async def test_a_triplet_is_published_whole_or_not_at_all() -> None:
    judged = [await judged_from(plan) for plan in await a_triplet()]
    whole = select(judged)
    assert len(whole.chosen) == 3
    assert whole.rejections == ()
    failed = judged[0].model_copy(update={"code": RejectionCode.JUDGED_NO})
    broken = select([failed, *judged[1:]])
    assert broken.chosen == ()
    assert Counter(r.code for r in broken.rejections) == {
        RejectionCode.JUDGED_NO: 1,
        RejectionCode.TRIPLET_INCOMPLETE: 2,
    }
    # What one of the siblings failed, all of them try again; the first whole attempt counts.
    later = [_again(item) for item in judged]
    mended = select([failed, *judged[1:], *later])
    assert [c.plan.attempt for c in mended.chosen] == [1, 1, 1]
    assert len(mended.rejections) == 3


def _again(item: Judged) -> Judged:
    candidate = item.candidate
    ident = candidate.plan.dialogue_id[:-2] + "01"
    return item.model_copy(
        update={
            "candidate": Candidate(
                plan=candidate.plan.model_copy(update={"attempt": 1, "dialogue_id": ident}),
                dialogue=candidate.dialogue.model_copy(update={"dialogue_id": ident}),
                annotation=candidate.annotation.model_copy(update={"dialogue_id": ident}),
            )
        }
    )


# Derivation without the plan.


async def test_other_plans_leave_derived_phenomena_as_they_are() -> None:
    made = [await judged_from(plan) for plan in await a_triplet()]
    planned = [[turn.planned_phenomena for turn in item.candidate.dialogue.turns] for item in made]
    for item, others in zip(made, planned[1:] + planned[:1], strict=True):
        dialogue = item.candidate.dialogue
        turns = tuple(
            turn.model_copy(update={"planned_phenomena": others[n] if n < len(others) else ()})
            for n, turn in enumerate(dialogue.turns)
        )
        labels, _ = label(dialogue.model_copy(update={"turns": turns}), CATALOG)
        mine = [turn.phenomena for turn in item.candidate.annotation.turns]
        assert [turn.phenomena for turn in labels.turns] == mine
        assert PhenomenonTag.ANAPHORA in labels.shown


# Accounts.


async def test_accounts_say_what_was_wanted_planned_made_and_published() -> None:
    shares = only(anaphora=0.25, ambiguous_value=0.25)
    settings = config(phenomena=shares, mix=Mix(failure=0, flow=0))
    cells = lay_cells(settings, CATALOG, 0, 4)
    plan = next(p for p in await a_triplet() if p.cell.variant is TripletVariant.AMBIGUOUS)
    mine = next(cell for cell in cells if cell.phenomena)
    judged = [await judged_from(plan.model_copy(update={"cell": mine}))]
    rows = {(r.kind, r.name): r for r in account(settings, CATALOG, cells, judged, [])}
    row = rows["phenomenon", "ambiguous_value"]
    assert (row.wanted, row.planned, row.simulated, row.realised, row.accepted) == (1, 1, 1, 1, 1)
    assert row.reason == ""
    empty = UnmetCell(
        cell=mine.index, intent="reserve_table", attempts=6, reasons={"plan_unhostable": 6}
    )
    short = {(r.kind, r.name): r for r in account(settings, CATALOG, cells, judged, [empty])}
    assert short["phenomenon", "anaphora"].accepted == 0
    assert short["phenomenon", "anaphora"].reason == "1 not met: plan_unhostable 6x"
    assert short["intent", f"{mine.service}.{mine.intent}"].accepted == 1


def test_accounts_name_what_no_intent_can_host() -> None:
    alone = CATALOG.model_copy(
        update={
            "services": (
                CATALOG.services[0].model_copy(update={"intents": CATALOG.services[0].intents[:1]}),
            )
        }
    )
    cells = lay_cells(CONFIG, alone, 0, 50)
    rows = {r.name: r for r in account(CONFIG, alone, cells, [], [])}
    row = rows["mistaken_detail"]
    assert (row.wanted, row.planned, row.accepted) == (2, 0, 0)
    assert row.reason == "it needs a query intent, or mix.query_first above 0"


# What a service that carries its slots over can host.


def service(name: str, *intents: IntentSchema, **slots: tuple[str, ...]) -> ServiceSchema:
    schemas = tuple(
        SlotSchema(name=slot, categorical=bool(values), possible_values=values)
        if values
        else SlotSchema(name=slot, example_values=("a", "b", "c"))
        for slot, values in slots.items()
    )
    return ServiceSchema(name=name, slots=schemas, intents=intents, carries_slots=True)


def query(name: str, *required: str, results: tuple[str, ...] = ()) -> IntentSchema:
    return IntentSchema(
        name=name,
        transactional=False,
        needs_confirmation=False,
        required=required,
        result_slots=results,
        entity=f"{name}_entity",
    )


CARS = service(
    "cars",
    query("find_car", "city", results=("type", "place")),
    IntentSchema(
        name="rent_car",
        transactional=True,
        needs_confirmation=True,
        required=("city", "type"),
        entity="rentals",
    ),
    city=(),
    place=(),
    type=("Compact", "Standard"),
)
DOCTORS = service(
    "doctors",
    query("find_doctor", "type", results=("city",)),
    query("list_doctors"),
    type=("Dentist", "Surgeon"),
    city=(),
)
CARRYING = Catalog(services=(CARS, DOCTORS))
EVERY = tuple((s.name, i.name) for s, i in CARRYING.intents())


def test_a_value_flows_only_where_it_is_not_carried_over_and_is_legal() -> None:
    # find_car is of the same service; a doctor's type is no car's, their city will do.
    assert flow_sources(CARRYING, ("cars", "rent_car"), EVERY) == (("doctors", "find_doctor"),)
    assert shared_slots(CARRYING, ("doctors", "find_doctor"), ("cars", "rent_car")) == ("city",)


def test_results_are_told_apart_by_what_the_query_does_not_ask_for() -> None:
    assert choice_sources(CARRYING, ("cars", "rent_car"), EVERY[2:]) == EVERY[2:3]
    # All cars found are in the city that was asked for.
    assert choice_sources(CARRYING, ("doctors", "find_doctor"), EVERY[:2]) == ()


def test_intents_with_few_dialogues_come_with_others() -> None:
    assert [few_dialogues(CARRYING, name) for name in EVERY] == [False, False, True, True]
    mix = Mix(multi_intent=0.5, query_first=0.5, flow=0, primary_intents="all")
    wanted = config(mix=mix, phenomena=only())
    cells = lay_cells(wanted, CARRYING, 0, 40)
    alone = Counter(cell.intent for cell in cells if cell.goals == 1)
    assert set(alone) == {"find_car", "rent_car"}
    assert sum(alone.values()) == 20


def test_a_detail_that_every_entity_may_have_is_not_mistaken() -> None:
    mistaken = PhenomenonTag.MISTAKEN_DETAIL
    cells = [Cell(index=0, service=s, intent=i) for s, i in EVERY]
    hosts = [can_host(mistaken, cell, CARRYING) for cell in cells]
    # Three cities or two professions are soon all there; renting a car looks nothing up.
    assert hosts == [False, False, False, False]
    many = CARS.model_copy(
        update={
            "slots": tuple(
                slot.model_copy(update={"example_values": tuple("abcdefg")}) for slot in CARS.slots
            )
        }
    )
    assert can_host(mistaken, cells[0], Catalog(services=(many,)))


async def test_a_later_goal_has_what_the_service_carries_over() -> None:
    cell = Cell(index=0, service="cars", intent="rent_car", goals=2, query_first=True)
    for seed in range(4):
        request = PlanRequest(dialogue_id=f"0-{seed}", cell=cell, attempt=seed, clock=CLOCK)
        chat = ScriptedChat(planner(seed), reasks=8)
        only_cars = Catalog(services=(CARS,))
        ctx = StageContext(chat=chat, seed=seed, catalog=only_cars, config=config())
        made = await PLANS.run(request, ctx)
        assert isinstance(made, Plan), made
        cities = [s.surface for goal in made.goals for s in goal.slots if s.slot == "city"]
        assert len(cities) == 2
        assert len(set(cities)) == 1
        # The user says it once; the second task has it from the first.
        written = [line for turn in made.gold for line in turn]
        assert sum("city" in line for line in written) == 1


def test_values_that_are_yet_to_be_drawn_tell_results_apart() -> None:
    """Imported slots have no examples before the schemas stage."""
    bare = CATALOG.model_copy(
        update={
            "services": tuple(
                service.model_copy(
                    update={
                        "slots": tuple(
                            slot.model_copy(update={"example_values": ()}) for slot in service.slots
                        )
                    }
                )
                for service in CATALOG.services
            )
        }
    )
    for catalog in (CATALOG, bare):
        for service, intent in catalog.intents():
            name = (service.name, intent.name)
            every = tuple((s.name, i.name) for s, i in catalog.intents() if i is not intent)
            known = choice_sources(CATALOG, name, every)
            assert choice_sources(catalog, name, every) == known
