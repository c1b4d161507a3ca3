"""Rounds of shards over toy stages: exact counts, accounting, resumption."""

import asyncio
import random
from pathlib import Path

import pytest

from flows.faults import BrokenRun, RunRefused, ZeroYield
from flows.runs import extend_run, read_manifest
from runtime.files import StorageFailure
from runtime.store import ArtifactStore
from schemas.candidate import Judgement
from schemas.dataset import DialogueRow
from schemas.dialogue import Dialogue
from schemas.plan import Plan
from schemas.run import CallRecord, RunStatus
from schemas.verdict import Rejection, RejectionCode
from tests.flows.fakes import (
    RandomChat,
    Watcher,
    config,
    dataset,
    ids,
    simulate,
    toy_pipeline,
    toy_run,
)


async def test_every_cell_publishes_its_first_good_attempt(tmp_path: Path) -> None:
    manifest = await toy_run(tmp_path / "run", config(accepted=12))
    assert manifest.status is RunStatus.COMPLETE
    assert manifest.accepted == 12
    rows = ArtifactStore(str(tmp_path / "run")).read("dataset", "dialogues", DialogueRow)
    assert [row.cell for row in rows] == list(range(12))
    good = {
        j.dialogue_id
        for j in ArtifactStore(str(tmp_path / "run")).read_all("judgements", Judgement)
        if j.code is None
    }
    for row in rows:
        earlier = {f"{row.cell:05d}-{attempt:02d}" for attempt in range(row.attempt)}
        assert row.dialogue_id in good
        assert not earlier & good, "an earlier good attempt was passed over"


async def test_nothing_is_lost_between_stages(tmp_path: Path) -> None:
    manifest = await toy_run(tmp_path / "run", config(accepted=30, shard_size=7))
    store = ArtifactStore(str(tmp_path / "run"))
    rejects = store.read_all("rejects", Rejection)
    attempted = sum(r.attempted for r in manifest.rounds)
    plans, dialogues = ids(store.root, "plans", Plan), ids(store.root, "dialogues", Dialogue)
    judged = store.read_all("judgements", Judgement)
    dropped = {
        stage: [r.item for r in rejects if r.stage == stage]
        for stage in ("plans", "simulate", "annotate", "validate", "compile")
    }
    assert len(plans) + len(dropped["plans"]) == attempted
    assert sorted([*dialogues, *dropped["simulate"]]) == sorted(plans)
    assert sorted(j.dialogue_id for j in judged) == sorted(dialogues)
    assert sorted(dropped["validate"]) == sorted(j.dialogue_id for j in judged if j.code)
    published = [row.dialogue_id for row in store.read("dataset", "dialogues", DialogueRow)]
    assert sorted([*published, *dropped["compile"], *dropped["validate"]]) == sorted(dialogues)
    assert manifest.attempted == attempted
    by_code = manifest.rejections
    assert by_code["plans/plan_incoherent"] == len(dropped["plans"])
    assert by_code["validate/label_disagreement"] == len(dropped["validate"])
    assert manifest.spend.calls == len(store.read_all("calls", CallRecord)) == len(plans)
    assert manifest.spend.usd == f"{len(plans) * 0.01:.2f}"


@pytest.mark.parametrize("concurrency", [1, 64])
async def test_the_order_of_work_leaves_no_trace(tmp_path: Path, concurrency: int) -> None:
    await toy_run(tmp_path / "a", config(accepted=23, concurrency=7))
    random.seed(concurrency)
    await toy_run(tmp_path / "b", config(accepted=23, concurrency=concurrency))
    assert dataset(tmp_path / "a") == dataset(tmp_path / "b")


async def test_shards_flow_through_the_stages_without_waiting_for_each_other(
    tmp_path: Path,
) -> None:
    async def dawdle(item: Plan, ctx: object) -> Dialogue:
        if item.cell.index < 5:
            await asyncio.sleep(0.3)
        return await simulate(item, ctx)  # type: ignore[arg-type]

    watcher = Watcher()
    await toy_run(
        tmp_path / "run",
        config(accepted=20, shard_size=5),
        pipeline=toy_pipeline(simulate=dawdle),
        watcher=watcher,
    )
    first = [name for name in watcher.performed if " r0 " in name]
    assert first.index("validate r0 s3") < first.index("annotate r0 s0")


async def test_progress_moves_and_ends_full(tmp_path: Path) -> None:
    watcher = Watcher()
    manifest = await toy_run(tmp_path / "run", config(accepted=12), watcher=watcher)
    assert watcher.rounds == len(manifest.rounds) > 1
    assert len(watcher.shares) == 4 * sum(r.shards for r in manifest.rounds)
    assert watcher.shares[0] < 0.2
    assert watcher.shares[-1] == 1.0


async def test_cells_that_stay_empty_are_listed_with_reasons(tmp_path: Path) -> None:
    def never(item: object, ctx: object) -> Rejection:
        ident = item.dialogue_id  # type: ignore[attr-defined]
        return Rejection(item=ident, stage="plans", code=RejectionCode.PLAN_UNHOSTABLE)

    manifest = await toy_run(
        tmp_path / "run", config(accepted=3, attempts=2), pipeline=toy_pipeline(plans=never)
    )
    assert manifest.status is RunStatus.UNMET
    assert manifest.accepted == 0
    assert manifest.detail == "0 of 3 dialogues are there; the others failed 2 attempts each"
    assert [(u.cell, u.attempts, u.reasons) for u in manifest.unmet] == [
        (cell, 2, {"plan_unhostable": 2}) for cell in range(3)
    ]


async def test_a_stage_that_loses_an_item_breaks_the_run(tmp_path: Path) -> None:
    def twice(item: object, ctx: object) -> Rejection:
        return Rejection(item="somebody-else", stage="plans", code=RejectionCode.STRUCTURE)

    with pytest.raises(BrokenRun, match="stage plans rejected 'somebody-else'"):
        await toy_run(tmp_path / "run", config(), pipeline=toy_pipeline(plans=twice))
    manifest = read_manifest(str(tmp_path / "run"))
    assert manifest.status is RunStatus.FAILED
    assert "somebody-else" in manifest.detail


async def test_a_bad_reply_costs_its_item_alone(tmp_path: Path) -> None:
    chat = RandomChat(bad=frozenset({"00001-00", "00002-00"}))
    await toy_run(tmp_path / "run", config(accepted=6), chat=chat)
    rejects = ArtifactStore(str(tmp_path / "run")).read_all("rejects", Rejection)
    bad = [(r.item, r.stage, r.code, r.detail) for r in rejects if r.code == "bad_reply"]
    asked = [item for item in ("00001-00", "00002-00") if chat.asked[item]]
    assert asked
    assert bad == [(item, "simulate", RejectionCode.BAD_REPLY, "no JSON in it") for item in asked]


async def test_no_usable_schema_is_said(tmp_path: Path) -> None:
    def refuse(item: object, ctx: object) -> Rejection:
        return Rejection(item="b0", stage="schemas", code=RejectionCode.REFUSED, detail="I can't")

    with pytest.raises(ZeroYield, match="no intent got a usable schema: b0: I can't"):
        await toy_run(tmp_path / "run", config(), pipeline=toy_pipeline(schemas=refuse))


async def test_a_finished_run_asks_nothing_again(tmp_path: Path) -> None:
    wanted = config(accepted=12)
    await toy_run(tmp_path / "run", wanted)
    before = dataset(tmp_path / "run")
    chat = RandomChat()
    manifest = await toy_run(tmp_path / "run", wanted, chat=chat)
    assert manifest.status is RunStatus.COMPLETE
    assert not chat.asked
    assert dataset(tmp_path / "run") == before


@pytest.mark.parametrize("table", ["dialogues", "rejects", "calls", "judgements", "verdicts"])
async def test_a_part_cut_short_is_made_again_and_no_other(tmp_path: Path, table: str) -> None:
    wanted = config(accepted=12, shard_size=5)
    await toy_run(tmp_path / "run", wanted)
    before = dataset(tmp_path / "run")
    part = next(
        p
        for p in sorted((tmp_path / "run" / table).iterdir())
        if "00001" in p.name and ("simulate" in p.name or table not in ("rejects", "calls"))
    )
    part.write_bytes(part.read_bytes()[:-9])
    chat, watcher = RandomChat(), Watcher()
    await toy_run(tmp_path / "run", wanted, chat=chat, watcher=watcher)
    assert len(watcher.warnings) == 1
    assert f"{table}/{part.name} is cut short" in watcher.warnings[0]
    again = {item for item in chat.asked}
    store = ArtifactStore(str(tmp_path / "run"))
    shard = {p.dialogue_id for p in store.read("plans", "part-00001", Plan)}
    assert again == (set() if table in ("judgements", "verdicts") else shard)
    assert dataset(tmp_path / "run") == before


async def test_at_the_budget_what_is_done_is_published_and_a_resume_ends_the_same(
    tmp_path: Path,
) -> None:
    wanted = config(accepted=30, shard_size=3, concurrency=1)
    await toy_run(tmp_path / "free", wanted)
    stopped = await toy_run(tmp_path / "poor", wanted, chat=RandomChat(budget=14))
    assert stopped.status is RunStatus.BUDGET
    assert 0 < stopped.accepted < 30
    assert "max_cost_usd = 1 is reached" in stopped.detail
    assert set(dataset(tmp_path / "poor")) == set(dataset(tmp_path / "free"))
    assert {u.cell for u in stopped.unmet if not u.attempts}, "cells not tried are unmet, too"
    resumed = await toy_run(tmp_path / "poor", wanted)
    assert resumed.status is RunStatus.COMPLETE
    assert dataset(tmp_path / "poor") == dataset(tmp_path / "free")


async def test_a_budget_too_small_for_anything_is_said(tmp_path: Path) -> None:
    manifest = await toy_run(tmp_path / "run", config(), chat=RandomChat(budget=0))
    assert manifest.status is RunStatus.BUDGET
    assert manifest.accepted == 0
    assert (await toy_run(tmp_path / "run", config())).status is RunStatus.COMPLETE


async def test_an_interrupted_run_says_so_and_ends_the_same(tmp_path: Path) -> None:
    wanted = config(accepted=30, shard_size=3)
    await toy_run(tmp_path / "calm", wanted)
    task = asyncio.create_task(toy_run(tmp_path / "run", wanted, chat=RandomChat(longest_s=0.05)))
    await asyncio.sleep(0.15)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert read_manifest(str(tmp_path / "run")).status is RunStatus.INTERRUPTED
    await toy_run(tmp_path / "run", wanted)
    assert dataset(tmp_path / "run") == dataset(tmp_path / "calm")


async def test_a_changed_configuration_refuses_and_names_the_field(tmp_path: Path) -> None:
    await toy_run(tmp_path / "run", config(seed=0))
    with pytest.raises(RunRefused, match=r"another configuration \(seed\); give a new --name"):
        await toy_run(tmp_path / "run", config(seed=1))
    with pytest.raises(RunRefused, match=r"\(limits.shard_size, target.accepted\)"):
        await toy_run(tmp_path / "run", config(accepted=4, shard_size=2))
    await toy_run(tmp_path / "run", config(concurrency=3))


async def test_a_stage_of_another_version_refuses(tmp_path: Path) -> None:
    await toy_run(tmp_path / "run", config())
    newer = toy_pipeline()
    object.__setattr__(newer.plans.stage, "version", 2)
    with pytest.raises(RunRefused, match="another version or other prompts of the stage plans"):
        await toy_run(tmp_path / "run", config(), pipeline=newer)


async def test_extending_adds_cells_and_leaves_the_rest_alone(tmp_path: Path) -> None:
    run, wanted = tmp_path / "run", config(accepted=8)
    await toy_run(run, wanted)
    store = ArtifactStore(str(run))
    before = store.read("dataset", "dialogues", DialogueRow)
    extend_run(str(run), 5)
    chat = RandomChat()
    manifest = await toy_run(run, wanted, chat=chat)
    after = store.read("dataset", "dialogues", DialogueRow)
    assert manifest.accepted == manifest.wanted == 13
    assert after[:8] == before
    assert [row.cell for row in after[8:]] == [8, 9, 10, 11, 12]
    assert {int(item.split("-")[0]) for item in chat.asked} == {8, 9, 10, 11, 12}
    extend_run(str(run), 2)
    assert (await toy_run(run, wanted)).accepted == 15


async def test_only_a_finished_run_is_extended(tmp_path: Path) -> None:
    wanted = config(accepted=30, shard_size=3, concurrency=1)
    await toy_run(tmp_path / "run", wanted, chat=RandomChat(budget=14))
    with pytest.raises(RunRefused, match="is budget; finish it with `dialoom resume"):
        extend_run(str(tmp_path / "run"), 5)
    with pytest.raises(RunRefused, match="is no run"):
        extend_run(str(tmp_path / "other"), 5)


async def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("do not lose me")
    with pytest.raises(RunRefused, match="holds something that is no run"):
        await toy_run(tmp_path, config())
    with pytest.raises(RunRefused, match="is a file"):
        await toy_run(tmp_path / "thesis.tex", config())


async def test_a_disk_that_fills_up_ends_the_run_with_a_sentence_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import errno
    import os

    wanted = config(accepted=12)
    await toy_run(tmp_path / "calm", wanted)
    real, writes = os.fsync, []

    def fills_up(descriptor: int) -> None:
        writes.append(descriptor)
        if 24 < len(writes) < 40:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fills_up)
    with pytest.raises(StorageFailure, match="the disk is full"):
        await toy_run(tmp_path / "run", wanted)
    monkeypatch.undo()
    await toy_run(tmp_path / "run", wanted)
    assert dataset(tmp_path / "run") == dataset(tmp_path / "calm")


async def test_a_run_at_a_url_is_a_run(tmp_path: Path) -> None:
    url = f"memory://{tmp_path.name}/run"
    manifest = await toy_run(url, config(accepted=6))
    assert manifest.status is RunStatus.COMPLETE
    assert len(ArtifactStore(url).read("dataset", "dialogues", DialogueRow)) == 6
