"""The Prefect flow of a run."""

from datetime import UTC, datetime
from uuid import UUID

from prefect import flow, runtime

from flows.composition import dialoom
from flows.console import ProgressDisplay
from flows.observers import PrefectObserver
from flows.runs import open_run, open_workspace, run_folder, sole_worker
from flows.weave import weave
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


@flow(name="generate", flow_run_name=_flow_run_name, persist_result=False)
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
    folder = run or _scheduled_folder(config)
    with sole_worker(folder), ProgressDisplay() as display:
        manifest = open_run(folder, config, pipeline, reuse)
        observer = PrefectObserver(display)
        await observer.started(manifest)
        ended = await weave(manifest, open_workspace(manifest, pipeline), observer)
        await observer.ended(ended)
    if ended.status is not RunStatus.COMPLETE:
        raise TargetMissed(ended)
    return ended


def _scheduled_folder(config: RunConfig) -> str:
    """A folder for this flow run; a retry of it finds the same one.

    Prefect's ids begin with the time at which the flow run was made, in milliseconds.
    """
    ident = UUID(str(runtime.flow_run.id))
    made = datetime.fromtimestamp((ident.int >> 80) / 1000, UTC) if ident.version == 7 else None
    stamp = f"{made:%Y%m%d-%H%M%S}-" if made else ""
    return f"{run_folder(config)}-{stamp}{ident.hex[-6:]}"
