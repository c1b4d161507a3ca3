"""Asks a model every case and counts what comes back."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.prompts.verdicts import Case
from runtime.gateway import Gateway
from runtime.stage import BadReply
from schemas.run import CallOutcome


@dataclass(frozen=True)
class Result:
    """What became of a case.

    Attributes:
        at_once: The first reply had the schema.
        valid: A reply had it, after repairs and re-asks.
        problem: Why the reply is not usable, empty where it is.
    """

    case: Case
    at_once: bool
    valid: bool
    problem: str
    said: str
    tokens_in: int
    tokens_cached: int
    tokens_out: int
    seconds: float

    @property
    def usable(self) -> bool:
        """Whether the pipeline could use the reply as it is."""
        return self.valid and not self.problem


@dataclass
class Deadline:
    """Ends a measurement in time; what was not asked is not counted."""

    seconds: float
    started: float = field(default_factory=time.monotonic)

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() - self.started > self.seconds


async def measure(
    chat: Gateway, cases: Sequence[Case], at_once: int, deadline: Deadline
) -> list[Result]:
    """The results of all cases that could be asked in time, in order."""
    found: dict[int, Result] = {}
    waiting = iter(enumerate(cases))

    async def work() -> None:
        for place, case in waiting:
            if deadline.over:
                return
            found[place] = await _ask(chat, case)

    await asyncio.gather(*(work() for _ in range(at_once)))
    return [found[place] for place in sorted(found)]


async def _ask(chat: Gateway, case: Case) -> Result:
    try:
        reply = await chat.ask(case.call, case.data, case.site)
        said, problem, valid = reply.model_dump_json(), case.wrong(reply), True
    except BadReply as bad:
        said, problem, valid = "", str(bad), False
    records = [r for r in chat.records(case.site.item) if r.call == case.call.name]
    return Result(
        case=case,
        at_once=bool(records) and records[0].outcome is CallOutcome.OK,
        valid=valid,
        problem=problem,
        said=said,
        tokens_in=sum(r.tokens_in or 0 for r in records),
        tokens_cached=sum(r.tokens_cached or 0 for r in records),
        tokens_out=sum(r.tokens_out or 0 for r in records),
        seconds=sum(r.latency_s for r in records),
    )
