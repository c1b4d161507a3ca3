"""A few dialogues of a configuration, tried for the sake of what they cost."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from decimal import Decimal
from tempfile import TemporaryDirectory

from flows.console import ProgressDisplay
from flows.estimate import Sample, Whole
from flows.faults import RunRefused
from flows.observers import TerminalObserver
from flows.outcome import cell_of
from flows.pipeline import Pipeline
from flows.runs import DOCUMENT, find_run, open_run, sole_worker
from flows.thrift import typical
from flows.weave import weave
from flows.workspace import Workspace
from runtime.asking import Prices, Question
from runtime.endpoints import Endpoints
from runtime.gateway import Gateway
from runtime.journal import Completion, Journal
from runtime.litellm_client import LitellmClient
from runtime.store import ArtifactStore
from schemas.candidate import Judgement
from schemas.config import Binding, Limits, RunConfig
from schemas.plan import Cell
from schemas.run import CallRecord, Extent, RunManifest, RunStatus
from schemas.service import Catalog
from schemas.verdict import Rejection

CHARACTERS_PER_TOKEN = Decimal("3.8")
"""Of our prompts: between 3.6 and 4.2 by OpenAI's and by Anthropic's tokenizer."""

SIMULATED = Binding(model="offline/agenda")


@dataclass(frozen=True)
class Tried:
    """What came of it.

    Attributes:
        manifest: Of the small run that was made: attempted, accepted, rejections, spend.
        sample: What is to be learnt from it.
        whole: What the whole run is to fill.
        paid: US dollars that were paid for it now, and not in an earlier try.
    """

    manifest: RunManifest
    sample: Sample
    whole: Whole
    paid: Decimal = Decimal(0)


def try_with_models(
    config: RunConfig, folder: str, pipeline: Pipeline, size: int, spend: Decimal | None
) -> Tried:
    """Asks the configured models. Their replies stay in the run's folder: the run has them free.

    Args:
        config: Of the whole run.
        folder: Of the whole run.
        pipeline: What makes it.
        size: How many dialogues to try.
        spend: US dollars that may be spent on it, beside `limits.max_cost_usd`.

    Raises:
        RunRefused: Where a run is in that folder already.
    """
    found = find_run(folder)
    if found is not None and found.status is not RunStatus.ESTIMATED:
        raise RunRefused(
            f"{folder} is a run already; `dialoom status {folder}` says what it cost, and with "
            f"another --name it can be estimated"
        )
    with sole_worker(folder):
        manifest = open_run(folder, config, pipeline)
        store = ArtifactStore(folder)
        note = {"status": RunStatus.ESTIMATED, "detail": "nothing but an estimate was made yet"}
        manifest = manifest.model_copy(update=note)
        store.write_document(DOCUMENT, manifest)
        journal = Journal(folder)
        paid = journal.spent()
        caps = [cap for cap in (config.limits.max_cost_usd, _upto(paid, spend)) if cap is not None]
        limits = _limits(config.limits, min(caps, default=None))
        gateway = Gateway(config, journal, endpoints=Endpoints(limits, paid))
        tried = _tried(config, pipeline, size, limits, gateway, journal)
        store.write_document(DOCUMENT, manifest.model_copy(update={"spend": tried.manifest.spend}))
        return replace(tried, paid=journal.spent() - paid)


def try_offline(config: RunConfig, pipeline: Pipeline, size: int) -> Tried:
    """Lets the offline simulator answer, its prompts and replies priced as the models' own."""
    limits = _limits(config.limits, None)
    with TemporaryDirectory(prefix="dialoom-estimate-") as folder:
        journal = Journal(folder)
        endpoints = Endpoints(limits, client=PricedSimulation())
        gateway = Gateway(config, journal, endpoints=endpoints)
        return _tried(config, pipeline, size, limits, gateway, journal)


def _upto(paid: Decimal, spend: Decimal | None) -> Decimal | None:
    return None if spend is None else paid + spend


def _limits(limits: Limits, cap: Decimal | None) -> Limits:
    """The configured limits under another cap; a shard for each dialogue, so that each counts."""
    return limits.model_copy(update={"max_cost_usd": cap, "shard_size": 1})


def _tried(
    config: RunConfig,
    pipeline: Pipeline,
    size: int,
    limits: Limits,
    gateway: Gateway,
    journal: Journal,
) -> Tried:
    """A run of so many of the cells, each tried once, its tables thrown away."""
    laid: list[Cell] = []

    def some(_: RunConfig, catalog: Catalog, start: int, count: int) -> tuple[Cell, ...]:
        laid[:] = pipeline.lay_cells(config, catalog, 0, config.target.accepted)
        return typical(laid, size)

    size = min(size, config.target.accepted)
    target = config.target.model_copy(update={"accepted": size, "attempts": 1})
    small = config.model_copy(update={"target": target, "limits": limits})
    with (
        TemporaryDirectory(prefix="dialoom-estimate-") as folder,
        ProgressDisplay() as display,
        closing(gateway),
    ):
        manifest = open_run(f"{folder}/tables", small, pipeline)
        manifest = manifest.model_copy(update={"extents": (Extent(start=0, count=size),)})
        workspace = Workspace(
            config=small,
            store=ArtifactStore(manifest.run),
            pipeline=replace(pipeline, lay_cells=some),
            chat=gateway,
            close_item=gateway.close_item,
            prompt_hash=gateway.prompt_hash,
            under_way=lambda: gateway.under_way,
            drain=gateway.drain,
            paid=journal.spent,
            begun=journal.begun(),
        )
        ended = asyncio.run(weave(manifest, workspace, TerminalObserver(display)))
        sample = _sample(workspace.store, typical(laid, size) if laid else (), ended.accepted)
        return Tried(ended, sample, Whole(len(laid), sum(cell.goals for cell in laid)))


def _sample(store: ArtifactStore, cells: Sequence[Cell], accepted: int) -> Sample:
    """What was brought to an end, with all its calls; what the budget cut off tells nothing."""
    ended = {judged.dialogue_id for judged in store.read_all("judgements", Judgement)}
    ended |= {rejection.item for rejection in store.read_all("rejects", Rejection)}
    tried = {f"{cell.index:05d}-00": cell.goals for cell in cells}
    goals = {dialogue: number for dialogue, number in tried.items() if dialogue in ended}
    calls = tuple(
        call
        for call in store.read_all("calls", CallRecord)
        if call.item in goals or cell_of(call.item) is None
    )
    return Sample(calls, goals, accepted)


class PricedSimulation:
    """Answers with the offline simulator, and counts and prices as if the bound model had."""

    def __init__(self) -> None:
        self._client = LitellmClient()

    async def complete(self, binding: Binding, question: Question) -> Completion:
        """A simulated reply with guessed tokens."""
        said = await self._client.complete(SIMULATED, question)
        prices = self.prices(binding)
        prompt = sum(len(message["content"]) for message in question.messages)
        if self._client.structured_mode(binding) in ("json_schema", "tools"):
            prompt += len(json.dumps(question.schema))
        tokens_in, tokens_out = _tokens(prompt), _tokens(len(said.text))
        cost = prices.of(tokens_in, tokens_out) if prices is not None else None
        return replace(said, tokens_in=tokens_in, tokens_out=tokens_out, tokens_cached=0, cost=cost)

    def prices(self, binding: Binding) -> Prices | None:
        """Those of the bound model."""
        return self._client.prices(binding)

    def most_tokens(self, binding: Binding) -> int:
        """Of a reply of the bound model."""
        return self._client.most_tokens(binding)

    def close(self) -> None:
        """Gives back what it holds."""
        self._client.close()


def _tokens(characters: int) -> int:
    return int(characters / CHARACTERS_PER_TOKEN) + 1
