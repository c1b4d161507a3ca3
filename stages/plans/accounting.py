"""What became of the declared quotas: wanted, planned, simulated, realised, accepted."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from phenomena import ALL, BY_TAG
from schemas.candidate import Judged
from schemas.config import RunConfig
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Cell, Split
from schemas.run import QuotaRow, UnmetCell
from schemas.service import Catalog
from stages.plans.quotas import apportioned, lack, wanted


@dataclass(frozen=True)
class _Run:
    """What is counted.

    Attributes:
        empty: By index, the cells that publish nothing.
    """

    cells: Sequence[Cell]
    judged: Sequence[Judged]
    empty: Mapping[int, UnmetCell]

    def failed(self, cells: Iterable[Cell]) -> list[UnmetCell]:
        """Those of the cells that publish nothing."""
        return [self.empty[cell.index] for cell in cells if cell.index in self.empty]


def account(
    config: RunConfig,
    catalog: Catalog,
    cells: Sequence[Cell],
    judged: Sequence[Judged],
    unmet: Sequence[UnmetCell],
) -> tuple[QuotaRow, ...]:
    """One row for each phenomenon, primary intent, number of intents and split.

    Args:
        config: Declares the quotas.
        catalog: The run's services.
        cells: The whole partition.
        judged: Every dialogue that was made.
        unmet: The cells that publish nothing, and why.
    """
    run = _Run(cells, judged, {cell.cell: cell for cell in unmet})
    phenomena = (_phenomenon(p.tag, wanted(config, p.tag, len(cells)), run) for p in ALL)
    return (
        *(row for row in phenomena if row.wanted or row.planned),
        *_marginal("intent", _name, _declared_intents(config, catalog, cells), run),
        *_marginal("intents", _goals, _declared_goals(config, len(cells)), run),
        *_marginal("split", _split, _declared_splits(config, cells), run),
    )


def _phenomenon(tag: PhenomenonTag, number: int, run: _Run) -> QuotaRow:
    mine = [cell for cell in run.cells if tag in cell.phenomena]
    made = [j for j in run.judged if tag in j.candidate.plan.cell.phenomena]
    failed = run.failed(mine)
    room = f"{len(mine)} of {number} dialogues have room for it"
    short = room if mine else lack(BY_TAG[tag].needs)
    return QuotaRow(
        kind="phenomenon",
        name=tag.value,
        wanted=number,
        planned=len(mine),
        simulated=len(made),
        realised=sum(tag in j.candidate.annotation.shown for j in made),
        accepted=len(mine) - len(failed),
        reason="; ".join((*([short] if len(mine) < number else []), *_stopped(failed))),
    )


def _marginal(
    kind: str, name_of: Callable[[Cell], str], declared: Mapping[str, int], run: _Run
) -> Iterator[QuotaRow]:
    planned = Counter(name_of(cell) for cell in run.cells)
    made = Counter(name_of(j.candidate.plan.cell) for j in run.judged)
    for name in sorted({*planned, *declared}):
        failed = run.failed(cell for cell in run.cells if name_of(cell) == name)
        number = declared.get(name, planned[name])
        short = f"{planned[name]} of {number} dialogues can be so"
        yield QuotaRow(
            kind=kind,
            name=name,
            wanted=number,
            planned=planned[name],
            simulated=made[name],
            realised=made[name],
            accepted=planned[name] - len(failed),
            reason="; ".join((*([short] if planned[name] < number else []), *_stopped(failed))),
        )


def _stopped(failed: Sequence[UnmetCell]) -> tuple[str, ...]:
    """What stopped the cells that stayed empty."""
    if not failed:
        return ()
    codes = Counter(code for cell in failed for code in Counter(cell.reasons).elements())
    told = ", ".join(f"{code} {number}x" for code, number in codes.most_common())
    return (f"{len(failed)} not met: {told or 'not tried'}",)


def _name(cell: Cell) -> str:
    return f"{cell.service}.{cell.intent}"


def _goals(cell: Cell) -> str:
    return str(cell.goals)


def _split(cell: Cell) -> str:
    return cell.split.value


def _declared_intents(config: RunConfig, catalog: Catalog, cells: Sequence[Cell]) -> dict[str, int]:
    declared: dict[str, int] = {}
    for service, intent in catalog.intents():
        full = f"{service.name}.{intent.name}"
        share = config.mix.intents.get(full, config.mix.intents.get(intent.name))
        if share is not None:
            declared[full] = round(share * len(cells))
    return declared


def _declared_goals(config: RunConfig, count: int) -> dict[str, int]:
    total = sum(config.mix.goals.values())
    sizes = sorted(config.mix.goals)
    numbers = apportioned([config.mix.goals[size] / total for size in sizes], count)
    return {str(size): number for size, number in zip(sizes, numbers, strict=True)}


def _declared_splits(config: RunConfig, cells: Sequence[Cell]) -> dict[str, int]:
    seen = sum(cell.split is not Split.TEST_HELD_OUT for cell in cells)
    shares = config.splits
    numbers = apportioned((shares.dev, shares.test, 1 - shares.dev - shares.test), seen)
    names = (Split.DEV.value, Split.TEST.value, Split.TRAIN.value)
    return {name: number for name, number in zip(names, numbers, strict=True) if number}
