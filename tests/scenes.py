"""Small dialogues, worked out by hand, that the tests of checks and stages share."""

from collections.abc import Sequence
from datetime import datetime

from checks.labels import label
from checks.ladder import CHECKS
from schemas.acts import Act, ActType
from schemas.base import Value
from schemas.candidate import Candidate
from schemas.dialogue import Dialogue, EndReason, Speaker, Turn
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Cell, Goal, Persona, Plan, PlannedSlot, Split
from schemas.service import (
    Catalog,
    IntentSchema,
    OptionalSlot,
    ServiceSchema,
    SlotSchema,
    SlotType,
)
from schemas.world import Clock, Entity, WorldSpec
from world.executor import Executor

BY_HAND = tuple(check for check in CHECKS if check.name != "course")
"""The ladder for dialogues that were written by hand and not spoken by an agenda."""

CLOCK = Clock(now=datetime(2026, 3, 2, 9, 0))  # a Monday

TABLES = ServiceSchema(
    name="tables",
    domains=("restaurants",),
    slots=(
        SlotSchema(name="restaurant_name"),
        SlotSchema(name="date", type=SlotType.DATE),
        SlotSchema(name="party_size", type=SlotType.INTEGER),
        SlotSchema(name="phone"),
    ),
    intents=(
        IntentSchema(
            name="reserve_table",
            description="Reserve a table at a restaurant",
            transactional=True,
            needs_confirmation=True,
            entity="reservations",
            required=("restaurant_name", "date", "party_size"),
        ),
        IntentSchema(
            name="find_reservations",
            description="Find reservations",
            transactional=False,
            needs_confirmation=False,
            entity="reservations",
            query_of="reserve_table",
            required=("restaurant_name",),
            result_slots=("date", "phone"),
        ),
    ),
)
NOTES = ServiceSchema(
    name="notes",
    domains=("messages",),
    slots=(
        SlotSchema(name="contact"),
        SlotSchema(name="content", example_values=("running a bit late", "thank you", "dinner")),
        SlotSchema(name="class", categorical=True, possible_values=("plain", "urgent")),
    ),
    intents=(
        IntentSchema(
            name="send_note",
            description="Send a note to somebody",
            transactional=True,
            needs_confirmation=False,
            entity="notes",
            required=("contact",),
            optional=(OptionalSlot(name="content"), OptionalSlot(name="class", default="plain")),
        ),
    ),
)
CATALOG = Catalog(services=(TABLES, NOTES))

THAI = Entity(
    entity_id="old-1",
    service="tables",
    type="reservations",
    values={"restaurant_name": "Thai Spice", "date": "2026-03-13", "phone": "555-0134"},
    created_at=datetime(2026, 2, 20, 12, 0),
)
WORLD = WorldSpec(entities=(THAI,))

Exchange = tuple[str, tuple[Act, ...], tuple[tuple[str, ...], ...], str]


def inform(slot: str, value: Value, surface: str, intent: str = "reserve_table") -> Act:
    """The user gives a value."""
    service = "notes" if intent == "send_note" else "tables"
    return Act(
        act=ActType.INFORM, service=service, intent=intent, slot=slot, value=value, surface=surface
    )


def does(act: ActType, intent: str = "reserve_table", slot: str = "") -> Act:
    """The user does something about an intent's task."""
    service = "notes" if intent == "send_note" else "tables"
    return Act(act=act, service=service, intent=intent, slot=slot)


BOOKING: tuple[Exchange, ...] = (
    (
        "Hi, I need a table at Luigi's for Friday.",
        (
            does(ActType.INFORM_INTENT),
            inform("restaurant_name", "Luigi's", "Luigi's"),
            inform("date", "2026-03-06", "Friday"),
        ),
        (('reserve_table(restaurant_name="Luigi\'s", date="Friday")',), ("say(x1)",)),
        "For how many people?",
    ),
    (
        "Four, please.",
        (inform("party_size", 4, "Four"),),
        (("x0.party_size = 4",), ("say(x4)",)),
        "A table at Luigi's on Friday for 4 people, is that right?",
    ),
    (
        "Yes, that's right.",
        (does(ActType.AFFIRM),),
        (("confirm(x0)",), ("say(x7)",)),
        "Your table is booked.",
    ),
    (
        "Thanks, bye!",
        (Act(act=ActType.THANK_YOU), Act(act=ActType.GOODBYE)),
        (("say(goodbye())",),),
        "Goodbye!",
    ),
)
"""x0 reserve_table, x1 hint date->party_size, x2 say, x3 write, x4 hint, x5 say, x6 confirm,
x7 perform, x8 say, x9 say."""

NOTE: tuple[Exchange, ...] = (
    (
        "Send a note to Anna.",
        (does(ActType.INFORM_INTENT, "send_note"), inform("contact", "Anna", "Anna", "send_note")),
        (('send_note(contact="Anna")',), ("say(x10)",)),
        "Your note to Anna has been sent.",
    ),
    (
        "That's all, thank you.",
        (Act(act=ActType.THANK_YOU), Act(act=ActType.GOODBYE)),
        (("say(goodbye())",),),
        "Goodbye!",
    ),
)
"""After BOOKING without its goodbye: x9 send_note, x10 perform, x11 say, x12 say."""


def dialogue(
    exchanges: Sequence[Exchange],
    name: str = "00000-00",
    planned: dict[int, tuple[PhenomenonTag, ...]] | None = None,
) -> Dialogue:
    """Runs the programs; the record is whatever the executor makes of them."""
    executor = Executor(CATALOG, WORLD, CLOCK)
    turns: list[Turn] = []
    for utterance, acts, programs, answer in exchanges:
        executor.hear(utterance, acts)
        turns.append(
            Turn(
                index=len(turns),
                speaker=Speaker.USER,
                utterance=utterance,
                acts=acts,
                planned_phenomena=(planned or {}).get(len(turns), ()),
            )
        )
        steps = tuple(executor.run(program) for program in programs)
        turns.append(
            Turn(
                index=len(turns),
                speaker=Speaker.SYSTEM,
                utterance=answer,
                acts=executor.said or (),
                steps=steps,
            )
        )
    return Dialogue(
        dialogue_id=name,
        services=("tables", "notes"),
        clock=CLOCK,
        world=WORLD,
        turns=tuple(turns),
        end=EndReason.COMPLETE,
        models={"user": "test/user", "system": "test/system", "response": "test/response"},
    )


TABLE_GOAL = Goal(
    number=0,
    service="tables",
    intent="reserve_table",
    slots=(
        PlannedSlot(slot="restaurant_name", value="Luigi's", surface="Luigi's"),
        PlannedSlot(slot="date", value="2026-03-06", surface="Friday"),
        PlannedSlot(slot="party_size", value=4, surface="Four"),
    ),
)
NOTE_GOAL = Goal(
    number=1,
    service="notes",
    intent="send_note",
    slots=(PlannedSlot(slot="contact", value="Anna", surface="Anna"),),
)


def made(kind: str, service: str, **values: Value) -> Entity:
    """An entity that a plan expects."""
    return Entity(
        entity_id="planned", service=service, type=kind, values=values, created_at=CLOCK.now
    )


BOOKED = made("reservations", "tables", restaurant_name="Luigi's", date="2026-03-06", party_size=4)
SENT = made("notes", "notes", contact="Anna")


def plan(
    goals: Sequence[Goal] = (TABLE_GOAL,),
    expected: Sequence[Entity] = (BOOKED,),
    name: str = "00000-00",
    phenomena: tuple[PhenomenonTag, ...] = (),
    split: Split = Split.TRAIN,
) -> Plan:
    """A plan whose primary intent is the first goal's; its cell and attempt are in its name."""
    cell, attempt = (int(part) for part in name.split("-"))
    return Plan(
        dialogue_id=name,
        cell=Cell(
            index=cell,
            service=goals[0].service,
            intent=goals[0].intent,
            goals=len(goals),
            phenomena=phenomena,
            split=split,
        ),
        attempt=attempt,
        seed=0,
        services=("tables", "notes"),
        clock=CLOCK,
        persona=Persona(name="Sam", style="plain"),
        story="A dinner.",
        goals=tuple(goals),
        world=WORLD,
        expected=tuple(expected),
    )


def candidate(
    exchanges: Sequence[Exchange] = BOOKING,
    of: Plan | None = None,
    planned: dict[int, tuple[PhenomenonTag, ...]] | None = None,
) -> Candidate:
    """A labelled dialogue with its plan."""
    plan_of = of or plan()
    record = dialogue(exchanges, plan_of.dialogue_id, planned)
    labels, divergences = label(record, CATALOG)
    assert divergences == ()
    return Candidate(plan=plan_of, dialogue=record, annotation=labels)


def with_note(name: str = "00000-00") -> Candidate:
    """A table and then a note."""
    goals = (TABLE_GOAL, NOTE_GOAL)
    return candidate((*BOOKING[:3], *NOTE), plan(goals, (BOOKED, SENT), name))
