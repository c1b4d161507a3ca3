"""A run with a bad model ends, and publishes nothing that is wrong."""

from pathlib import Path

import pytest

from benchmarks.stubborn import Outcome, run_at, table
from tests.benchmarks.test_planted import config


def test_a_twentieth_of_all_replies_may_be_bad(tmp_path: Path) -> None:
    wanted = config("stubborn", target={"accepted": 4, "attempts": 4})
    outcome = run_at(0.05, 2, str(tmp_path / "run"), wanted)
    assert (outcome.wanted, outcome.wrong) == (4, 0)
    assert 0 < outcome.accepted <= 4
    assert outcome.attempted >= outcome.accepted
    assert outcome.per_accepted is not None
    assert outcome.per_accepted > 50
    assert bool(outcome.reasons) is (outcome.attempted > outcome.accepted)


@pytest.mark.slow
def test_of_half_bad_replies_little_comes_and_that_is_said(tmp_path: Path) -> None:
    wanted = config("worse", target={"accepted": 3, "attempts": 2})
    outcome = run_at(0.5, 0, str(tmp_path / "run"), wanted)
    assert outcome.wrong == 0
    assert outcome.accepted < 3
    assert outcome.reasons or outcome.note


def test_the_table_says_what_one_dialogue_costs() -> None:
    rows = list(table([Outcome(0.05, 2, accepted=4, wanted=4, attempted=5, calls=500)]))
    assert rows[2] == "| 5% | faulty too | 2 | 4 of 4 | 5 | 80% | 125.0 | 0.0% | 0 | - |"
    empty = list(table([Outcome(0.5, 0, wanted=4, note="no intent got a usable schema")]))
    assert empty[2].endswith("| - | 0.0% | 0 | no intent got a usable schema |")
