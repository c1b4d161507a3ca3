"""Runs of the pipeline in this process, without Prefect: what benchmarks measure."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from flows.composition import dialoom
from flows.outcome import Progress
from flows.runs import open_run, open_workspace
from flows.weave import weave
from schemas.config import RunConfig
from schemas.run import RunManifest

ResultT = TypeVar("ResultT")


class Unwatched:
    """An observer that looks away."""

    async def perform(self, name: str, work: Callable[[], Awaitable[ResultT]]) -> ResultT:
        """Does the work."""
        return await work()

    async def progressed(self, progress: Progress) -> None:
        """Takes no note."""

    async def warned(self, message: str) -> None:
        """Takes no note."""

    async def round_over(self, manifest: RunManifest) -> None:
        """Takes no note."""


def run_here(config: RunConfig, folder: str) -> RunManifest:
    """Makes a run, or goes on with it, and gives its manifest."""
    pipeline = dialoom()
    manifest = open_run(folder, config, pipeline)
    return asyncio.run(weave(manifest, open_workspace(manifest, pipeline), Unwatched()))
