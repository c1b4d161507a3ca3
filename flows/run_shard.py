"""One shard of a round, from plans to verdicts: the unit that can run anywhere."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from flows.faults import BrokenRun
from flows.pipeline import Step
from flows.workspace import ItemChat, Workspace
from runtime.fingerprint import item_seed, part_fingerprint
from runtime.stage import BadReply, StageContext
from runtime.store import part_name
from schemas.base import Record
from schemas.candidate import Candidate, Judged
from schemas.plan import PlanRequest
from schemas.run import CallRecord
from schemas.service import Catalog
from schemas.verdict import Rejection, RejectionCode

ItemT = TypeVar("ItemT", bound=Record)
OutT = TypeVar("OutT", bound=Record)
ResultT = TypeVar("ResultT")


class Perform(Protocol):
    """Runs one stage of one shard under a name; with Prefect that is a task."""

    async def __call__(
        self, name: str, work: Callable[[], Awaitable["StepResult[OutT]"]]
    ) -> "StepResult[OutT]":
        """Awaits the work and gives its result."""
        ...


async def plainly(
    name: str, work: Callable[[], Awaitable["StepResult[OutT]"]]
) -> "StepResult[OutT]":
    """Performs without ceremony."""
    return await work()


@dataclass(frozen=True)
class ShardSpec:
    """A shard: plain data, so that it can be sent to another process.

    Attributes:
        round: Number of the round, through the whole run.
        number: Number of its part in every table, through the whole run.
        place: Its place in the round, for people.
    """

    round: int
    number: int
    place: int
    requests: tuple[PlanRequest, ...]


@dataclass(frozen=True)
class StepResult(Generic[OutT]):
    """What a stage made of a shard's items.

    Attributes:
        loaded: True where the part was done already.
    """

    outputs: tuple[OutT, ...]
    rejections: tuple[Rejection, ...]
    calls: tuple[CallRecord, ...]
    loaded: bool = False


@dataclass(frozen=True)
class ShardResult:
    """What became of a shard's requests: each is judged or rejected before that."""

    spec: ShardSpec
    judged: tuple[Judged, ...]
    rejections: tuple[Rejection, ...]
    calls: tuple[CallRecord, ...]


async def run_shard(
    spec: ShardSpec, workspace: Workspace, catalog: Catalog, perform: Perform = plainly
) -> ShardResult:
    """Runs a shard through plans, simulate, annotate and validate; finished parts are read.

    Args:
        spec: The shard.
        workspace: The opened run in this process.
        catalog: The run's services.
        perform: How one stage is run; it gets the name that people see.
    """
    steps = workspace.pipeline
    rejections: list[Rejection] = []
    calls: list[CallRecord] = []

    async def through(step: Step[ItemT, OutT], items: Sequence[ItemT]) -> tuple[OutT, ...]:
        label = f"{step.stage.name.value} r{spec.round} s{spec.place}"
        result = await perform(
            label, lambda: run_step(step, spec.number, items, workspace, catalog)
        )
        rejections.extend(result.rejections)
        calls.extend(result.calls)
        return result.outputs

    plans = await through(steps.plans, spec.requests)
    dialogues = await through(steps.simulate, plans)
    annotations = await through(steps.annotate, dialogues)
    plan_of = {plan.dialogue_id: plan for plan in plans}
    dialogue_of = {dialogue.dialogue_id: dialogue for dialogue in dialogues}
    candidates = [
        Candidate(
            plan=plan_of[labels.dialogue_id],
            dialogue=dialogue_of[labels.dialogue_id],
            annotation=labels,
        )
        for labels in annotations
    ]
    judged = await through(steps.validate, candidates)
    return ShardResult(spec, judged, tuple(rejections), tuple(calls))


def forget(spec: ShardSpec, workspace: Workspace) -> None:
    """Removes what was made of a shard that the budget cut short: it is to be made whole."""
    steps = workspace.pipeline
    for step in (steps.plans, steps.simulate, steps.annotate, steps.validate):
        step.storage.forget(workspace.store, part_name(spec.number))


async def run_step(
    step: Step[ItemT, OutT],
    number: int,
    items: Sequence[ItemT],
    workspace: Workspace,
    catalog: Catalog,
) -> StepResult[OutT]:
    """One stage over one shard's items, concurrently; reads the part where it is done."""
    fingerprint = part_fingerprint(
        workspace.identity(step, catalog if catalog.services else None), items
    )
    found = _load(step, number, items, workspace, fingerprint)
    if found is not None:
        return found
    done = await _all([_run_item(step, item, workspace, catalog) for item in items])
    outputs = tuple(one.output for one in done if one.output is not None)
    rejections = tuple(one.rejection for one in done if one.rejection is not None)
    calls = tuple(call for one in done for call in one.calls)
    _check_ids(step, items, outputs, rejections)
    result = StepResult(outputs, rejections, calls)
    _save(step, number, result, workspace, fingerprint)
    return result


@dataclass(frozen=True)
class _ItemResult(Generic[OutT]):
    """One of output and rejection, and what was asked on the way."""

    output: OutT | None
    rejection: Rejection | None
    calls: tuple[CallRecord, ...]


async def _run_item(
    step: Step[ItemT, OutT], item: ItemT, workspace: Workspace, catalog: Catalog
) -> _ItemResult[OutT]:
    ident = step.identify(item)
    stage = step.stage.name.value
    chat = ItemChat(workspace.chat)
    context = StageContext(
        chat=chat,
        seed=item_seed(workspace.config.seed, stage, ident),
        catalog=catalog,
        config=workspace.config,
    )
    try:
        output = await step.stage.run(item, context)
    except BadReply as problem:
        code = RejectionCode.REFUSED if problem.refused else RejectionCode.BAD_REPLY
        output = Rejection(item=ident, stage=stage, code=code, detail=str(problem))
    finally:
        for site in chat.sites:
            workspace.close_item(site)
    if isinstance(output, Rejection):
        return _ItemResult(None, output, chat.records())
    return _ItemResult(output, None, chat.records())


async def _all(work: Sequence[Awaitable[ResultT]]) -> list[ResultT]:
    """Awaits all, results in order; the first failure cancels the others and is raised."""
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _check_ids(
    step: Step[ItemT, OutT],
    items: Sequence[ItemT],
    outputs: Sequence[OutT],
    rejections: Sequence[Rejection],
) -> None:
    """Inputs = outputs + rejections, and a rejection names its item."""
    stage = step.stage.name.value
    if len(outputs) + len(rejections) != len(items):
        raise BrokenRun(
            f"stage {stage} made {len(outputs)} outputs and {len(rejections)} rejections "
            f"of {len(items)} items"
        )
    strangers = {r.item for r in rejections} - {step.identify(item) for item in items}
    if strangers:
        raise BrokenRun(f"stage {stage} rejected {min(strangers)!r}, which it was not given")


def _save(
    step: Step[ItemT, OutT],
    number: int,
    result: StepResult[OutT],
    workspace: Workspace,
    fingerprint: str,
) -> None:
    """Writes a step's parts, the outputs last: they prove that the step is done."""
    part = part_name(number, step.stage.name.value)
    dropped = (*result.rejections, *_judged_no(result.outputs))
    store = workspace.store
    store.write("calls", part, result.calls, CallRecord, fingerprint)
    store.write("rejects", part, dropped, Rejection, fingerprint)
    step.storage.save(store, part_name(number), result.outputs, fingerprint)


def _judged_no(outputs: Sequence[Record]) -> tuple[Rejection, ...]:
    """Candidates that the ladder dropped; they are outputs of `validate` all the same."""
    return tuple(
        Rejection(
            item=output.candidate.plan.dialogue_id,
            stage="validate",
            code=output.code,
            detail=output.detail,
        )
        for output in outputs
        if isinstance(output, Judged) and output.code is not None
    )


def _load(
    step: Step[ItemT, OutT],
    number: int,
    items: Sequence[ItemT],
    workspace: Workspace,
    fingerprint: str,
) -> StepResult[OutT] | None:
    """A step's result where all its parts are done, else None."""
    part = part_name(number, step.stage.name.value)
    store = workspace.store
    outputs = step.storage.load(store, part_name(number), items, fingerprint)
    if outputs is None:
        return None
    dropped = store.load("rejects", part, Rejection, fingerprint)
    calls = store.load("calls", part, CallRecord, fingerprint)
    if dropped is None or calls is None:
        return None
    judged = {o.candidate.plan.dialogue_id for o in outputs if isinstance(o, Judged)}
    rejections = tuple(rejection for rejection in dropped if rejection.item not in judged)
    return StepResult(outputs, rejections, calls, loaded=True)
