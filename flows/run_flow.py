"""The flow in this process, stopped cleanly by Ctrl-C or a termination signal."""

import asyncio
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

    async def note(flow: Flow[..., Any], flow_run: FlowRun, state: State[Any]) -> None:
        seen.append(flow_run.id)

    async def until_stopped() -> RunManifest:
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
