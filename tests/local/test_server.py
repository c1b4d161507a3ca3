"""The server of a local model: its own port and key, one for a file, ended with whoever asked."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from runtime.errors import FatalModelError
from runtime.local.servers import LocalServers
from schemas.config import Binding, LocalRuntime
from tests.local.model import model_file, needs_model

SMALL = LocalRuntime(threads=2, slots=1, context=512)


def binding(path: Path) -> Binding:
    return Binding(model=f"local:{path}", local=SMALL)


def answers(url: str) -> bool:
    try:
        return httpx.get(url.replace("/v1", "/health"), timeout=5).status_code == 200
    except httpx.HTTPError:
        return False


@needs_model
async def test_one_server_for_a_file_with_a_key_until_it_is_closed() -> None:
    servers = LocalServers()
    try:
        address = await servers.address(binding(model_file()))
        assert address.api_base.startswith("http://127.0.0.1:")
        assert await servers.address(binding(model_file())) == address
        question = {"messages": [{"role": "user", "content": "Hi"}], "max_tokens": 2}
        for key, status in (("wrong", 401), (address.key, 200)):
            said = httpx.post(
                f"{address.api_base}/chat/completions",
                json=question,
                headers={"Authorization": f"Bearer {key}"},
                timeout=60,
            )
            assert said.status_code == status
    finally:
        servers.close()
    assert not answers(address.api_base)


@needs_model
async def test_a_broken_file_is_told_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "cut.gguf"
    path.write_bytes(model_file().read_bytes()[:5_000_000])
    with pytest.raises(FatalModelError, match=r"cut.gguf could not be loaded .*check"):
        await LocalServers().address(binding(path))


@needs_model
def test_the_server_ends_with_a_killed_parent() -> None:
    code = (
        "import asyncio, time\n"
        "from runtime.local.servers import LocalServers\n"
        "from tests.local.test_server import binding\n"
        "from tests.local.model import model_file\n"
        "found = asyncio.run(LocalServers().address(binding(model_file())))\n"
        "print(found.api_base, flush=True)\n"
        "time.sleep(600)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    url = parent.stdout.readline().strip()
    assert answers(url)
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 10
    while answers(url) and time.monotonic() < deadline:
        time.sleep(0.2)
    assert not answers(url)
