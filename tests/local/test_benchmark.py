"""The benchmark of the prompts, over the offline model: it has to find its own replies good."""

import asyncio
from pathlib import Path

import pytest

from benchmarks.prompts.cases import cases_of
from benchmarks.prompts.costs import by_role
from benchmarks.prompts.kinds import SPECIAL
from benchmarks.prompts.measure import Deadline, measure
from benchmarks.prompts.recording import Recording, record
from benchmarks.prompts.table import kinds_table, summary_row, summary_table
from runtime.gateway import Gateway
from runtime.journal import Journal
from schemas.calls.call import Role
from schemas.calls.judging import JudgeReply
from schemas.calls.simulation import StatementsReply, UserTurnReply
from schemas.config import ProposedIntents, RunConfig, Sources

pytestmark = pytest.mark.slow
CALLS = ("system_statements", "user_turn", "response", "judge_phenomenon", "realistic_values")


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    return asyncio.run(record(tmp_path_factory.mktemp("recorded"), seed=5, dialogues=8))


async def test_the_offline_model_is_usable_by_its_own_measure(
    recording: Recording, tmp_path: Path
) -> None:
    config = RunConfig(seed=5, intents=Sources(propose=(ProposedIntents(domain="x", count=1),)))
    chat = Gateway(config, Journal(tmp_path))
    for call in CALLS:
        cases = cases_of(recording, call, 25, seed=5)
        assert cases
        assert cases == sorted(cases, key=lambda case: case.site.item)
        results = await measure(chat, cases, 2, Deadline(60))
        row = summary_row(call, len(cases), results)
        assert (row.asked, row.at_once, row.valid) == (len(cases), 1.0, 1.0)
        # A judge made of templates is misled by what did not happen; that is what cases are for.
        assert row.usable >= (0.5 if call == "judge_phenomenon" else 0.9), kinds_table(results)
        assert call in summary_table([row])


def test_every_recorded_program_is_right_and_another_one_is_not(recording: Recording) -> None:
    cases = cases_of(recording, "system_statements", 100, seed=5)
    assert {case.kind for case in cases} & SPECIAL
    for case in cases:
        assert case.wrong(StatementsReply(statements=tuple(case.gold.split("; ")))) == ""
        assert case.wrong(StatementsReply(statements=("say(x999)",))) != ""


def test_a_wording_that_the_simulation_would_not_take_is_not_usable(recording: Recording) -> None:
    for case in cases_of(recording, "user_turn", 40, seed=5):
        assert case.wrong(UserTurnReply(utterance=case.gold)) == ""
        assert case.wrong(UserTurnReply(utterance="Please say(x1) now.")) != ""


def test_a_judge_is_asked_of_what_happened_and_of_what_did_not(recording: Recording) -> None:
    cases = cases_of(recording, "judge_phenomenon", 1000, seed=5)
    assert [case.gold for case in cases].count("yes") == [case.gold for case in cases].count("no")
    yes = JudgeReply(reason="", vote="yes")
    assert [case.wrong(yes) == "" for case in cases].count(True) == len(cases) / 2


def test_tokens_are_counted_by_role(recording: Recording) -> None:
    sums = by_role(recording)
    assert set(sums) >= {Role.USER, Role.SYSTEM, Role.RESPONSE, Role.VALIDATOR}
    turns = sum(len(candidate.dialogue.turns) for candidate in recording.candidates)
    assert turns / 2 <= sums[Role.USER].calls < turns
    assert sums[Role.SYSTEM].tokens_in > sums[Role.SYSTEM].fixed > 1000
