"""What the rest of a budget pays for: dialogues are begun only where they can be finished.

A dialogue that the cap cuts off is paid for and not published, and all dialogues under way cost
alike. So under a cap only as many are begun as what is left will probably finish. The cap itself
is the gateway's affair and holds whatever is thought here.

A dialogue costs about as much as it has goals: over the demo's dialogues the cost of a goal has
half the relative spread that the cost of a dialogue has.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from decimal import Decimal
from tempfile import TemporaryDirectory

from flows.money import dollars
from flows.outcome import cell_of
from flows.run_shard import ShardSpec, run_shard
from flows.workspace import Workspace
from runtime.errors import BudgetExhausted
from runtime.store import ArtifactStore
from schemas.plan import Cell, PlanRequest
from schemas.run import CallRecord
from schemas.service import Catalog

SCOUTS = 3
"""Dialogues that are made first, to know what one costs."""

FEW = 8
"""Of fewer dialogues the spread of costs is not taken to be smaller than usual."""

SPREAD = Decimal("0.4")
"""The usual one: standard deviation of a goal's cost as a share of its mean."""

SURE = Decimal("1.64")
"""Standard deviations above the mean that are set aside: 19 of 20 sums stay below."""


class Thrift:
    """Admits dialogues to the pipeline as long as the budget lasts.

    Attributes:
        short: Whether a dialogue was left out for want of money.
    """

    def __init__(self, cap: Decimal | None, spent: Decimal, begun: Callable[[str], bool]) -> None:
        """Starts with what there is.

        Args:
            cap: US dollars that the run may spend, None where there is no limit.
            spent: US dollars spent in earlier sittings.
            begun: Whether an earlier sitting began a dialogue; it is paid for, for the most part.
        """
        self._cap = cap
        self._spent = spent
        self._begun = begun
        self._goals: dict[str, int] = {}
        self._costs: dict[str, Decimal] = {}  # of a goal, by the dialogue that it is known from
        self._under_way: list[int] = []
        self._ended = asyncio.Event()
        self._scouted: set[str] = set()
        self._broke = ""
        self.short = False

    def settle(self, calls: Iterable[CallRecord]) -> None:
        """Books what finished work cost, and learns from it what a dialogue costs."""
        costs: defaultdict[str, Decimal] = defaultdict(Decimal)
        for call in calls:
            cost = Decimal(call.cost_usd or 0)
            if not call.from_journal:
                self._spent += cost
            if cell_of(call.item) is not None:
                costs[call.item] += cost
        self._costs |= {item: cost / self._goals.get(item, 1) for item, cost in costs.items()}

    def scouts(self, requests: Sequence[PlanRequest]) -> tuple[PlanRequest, ...]:
        """Whom to make next, as long as little is known of what a dialogue costs.

        The first goes alone: perhaps the budget is not enough for more.
        """
        fresh = [request for request in requests if not self._known(request.dialogue_id)]
        if self._cap is None or self._broke or len(self._costs) >= SCOUTS or len(fresh) < 2:
            return ()
        number = min(len(fresh), SCOUTS - len(self._costs)) if self._costs else 1
        chosen = {cell.index for cell in typical([request.cell for request in fresh], number)}
        scouts = tuple(request for request in fresh if request.cell.index in chosen)
        self._goals |= {request.dialogue_id: request.cell.goals for request in scouts}
        return scouts if self._affordable(scouts) == number else ()

    def scouted(self, requests: Iterable[PlanRequest], calls: Iterable[CallRecord]) -> None:
        """Books what scouts cost; the same dialogues are free from now on."""
        self._scouted.update(request.dialogue_id for request in requests)
        self.settle(calls)

    @asynccontextmanager
    async def admitted(
        self, requests: Sequence[PlanRequest]
    ) -> AsyncIterator[tuple[PlanRequest, ...]]:
        """Those of the requests that can probably be paid for, while they are under way.

        Waits where others under way may leave more than is set aside for them.
        """
        self._goals |= {request.dialogue_id: request.cell.goals for request in requests}
        fresh = [request for request in requests if not self._known(request.dialogue_id)]
        while self._affordable(fresh) < len(fresh) and self._under_way:
            self._ended.clear()
            await self._ended.wait()
        few = self._affordable(fresh)
        self.short = self.short or few < len(fresh)
        left_out = {request.dialogue_id for request in fresh[few:]}
        goals = [request.cell.goals for request in fresh[:few]]
        self._under_way += goals
        try:
            yield tuple(r for r in requests if r.dialogue_id not in left_out)
        finally:
            for number in goals:
                self._under_way.remove(number)
            self._ended.set()

    def broke(self, why: str) -> None:
        """Not even the scouts could be paid for: nothing more is begun."""
        self._broke = why

    def told(self) -> str:
        """Why dialogues were left out."""
        if self._broke:
            return self._broke
        each = f", and a goal costs about {dollars(self._cost()[0])}" if self._costs else ""
        return (
            f"the budget limits.max_cost_usd = {self._cap} does not reach for more: "
            f"{dollars(self._spent)} spent{each}; raise it to go on"
        )

    def _known(self, dialogue_id: str) -> bool:
        return dialogue_id in self._scouted or self._begun(dialogue_id)

    def _affordable(self, requests: Sequence[PlanRequest]) -> int:
        """How many of the requests can be begun, beginning with the first."""
        if self._broke:
            return 0
        if self._cap is None or not self._costs:
            return len(requests)
        left = self._cap - self._spent
        mean, deviation = self._cost()
        goals, squares = sum(self._under_way), sum(n * n for n in self._under_way)
        for place, request in enumerate(requests):
            goals += request.cell.goals
            squares += request.cell.goals**2
            # Each of them differs from the mean, and the mean itself is known from a few only.
            variance = squares + Decimal(goals * goals) / len(self._costs)
            if mean * goals + SURE * deviation * variance.sqrt() > left:
                return place
        return len(requests)

    def _cost(self) -> tuple[Decimal, Decimal]:
        """Mean and standard deviation of the cost of a goal."""
        seen = len(self._costs)
        mean = sum(self._costs.values(), Decimal(0)) / seen
        square = sum(((cost - mean) ** 2 for cost in self._costs.values()), Decimal(0))
        deviation = (square / max(1, seen - 1)).sqrt()
        return mean, max(deviation, mean * SPREAD) if seen < FEW else deviation


def typical(cells: Sequence[Cell], size: int) -> tuple[Cell, ...]:
    """So many of the cells, spread evenly over short and long, plain and eventful ones."""
    ordered = sorted(cells, key=lambda c: (c.goals, len(c.phenomena), c.query_first, c.index))
    step = len(ordered) / size
    return tuple(ordered[int((place + 0.5) * step)] for place in range(size))


async def send_scouts(
    thrift: Thrift, requests: Sequence[PlanRequest], workspace: Workspace, catalog: Catalog
) -> None:
    """Makes the first few dialogues, where there is a cap and nobody knows what one costs.

    Their replies are in the journal then: the shards that they belong to have them free.
    """
    while scouts := thrift.scouts(requests):
        with TemporaryDirectory(prefix="dialoom-scouts-") as folder:
            aside = replace(workspace, store=ArtifactStore(folder))
            try:
                result = await run_shard(ShardSpec(0, 0, 0, scouts), aside, catalog)
            except BudgetExhausted as problem:
                thrift.broke(str(problem))
                return
        thrift.scouted(scouts, result.calls)
