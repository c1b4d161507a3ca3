"""The world that a dialogue starts in."""

from random import Random

from runtime.stage import StageContext
from schemas.config import ProposedIntents, RunConfig, Sources
from schemas.plan import Goal
from schemas.service import Catalog, Constraint, IntentSchema, ServiceSchema, SlotSchema, SlotType
from stages.plans.backdrop import Backdrop
from stages.plans.filling import Filler
from tests.stages.scripted import ScriptedChat
from tests.stages.services import CLOCK

DAYS = ("2026-04-01", "2026-04-04", "2026-04-07")
STAYS = ServiceSchema(
    name="stays",
    domains=("travel",),
    slots=(
        SlotSchema(name="check_in", type=SlotType.DATE, example_values=DAYS),
        SlotSchema(name="check_out", type=SlotType.DATE, example_values=DAYS),
    ),
    intents=(
        IntentSchema(
            name="book_stay",
            description="book a stay",
            transactional=True,
            needs_confirmation=True,
            entity="stays",
            required=("check_in", "check_out"),
            constraints=(Constraint(left="check_in", operator="<", right="check_out"),),
        ),
        IntentSchema(
            name="find_stays",
            description="find stays",
            transactional=False,
            needs_confirmation=False,
            entity="stays",
            query_of="book_stay",
        ),
    ),
)


def test_what_stands_in_the_world_keeps_the_rules_of_what_made_it() -> None:
    """A booking that ends before it begins was never made."""
    config = RunConfig(intents=Sources(propose=(ProposedIntents(domain="travel", count=1),)))
    catalog = Catalog(services=(STAYS,))
    ctx = StageContext(chat=ScriptedChat({}), seed=0, catalog=catalog, config=config)
    goal = Goal(number=0, service="stays", intent="find_stays", context="-", slots=())
    like = {"check_in": DAYS[0], "check_out": DAYS[1]}
    for seed in range(20):
        rng = Random(seed)
        backdrop = Backdrop(Filler("d", "-", "-", ctx, rng), CLOCK, rng)
        found = backdrop.distractors(goal, STAYS, STAYS.intent("find_stays"), like, 3)
        for entity in found:
            assert str(entity.values["check_in"]) < str(entity.values["check_out"])
