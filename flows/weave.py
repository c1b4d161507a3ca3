"""The run itself: services once, then rounds of shards until every cell publishes a dialogue.

Nothing here knows Prefect. What is made depends on the configuration and the models' replies
alone, never on the order in which work happens to finish.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from math import ceil
from typing import Any, TypeVar

from flows.faults import BROKEN, USAGE, RunRefused, ZeroYield
from flows.outcome import Progress, Tally, quotas_of, unmet_cells
from flows.pipeline import Step
from flows.preflight import check_quotas, imported_services
from flows.publish import REVIEW_SIZE, publish, write_sample
from flows.run_shard import ShardResult, ShardSpec, StepResult, forget, run_shard, run_step
from flows.state import Observer, State
from flows.stopping import cancelled_by_sigterm
from flows.thrift import send_scouts
from flows.workspace import Workspace
from runtime.errors import BudgetExhausted
from runtime.files import StorageFailure
from schemas.base import Record
from schemas.candidate import Candidate, Judged
from schemas.plan import Cell, PlanRequest
from schemas.run import Extent, RoundSummary, RunManifest, RunStatus
from schemas.service import Catalog, ServiceSchema
from stages.simulate.supervise.accounting import account

OutT = TypeVar("OutT", bound=Record)

_INTERRUPTED: Mapping[str, Any] = {
    "status": RunStatus.INTERRUPTED,
    "detail": "it was interrupted; resume it",
}

FAILURES = (*USAGE, *BROKEN)
"""What ends a run with one sentence; anything else is a fault of ours and keeps its traceback."""


async def weave(manifest: RunManifest, workspace: Workspace, observer: Observer) -> RunManifest:
    """Brings a run to its end, from wherever it stands.

    Returns:
        The manifest as written, its status complete, unmet or budget.

    Raises:
        ZeroYield, GatewayError, StorageFailure, BrokenRun: The run failed; run.json says so.
    """
    state = State(workspace, observer, manifest)
    state.save(status=RunStatus.RUNNING, detail="")
    try:
        with cancelled_by_sigterm():
            status = await _to_the_last_reply(state)
    except asyncio.CancelledError:
        state.save(**_INTERRUPTED, spend=state.spent())
        raise
    except FAILURES as problem:
        with suppress(StorageFailure):  # where the disk is what failed, the cause is what counts
            state.save(status=RunStatus.FAILED, detail=str(problem), spend=state.spent())
        raise
    return await _finish(state, status)


async def _to_the_last_reply(state: State) -> RunStatus:
    """Whatever stops a run, the calls under way are paid for: their replies are waited for."""
    try:
        return await _weave(state)
    except asyncio.CancelledError:
        state.save(**_INTERRUPTED)  # now: perhaps we are killed while we wait
        raise
    finally:
        if waiting := state.workspace.under_way():
            await state.observer.warned(
                f"waiting for replies under way, which are paid for ({waiting} of them); "
                f"Ctrl-C stops at once"
            )
        await state.workspace.drain()


async def _weave(state: State) -> RunStatus:
    try:
        await _author(state)
        for extent in state.manifest.extents:
            await _fill(state, extent)
    except BudgetExhausted as problem:
        state.save(detail=str(problem))
        return RunStatus.BUDGET
    wanted = state.manifest.wanted
    return RunStatus.COMPLETE if len(state.chosen) == wanted else RunStatus.UNMET


async def _author(state: State) -> None:
    """Makes the catalog: descriptions, schemas, imported services."""
    workspace = state.workspace
    steps, config = workspace.pipeline, workspace.config
    proposals = await _once(state, steps.intents, steps.requests(config))
    imported = imported_services(config)
    briefs = [brief for proposal in proposals.outputs for brief in proposal.briefs]
    written = await _once(state, steps.schemas, [*briefs, *imported])
    services: Sequence[ServiceSchema] = written.outputs
    state.catalog, twins = steps.assemble(services)
    state.rejections += [*proposals.rejections, *written.rejections, *twins]
    if not state.catalog.services:
        reasons = "; ".join(f"{r.item}: {r.detail or r.code.value}" for r in state.rejections[:3])
        raise ZeroYield(f"no intent got a usable schema: {reasons}")
    workspace.store.write("services", "part-00000", state.catalog.services, ServiceSchema)
    try:
        check_quotas(config, state.catalog, steps)
    except RunRefused as problem:
        folder = state.manifest.run
        raise RunRefused(
            f"{problem}; mend it, then give a new --name, and --reuse {folder} to keep the intents"
        ) from problem


async def _once(state: State, step: Step[Any, Any], items: Sequence[Any]) -> StepResult[Any]:
    """A step that is done once in a run, as one part."""
    label = step.stage.name.value
    result = await state.perform(
        label, lambda: run_step(step, 0, items, state.workspace, Catalog())
    )
    state.tally.add(result.calls)
    state.thrift.settle(result.calls)
    return result


async def _fill(state: State, extent: Extent) -> None:
    """Rounds over one extent's cells until each publishes or its attempts are used up."""
    config = state.workspace.config
    cells = state.workspace.pipeline.lay_cells(config, state.catalog, extent.start, extent.count)
    state.cells += cells
    for attempt in range(config.target.attempts):
        unfilled = [cell for cell in cells if cell.index not in state.chosen]
        if not unfilled:
            return
        await _round(state, unfilled, attempt)


def _request(cell: Cell, attempt: int, state: State) -> PlanRequest:
    return PlanRequest(
        dialogue_id=f"{cell.index:05d}-{attempt:02d}",
        cell=cell,
        attempt=attempt,
        clock=state.workspace.config.clock,
    )


async def _round(state: State, cells: Sequence[Cell], attempt: int) -> None:
    """One attempt at each of the cells; the barrier at its end is the only one."""
    limits = state.workspace.config.limits
    number, first, size = len(state.rounds), state.shards, limits.shard_size
    requests = [_request(cell, attempt, state) for cell in cells]
    specs = [
        ShardSpec(number, first + place, place, tuple(requests[start : start + size]))
        for place, start in enumerate(range(0, len(requests), size))
    ]
    state.shards += len(specs)
    watch = _Watch(state, number, len(requests))
    # Enough shards under way to keep the model busy while the tail of another runs out, and no
    # more: what is half done when the budget ends is paid for and not published.
    gate = asyncio.Semaphore(ceil(limits.concurrency / size) + 1)

    async def one(spec: ShardSpec) -> ShardResult | None:
        async with gate, state.thrift.admitted(spec.requests) as admitted:
            if not admitted:
                return None
            given = replace(spec, requests=admitted)
            begun = {state.workspace.begun(request.dialogue_id) for request in admitted}
            if len(begun) == 2:  # some were and some were not: an earlier sitting cut it short
                forget(given, state.workspace)
            result = await run_shard(given, state.workspace, state.catalog, watch.perform)
            state.thrift.settle(result.calls)
            return result

    await send_scouts(state.thrift, requests, state.workspace, state.catalog)
    tasks = [asyncio.create_task(one(spec)) for spec in specs]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        results = [result for result in ended if isinstance(result, ShardResult)]
        _take(state, results)
    state.rounds.append(
        RoundSummary(
            number=number,
            first_shard=first,
            shards=len(specs),
            attempted=sum(len(result.spec.requests) for result in results),
            filled=len(state.chosen),
        )
    )
    await state.observer.round_over(state.save(rejections=_codes(state)))
    if state.thrift.short:
        raise BudgetExhausted(state.thrift.told())


def _take(state: State, results: Sequence[ShardResult]) -> None:
    """Adds finished shards in their order and chooses each cell's dialogue."""
    for result in sorted(results, key=lambda r: r.spec.number):
        state.judged += result.judged
        state.rejections += result.rejections
        state.tally.add(result.calls)
    selection = state.workspace.pipeline.select(state.judged, tuple(state.chosen.values()))
    state.chosen = {
        candidate.plan.cell.index: candidate.plan.dialogue_id for candidate in selection.chosen
    }


class _Watch:
    """Counts a round's finished parts for the observer."""

    def __init__(self, state: State, number: int, attempted: int) -> None:
        self._state = state
        self._number = number
        self._attempted = attempted
        self._done: Counter[str] = Counter()
        self._good = 0
        self._tally = Tally(state.tally.spend())

    async def perform(
        self, name: str, work: Callable[[], Awaitable[StepResult[OutT]]]
    ) -> StepResult[OutT]:
        """Performs one stage of one shard and tells the observer."""
        result = await self._state.perform(name, work)
        stage = name.split(" ", 1)[0]
        self._done[stage] += len(result.outputs) + len(result.rejections)
        self._good += sum(isinstance(o, Judged) and o.code is None for o in result.outputs)
        self._tally.add(result.calls)
        await self._state.observer.progressed(
            Progress(
                round=self._number,
                wanted=self._state.manifest.wanted,
                filled=len(self._state.chosen),
                attempted=self._attempted,
                good=self._good,
                through=dict(self._done),
                spend=self._tally.spend(),
                label=name,
                loaded=result.loaded,
            )
        )
        return result


def _codes(state: State) -> dict[str, int]:
    """Dropped items by stage and code, candidates that the ladder dropped among them."""
    codes = Counter(f"{r.stage}/{r.code.value}" for r in state.rejections)
    codes.update(f"validate/{j.code.value}" for j in state.judged if j.code is not None)
    return dict(sorted(codes.items()))


async def _finish(state: State, status: RunStatus) -> RunManifest:
    """Publishes what was chosen and says how the run ended."""
    workspace = state.workspace
    if not state.catalog.services:  # the budget ended before there was anything to speak about
        return state.save(status=status, detail=_detail(state, status), spend=state.spent())
    compiled = await state.observer.perform(
        "compile",
        lambda: publish(
            workspace,
            state.catalog,
            state.judged,
            tuple(state.chosen.values()),
            state.rejections,
            state.cells,
        ),
    )
    await state.observer.perform("review sample", lambda: _sample(state, compiled.chosen))
    dropped = [*state.rejections, *compiled.rejections]
    codes = Counter(f"{r.stage}/{r.code.value}" for r in dropped)
    unmet = unmet_cells(state.cells, set(state.chosen), dropped)
    return state.save(
        status=status,
        detail=_detail(state, status),
        spend=state.spent(),
        rejections=dict(sorted(codes.items())),
        unmet=unmet,
        quotas=quotas_of(workspace.config, state.catalog, state.cells, state.judged, unmet),
        panel=compiled.panel,
        supervision=account((item.candidate.dialogue for item in state.judged), state.rejections),
    )


async def _sample(state: State, chosen: Sequence[Candidate]) -> None:
    write_sample(state.workspace.store, chosen, REVIEW_SIZE, state.workspace.config.seed)


def _detail(state: State, status: RunStatus) -> str:
    have, wanted = len(state.chosen), state.manifest.wanted
    if status is RunStatus.COMPLETE:
        return f"all {wanted} dialogues are there"
    if status is RunStatus.BUDGET:
        return f"{have} of {wanted} dialogues are there; {state.manifest.detail}"
    attempts = state.workspace.config.target.attempts
    return f"{have} of {wanted} dialogues are there; the others failed {attempts} attempts each"
