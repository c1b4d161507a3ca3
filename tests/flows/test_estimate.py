"""Estimates: the arithmetic by hand, and what the command says and spends."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from flows.composition import dialoom
from flows.config import load_config
from flows.estimate import (
    Range,
    Sample,
    Whole,
    accepted_share,
    attempts_per_cell,
    by_dialogue,
    estimate,
    filled,
    mean,
    per_goal,
    usage,
)
from flows.quote import verdict
from flows.runs import read_manifest, run_folder
from flows.thrift import typical
from flows.tryout import try_with_models
from runtime.litellm_client import LitellmClient
from schemas.calls.call import Role
from schemas.plan import Cell
from schemas.run import CallOutcome, CallRecord, RunStatus
from tests.fake_server import FakeServer
from tests.flows.conftest import CONFIG, Said
from tests.flows.made import made
from tests.model_over_http import answers, remember


def call(item: str, usd: str | None, role: Role = Role.USER, **more: object) -> CallRecord:
    fields = {"tokens_in": 100, "tokens_out": 10, "tokens_cached": 40, **more}
    return CallRecord.model_validate(
        {
            "role": role,
            "call": "c",
            "model": "m",
            "item": item,
            "prompt_hash": "p",
            "asked": "a",
            "cost_usd": usd,
            "outcome": CallOutcome.OK,
            **fields,
        }
    )


def test_attempts_and_dialogues_by_hand() -> None:
    half = Decimal("0.5")
    assert attempts_per_cell(half, 1) == 1
    assert attempts_per_cell(half, 2) == Decimal("1.5")
    assert attempts_per_cell(half, 6) == Decimal("1.96875")
    assert attempts_per_cell(Decimal(1), 6) == 1
    assert attempts_per_cell(Decimal(0), 6) == 6
    assert filled(half, 2) == Decimal("0.75")
    assert filled(Decimal(0), 6) == 0


def test_the_accepted_share_is_wilsons_interval_around_laplaces_rule() -> None:
    # z = 1.28155: 5 / (5 + z^2) = 0.7527.
    assert accepted_share(5, 5) == Range(Decimal("0.7527"), Decimal("0.8571"), Decimal(1))
    assert accepted_share(0, 5) == Range(Decimal(0), Decimal("0.1429"), Decimal("0.2473"))


def test_a_mean_has_students_interval() -> None:
    # Student's t for 2 degrees of freedom at 0.9 is 1.88562; 1.88562 / sqrt(3) = 1.0887.
    found = mean([Decimal(1), Decimal(2), Decimal(3)])
    assert found == Range(Decimal("0.9114"), Decimal(2), Decimal("3.0886"))
    assert mean([Decimal(4)]) == Range(Decimal(2), Decimal(4), Decimal(8))
    assert mean([Decimal(0)] * 3) == Range.exactly(Decimal(0))
    assert mean([Decimal("0.1")] * 4) == Range.exactly(Decimal("0.1"))


TWO = {"00003-00": 1, "00007-00": 1}


def test_a_dialogue_costs_as_much_as_it_has_goals() -> None:
    # 0.6 for 6 goals, exactly 0.1 each: no doubt is left.
    even = [(Decimal("0.1"), 1), (Decimal("0.3"), 3), (Decimal("0.2"), 2)]
    assert per_goal(even) == Range.exactly(Decimal("0.1"))
    # 0.4 for 4 goals again; the deviations of 0.1 and -0.1 are 0.05 a goal, where two are usual:
    # a mean of 0.1 with Student's t for 1 degree of freedom, 3.0777 * 0.0707 / sqrt(2) = 0.1539.
    uneven = per_goal([(Decimal("0.2"), 1), (Decimal("0.2"), 3)])
    assert uneven.likely == Decimal("0.1")
    assert uneven.low == 0
    assert abs(uneven.high - Decimal("0.2539")) < Decimal("0.0001")
    calls = [call("00000-00", "0.1"), call("00001-00", "0.3")]
    sample = Sample(calls, {"00000-00": 1, "00001-00": 3}, 2)
    found = estimate(sample, Whole(10, 25), 1, acceptance=Range.exactly(Decimal(1)))
    assert found.usd == Range.exactly(Decimal("2.5"))
    assert found.roles[Role.USER].usd == Decimal("2.5")


def test_a_run_costs_authoring_once_and_every_attempt_of_every_cell() -> None:
    calls = [
        call("described-0", "0.5", Role.SCHEMA_WRITER),
        call("00003-00", "0.04"),
        call("00003-00", "0.06", Role.SYSTEM),
        call("00007-00", "0.10", Role.SYSTEM),
    ]
    once = estimate(Sample(calls, TWO, accepted=2), Whole(10, 10), most_attempts=1)
    assert once.usd == Range.exactly(Decimal("1.5"))
    assert once.dialogues.likely == Decimal("7.5")
    assert once.per_dialogue is not None
    assert once.per_dialogue.likely == Decimal("0.2")
    assert once.roles[Role.SCHEMA_WRITER].usd == Decimal("0.5")
    assert once.roles[Role.USER].usd == Decimal("0.2")
    assert once.roles[Role.SYSTEM].usd == Decimal("0.8")
    assert once.roles[Role.SYSTEM].tokens_cached == 400
    assert once.total.usd == once.usd.likely
    assert Role.JUDGE not in once.roles

    # Three of four attempts, likely: 1.3125 attempts each where two are allowed.
    again = estimate(Sample(calls, TWO, accepted=2), Whole(16, 16), most_attempts=2)
    assert again.attempts.likely == Decimal("1.25")
    assert again.usd.likely == Decimal("0.5") + 16 * Decimal("1.25") * Decimal("0.1")
    assert again.usd.low == Decimal("0.5") + 16 * Decimal("0.1")
    assert again.usd.high > again.usd.likely


def test_an_attempt_that_cost_no_call_counts() -> None:
    calls = [call("00000-00", "0.3")]
    found = estimate(
        Sample(calls, {"00000-00": 1, "00001-00": 1, "00002-00": 1}, accepted=1),
        Whole(3, 3),
        most_attempts=1,
        acceptance=Range.exactly(Decimal(1)),
    )
    assert found.usd.likely == Decimal("0.3")
    assert found.usd.low == 0


def test_what_has_no_price_is_in_no_sum_and_counted() -> None:
    lost = call("00000-00", None, outcome=CallOutcome.ERROR)
    used = usage([call("00000-00", None), call("00000-00", "0.2"), lost])
    assert used.usd == Decimal("0.2")
    assert used.unpriced == 1
    assert used.calls == 3


def test_none_accepted_gives_no_price_for_a_dialogue_and_a_warning() -> None:
    found = estimate(
        Sample([call("00000-00", "0.2")], {"00000-00": 1}, accepted=0),
        Whole(5, 5),
        most_attempts=3,
    )
    assert found.attempts.high == 3
    assert found.per_dialogue is None
    assert "None was accepted." in next(verdict(found, None))


def test_a_cap_is_held_against_the_range() -> None:
    calls = [call("described-0", "1"), call("00000-00", "0.1"), call("00001-00", "0.1")]
    goals = {"00000-00": 1, "00001-00": 1}
    found = estimate(
        Sample(calls, goals, 2), Whole(10, 10), 6, acceptance=Range.exactly(Decimal(1))
    )
    assert found.usd == Range.exactly(Decimal(2))
    assert list(verdict(found, Decimal(2))) == ["limits.max_cost_usd = $2.00 is enough."]
    (sentence,) = verdict(found, Decimal("1.55"))
    assert sentence.endswith("it pays for about 5 to 5 of 10 dialogues.")


def test_cells_to_try_are_spread_over_short_and_long_ones() -> None:
    cells = [
        Cell(index=index, service="s", intent="i", goals=goals)
        for index, goals in enumerate((3, 1, 1, 2, 1, 1, 2, 1))
    ]
    assert [cell.index for cell in typical(cells, 4)] == [2, 5, 3, 0]
    assert [cell.index for cell in typical(cells, 1)] == [7]


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeServer]:
    """A model over HTTP that knows what this process asks."""
    asked = tmp_path / "asked"
    asked.mkdir()
    monkeypatch.setattr(LitellmClient, "complete", LitellmClient.complete)  # to be put back
    remember(asked)
    with FakeServer(answers(asked, rate=0.0, slowest_s=0.0)) as running:
        yield running


@pytest.fixture
def priced(tmp_path: Path, server: FakeServer) -> Path:
    """A configuration whose model has a price of its own."""
    model = {"model": "openai/fake", "api_base": server.url, "input_price": 1, "output_price": 4}
    path = tmp_path / "priced.yaml"
    path.write_text(f"{CONFIG}\nmodels: {{default: {json.dumps(model)}}}\n", encoding="utf-8")
    return path


@pytest.mark.slow
def test_an_estimate_holds_and_its_replies_are_not_paid_for_again(
    priced: Path, server: FakeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    config = load_config(priced, environment={}).config
    folder = run_folder(config)
    tried = try_with_models(config, folder, dialoom(), 3, None)
    assert tried.manifest.attempted == 3
    assert len(tried.sample.calls) == server.count
    assert read_manifest(folder).status is RunStatus.ESTIMATED
    found = estimate(tried.sample, tried.whole, config.target.attempts)
    assert tried.whole.cells == 6
    assert tried.paid == found.authoring.usd + sum(u.usd for u, _ in by_dialogue(tried.sample))

    ended = made(config, folder)
    assert ended.status is RunStatus.COMPLETE
    # How good the range is, is measured elsewhere: replies are random here.
    assert found.usd.likely / 2 <= Decimal(ended.spend.usd) <= found.usd.likely * 2
    assert ended.spend.from_journal == len(tried.sample.calls)
    assert not Decimal(ended.spend.unfinished_usd)
    # Every request has a seed of its own: the same body twice is the same question twice.
    assert max(Counter(request.raw for request in server.requests).values()) == 1
    assert ended.spend.calls == server.count


@pytest.mark.slow
def test_the_command_tells_what_its_figures_rest_on(
    command_line: Callable[..., Said], priced: Path, server: FakeServer
) -> None:
    said = command_line("estimate", priced, "-n", "2", "--max-cost", "50")
    assert said.code == 0, said.err
    for words in (
        "Likely, by role",
        "openai/fake",
        "per accepted dialogue",
        "2 of 6 dialogues tried with your models, spread over short and long ones: $",
        "80% Wilson interval",
        "$1.00 a million tokens in, $1.00 cached, $4.00 out (your config)",
        "limits.max_cost_usd = $50.00",
    ):
        assert words in said.out
    asked = server.count

    again = command_line("estimate", priced, "-n", "2")
    assert again.code == 0
    assert "$0.00 paid just now" in again.out
    assert server.count == asked

    # Another configuration under the same name: what is still the same question is free.
    other = command_line("estimate", priced, "-n", "2", "--accepted", "5")
    assert other.code == 0, other.err
    assert "2 of 5 dialogues tried" in other.out

    stopped = command_line("estimate", priced, "-n", "2", "--spend", "0.0001", "--seed", "77")
    assert stopped.code == 4
    assert "0 of 2 dialogues could be tried within what trying may cost" in stopped.out
    assert "no estimate; the replies are kept in outputs/small" in stopped.out


def test_a_run_that_is_there_is_not_estimated_over(
    command_line: Callable[..., Said], small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    config = load_config(small, environment={}).config
    made(config.model_copy(update={"target": config.target.model_copy(update={"accepted": 1})}))
    said = command_line("estimate", small)
    assert said.code == 2
    assert "outputs/small is a run already" in said.err


def hosted(small: Path, models: str, limits: str = "") -> None:
    small.write_text(
        f"{CONFIG}\nmodels: {models}\n".replace("concurrency: 4", f"concurrency: 4{limits}")
    )


def test_offline_nothing_is_asked_and_no_key_is_needed(
    command_line: Callable[..., Said], small: Path, tmp_path: Path
) -> None:
    hosted(
        small, "{default: gpt-4o-mini, system: {model: gpt-4o, input_price: 3, output_price: 9}}"
    )
    said = command_line("estimate", small, "--offline", "-n", "3")
    assert said.code == 0, said.err
    assert "nothing was spent" in said.out
    assert "Accepted are assumed to be 35% to 90%" in said.out
    assert "gpt-4o-mini: $0.15 a million tokens in, $0.075 cached, $0.60 out" in said.out
    assert "gpt-4o: $3.00 a million tokens in, $3.00 cached, $9.00 out (your config)" in said.out
    assert not (tmp_path / "outputs").exists()
    assert "OPENAI_API_KEY" in command_line("estimate", small).err


def test_a_model_without_a_price_asks_for_one_and_never_counts_as_zero(
    command_line: Callable[..., Said], small: Path
) -> None:
    own = "{default: {model: openai/own, api_base: 'http://127.0.0.1:9/v1'}}"
    hosted(small, own)
    said = command_line("estimate", small, "--offline")
    assert said.code == 2
    assert "the price of openai/own is unknown; give input_price and output_price" in said.err

    hosted(small, own, ", unpriced: allow")
    said = command_line("estimate", small, "--offline", "-n", "2")
    assert said.code == 0, said.err
    assert "unknown" in said.out
    assert "cost at least" in said.out
    assert "calls have no known price and are in no sum" in said.out


def test_what_is_no_amount_is_refused(command_line: Callable[..., Said], small: Path) -> None:
    for text in ("lots", "-1", "0", "nan", "inf"):
        said = command_line("estimate", small, "--spend", text)
        assert said.code == 2
        assert "wants an amount such as 2.50" in said.err
