"""The Prefect flow of a run."""

from contextlib import closing
from datetime import UTC
from hashlib import sha256
from typing import Any

from prefect import flow, runtime
from prefect.client.schemas.objects import FlowRun, State
from prefect.flows import Flow
from rich.console import Console

from flows.composition import dialoom
from flows.console import ProgressDisplay
from flows.observers import PrefectObserver
from flows.runs import open_run, open_workspace, run_folder, sole_worker
from flows.weave import FAILURES, weave
from schemas.config import RunConfig
from schemas.run import RunManifest, RunStatus


class TargetMissed(Exception):
    """A run ended without all it was to make; carries its manifest."""

    def __init__(self, manifest: RunManifest) -> None:
        super().__init__(manifest.detail)
        self.manifest = manifest


def _flow_run_name() -> str:
    parameters = runtime.flow_run.parameters
    config = parameters["config"]
    name = config["name"] if isinstance(config, dict) else config.name
    return str(parameters.get("run") or f"{name} (scheduled)")


def _say_failure(flow: Flow[..., Any], flow_run: FlowRun, state: State[Any]) -> None:
    """A scheduled run has nobody to raise to: what ended it is said where it is served."""
    if not flow_run.parameters.get("run"):
        Console(stderr=True).print(f"{flow_run.name}: {state.message}", markup=False)


@flow(
    name="generate",
    flow_run_name=_flow_run_name,
    persist_result=False,
    on_failure=[_say_failure],
    on_crashed=[_say_failure],
)
async def generate(
    config: RunConfig, run: str | None = None, reuse: tuple[str, ...] = ()
) -> RunManifest:
    """Makes a run, or goes on with it: a retry is a resumption.

    Args:
        config: What is wanted.
        run: Its folder; one of its own for each flow run where none is given.
        reuse: Older runs whose replies may be used.

    Raises:
        TargetMissed: Where dialogues are missing at the end; what there is, is published.
    """
    pipeline = dialoom()
    folder, config = (run, config) if run else _firing(config)
    with sole_worker(folder), ProgressDisplay() as display:
        manifest = open_run(folder, config, pipeline, reuse)
        observer = PrefectObserver(display)
        await observer.started(manifest)
        with closing(open_workspace(manifest, pipeline)) as workspace:
            try:
                ended = await weave(manifest, workspace, observer)
            except FAILURES as problem:
                await observer.failed(folder, str(problem))
                raise
        await observer.ended(ended)
    if ended.status is not RunStatus.COMPLETE:
        raise TargetMissed(ended)
    return ended


def _firing(config: RunConfig) -> tuple[str, RunConfig]:
    """The folder and the configuration of a scheduled flow run; a retry of it finds the same.

    Each firing has a seed of its own, drawn from the configured one and the time it was due at:
    else every night would make the same dialogues.
    """
    ident = str(runtime.flow_run.id)
    due = runtime.flow_run.scheduled_start_time.astimezone(UTC)
    stamp = f"{due:%Y%m%d-%H%M%S}"
    seed = int(sha256(f"{config.seed}:{stamp}".encode()).hexdigest()[:8], 16)
    folder = f"{run_folder(config)}-{stamp}-{ident[-6:]}"
    return folder, config.model_copy(update={"seed": seed})
