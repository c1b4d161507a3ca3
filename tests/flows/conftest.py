"""One Prefect server for the session, and the real command line in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from flows.cli import main
from flows.prefect_server import PrefectServer, StartingServer

ROOT = Path(__file__).resolve().parents[2]

CONFIG = """\
name: small
seed: 5
intents:
  described:
    - {domain: restaurants, description: book a table at a restaurant}
    - {domain: travel, description: book a hotel room}
target: {accepted: 6, attempts: 6}
mix: {flow: 0, failure: 0}
phenomena: {correction: 0.2, cancel: 0.2}
limits: {shard_size: 3, concurrency: 4}
"""

Dialoom = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def prefect_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrefectServer]:
    """A server over an empty home; tests ask it what was recorded."""
    with pytest.MonkeyPatch.context() as patch:
        # It looks for due schedules every minute otherwise.
        patch.setenv("PREFECT_SERVER_SERVICES_SCHEDULER_LOOP_SECONDS", "1")
        starting = StartingServer(tmp_path_factory.mktemp("prefect"))
    yield starting.wait()
    starting.stop()


@pytest.fixture
def environment(prefect_server: PrefectServer, tmp_path: Path) -> Mapping[str, str]:
    """The environment of a command: the session's server, nothing of the user's."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("DIALOOM_", "PREFECT_"))}
    return {
        **clean,
        "PREFECT_API_URL": prefect_server.url,
        "PREFECT_HOME": str(tmp_path / "home"),
        "PREFECT_RUNNER_POLL_FREQUENCY": "1",
        "PYTHONPATH": str(ROOT),
    }


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The configuration of a run of six dialogues."""
    path = tmp_path / "small.yaml"
    path.write_text(CONFIG, encoding="utf-8")
    return path


def command(*arguments: str | Path) -> list[str]:
    """The command line of `dialoom`."""
    return [
        sys.executable,
        "-c",
        "from flows.cli import main; main()",
        *(str(argument) for argument in arguments),
    ]


@pytest.fixture
def dialoom(environment: Mapping[str, str], tmp_path: Path) -> Dialoom:
    """Runs `dialoom` in the test's folder."""

    def run(*arguments: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command(*arguments),
            cwd=tmp_path,
            env={**environment, **more},
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
        )

    return run


@dataclass(frozen=True)
class Said:
    """What a command said and how it ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Said]:
    """Runs `dialoom` in this process: for commands that end before Prefect is needed."""
    for name in list(os.environ):
        if name.startswith(("DIALOOM_", "PREFECT_")):
            monkeypatch.delenv(name)
    # Nothing listens there: a command that gets as far as Prefect fails.
    monkeypatch.setenv("PREFECT_API_URL", "http://127.0.0.1:9/api")
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str | Path) -> Said:
        monkeypatch.setattr(sys, "argv", ["dialoom", *(str(a) for a in arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        code = ended.value.code
        return Said(code if isinstance(code, int) else 0, said.out, said.err)

    return run
