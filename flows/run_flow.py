"""The flow in this process, stopped cleanly by Ctrl-C or a termination signal."""

import asyncio
import signal
from typing import Any
from uuid import UUID

from prefect.client.schemas.objects import FlowRun, State
from prefect.exceptions import TerminationSignal
from prefect.flows import Flow

from flows.generate import TargetMissed, generate
from flows.records import settle
from schemas.config import RunConfig
from schemas.run import RunManifest


def run_flow(config: RunConfig, folder: str, reuse: tuple[str, ...]) -> RunManifest | None:
    """Runs the flow to its end.

    Returns:
        The run's manifest, None where it was interrupted.
    """
    seen: list[UUID] = []
    running: list[asyncio.Task[Any]] = []

    async def note(flow: Flow[..., Any], flow_run: FlowRun, state: State[Any]) -> None:
        seen.append(flow_run.id)
        # Prefect's own handler raises in whatever code is at work; a cancellation is orderly.
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running[0].cancel)

    async def until_stopped() -> RunManifest:
        running.extend(task for task in [asyncio.current_task()] if task is not None)
        noted = generate.with_options(on_running=[note])
        return await noted(config=config, run=folder, reuse=reuse)

    try:
        return asyncio.run(until_stopped())
    except TargetMissed as missed:
        return missed.manifest
    except (asyncio.CancelledError, KeyboardInterrupt, TerminationSignal):
        return None
    finally:
        for flow_run in seen[-1:]:
            settle(flow_run)
