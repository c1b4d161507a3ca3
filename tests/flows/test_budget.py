"""A capped run stops cleanly below its cap, keeps what it paid for, and goes on with more."""

import json
import subprocess
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path

import pandas as pd
import pytest
from prefect.client.orchestration import get_client
from prefect.client.schemas.filters import (
    ArtifactFilter,
    ArtifactFilterFlowRunId,
    ArtifactFilterKey,
    FlowRunFilter,
    FlowRunFilterName,
)
from prefect.settings import PREFECT_API_URL, temporary_settings

from tests.fake_server import FakeServer
from tests.flows.conftest import CONFIG
from tests.flows.test_over_http import command
from tests.model_over_http import answers

CAP = Decimal(5)
"""US dollars at the prices below: enough for some of the six dialogues, not for all."""


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

        capped = dialoom("run", config, "--name", "capped", "--max-cost", str(CAP))
        assert capped.returncode == 4, capped.stderr
        assert "limits.max_cost_usd" in capped.stdout
        assert "per accepted dialogue" in capped.stdout
        assert "dialoom resume outputs/capped --max-cost" in capped.stdout
        assert "per accepted dialogue" in capped.stderr  # while it ran
        for key in ("progress", "summary"):
            assert "per accepted dialogue" in artifact(environment, "outputs/capped", key)
        assert 0 < journaled(tmp_path / "outputs/capped") <= CAP
        accepted = json.loads((tmp_path / "outputs/capped/run.json").read_text())["accepted"]
        dialogues = tmp_path / "outputs/capped/dataset/dialogues.parquet"
        assert 0 < accepted == len(pd.read_parquet(dialogues)) < 6

        raised = dialoom("resume", "outputs/capped", "--max-cost", str(100 * CAP))
        assert raised.returncode == 0, raised.stderr
        assert len(pd.read_parquet(dialogues)) == 6
        # Every request has a seed of its own: what was paid for was not asked for again.
        assert max(Counter(request.raw for request in server.requests).values()) == 1

        poor = dialoom("run", config, "--name", "poor", "--max-cost", "0.01")
        assert poor.returncode == 4, poor.stderr
        assert "0 of 6 dialogues are there; the budget limits.max_cost_usd" in poor.stdout


def artifact(environment: Mapping[str, str], flow_run: str, key: str) -> str:
    """What Prefect shows of a run under a key."""
    url = environment["PREFECT_API_URL"]
    with temporary_settings({PREFECT_API_URL: url}), get_client(sync_client=True) as client:
        (run,) = client.read_flow_runs(
            flow_run_filter=FlowRunFilter(name=FlowRunFilterName(any_=[flow_run]))
        )
        (found,) = client.read_artifacts(
            artifact_filter=ArtifactFilter(
                flow_run_id=ArtifactFilterFlowRunId(any_=[run.id]),
                key=ArtifactFilterKey(any_=[key]),
            )
        )
    return f"{found.description} {found.data}"


def journaled(folder: Path) -> Decimal:
    """What the journal says, replies of unfinished shards among it."""
    lines = [line for path in (folder / "journal").glob("*.jsonl") for line in path.open()]
    return sum((Decimal(json.loads(line)["cost"]) for line in lines), Decimal(0))
