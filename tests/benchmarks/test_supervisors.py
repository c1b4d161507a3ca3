"""The supervisors' benchmark: its questions, its baseline, what it counts."""

from pathlib import Path

import pytest
from pydantic import JsonValue

from benchmarks.supervisors.gain import gain, table
from benchmarks.supervisors.harmless import untouched
from benchmarks.supervisors.likeness import by_description, by_name, most_alike, threshold
from benchmarks.supervisors.names import Case, cases, sample, spoken
from benchmarks.supervisors.omitted import omissions, recover
from flows.config import load_config
from runtime.stage import StageContext
from schemas.calls.supervision import NONE, UNANSWERABLE, Choice, SuperviseAnswerInput
from schemas.config import RunConfig, Sources
from schemas.dialogue import Named
from schemas.service import Catalog, IntentSchema, ServiceSchema, SlotSchema
from tests.scenes import BOOKING, CATALOG, candidate
from tests.stages.scripted import ScriptedChat

DEMO = Path(__file__).resolve().parents[2] / "examples" / "demo.yaml"


def service(name: str, intent: str, *slots: str) -> ServiceSchema:
    return ServiceSchema(
        name=name,
        slots=tuple(SlotSchema(name=slot, description=f"the {slot}") for slot in slots),
        intents=(
            IntentSchema(
                name=intent,
                description=intent.lower(),
                transactional=False,
                needs_confirmation=False,
                required=slots[:2],
                entity="thing",
                result_slots=slots[2:],
            ),
        ),
    )


BASE = Catalog(
    services=(service("A", "FindBus", "city", "day", "fare"), service("B", "Play", "song"))
)
OTHER = Catalog(
    services=(service("A1", "LookForBus", "town", "date", "fee"), service("B1", "Play", "tune"))
)


def test_each_name_is_asked_about_with_and_without_its_counterpart() -> None:
    found = [
        (case.kind.value, case.question.name, case.there, case.right)
        for case in cases(BASE, {"v1": OTHER}, 1)
    ]
    # `fee` is a result, which no program writes; `Play` is the same in both.
    assert found == [
        ("intent", "LookForBus", True, "FindBus"),
        ("intent", "LookForBus", False, NONE),
        ("slot", "town", True, "city"),
        ("slot", "town", False, NONE),
        ("slot", "date", True, "day"),
        ("slot", "date", False, NONE),
        ("slot", "tune", True, "song"),
    ]


def test_the_right_choice_is_taken_out_of_the_question_that_has_none() -> None:
    there, removed, *_ = cases(BASE, {"v1": OTHER}, 1)
    assert [choice.name for choice in there.question.choices] == ["FindBus", "Play"]
    assert [choice.name for choice in removed.question.choices] == ["Play"]


def test_a_sample_is_even_and_the_same_for_a_seed() -> None:
    every = list(cases(BASE, {"v1": OTHER, "v3": OTHER}, 1))
    some = sample(every, 6, 2)
    assert some == sample(every, 6, 2)
    assert len({(case.variant, case.kind, case.there) for case in some}) == 6
    assert len(sample(every, 1000, 2)) == len(every) == 14


@pytest.mark.parametrize(
    ("name", "words"),
    [("FindBusTickets", "find bus tickets"), ("check_in", "check in"), ("A.Get", "a get")],
)
def test_names_in_words(name: str, words: str) -> None:
    assert spoken(name) == words


def test_the_baseline_takes_the_most_alike_or_none() -> None:
    case = next(c for c in cases(BASE, {"v1": OTHER}, 1) if c.there)
    assert by_name("bus find", Choice(name="FindBus")) == 100
    assert by_description("fare", Choice(name="x", description="The fare")) == 100
    assert most_alike(case.question, by_name, 0) == "FindBus"
    assert most_alike(case.question, by_name, 90) == NONE


def test_the_threshold_is_the_one_that_tells_best() -> None:
    def case(name: str, right: str, *, there: bool) -> Case:
        asked = next(cases(BASE, {"v1": OTHER}, 1)).question
        question = asked.model_copy(update={"name": name, "choices": (Choice(name="FindBus"),)})
        return Case("v1", Named.INTENT, there, question, right)

    alike = case("FindBuses", "FindBus", there=True)
    other = case("Sing", NONE, there=False)
    # 'bus find' has 3 of the letters of 'sing' in order: 2 * 3 of 12; of 'buses find' all 8.
    assert threshold([alike, other], by_name) == 55


def a_context(words: str) -> StageContext:
    def answer(data: SuperviseAnswerInput) -> dict[str, str]:
        return {"words": words if words in data.utterance else UNANSWERABLE}

    chat = ScriptedChat({"supervise_answer": answer})
    return StageContext(chat, 1, CATALOG, RunConfig(intents=Sources(imported=("none",))))


async def test_right_programs_are_looked_at_and_left_alone() -> None:
    found = await untouched([candidate().dialogue], a_context("Luigi's"))
    assert (found.dialogues, found.programs, found.named, found.asked, found.changed) == (
        *(1, 7, 0, 0),
        [],
    )


async def test_every_value_of_a_program_is_left_out_once_and_sought() -> None:
    every = list(omissions([candidate(BOOKING).dialogue], CATALOG))
    assert [(one.slot, one.program, one.said) for one in every] == [
        ("restaurant_name", ('reserve_table(date="Friday")',), True),
        ("date", ('reserve_table(restaurant_name="Luigi\'s")',), True),
        ("party_size", ("say(x1)",), True),
    ]
    found = [await recover(one, a_context("Luigi's")) for one in every]
    assert [(one.asked, one.right) for one in found] == [(True, True), (True, False), (True, False)]


@pytest.mark.slow
def test_faulty_programs_cost_less_with_supervisors(tmp_path: Path) -> None:
    flags: dict[str, JsonValue] = {"seed": 1, "target": {"accepted": 4, "attempts": 1}}
    config = load_config(DEMO, flags, {}).config
    off, on = (gain(1.0, 0, str(tmp_path / str(s)), config, on=s) for s in (False, True))
    assert (off.rows, off.attempted) == ((), 4)
    assert on.accepted > off.accepted
    assert {row.supervisor for row in on.rows} == {"parser", "schema"}
    head, _, first, second = table([off, on])
    assert head.startswith("| faulty programs | repairs | supervisors |")
    assert first.startswith("| 100% | 0 | off | ")
    assert second.startswith("| 100% | 0 | on | ")
