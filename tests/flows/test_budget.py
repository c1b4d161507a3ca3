"""A capped run stops cleanly below its cap, keeps what it paid for, and goes on with more."""

import json
import subprocess
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path

import pandas as pd
import pytest

from tests.fake_server import FakeServer
from tests.flows.conftest import CONFIG
from tests.flows.test_over_http import command
from tests.model_over_http import answers


@pytest.mark.slow
def test_a_capped_run_keeps_below_its_cap_and_goes_on_when_it_is_raised(
    tmp_path: Path, environment: Mapping[str, str]
) -> None:
    asked = tmp_path / "asked"
    asked.mkdir()
    with FakeServer(answers(asked, rate=0.0, slowest_s=0.0)) as server:
        model = {
            "model": "openai/fake",
            "api_base": server.url,
            "input_price": 10,
            "output_price": 20,
            "max_tokens": 300,
        }
        config = tmp_path / "capped.yaml"
        text = CONFIG.replace("shard_size: 3, concurrency: 4", "shard_size: 1, concurrency: 1")
        config.write_text(f"{text}\nmodels: {{default: {json.dumps(model)}}}\n", encoding="utf-8")

        def dialoom(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
            return subprocess.run(
                command(asked, *arguments),
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )

        # A first look at what it costs, then half of that as the cap.
        free = dialoom("run", config, "--name", "free")
        assert free.returncode == 0, free.stderr
        whole = spent(tmp_path / "outputs/free")
        cap = (whole / 2).quantize(Decimal("0.01"))
        capped = dialoom("run", config, "--name", "capped", "--max-cost", str(cap))
        assert capped.returncode == 4, capped.stderr
        assert "limits.max_cost_usd" in capped.stdout
        assert 0 < journaled(tmp_path / "outputs/capped") <= cap
        accepted = json.loads((tmp_path / "outputs/capped/run.json").read_text())["accepted"]
        dialogues = tmp_path / "outputs/capped/dataset/dialogues.parquet"
        assert 0 < accepted == len(pd.read_parquet(dialogues)) < 6
        before = server.count
        raised = dialoom("resume", "outputs/capped", "--max-cost", str(3 * whole))
        assert raised.returncode == 0, raised.stderr
        assert len(pd.read_parquet(dialogues)) == 6
        # What was paid for before the cap was not paid for again.
        assert server.count - before < free_calls(tmp_path / "outputs/free")

        poor = dialoom("run", config, "--name", "poor", "--max-cost", "0.01")
        assert poor.returncode == 4, poor.stderr
        assert "0 of 6 dialogues are there; the budget limits.max_cost_usd" in poor.stdout


def spent(folder: Path) -> Decimal:
    """What run.json says."""
    return Decimal(json.loads((folder / "run.json").read_text())["spend"]["usd"])


def journaled(folder: Path) -> Decimal:
    """What the journal says, replies of unfinished shards among it."""
    lines = [line for path in (folder / "journal").glob("*.jsonl") for line in path.open()]
    return sum((Decimal(json.loads(line)["cost"]) for line in lines), Decimal(0))


def free_calls(folder: Path) -> int:
    """How many calls an uncapped run made."""
    calls: int = json.loads((folder / "run.json").read_text())["spend"]["calls"]
    return calls
