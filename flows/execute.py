"""Running the flow from the command line: checks first, a server beside it, words at the end."""

import importlib
from collections.abc import Iterator

from rich.console import Console

from flows.composition import dialoom
from flows.console import dialogue_text
from flows.exit_code import ExitCode
from flows.money import cost_so_far
from flows.prefect_server import PrefectServer, prefect_api, ready
from flows.preflight import check_config
from flows.publish import published
from flows.report import unmet_lines
from flows.runs import open_run
from runtime.store import ArtifactStore
from schemas.candidate import Candidate
from schemas.config import RunConfig
from schemas.dialogue import EndReason
from schemas.run import RunManifest, RunStatus


def execute(config: RunConfig, folder: str, reuse: tuple[str, ...] = ()) -> ExitCode:
    """Makes or goes on with a run and tells how it ended."""
    pipeline = dialoom()
    check_config(config, pipeline)
    open_run(folder, config, pipeline, reuse)
    out = Console(stderr=True)
    with prefect_api() as starting:
        # Imported while the server starts, and only now: the environment is right.
        run_flow = importlib.import_module("flows.run_flow").run_flow
        server = ready(starting)
        out.print(f"watch it: {server.ui}", highlight=False)
        manifest: RunManifest | None = run_flow(config, folder, reuse)
    if manifest is None:
        out.print(f"interrupted; go on with: dialoom resume {folder}", highlight=False)
        return ExitCode.INTERRUPTED
    tell(manifest, server)
    return _exit_code(manifest)


def _exit_code(manifest: RunManifest) -> ExitCode:
    if manifest.status is RunStatus.BUDGET:
        return ExitCode.BUDGET
    return ExitCode.OK if manifest.status is RunStatus.COMPLETE else ExitCode.UNMET


def _shown_best(candidate: Candidate) -> tuple[bool, bool, int]:
    """Prefers a dialogue that ends as planned, then one of two intents, then a short one."""
    dialogue = candidate.dialogue
    whole = dialogue.end is EndReason.COMPLETE and not candidate.annotation.shown
    return whole, len(candidate.plan.goals) == 2, -len(dialogue.turns)


def tell(manifest: RunManifest, server: PrefectServer) -> None:
    """What was made, where, how to look at it, what next."""
    console = Console(highlight=False)
    console.print()
    status = f"{manifest.status.value}: {manifest.detail}"
    console.print(status, style="bold", markup=False, soft_wrap=True)
    spend = manifest.spend
    cost = cost_so_far(spend, manifest.accepted)
    console.print(
        f"{manifest.attempted} attempts, {spend.calls} model calls "
        f"({spend.from_journal} out of the journal){': ' if cost else ''}{cost}",
        markup=False,
        soft_wrap=True,
    )
    for line in unmet_lines(manifest):
        console.print(line, markup=False, soft_wrap=True)
    if manifest.accepted:
        candidates, _ = published(ArtifactStore(manifest.run))
        sample = max(candidates, key=_shown_best)
        console.print(f"\nOne of them, {sample.dialogue.dialogue_id}:\n", markup=False)
        console.print(dialogue_text(sample.dialogue), soft_wrap=True)
    look = "dialoom ui, then http://127.0.0.1:4200" if server.own else server.ui
    for what, where in (*_to_look_at(manifest), ("In Prefect", look), *_next(manifest)):
        console.print(f"{what + ':':17}{where}", markup=False, soft_wrap=True)


def _to_look_at(manifest: RunManifest) -> Iterator[tuple[str, str]]:
    """What there is: a dataset, or else the reasons why there is none."""
    folder = manifest.run
    if manifest.accepted:
        turns = f"{folder}/dataset/turns.parquet"
        yield "The tables", f"{folder}/dataset/"
        yield "In a notebook", f"pandas.read_parquet({turns!r})"
        yield "To judge", f"{folder}/review/sample.csv"
    elif manifest.attempted:
        yield "What went wrong", f"pandas.read_parquet('{folder}/rejects')"


def _next(manifest: RunManifest) -> Iterator[tuple[str, str]]:
    if manifest.status is RunStatus.BUDGET:
        yield "To go on", f"dialoom resume {manifest.run} --max-cost AMOUNT"
    elif manifest.accepted:
        yield "More of it", f"dialoom extend {manifest.run} --accepted +20"
