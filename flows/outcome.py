"""What is told of a run: progress, spending, cells that stayed empty."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal

from schemas.candidate import Judged
from schemas.config import RunConfig
from schemas.plan import Cell
from schemas.run import CallOutcome, CallRecord, QuotaRow, Spend, UnmetCell
from schemas.service import Catalog
from schemas.verdict import Rejection
from stages.plans.accounting import account

STAGES = ("plans", "simulate", "annotate", "validate")
"""The stages of a round, in order."""


@dataclass(frozen=True)
class Progress:
    """How a round stands, each time that a stage is through with a shard.

    Attributes:
        wanted: Dialogues that the whole run is to publish.
        filled: Cells that earlier rounds filled.
        attempted: Cells that this round tries.
        good: Dialogues of this round that passed the ladder so far, before duplicates are dropped.
        through: Items that each stage is through with in this round.
        spend: What the parts that are through have used, of the whole run so far.
        label: The stage, round and shard that just ended.
        loaded: True where that part was there from an earlier sitting.
    """

    round: int
    wanted: int
    filled: int
    attempted: int
    good: int
    through: Mapping[str, int]
    spend: Spend
    label: str
    loaded: bool

    @property
    def share(self) -> float:
        """Share of the whole run that is done, taking this round to fill what it tries."""
        done = sum(self.through.get(stage, 0) for stage in STAGES)
        round_share = min(1.0, done / (len(STAGES) * self.attempted)) if self.attempted else 1.0
        return min(1.0, (self.filled + self.attempted * round_share) / self.wanted)


class Tally:
    """Adds up calls."""

    def __init__(self, start: Spend = Spend()) -> None:  # noqa: B008 - it is frozen
        self._calls = start.calls
        self._from_journal = start.from_journal
        self._tokens_in = start.tokens_in
        self._tokens_out = start.tokens_out
        self._usd = Decimal(start.usd)
        self._unpriced = start.unpriced

    def add(self, calls: Iterable[CallRecord]) -> None:
        """Counts more calls."""
        for call in calls:
            self._calls += 1
            self._from_journal += call.from_journal
            self._tokens_in += call.tokens_in or 0
            self._tokens_out += call.tokens_out or 0
            if call.reused:
                continue  # whoever made that run has paid
            if call.cost_usd is not None:
                self._usd += Decimal(call.cost_usd)
            elif call.outcome is not CallOutcome.ERROR:  # no reply, no price
                self._unpriced += 1

    def spend(self) -> Spend:
        """The sums so far."""
        return Spend(
            calls=self._calls,
            from_journal=self._from_journal,
            tokens_in=self._tokens_in,
            tokens_out=self._tokens_out,
            usd=f"{self._usd:f}",
            unpriced=self._unpriced,
        )


def unmet_cells(
    cells: Sequence[Cell], filled: Set[int], dropped: Iterable[Rejection]
) -> tuple[UnmetCell, ...]:
    """Every cell without a dialogue, with what stopped its attempts."""
    reasons: defaultdict[int, Counter[str]] = defaultdict(Counter)
    attempts: defaultdict[int, set[str]] = defaultdict(set)
    for rejection in dropped:
        cell = cell_of(rejection.item)
        if cell is not None:
            reasons[cell][rejection.code.value] += 1
            attempts[cell].add(rejection.item)
    return tuple(
        UnmetCell(
            cell=cell.index,
            intent=f"{cell.service}.{cell.intent}",
            phenomena=tuple(tag.value for tag in cell.phenomena),
            attempts=len(attempts[cell.index]),
            reasons=dict(sorted(reasons[cell.index].items())),
        )
        for cell in cells
        if cell.index not in filled
    )


def quotas_of(
    config: RunConfig,
    catalog: Catalog,
    cells: Sequence[Cell],
    judged: Sequence[Judged],
    unmet: Sequence[UnmetCell],
) -> tuple[QuotaRow, ...]:
    """What became of the declared shares; nothing where no partition was laid."""
    return account(config, catalog, cells, judged, unmet) if cells else ()


def cell_of(dialogue_id: str) -> int | None:
    """The cell of a dialogue's id, None for ids of other items."""
    cell, dash, attempt = dialogue_id.partition("-")
    return int(cell) if dash and cell.isdigit() and attempt.isdigit() else None
