"""Shards in processes of their own make what the leading process would have made."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from flows.composition import dialoom
from flows.config import load_config
from flows.remote import work_on_shard
from flows.run_shard import ShardSpec
from flows.runs import open_run, open_workspace
from flows.weave import weave
from runtime.store import ArtifactStore
from schemas.plan import PlanRequest
from schemas.run import CallRecord
from schemas.service import Catalog, ServiceSchema
from tests.flows.fakes import Watcher, dataset


async def run(folder: Path, config_file: Path) -> None:
    pipeline = dialoom()
    manifest = open_run(str(folder), load_config(config_file, environment={}).config, pipeline)
    workspace = open_workspace(manifest, pipeline)
    try:
        await weave(manifest, workspace, Watcher())
    finally:
        workspace.close()


@pytest.mark.slow
async def test_shards_of_other_processes_are_found_done(small: Path, tmp_path: Path) -> None:
    await run(tmp_path / "alone", small)
    await run(tmp_path / "shared", small)
    store = ArtifactStore(str(tmp_path / "shared"))
    # Forget what the shards made, the journal too, and let two other processes make it.
    for table in ("plans", "dialogues", "annotations", "judgements", "verdicts"):
        for part in store.parts(table):
            store.remove(table, part)
    for path in (tmp_path / "shared" / "journal").iterdir():
        path.unlink()
    config = load_config(small, environment={}).config
    catalog = Catalog(services=store.read("services", "part-00000", ServiceSchema))
    cells = dialoom().lay_cells(config, catalog, 0, config.target.accepted)
    requests = [
        PlanRequest(dialogue_id=f"{cell.index:05d}-00", cell=cell, attempt=0, clock=config.clock)
        for cell in cells
    ]
    specs = [ShardSpec(0, 0, 0, tuple(requests[:3])), ShardSpec(0, 1, 1, tuple(requests[3:]))]
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=spawning) as pool:
        done = list(pool.map(work_on_shard, [str(tmp_path / "shared")] * 2, specs))
    assert [judged + rejected for judged, rejected in done] == [3, 3]
    before = [store.read("calls", f"part-0000{n}-simulate", CallRecord) for n in (0, 1)]
    await run(tmp_path / "shared", small)
    after = [store.read("calls", f"part-0000{n}-simulate", CallRecord) for n in (0, 1)]
    assert before == after, "the leading process made a finished shard again"
    assert dataset(tmp_path / "shared") == dataset(tmp_path / "alone")
