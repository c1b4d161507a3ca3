"""The whole pipeline over a real language model that is far too small: noise in, nothing out.

A model of 135M parameters writes what the grammar lets it write and little that makes sense. It
proves what no fake can: that replies of a real model are read, counted and refused.
"""

import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from decimal import Decimal
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import pytest
from jsonschema import Draft202012Validator

from flows.composition import dialoom
from flows.outcome import Progress
from flows.runs import open_run, open_workspace
from flows.weave import weave
from formats.services import write_services
from runtime.asking import strict_schema
from runtime.journal import Completion, Journal, JournalKey
from runtime.store import ArtifactStore
from schemas.config import (
    Binding,
    Limits,
    LocalRuntime,
    Mix,
    RunConfig,
    Simulation,
    Sources,
    Target,
    Validation,
)
from schemas.run import CallOutcome, CallRecord, RunManifest, RunStatus
from schemas.verdict import Rejection
from tests.local.model import model_file, needs_model
from tests.prompts.calls import BY_NAME
from tests.recount.run_folder import recount_run
from tests.world.booking import CATALOG

MOST_CALLS = 100
"""Of three dialogues: what turns, steps, repairs and re-asks come to when all of them go wrong."""
ResultT = TypeVar("ResultT")


class Silent:
    """Nobody watches."""

    async def perform(self, name: str, work: Callable[[], Awaitable[ResultT]]) -> ResultT:
        return await work()

    async def progressed(self, progress: Progress) -> None:
        pass

    async def warned(self, sentence: str) -> None:
        pass

    async def round_over(self, manifest: RunManifest) -> None:
        pass


def config(folder: Path, planner: str | None) -> RunConfig:
    write_services(folder / "services.json", CATALOG.services)
    small = Binding(
        model=f"local:{model_file()}",
        max_tokens=120,
        local=LocalRuntime(threads=2, slots=10, context=3072, requests=1),
    )
    # Its values would be noise as well, and nothing could be planned with them.
    models: dict[Any, Binding] = {
        "default": small,
        "schema_writer": Binding(model="offline/agenda"),
    }
    if planner:
        models["planner"] = Binding(model=planner)
    return RunConfig(
        intents=Sources(imported=(str(folder / "services.json"),)),
        target=Target(accepted=3, attempts=1),
        mix=Mix(multi_intent=0, query_first=0, flow=0, failure=0),
        phenomena={},
        simulation=Simulation(max_steps=2, repairs=1, max_turns=12),
        validation=Validation(blind=1, privileged=0),
        models=models,
        limits=Limits(reasks=1, concurrency=1),
    )


@needs_model
@pytest.mark.timeout(900)
@pytest.mark.parametrize("planner", [None, "offline/agenda"])
async def test_noise_is_read_counted_and_refused(
    tmp_path: Path, planner: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    started = monotonic()
    run, pipeline = str(tmp_path / "run"), dialoom()
    workspace = open_workspace(open_run(run, config(tmp_path, planner), pipeline), pipeline)
    try:
        manifest = await weave(open_run(run, workspace.config, pipeline), workspace, Silent())
    finally:
        workspace.close()
    assert manifest.status in (RunStatus.UNMET, RunStatus.COMPLETE)
    assert manifest.attempted == 3
    store = ArtifactStore(run)
    calls = store.read_all("calls", CallRecord)
    mine = [call for call in calls if call.model.startswith("local:")]
    assert len(mine) <= MOST_CALLS
    assert_every_reply_is_accounted_for(Path(run), mine, manifest)
    assert_grammar_was_obeyed(Path(run))
    rejections = store.read_all("rejects", Rejection)
    assert manifest.accepted + len({r.item for r in rejections}) == 3
    published, wrong = recount_run(Path(run)) if manifest.accepted else (0, {})
    assert published == manifest.accepted
    assert wrong == {}
    with capsys.disabled():
        outcomes = dict(Counter(call.outcome.value for call in mine))
        sys.stdout.write(
            f"\n135M, planner {planner or 'itself'}: {manifest.accepted} of 3 accepted, "
            f"{len(mine)} calls {outcomes}, rejected {manifest.rejections}, "
            f"{monotonic() - started:.0f} s\n"
        )


def replies(run: Path) -> list[tuple[JournalKey, Completion]]:
    """What the small model said, all of it."""
    return [
        (key, said)
        for key, said in Journal(run).completions()
        if not said.answered_by.startswith("offline/")
    ]


def assert_every_reply_is_accounted_for(
    run: Path, calls: list[CallRecord], manifest: RunManifest
) -> None:
    assert calls
    assert all(call.outcome is not CallOutcome.ERROR for call in calls)
    assert all(call.tokens_in is not None and call.tokens_out is not None for call in calls)
    assert all(Decimal(call.cost_usd or "1") == 0 for call in calls)
    assert len(replies(run)) == len(calls)
    assert manifest.spend.calls >= len(calls)


def assert_grammar_was_obeyed(run: Path) -> None:
    """Whatever came to its end has the form that was asked for, to the letter."""
    for key, said in replies(run):
        if said.finish == "stop":
            schema = strict_schema(BY_NAME[key.call].reply.model_json_schema(), lengths=True)
            Draft202012Validator(schema).validate(json.loads(said.text))
