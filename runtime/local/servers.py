"""Starts and stops the servers of local models, one for each file."""

import asyncio
import contextlib
import os
import secrets
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from runtime.errors import FatalModelError
from runtime.local.files import path_of, problem_with
from runtime.local.serve import Settings
from schemas.config import Binding

START_S = 300.0
"""A model of several gigabytes on a slow disk takes minutes to load."""
STOP_S = 5.0
MOST_STARTS = 3
"""A server that ends again and again is at fault; a run does not go on for ever with it."""


@dataclass(frozen=True)
class Address:
    """Where a model answers.

    Attributes:
        name: The model's name at its server.
        key: To be sent with each request.
    """

    name: str
    api_base: str
    key: str


@dataclass
class _Running:
    process: subprocess.Popen[str]
    address: Address
    log: IO[bytes]


class LocalServers:
    """The servers of one process. Each starts when it is first asked for."""

    def __init__(self) -> None:
        self._running: dict[Path, _Running] = {}
        self._starts: dict[Path, int] = {}
        self._lock = asyncio.Lock()

    async def address(self, binding: Binding) -> Address:
        """Where the binding's model answers; its server is started where it does not run.

        Raises:
            FatalModelError: Where it cannot be started.
        """
        path = path_of(binding.model).resolve()
        async with self._lock:
            running = self._running.get(path)
            if running is None or running.process.poll() is not None:
                running = await asyncio.to_thread(self._start, path, binding)
            return running.address

    def close(self) -> None:
        """Stops every server."""
        while self._running:
            _, running = self._running.popitem()
            _stop(running)

    def _start(self, path: Path, binding: Binding) -> _Running:
        problem = problem_with(binding.model)
        if problem:
            raise FatalModelError(problem)
        ended = self._running.pop(path, None)
        if ended is not None:
            _stop(ended)
        self._starts[path] = self._starts.get(path, 0) + 1
        if self._starts[path] > MOST_STARTS:
            raise FatalModelError(
                f"the server of {binding.model} ended {MOST_STARTS} times; it may lack memory: "
                "lower models.<role>.local.context or slots, and resume"
            )
        running = _spawn(path, binding)
        self._running[path] = running
        return running


def _spawn(path: Path, binding: Binding) -> _Running:
    runtime = binding.local
    settings = Settings(
        path=str(path),
        name=path.stem,
        key=secrets.token_hex(16),
        threads=runtime.threads or max(1, len(os.sched_getaffinity(0)) - 1),
        context=runtime.context,
        slots=runtime.slots,
    )
    log = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the server
    process = subprocess.Popen(
        [sys.executable, "-m", "runtime.local.serve"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        # Threads that wait for work must not spin: user simulator, executor and Prefect need
        # the same cores.
        env={**os.environ, "OMP_WAIT_POLICY": "passive"},
    )
    url = _listening(process, settings)
    if not url:
        said = _last_words(log)
        log.close()
        raise FatalModelError(
            f"{binding.model} could not be loaded ({said}); check that the file is whole and "
            "that its memory suffices"
        )
    return _Running(process, Address(settings.name, f"{url}/v1", settings.key), log)


def _listening(process: subprocess.Popen[str], settings: Settings) -> str:
    """The server's address once the model is loaded, empty where it never is."""
    assert process.stdin is not None  # noqa: S101
    assert process.stdout is not None  # noqa: S101
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write(settings.line())
        process.stdin.flush()
    # Whoever hangs is killed, so that reading from it comes to an end.
    patience = threading.Timer(START_S, process.kill)
    patience.daemon = True
    patience.start()
    try:
        return process.stdout.readline().strip()
    finally:
        patience.cancel()


def _stop(running: _Running) -> None:
    process = running.process
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    running.log.close()


def _last_words(log: IO[bytes]) -> str:
    log.seek(0)
    lines = log.read().decode("utf-8", "replace").split("\n")
    telling = [line.strip() for line in lines if "error" in line.lower() or "fail" in line.lower()]
    found = telling or [line.strip() for line in lines if line.strip()]
    return found[-1][-200:] if found else "it said nothing"
