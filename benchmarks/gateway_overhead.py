"""What our gateway costs per call, beside a bare client in the same run.

Every way asks the same fake server (in a process of its own) the same question; CPU time of this
process is counted, in alternating rounds, and medians are compared.

    python benchmarks/gateway_overhead.py [--calls 200] [--rounds 5] [--concurrency 8]
"""

import argparse
import asyncio
import gc
import importlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import openai

from runtime.gateway import Gateway
from runtime.journal import Journal
from runtime.prompts import Prompts
from schemas.acts import ActType
from schemas.calls.call import Site
from schemas.calls.simulation import USER_TURN, MoveView, UserTurnInput
from schemas.calls.views import Line
from schemas.config import Binding, ProposedIntents, RunConfig, Sources

ROOT = Path(__file__).resolve().parents[1]
REPLY = '{"utterance": "For 4, please."}'
MODEL = "benchmark"

Ask = Callable[[int], Awaitable[object]]


def question(number: int) -> UserTurnInput:
    """A turn in the middle of a dialogue."""
    line = Line(kind="system", text="For how many people shall I book the table, please?")
    return UserTurnInput(
        persona="Ann, a nurse",
        style="brief",
        goals=(),
        conversation=(line,) * 10,
        moves=(MoveView(act=ActType.INFORM, slot="party size", words=str(number)),),
    )


def gateway(url: str | None, run: Path) -> Gateway:
    """Ours, over HTTP or over the offline model."""
    binding = (
        Binding(model="offline/agenda")
        if url is None
        else Binding(
            model=f"openai/{MODEL}", api_base=url, input_price=Decimal(1), output_price=Decimal(1)
        )
    )
    config = RunConfig(
        intents=Sources(propose=(ProposedIntents(domain="food", count=1),)),
        models={"default": binding},
    )
    return Gateway(config, Journal(run))


def ways(url: str, folder: Path) -> dict[str, Ask]:
    """The clients that are compared, the bare one first."""
    # Imported here: it would look for newer prices on the network.
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ["LITELLM_OFFLINE_MODE"] = "true"
    litellm: Any = importlib.import_module("litellm")
    client = openai.AsyncOpenAI(base_url=url, api_key="none", max_retries=0)
    http, paid = gateway(url, folder / "http"), gateway(url, folder / "paid")
    offline = gateway(None, folder / "offline")
    messages: Any = Prompts().render(USER_TURN, question(0))
    started = time.time_ns()

    async def bare(number: int) -> object:
        return await client.chat.completions.create(model=MODEL, messages=messages)

    async def plain(number: int) -> object:
        return await litellm.acompletion(
            model=f"openai/{MODEL}", messages=messages, api_base=url, api_key="none", num_retries=0
        )

    async def ours(number: int) -> object:
        site = Site(item=f"{started}-{number // 20}", turn=number)
        return await http.ask(USER_TURN, question(number), site)

    async def again(number: int) -> object:
        return await paid.ask(USER_TURN, question(number % 20), Site("x", turn=number % 20))

    async def without_network(number: int) -> object:
        site = Site(item=f"{started}-{number // 20}", turn=number)
        return await offline.ask(USER_TURN, question(number), site)

    return {
        "openai client": bare,
        "litellm": plain,
        "gateway": ours,
        "gateway, from the journal": again,
        "gateway, offline model": without_network,
    }


async def cpu_ms(ask: Ask, first: int, calls: int, concurrency: int) -> float:
    """Milliseconds of CPU that one call takes."""
    slots = asyncio.Semaphore(concurrency)

    async def one(number: int) -> None:
        async with slots:
            await ask(number)

    gc.collect()
    before = time.process_time()
    await asyncio.gather(*(one(first + number) for number in range(calls)))
    return (time.process_time() - before) / calls * 1000


async def measure(url: str, folder: Path, calls: int, rounds: int, concurrency: int) -> None:
    """Prints a line for each way."""
    taken: dict[str, list[float]] = {name: [] for name in ways(url, folder)}
    asks = ways(url, folder)
    for ask in asks.values():
        await cpu_ms(ask, 0, 20, concurrency)
    for number in range(rounds):
        for name, ask in asks.items():
            taken[name].append(await cpu_ms(ask, 1000 + number * calls, calls, concurrency))
    medians = {name: statistics.median(times) for name, times in taken.items()}
    for name, median in medians.items():
        ratio = median / medians["openai client"]
        print(f"{name:28} {median:6.2f} ms of CPU per call   {ratio:5.2f} x the bare client")
    own = medians["gateway"] - medians["litellm"]
    print(json.dumps({"ours_beyond_litellm_ms": round(own, 2)}))


def main() -> None:
    """Reads the arguments, starts the server, measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--concurrency", type=int, default=8)
    options = parser.parse_args()
    command = [sys.executable, str(ROOT / "tests" / "fake_server.py"), REPLY]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server,  # noqa: S603
        tempfile.TemporaryDirectory() as folder,
    ):
        try:
            assert server.stdout is not None  # noqa: S101
            url = server.stdout.readline().strip()
            work = measure(url, Path(folder), options.calls, options.rounds, options.concurrency)
            asyncio.run(work)
        finally:
            server.kill()


if __name__ == "__main__":
    main()
