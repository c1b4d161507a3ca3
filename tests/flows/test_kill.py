"""A run that is killed, any number of times, ends with the rows of one that was not."""

import os
import random
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import pandas as pd
import pytest

from tests.flows.conftest import Dialoom, command

TABLES = ("dialogues", "turns", "frames", "slots")
KILLS = 3


def rows(folder: Path) -> dict[str, pd.DataFrame]:
    return {table: pd.read_parquet(folder / "dataset" / f"{table}.parquet") for table in TABLES}


def journal(folder: Path) -> list[bytes]:
    """Every complete line of the journal."""
    return sorted(
        line
        for path in (folder / "journal").glob("*.jsonl")
        for line in path.read_bytes().split(b"\n")
        if line.endswith(b"}")
    )


@pytest.mark.slow
def test_a_run_killed_at_random_moments_ends_the_same(
    dialoom: Dialoom, small: Path, tmp_path: Path, environment: Mapping[str, str]
) -> None:
    calm = dialoom("run", small, "--name", "calm")
    assert calm.returncode == 0, calm.stderr
    folder = tmp_path / "outputs/killed"
    rng = random.Random(os.environ.get("DIALOOM_TEST_SEED", "1"))
    kept: list[bytes] = []
    for kill in range(KILLS):
        process = subprocess.Popen(
            command("run", small, "--name", "killed"),
            cwd=tmp_path,
            env=environment,
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        _wait_for_more(folder, len(kept) + rng.randint(1, 60), process)
        process.send_signal(signal.SIGKILL)
        process.wait()
        now = journal(folder)
        assert set(kept) <= set(now), f"kill {kill} lost replies"
        kept = now
    status = dialoom("status", "outputs/killed")
    assert status.returncode == 0, status.stderr
    done = dialoom("resume", "outputs/killed")
    assert done.returncode == 0, done.stderr
    assert set(kept) <= set(journal(folder)), "a reply that was paid for is gone"
    for table, frame in rows(tmp_path / "outputs/calm").items():
        pd.testing.assert_frame_equal(rows(folder)[table], frame)


def _wait_for_more(folder: Path, lines: int, process: subprocess.Popen[bytes]) -> None:
    """Until the journal has that many lines, or the run has ended by itself."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        if len(journal(folder)) >= lines:
            return
        time.sleep(0.01)


@pytest.mark.slow
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_stops_at_once_and_says_how_to_go_on(
    small: Path, tmp_path: Path, environment: Mapping[str, str], dialoom: Dialoom, sent: int
) -> None:
    process = subprocess.Popen(
        command("run", small, "--accepted", "60"),
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    folder = tmp_path / "outputs/small"
    deadline = time.monotonic() + 200
    while not journal(folder) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(sent)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "go on with: dialoom resume" in err
    assert "Traceback" not in err
    assert "never awaited" not in err
    assert "interrupted" in dialoom("status", folder).stdout
