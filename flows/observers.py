"""Observers of a run: a terminal alone, or Prefect's UI beside it."""

from collections.abc import Awaitable, Callable
from typing import TypeVar
from uuid import UUID

from prefect import Task
from prefect.artifacts import (
    acreate_markdown_artifact,
    acreate_progress_artifact,
    acreate_table_artifact,
    aupdate_progress_artifact,
)
from prefect.cache_policies import NO_CACHE
from prefect.logging import get_run_logger

from flows.console import ProgressDisplay, cost_note, summary_line
from flows.outcome import Progress
from flows.report import markdown_summary, rejection_table
from schemas.run import RunManifest

ResultT = TypeVar("ResultT")


class PrefectObserver:
    """Makes a Prefect task of every stage of a shard, and artifacts of what comes of it."""

    def __init__(self, display: ProgressDisplay) -> None:
        self._display = display
        self._log = get_run_logger()
        self._bar: UUID | None = None
        self._highest = 0.0

    async def perform(self, name: str, work: Callable[[], Awaitable[ResultT]]) -> ResultT:
        """Runs the work as a Prefect task.

        Neither input nor output passes through Prefect: it would walk through every record.
        """
        results: list[ResultT] = []

        async def perform() -> None:
            results.append(await work())

        stage_task = Task(
            perform,
            name=name.split(" r", 1)[0],
            task_run_name=name,
            persist_result=False,
            cache_policy=NO_CACHE,
        )
        await stage_task()
        return results[0]

    async def started(self, manifest: RunManifest) -> None:
        """The run begins, or goes on."""
        self._log.info("%s: %d dialogues wanted", manifest.run, manifest.wanted)
        self._bar = await acreate_progress_artifact(
            progress=0.0, key="progress", description=f"{manifest.run}: making services"
        )

    async def progressed(self, progress: Progress) -> None:
        """Moves the bars."""
        self._display.progressed(progress)
        self._highest = max(self._highest, 100 * progress.share)
        line = summary_line(progress)
        self._log.info("%s%s; %s", progress.label, " (was done)" * progress.loaded, line)
        if self._bar is not None:
            await aupdate_progress_artifact(self._bar, progress=self._highest, description=line)

    async def warned(self, sentence: str) -> None:
        """Passes a warning on."""
        self._display.say(f"warning: {sentence}")
        self._log.warning(sentence)

    async def round_over(self, manifest: RunManifest) -> None:
        """Shows what was accepted and rejected so far."""
        self._display.round_over(manifest)
        await acreate_table_artifact(
            table=rejection_table(manifest),
            key="accepted-and-rejected",
            description=f"{manifest.run}, up to round {len(manifest.rounds) - 1}",
        )

    async def ended(self, manifest: RunManifest) -> None:
        """Shows how it ended."""
        self._log.info("%s: %s", manifest.status.value, manifest.detail)
        await acreate_table_artifact(
            table=rejection_table(manifest),
            key="accepted-and-rejected",
            description=f"{manifest.run}, final",
        )
        await acreate_markdown_artifact(
            markdown=markdown_summary(manifest), key="summary", description=manifest.run
        )
        told = f"{manifest.run}: {manifest.detail}{cost_note(manifest)}"
        await self._stand_at(100.0 * manifest.accepted / manifest.wanted, told)

    async def failed(self, run: str, why: str) -> None:
        """Shows that nothing moves any more, and why."""
        await self._stand_at(self._highest, f"{run}: stopped: {why}")

    async def _stand_at(self, share: float, description: str) -> None:
        if self._bar is not None:
            await aupdate_progress_artifact(self._bar, progress=share, description=description)


class TerminalObserver:
    """Watches without Prefect, for previews and tests."""

    def __init__(self, display: ProgressDisplay | None = None) -> None:
        self._display = display

    async def perform(self, name: str, work: Callable[[], Awaitable[ResultT]]) -> ResultT:
        """Awaits the work."""
        return await work()

    async def progressed(self, progress: Progress) -> None:
        """Moves the bar."""
        if self._display is not None:
            self._display.progressed(progress)

    async def warned(self, sentence: str) -> None:
        """Passes a warning on."""
        if self._display is not None:
            self._display.say(f"warning: {sentence}")

    async def round_over(self, manifest: RunManifest) -> None:
        """Says how the round went."""
        if self._display is not None:
            self._display.round_over(manifest)
