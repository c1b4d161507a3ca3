"""Money: the cap holds however many calls are under way, and every cent is accounted for."""

import json
import threading
from decimal import Decimal
from pathlib import Path

import pandas as pd
import pytest

from flows.config import load_config
from flows.console import cost_note, summary_line
from flows.money import cost_so_far, dollars
from flows.outcome import Progress, Tally
from flows.report import markdown_summary
from runtime.litellm_client import LitellmClient
from schemas.run import CallOutcome, Extent, RunManifest, RunStatus, Spend
from tests.fake_server import Behaviour, Body, FakeServer
from tests.flows.conftest import CONFIG
from tests.flows.fakes import config as toy_config
from tests.flows.made import made
from tests.flows.test_estimate import call
from tests.model_over_http import answers, remember


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        ("0", "$0.00"),
        ("0.0000123", "$0.000012"),
        ("0.0996", "$0.10"),
        ("0.125", "$0.13"),
        ("1.005", "$1.01"),
        ("12345.678", "$12,345.68"),
    ],
)
def test_amounts_are_rounded_to_what_matters(amount: str, shown: str) -> None:
    assert dollars(amount) == shown


def test_the_cost_of_a_dialogue_is_said_with_what_it_leaves_out() -> None:
    assert cost_so_far(Spend(calls=3), 2) == ""
    assert cost_so_far(Spend(usd="0.4"), 0) == "$0.40"
    assert cost_so_far(Spend(usd="0.4"), 8) == "$0.40, $0.050 per accepted dialogue"
    assert cost_so_far(Spend(usd="1", unpriced=7), 4) == (
        "at least $1.00, at least $0.25 per accepted dialogue, 7 calls of unknown price"
    )
    assert cost_so_far(Spend(usd="0", unpriced=7), 0) == "at least $0.00, 7 calls of unknown price"
    assert cost_so_far(Spend(usd="1", unfinished_usd="0.5"), 2) == (
        "$1.00, $0.50 per accepted dialogue, $0.50 more for work that was not finished"
    )


def test_a_tally_goes_on_from_where_another_stood() -> None:
    tally = Tally(Spend(calls=2, usd="0.10", tokens_in=5))
    lost = call("00000-00", None, outcome=CallOutcome.ERROR)
    tally.add([call("00000-00", "0.20"), call("00000-00", None), lost])
    spend = tally.spend()
    assert (spend.calls, spend.usd, spend.tokens_in) == (5, "0.30", 305)
    assert spend.unpriced == 1  # a request without a reply is no call of unknown price


def test_progress_and_summaries_say_what_a_dialogue_costs() -> None:
    progress = Progress(
        round=1,
        wanted=10,
        filled=3,
        attempted=5,
        good=1,
        through={"plans": 5},
        spend=Spend(usd="0.8"),
        label="plans r1 s0",
        loaded=False,
    )
    assert summary_line(progress).endswith("1 good of 5; $0.80, $0.20 per accepted dialogue")
    manifest = RunManifest(
        run="outputs/x",
        started_at="2026-03-02T09:00:00",
        updated_at="2026-03-02T09:00:00",
        config=toy_config(),
        extents=(Extent(start=0, count=10),),
        accepted=4,
        spend=Spend(calls=9, usd="0.8"),
    )
    assert cost_note(manifest) == " (9 calls, $0.80, $0.20 per accepted dialogue)"
    assert "| cost | $0.80, $0.20 per accepted dialogue |" in markdown_summary(manifest)


class Meter:
    """A server's answers, and what they cost by the server's own count."""

    def __init__(self, folder: Path, price_in: Decimal, price_out: Decimal) -> None:
        self._answer = answers(folder, rate=0.0, slowest_s=0.01)
        self._prices = price_in / 1_000_000, price_out / 1_000_000
        self._lock = threading.Lock()
        self.billed = Decimal(0)

    def __call__(self, body: Body) -> Behaviour:
        behaviour = self._answer(body)
        used = json.loads(behaviour.body or b"{}")["usage"]
        with self._lock:
            self.billed += used["prompt_tokens"] * self._prices[0]
            self.billed += used["completion_tokens"] * self._prices[1]
        return behaviour


@pytest.mark.slow
def test_with_many_calls_under_way_the_server_never_bills_more_than_the_cap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(LitellmClient, "complete", LitellmClient.complete)  # to be put back
    asked = tmp_path / "asked"
    asked.mkdir()
    remember(asked)
    meter = Meter(asked, Decimal(3), Decimal("15.5"))
    with FakeServer(meter) as server:
        model = {
            "model": "openai/fake",
            "api_base": server.url,
            "input_price": 3,
            "output_price": 15.5,
            "max_tokens": 200,
        }
        path = tmp_path / "capped.yaml"
        text = CONFIG.replace("shard_size: 3, concurrency: 4", "shard_size: 1, concurrency: 8")
        path.write_text(f"{text}\nmodels: {{default: {json.dumps(model)}}}\n", encoding="utf-8")
        config = load_config(path, {"limits.max_cost_usd": "1.2"}, {}).config
        cap = Decimal("1.2")

        ended = made(config)
        assert server.most_at_once > 2
        assert ended.status is RunStatus.BUDGET
        assert "the budget limits.max_cost_usd = 1.2 " in ended.detail
        assert meter.billed <= cap
        # What finished dialogues used and what the cap cut off is all that was billed, calls
        # under way when it cut included.
        spend = ended.spend
        kept = Decimal(spend.usd) + Decimal(spend.unfinished_usd)
        assert meter.billed == kept
        assert 0 < ended.accepted < 6
        dialogues = pd.read_parquet("outputs/small/dataset/dialogues.parquet")
        assert len(dialogues) == ended.accepted

        # Another try under the same cap spends what is left and no more; nothing is lost.
        again = made(config)
        assert again.status is RunStatus.BUDGET
        assert again.accepted >= ended.accepted
        assert meter.billed <= cap
