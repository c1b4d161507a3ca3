"""Our own Prefect server: it ends with its process, and runs find the one of `dialoom ui`."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

import flows.prefect_server as prefect_server_module
from flows.prefect_server import (
    PrefectServer,
    ServerFailed,
    StartingServer,
    announced,
    prefect_api,
    ready,
)
from tests.flows.conftest import ROOT


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in list(os.environ):
        if name.startswith("PREFECT_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PREFECT_HOME", str(tmp_path))
    return tmp_path


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/health", timeout=1):  # noqa: S310
            return True
    except (urllib.error.URLError, OSError):
        return False


def test_a_named_server_counts_and_has_to_answer(
    home: Path, prefect_server: PrefectServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PREFECT_API_URL", prefect_server.url)
    with prefect_api() as found:
        assert ready(found) == PrefectServer(prefect_server.url, own=False)
    monkeypatch.setenv("PREFECT_API_URL", "http://127.0.0.1:9/api")
    with prefect_api() as found, pytest.raises(ServerFailed, match="no Prefect server answers"):
        ready(found)


def test_a_server_held_open_over_the_same_home_is_shared_while_it_is_held(
    home: Path, prefect_server: PrefectServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Path] = []
    monkeypatch.setattr(
        "flows.prefect_server.StartingServer", lambda home: started.append(home) or Fake()
    )
    with announced(home, prefect_server), prefect_api() as found:
        assert found == PrefectServer(prefect_server.url, own=False)
    assert not started
    assert (home / "dialoom-ui.url").exists(), "a file that nobody locks is of no account"
    with prefect_api():
        assert started == [home]


class Fake:
    server = PrefectServer("http://127.0.0.1:9/api", own=True)

    def stop(self) -> None:
        """Nothing to stop."""


def test_a_home_that_cannot_be_written_is_said(home: Path) -> None:
    (home / "file").write_text("")
    with pytest.raises(ServerFailed, match=r"cannot keep its records in .*; set PREFECT_HOME"):
        StartingServer(home / "file" / "home")


@pytest.mark.parametrize(
    ("program", "least_s", "most_s"),
    [("import time; time.sleep(60)", 0.3, 1.0), ("while True: pass", 1.5, 4.0)],
)
def test_a_server_is_waited_for_as_long_as_it_works(
    home: Path, monkeypatch: pytest.MonkeyPatch, program: str, least_s: float, most_s: float
) -> None:
    stand_in = home / "python"
    stand_in.write_text(f"#!/bin/sh\nexec {sys.executable} -S -c '{program}'\n")
    stand_in.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(stand_in))
    monkeypatch.setattr(prefect_server_module, "STOP_LIMIT_S", 0.1)
    monkeypatch.setattr(prefect_server_module, "START_LIMIT_S", 1.5)
    monkeypatch.setattr(prefect_server_module, "STANDSTILL_LIMIT_S", 0.3)
    starting = StartingServer(home)
    began = time.monotonic()
    with pytest.raises(ServerFailed, match=r"did not start after \d s; its last words are in"):
        starting.wait()
    assert least_s <= time.monotonic() - began < most_s


def test_one_log_has_all_starts_and_does_not_grow_for_ever(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/echo")
    log = home / "server.log"
    for port in (4301, 4302):
        with pytest.raises(ServerFailed, match=rf"port {port} did not start \(0\)"):
            StartingServer(home, port).wait()
    assert [line for line in log.read_text().splitlines() if line.startswith("-m")] == [
        "-m flows.prefect_server 4301",
        "-m flows.prefect_server 4302",
    ]
    monkeypatch.setattr(prefect_server_module, "LONGEST_LOG", 100)
    with pytest.raises(ServerFailed):
        StartingServer(home, 4303).wait()
    assert "4302" in (home / "server.log.old").read_text()
    assert log.read_text().count("port ") == 1


@pytest.mark.slow
def test_it_starts_on_loopback_alone_and_ends_with_a_killed_parent(home: Path) -> None:
    program = (
        "import time; from pathlib import Path; from flows.prefect_server import StartingServer\n"
        f"print(StartingServer(Path({str(home)!r})).wait().url, flush=True); time.sleep(600)"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    url = parent.stdout.readline().strip()
    assert url.startswith("http://127.0.0.1:")
    assert answers(url)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    deadline = time.monotonic() + 20
    while answers(url) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not answers(url)
