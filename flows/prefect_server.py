"""The Prefect server of a run: the one that PREFECT_API_URL names, or our own on loopback.

Prefect's ephemeral mode is slow and loses task records at its end; a real server over a local
home does neither, and what it recorded can be looked at later. Nothing here imports Prefect: the
environment has to be right before that happens.
"""

import fcntl
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

LOOPBACK = "127.0.0.1"
START_LIMIT_S = 180.0
STANDSTILL_LIMIT_S = 60.0
"""Without any work done: on a busy machine a server may start slowly, but it starts."""
STOP_LIMIT_S = 10.0
UI_PORT = 4200
LONGEST_LOG = 1_000_000
"""Bytes of `server.log` after which the next server begins a new one; one old one is kept."""
_SHARED = "dialoom-ui.url"
"""In the home: where the server of `dialoom ui` listens, while it runs."""


class ServerFailed(Exception):
    """No Prefect server could be reached or started; one sentence says what to do."""


@dataclass(frozen=True)
class PrefectServer:
    """A Prefect server that answers.

    Attributes:
        url: Its API.
        own: True where it ends with the run.
    """

    url: str
    own: bool

    @property
    def ui(self) -> str:
        """Where a browser looks."""
        return self.url.removesuffix("/api")


def prefect_home() -> Path:
    """Where our servers keep their database: PREFECT_HOME, or .prefect where one stands."""
    return Path(os.environ.get("PREFECT_HOME") or ".prefect").resolve()


def settings(home: Path) -> dict[str, str]:
    """The environment that Prefect's client and our servers run under.

    Telemetry stays off, and the console is ours: what Prefect logs is in its UI.
    """
    return {
        "PREFECT_HOME": str(home),
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "DO_NOT_TRACK": "1",
        "PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": "CRITICAL",
        "PREFECT_LOGGING_TO_API_WHEN_MISSING_FLOW": "ignore",
        "PREFECT_CLI_COLORS": "false",
    }


class StartingServer:
    """A server of our own on its way up; it ends with this process, however that ends."""

    def __init__(self, home: Path, port: int = 0) -> None:
        """Starts it; `wait` says when it answers.

        Args:
            home: Of its database.
            port: Where it listens on loopback; 0 takes a free one.
        """
        with _said_plainly(home):
            home.mkdir(parents=True, exist_ok=True)
            # Files that an older server's crash left in a database of another layout do not
            # concern us: Prefect migrates its database by itself.
            self._log = home / "server.log"
            self._port = port or _free_port()
            self.server = PrefectServer(f"http://{LOOPBACK}:{self._port}/api", own=True)
            environment = {
                **os.environ,
                **settings(home),
                "PREFECT_API_URL": self.server.url,
                "PREFECT_UI_API_URL": self.server.url,
                "PREFECT_SERVER_API_HOST": LOOPBACK,
                "PREFECT_SERVER_API_PORT": str(self._port),
            }
            with _opened(self._log, self._port) as log:
                self._process = subprocess.Popen(  # noqa: S603 - our own module
                    [sys.executable, "-m", "flows.prefect_server", str(self._port)],
                    stdin=subprocess.PIPE,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    env=environment,
                    cwd=Path(__file__).resolve().parents[1],
                    start_new_session=True,  # Ctrl-C is for the run, which stops us at its end
                )

    def wait(self) -> PrefectServer:
        """Waits until it answers, for as long as it is at work on that.

        Raises:
            ServerFailed: Where it does not.
        """
        now = moved = time.monotonic()
        deadline, worked = now + START_LIMIT_S, 0.0
        while self._process.poll() is None and now < min(deadline, moved + STANDSTILL_LIMIT_S):
            if _healthy(self.server.url):
                return self.server
            time.sleep(0.05)
            now = time.monotonic()
            used = _processor_time(self._process.pid)
            if used is None or used > worked:
                worked, moved = used or 0.0, now
        ended = self._process.poll()
        self.stop()
        how = f"after {now - deadline + START_LIMIT_S:.0f} s" if ended is None else f"({ended})"
        raise ServerFailed(
            f"the Prefect server on port {self._port} did not start {how}; its last words are in "
            f"{self._log}"
        )

    def stop(self) -> None:
        """Ends it."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(STOP_LIMIT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def wait_until_ended(self) -> int:
        """Waits as long as it runs, and gives its exit code."""
        return self._process.wait()


@contextmanager
def _opened(log: Path, port: int) -> Iterator[BinaryIO]:
    """The log of all servers of a home, at its end, with a line for the one that starts."""
    if log.exists() and log.stat().st_size > LONGEST_LOG:
        log.replace(log.with_suffix(".log.old"))
    with log.open("ab") as stream:
        stream.write(f"--- {datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC, port {port}\n".encode())
        stream.flush()
        yield stream


def _processor_time(pid: int) -> float | None:
    """Ticks that a process has used, None where the system does not tell."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return None
    after_name = text.rpartition(")")[2].split()
    return float(after_name[11]) + float(after_name[12])


@contextmanager
def prefect_api() -> Iterator[StartingServer | PrefectServer]:
    """A Prefect API for this process; call `ready` on what it gives before using Prefect.

    PREFECT_API_URL counts; else a server that `dialoom ui` holds open over the same home; else
    one of our own, which starts while the caller does other things and stops at the end.
    """
    home = prefect_home()
    os.environ.update({k: v for k, v in settings(home).items() if k not in os.environ})
    given = os.environ.get("PREFECT_API_URL")
    if given:
        yield PrefectServer(given.rstrip("/"), own=False)
        return
    shared = _shared_server(home)
    if shared is not None:
        with _api_url(shared.url):
            yield shared
        return
    starting = StartingServer(home)
    try:
        with _api_url(starting.server.url):
            yield starting
    finally:
        starting.stop()


def ready(server: StartingServer | PrefectServer) -> PrefectServer:
    """Waits until a server answers.

    Raises:
        ServerFailed: Where it does not.
    """
    if isinstance(server, StartingServer):
        return server.wait()
    if not _healthy(server.url, seconds=10):
        raise ServerFailed(f"no Prefect server answers at {server.url} (PREFECT_API_URL)")
    return server


@contextmanager
def announced(home: Path, server: PrefectServer) -> Iterator[None]:
    """Lets runs find a server for as long as it is held open.

    The file is locked meanwhile: one that nobody locks was left behind by a process that died,
    and what listens at its port now may be anything.
    """
    with _said_plainly(home), (home / _SHARED).open("w", encoding="utf-8") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        stream.write(server.url)
        stream.flush()
        yield


def _shared_server(home: Path) -> PrefectServer | None:
    try:
        with (home / _SHARED).open(encoding="utf-8") as stream:
            try:
                fcntl.flock(stream, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                url = stream.read().strip()
            else:
                return None
    except OSError:
        return None
    return PrefectServer(url, own=False) if url and _healthy(url) else None


@contextmanager
def _api_url(url: str) -> Iterator[None]:
    os.environ["PREFECT_API_URL"] = url
    try:
        yield
    finally:
        del os.environ["PREFECT_API_URL"]


@contextmanager
def _said_plainly(home: Path) -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        raise ServerFailed(
            f"the Prefect server cannot keep its records in {home} ({problem.strerror}); "
            f"set PREFECT_HOME to a folder that can be written"
        ) from problem


def _healthy(url: str, seconds: float = 1.0) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/health", timeout=seconds) as reply:  # noqa: S310
            return bool(reply.status == 200)
    except (urllib.error.URLError, OSError, ValueError):
        return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def serve(port: int) -> None:
    """The server process: runs until its standard input ends, which it does with its parent."""
    import threading

    import uvicorn
    from prefect.server.api.server import create_app

    config = uvicorn.Config(
        create_app(), host=LOOPBACK, port=port, log_level="warning", timeout_graceful_shutdown=2
    )
    server = uvicorn.Server(config)

    def watch_parent() -> None:
        sys.stdin.buffer.read()
        server.should_exit = True

    threading.Thread(target=watch_parent, daemon=True).start()
    server.run()


if __name__ == "__main__":
    serve(int(sys.argv[1]))
