"""The same dataset rows whatever the concurrency: the real pipeline, one call at a time or many."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from flows.composition import dialoom
from flows.outcome import Progress
from flows.runs import open_run, open_workspace
from flows.weave import weave
from runtime.store import ArtifactStore
from schemas.config import DescribedIntent, Limits, Mix, RunConfig, Sources, Target, Validation
from schemas.dataset import DialogueRow, FrameRow, SlotRow, TurnRow
from schemas.phenomenon import PhenomenonTag, TripletVariant
from schemas.run import RunManifest, RunStatus
from schemas.world import Clock

ResultT = TypeVar("ResultT")
TABLES = (
    ("dialogues", DialogueRow), ("turns", TurnRow), ("frames", FrameRow), ("slots", SlotRow)
)  # fmt: skip


class Quiet:
    """Watches and says nothing."""

    async def perform(self, name: str, work: Callable[[], Awaitable[ResultT]]) -> ResultT:
        return await work()

    async def progressed(self, progress: Progress) -> None:
        pass

    async def warned(self, sentence: str) -> None:
        pass

    async def round_over(self, manifest: RunManifest) -> None:
        pass


def config(concurrency: int, folder: Path) -> RunConfig:
    return RunConfig(
        name="same",
        seed=5,
        output=str(folder),
        clock=Clock(now=datetime(2026, 3, 2, 9, 0)),
        intents=Sources(
            described=(
                DescribedIntent(domain="food", description="book a table at a restaurant"),
                DescribedIntent(domain="travel", description="rent a car"),
            )
        ),
        target=Target(accepted=12, attempts=8),
        mix=Mix(triplets=True),
        phenomena={
            PhenomenonTag.AMBIGUOUS_VALUE: 0.1,
            PhenomenonTag.INTENT_SWITCH: 0.1,
            PhenomenonTag.SPEECH_NOISE: 0.1,
            PhenomenonTag.CORRECTION: 0.1,
        },
        validation=Validation(blind=1, privileged=0),
        limits=Limits(concurrency=concurrency, shard_size=5),
    )


def rows_of(concurrency: int, folder: Path) -> dict[str, list[str]]:
    settings = config(concurrency, folder)
    pipeline = dialoom()
    run = f"{folder}/{settings.name}"
    manifest = open_run(run, settings, pipeline)
    with closing(open_workspace(manifest, pipeline)) as workspace:
        ended = asyncio.run(weave(manifest, workspace, Quiet()))
    assert ended.status is RunStatus.COMPLETE, ended.unmet
    assert ended.panel is not None
    assert ended.panel.models == ("offline/agenda",), "run.json says who judged"
    assert ended.panel.judgements > 0
    store = ArtifactStore(run)
    return {
        name: [row.model_dump_json() for row in store.read("dataset", name, record)]
        for name, record in TABLES
    }


def test_one_call_at_a_time_or_sixty_four_give_the_same_rows(tmp_path: Path) -> None:
    alone = rows_of(1, tmp_path / "one")
    together = rows_of(64, tmp_path / "many")
    assert alone == together
    dialogues = [DialogueRow.model_validate_json(row) for row in alone["dialogues"]]
    assert len(dialogues) == 12
    variants = [row.variant for row in dialogues if row.triplet is not None]
    assert sorted(variants, key=str) == sorted(TripletVariant, key=str)
