"""Replies that were paid for are waited for, kept and counted, whatever stops a run; once."""

import asyncio
import os
import signal
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from flows.display import show, status_table
from flows.runs import journal_of, open_run, open_workspace, read_manifest
from flows.weave import weave
from runtime.errors import FatalModelError
from runtime.journal import Completion, Journal, JournalKey
from runtime.stage import StageContext
from runtime.store import ArtifactStore
from schemas.calls.call import Site
from schemas.calls.simulation import USER_TURN, UserTurnInput
from schemas.config import Binding, Limits, RunConfig
from schemas.dialogue import Dialogue
from schemas.plan import Plan
from schemas.run import CallRecord, RunManifest, RunStatus
from tests.fake_server import Behaviour, Body, FakeServer, failed, said
from tests.flows.fakes import Watcher, config, simulate, toy_pipeline

DOLLARS = Decimal("0.02")
"""What each reply costs: 1000 tokens in at 10 and 500 out at 20 dollars a million."""
AT_ONCE = 8
LONG = 13
"""The dialogue whose prompt alone passes the cap; it is none of the scouts."""


def slowly(body: Body) -> Behaviour:
    """Replies that cost the same and take their time, one longer than the other."""
    delay = 0.05 + (body["seed"] % 8) / 20
    return said('{"utterance": "Hello there."}', tokens=(1000, 500, 0), delay=delay)


def priced(server: FakeServer, **limits: Any) -> RunConfig:
    binding = Binding(
        model="openai/fake",
        api_base=server.url,
        input_price=Decimal(10),
        output_price=Decimal(20),
        max_tokens=500,
    )
    return config(accepted=24, attempts=1).model_copy(
        update={
            "models": {"default": binding},
            "limits": Limits(shard_size=24, concurrency=AT_ONCE, **limits),
        }
    )


async def simulate_one_at_length(item: Plan, ctx: StageContext) -> Dialogue:
    """A stage whose call for one dialogue has a prompt that no budget allows."""
    if item.cell.index == LONG:
        long = UserTurnInput(
            persona="so many words " * 25000, style="", goals=(), conversation=(), moves=()
        )
        await ctx.chat.ask(USER_TURN, long, Site(item=item.dialogue_id))
    return await simulate(item, ctx)


async def run(
    folder: Path, wanted: RunConfig, watcher: Watcher | None = None, reuse: tuple[str, ...] = ()
) -> RunManifest:
    pipeline = toy_pipeline(simulate=simulate_one_at_length)
    manifest = open_run(str(folder), wanted, pipeline, reuse)
    workspace = open_workspace(manifest, pipeline)
    return await weave(manifest, workspace, watcher or Watcher())


def kept(folder: Path) -> int:
    return len([*Journal(folder).completions()])


def counted(manifest: RunManifest) -> Decimal:
    return Decimal(manifest.spend.usd) + Decimal(manifest.spend.unfinished_usd)


async def test_replies_under_way_when_the_cap_is_reached_are_kept_and_counted(
    tmp_path: Path,
) -> None:
    with FakeServer(slowly) as server:
        told = Watcher()
        ended = await run(tmp_path, priced(server, max_cost_usd=Decimal(1)), told)
        assert ended.status is RunStatus.BUDGET
        assert told.warnings[-1].startswith("waiting for replies under way, which are paid for (")
        assert kept(tmp_path) == server.count
        assert counted(ended) == server.count * DOLLARS


async def test_replies_under_way_when_a_model_fails_are_kept_and_counted(tmp_path: Path) -> None:
    with FakeServer(slowly) as server:
        server.script(slowly({"seed": 5}), slowly({"seed": 7}), failed(401, "wrong key"))
        told = Watcher()
        with pytest.raises(FatalModelError):
            await run(tmp_path, priced(server), told)
        assert told.warnings[-1].startswith("waiting for replies under way, which are paid for (")
        assert kept(tmp_path) == server.count - 1 > 1
        assert counted(read_manifest(str(tmp_path))) == (server.count - 1) * DOLLARS


async def test_a_termination_signal_waits_for_replies_and_a_second_one_does_not(
    tmp_path: Path,
) -> None:
    with FakeServer(slowly) as server:
        before = signal.getsignal(signal.SIGTERM)
        first = asyncio.create_task(run(tmp_path / "one", priced(server)))
        await asked(server, AT_ONCE)
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(asyncio.CancelledError):
            await first
        ended = read_manifest(str(tmp_path / "one"))
        assert ended.status is RunStatus.INTERRUPTED
        assert kept(tmp_path / "one") == server.count >= AT_ONCE
        assert counted(ended) == server.count * DOLLARS
        assert signal.getsignal(signal.SIGTERM) == before

        server.requests.clear()
        server.answer = lambda body: said("{}", delay=30)
        second = asyncio.create_task(run(tmp_path / "two", priced(server)))
        await asked(server, AT_ONCE)
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.sleep(0.1)
        assert not second.done()
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(second, 5)
        assert read_manifest(str(tmp_path / "two")).status is RunStatus.INTERRUPTED
        assert kept(tmp_path / "two") == 0


async def test_what_an_older_run_paid_for_is_no_spend_of_this_one(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    with FakeServer() as server:
        server.answer = lambda body: said('{"utterance": "Hi."}', tokens=(1000, 500, 0))
        paid = await run(old, priced(server))
        calls = server.count
        assert counted(paid) == calls * DOLLARS
        poor = priced(server, max_cost_usd=DOLLARS)
        for _ in range(2):  # the second time, the copies lie in its own journal
            ended = await run(new, poor, reuse=(str(old),))
            assert ended.status is paid.status
            assert (ended.accepted, ended.spend.calls) == (paid.accepted, paid.spend.calls)
            assert counted(ended) == 0
        assert server.count == calls
        rows = ArtifactStore(str(new)).read_all("calls", CallRecord)
        assert [(row.reused, Decimal(row.cost_usd or 0)) for row in rows] == [
            (True, DOLLARS)
        ] * calls


def test_the_status_of_a_killed_run_counts_the_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flows.runs.MANY_FILES", 1)
    manifest = open_run(str(tmp_path), config(), toy_pipeline())
    journal = Journal(tmp_path)
    for item, cost in (("00000-00", "0.25"), ("00001-00", "0.5"), ("00002-00", None)):
        reply = Completion("{}", "stop", "fake", cost=Decimal(cost) if cost else None)
        journal.keep(JournalKey("user_turn", Site(item), 0, "x"), reply)
    show(status_table(manifest, working=False, journal=journal_of(manifest)))
    told = capsys.readouterr()
    words = " ".join(told.out.split())
    assert "3 replies in the journal" in words
    assert "at least $0.00, 1 calls of unknown price, $0.75 more for work that" in words
    assert "counting the replies in 3 files of the journal" in told.err
    done = manifest.model_copy(update={"status": RunStatus.COMPLETE})
    assert journal_of(done) is None


async def asked(server: FakeServer, number: int) -> None:
    """Until so many requests have come."""
    while server.count < number:
        await asyncio.sleep(0.005)
