"""The whole pipeline over HTTP, against random and sometimes bad replies."""

import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pandas as pd
import pytest

from tests.fake_server import FakeServer
from tests.flows.conftest import CONFIG
from tests.model_over_http import answers

CONCURRENCY = 4
KILLS = 3


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    """Where the process that asks leaves its input objects."""
    folder = tmp_path / "asked"
    folder.mkdir()
    return folder


@pytest.fixture
def server(asked: Path) -> Iterator[FakeServer]:
    with FakeServer(answers(asked)) as running:
        yield running


@pytest.fixture
def config(tmp_path: Path, server: FakeServer) -> Path:
    path = tmp_path / "http.yaml"
    model = {"model": "openai/fake", "api_base": server.url, "input_price": 1, "output_price": 2}
    path.write_text(f"{CONFIG}\nmodels: {{default: {json.dumps(model)}}}\n", encoding="utf-8")
    return path


def command(asked: Path, *arguments: str | Path) -> list[str]:
    # As a module: a script's own folder would come first, and tests/ has rooms named like ours.
    return [sys.executable, "-m", "tests.model_over_http", str(asked), *map(str, arguments)]


def journal(folder: Path) -> list[bytes]:
    """Every complete line of the journal, in order."""
    return [
        line
        for path in sorted((folder / "journal").glob("*.jsonl"))
        for line in path.read_bytes().split(b"\n")
        if line.endswith(b"}")
    ]


@pytest.mark.slow
def test_the_pipeline_runs_over_http_on_standard_fields_alone(
    config: Path, asked: Path, server: FakeServer, tmp_path: Path, environment: Mapping[str, str]
) -> None:
    run = subprocess.run(
        command(asked, "run", config, "--name", "http"),
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    folder = tmp_path / "outputs" / "http"
    assert len(pd.read_parquet(folder / "dataset" / "dialogues.parquet")) == 6
    assert server.unexpected() == set()
    calls = pd.read_parquet(folder / "calls")
    assert len(calls) == server.count == len(journal(folder))
    assert set(calls["answered_by"]) == {"fake-2026"}
    assert not calls["from_journal"].any()
    assert calls["cost_usd"].notna().all()
    assert len(set(calls["outcome"])) > 1


@pytest.mark.slow
def test_no_finished_reply_is_paid_for_twice_however_often_the_run_is_killed(
    config: Path, asked: Path, server: FakeServer, tmp_path: Path, environment: Mapping[str, str]
) -> None:
    folder = tmp_path / "outputs" / "killed"
    rng = random.Random(3)
    kept: list[bytes] = []
    for _ in range(KILLS):
        process = subprocess.Popen(
            command(asked, "run", config, "--name", "killed"),
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wanted = len(kept) + rng.randint(5, 60)
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            if len(journal(folder)) >= wanted:
                break
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert set(kept) <= set(journal(folder))
        kept = journal(folder)
    done = subprocess.run(
        command(asked, "resume", folder),
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    final = journal(folder)
    assert set(kept) <= set(final)
    places = Counter(
        tuple(
            json.loads(line)[part] for part in ("call", "item", "turn", "step", "draw", "attempt")
        )
        for line in final
    )
    assert len(kept) > KILLS
    # Every request has a seed of its own, so a body that came twice was asked for twice.
    asked_for = Counter(request.raw for request in server.requests)
    twice = sum(count - 1 for count in asked_for.values())
    assert twice <= KILLS * CONCURRENCY
    assert server.count - twice == len(final)
    assert max(places.values()) == 1
