"""A run on its way: what has been made so far, and who watches."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Protocol, TypeVar

from flows.outcome import Progress, Tally
from flows.run_shard import StepResult
from flows.runs import DOCUMENT, now
from flows.thrift import Thrift
from flows.workspace import Workspace
from schemas.base import Record
from schemas.candidate import Judged
from schemas.plan import Cell
from schemas.run import RoundSummary, RunManifest, Spend
from schemas.service import Catalog
from schemas.verdict import Rejection

ResultT = TypeVar("ResultT")
OutT = TypeVar("OutT", bound=Record)


class Observer(Protocol):
    """Who watches a run: a terminal, the Prefect UI."""

    async def perform(self, name: str, work: Callable[[], Awaitable[ResultT]]) -> ResultT:
        """Runs one stage of one shard under a name that people see."""
        ...

    async def progressed(self, progress: Progress) -> None:
        """A part is through."""
        ...

    async def warned(self, sentence: str) -> None:
        """Something was found damaged or stale and is made again."""
        ...

    async def round_over(self, manifest: RunManifest) -> None:
        """A round's dialogues are chosen."""
        ...


@dataclass
class State:
    """A run on its way."""

    workspace: Workspace
    observer: Observer
    manifest: RunManifest
    catalog: Catalog = field(default_factory=Catalog)
    cells: list[Cell] = field(default_factory=list)
    judged: list[Judged] = field(default_factory=list)
    rejections: list[Rejection] = field(default_factory=list)
    chosen: dict[int, str] = field(default_factory=dict)
    rounds: list[RoundSummary] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    thrift: Thrift = field(init=False)
    shards: int = 0

    def __post_init__(self) -> None:
        workspace = self.workspace
        cap = workspace.config.limits.max_cost_usd
        spent = Decimal(0) if cap is None else workspace.paid()
        self.thrift = Thrift(cap, spent, workspace.begun)

    async def perform(
        self, name: str, work: Callable[[], Awaitable[StepResult[OutT]]]
    ) -> StepResult[OutT]:
        """Performs one stage of one shard, and passes on what its parts were found to be."""
        result = await self.observer.perform(name, work)
        found = self.workspace.store.warnings
        while found:
            await self.observer.warned(found.pop(0))
        return result

    def save(self, **update: Any) -> RunManifest:
        """Writes run.json with how things stand."""
        self.manifest = self.manifest.model_copy(
            update={
                "updated_at": now(),
                "rounds": tuple(self.rounds),
                "attempted": len(self.judged) + sum(r.item[:1].isdigit() for r in self.rejections),
                "accepted": len(self.chosen),
                "spend": self.tally.spend(),
                **update,
            }
        )
        self.workspace.store.write_document(DOCUMENT, self.manifest)
        return self.manifest

    def spent(self) -> Spend:
        """The final account: what finished parts used, and what else was paid for."""
        spend = self.tally.spend()
        beyond = max(Decimal(0), self.workspace.paid() - Decimal(spend.usd))
        return spend.model_copy(update={"unfinished_usd": f"{beyond:f}"})
