"""A served run fires by itself, each time into a folder of its own."""

import json
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.flows.conftest import command


@pytest.mark.slow
def test_an_interval_schedule_fires_and_completes(
    small: Path, tmp_path: Path, environment: Mapping[str, str]
) -> None:
    small.write_text(small.read_text().replace("accepted: 6", "accepted: 2"))
    serving = subprocess.Popen(
        command("schedule", small, "--interval", "4"),
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        completed = _completed(tmp_path / "outputs", serving)
    finally:
        serving.send_signal(signal.SIGINT)
        _, err = serving.communicate(timeout=60)
    assert completed, err
    assert serving.returncode in (0, 130), err
    assert "serving small; watch it:" in err
    assert "Traceback" not in err


def _completed(outputs: Path, serving: subprocess.Popen[str]) -> list[Path]:
    """Folders of completed runs, once there are two."""
    deadline = time.monotonic() + 150
    done: list[Path] = []
    while time.monotonic() < deadline and serving.poll() is None and len(done) < 2:
        time.sleep(0.5)
        done = [
            path.parent
            for path in outputs.glob("small-*/run.json")
            if json.loads(path.read_text())["status"] == "complete"
        ]
    return done if len(done) >= 2 else []
