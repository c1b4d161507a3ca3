"""The planting of faults: what it knows, and that what it plants is seen."""

import ast
import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from pydantic import JsonValue

import benchmarks.planted
from benchmarks.offline_run import run_here
from benchmarks.planted import tone
from benchmarks.planted.corpus import called, leaked
from benchmarks.planted.goods import of_run
from benchmarks.planted.kind import Good, Kind
from benchmarks.planted.known_judge import caught_by_majority
from benchmarks.planted.measure import faults, measure
from benchmarks.planted.panel import Court, Judges
from benchmarks.planted.script import perform, script
from benchmarks.planted_errors import KINDS, judged, ladder_verdicts
from checks.corpus import DuplicateFinder, held_out_intents, split_of
from checks.judges import NATURAL
from checks.labels import label
from checks.ladder import CHECKS, climb, first_failure
from flows.config import load_config
from schemas.candidate import Candidate
from schemas.config import RunConfig
from schemas.dialogue import SignalKind
from schemas.plan import Split
from tests.scenes import CATALOG, candidate, with_note

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def config(name: str, **more: JsonValue) -> RunConfig:
    """The demonstration's configuration, made small."""
    flags: dict[str, JsonValue] = {
        "name": name,
        "target": {"accepted": 20, "attempts": 1},
        "seed": 77,
        **more,
    }
    return load_config(EXAMPLES / "demo.yaml", flags, {}).config


@pytest.fixture(scope="module")
def goods(tmp_path_factory: pytest.TempPathFactory) -> list[Good]:
    """The dialogues of a small run that asks no model for a verdict."""
    folder = str(tmp_path_factory.mktemp("planted") / "run")
    unjudged: dict[str, JsonValue] = {"blind": 0, "privileged": 0, "judge_phenomena": False}
    run_here(config("planted", validation=unjudged), folder)
    return list(of_run(folder))


def test_planting_knows_no_check() -> None:
    folder = Path(str(benchmarks.planted.__file__)).parent
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if isinstance(node, ast.Import):
                named = [alias.name for alias in node.names]
            assert not any(name.split(".")[0] == "checks" for name in named), path.name


@pytest.mark.parametrize("item", [candidate(), with_note()], ids=["booking", "with_note"])
def test_what_is_taken_apart_and_run_again_is_the_same(item: Candidate) -> None:
    dialogue = item.dialogue
    again = perform(script(dialogue), CATALOG)
    assert [turn.acts for turn in again.turns] == [turn.acts for turn in dialogue.turns]
    assert [turn.steps[-1].signals for turn in again.turns if turn.steps] == [
        turn.steps[-1].signals for turn in dialogue.turns if turn.steps
    ]


def test_good_dialogues_are_not_rejected(goods: list[Good]) -> None:
    assert len(goods) >= 14
    for good in goods:
        assert first_failure(climb(CHECKS, good.candidate, good.catalog)) is None


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_what_is_planted_is_caught(kind: Kind, goods: list[Good]) -> None:
    count = measure(kind, goods, 6, 3, judged)
    assert count.misses == []
    assert json.loads(json.dumps(count.numbers()))["planted"] == count.planted
    assert count.caught == count.planted


def test_most_kinds_find_a_place(goods: list[Good]) -> None:
    placed = [kind.name for kind in KINDS if next(_planted(kind, goods), None) is not None]
    assert len(placed) >= len(KINDS) - 4


def _planted(kind: Kind, goods: list[Good]) -> Iterator[object]:
    yield from faults(kind, goods, 3)


def test_duplicates_and_leaks(goods: list[Good]) -> None:
    finder = DuplicateFinder()
    finder.add(goods[0].candidate)
    assert finder.duplicate_of(called(goods[0].candidate, "90000-00"))
    item, held = leaked(goods[0], Random(1))
    assert item.plan.cell.split is Split.TRAIN
    intents = held_out_intents(goods[0].catalog, (held,))
    assert split_of(item, intents, item.plan.cell.split) in (Split.TEST_HELD_OUT, Split.MIXED)


def test_a_majority_s_rate_is_worked_out() -> None:
    """Three judges that are right 9 times in 10: 1 - (3 * 0.01 * 0.9 + 0.001) = 0.972."""
    assert caught_by_majority(0.1, 0.0, 3) == pytest.approx(0.972)
    assert caught_by_majority(0.1, 0.0, 1) == pytest.approx(0.9)
    assert caught_by_majority(0.0, 1.0, 3) == pytest.approx(1.0), "nobody reads: nothing passes"
    assert caught_by_majority(1.0, 0.0, 3) == pytest.approx(0.0)


def test_judges_that_never_err_see_what_only_tone_tells(goods: list[Good]) -> None:
    court = Court(
        ladder_verdicts, lambda d, catalog: label(d, catalog)[0], Judges(3, 0.0, 0.0), seed=1
    )
    stilted = tone.KINDS[2]
    found = asyncio.run(court.measure(stilted, NATURAL, goods, 6))
    assert (found.planted, found.caught + found.cheaply, found.unseen) == (6, 6, 0)
    assert found.caught > 0
    assert found.good > 0
    assert found.refused == 0


def test_a_script_that_is_not_changed_gives_the_dialogue_again(goods: list[Good]) -> None:
    """What the ladder says of a planted dialogue is then about the fault alone."""
    assert any(
        signal.kind is SignalKind.HINT_OFFER
        for good in goods
        for turn in good.dialogue.turns
        for step in turn.steps
        for signal in step.signals
    )
    for good in goods:
        assert perform(script(good.dialogue), good.catalog) == good.dialogue
