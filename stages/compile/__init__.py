"""The stage `compile`: one accepted dialogue for each cell, duplicates dropped, tables."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from checks import judges
from checks.corpus import DuplicateFinder, held_out_intents, split_of
from runtime.stage import StageName
from schemas.candidate import Candidate, Judged
from schemas.config import RunConfig
from schemas.dataset import DialogueRow, FrameRow, NearDuplicateRow, SlotRow, TurnRow
from schemas.run import Panel
from schemas.service import Catalog
from schemas.verdict import Rejection, RejectionCode
from stages.compile.card import dataset_card
from stages.compile.dropping import choose_triplet, drop
from stages.compile.rows import dialogue_row, frame_rows, slot_rows, turn_rows

__all__ = ["NAME", "VERSION", "Compiled", "Selection", "compile_dataset", "dataset_card", "select"]

NAME = StageName.COMPILE
VERSION = 2


@dataclass(frozen=True)
class Selection:
    """Which dialogues are published, one for each cell that has one, in cell order.

    Attributes:
        rejections: One for every other dialogue: why it is not.
        near_duplicates: Those that were left out because of another, each with it.
    """

    chosen: tuple[Candidate, ...]
    rejections: tuple[Rejection, ...]
    near_duplicates: tuple[NearDuplicateRow, ...] = ()


@dataclass(frozen=True)
class Compiled:
    """The published tables; `chosen` and `rejections` together are all that was judged.

    Attributes:
        panel: How the judges voted, None where nothing was judged.
    """

    chosen: tuple[Candidate, ...]
    rejections: tuple[Rejection, ...]
    dialogues: tuple[DialogueRow, ...]
    turns: tuple[TurnRow, ...]
    frames: tuple[FrameRow, ...]
    slots: tuple[SlotRow, ...]
    near_duplicates: tuple[NearDuplicateRow, ...] = ()
    panel: Panel | None = None


def select(judged: Sequence[Judged], kept: Sequence[str] = ()) -> Selection:
    """Takes each cell's first accepted attempt that nearly equals no dialogue taken before.

    The siblings of a triplet are taken together, at the first attempt that all of them passed.

    Args:
        judged: All judged dialogues so far, in any order.
        kept: Ids chosen in earlier rounds: they keep their places, so that a later attempt at
            a lower cell never pushes out what a round has already accepted.
    """
    cells: dict[int, list[Judged]] = defaultdict(list)
    for item in sorted(judged, key=_order):
        cells[item.candidate.plan.cell.index].append(item)
    finder = DuplicateFinder()
    taken: dict[int, Candidate] = {}
    for item in judged:
        if item.candidate.dialogue.dialogue_id in kept:
            taken[item.candidate.plan.cell.index] = item.candidate
    for _, candidate in sorted(taken.items()):
        finder.add(candidate)
    rejections: list[Rejection] = []
    triplets: dict[int, dict[int, list[Judged]]] = defaultdict(dict)
    for cell, attempts in sorted(cells.items()):
        triplet = attempts[0].candidate.plan.cell.triplet
        if triplet is None:
            rejections += _choose(cell, attempts, taken, finder)
        else:
            triplets[triplet][cell] = attempts
    for siblings in triplets.values():
        rejections += choose_triplet(siblings, taken, finder)
    chosen = tuple(taken[cell] for cell in sorted(taken))
    return Selection(chosen, tuple(rejections), finder.pairs)


def compile_dataset(
    judged: Sequence[Judged], catalog: Catalog, config: RunConfig, kept: Sequence[str] = ()
) -> Compiled:
    """Makes the published tables.

    Args:
        judged: All judged dialogues of the run, in any order.
        catalog: The run's services.
        config: The run's configuration.
        kept: Ids chosen in earlier rounds, as for `select`.
    """
    selection = select(judged, kept)
    held_out = held_out_intents(catalog, config.splits.held_out)
    dialogues: list[DialogueRow] = []
    turns: list[TurnRow] = []
    frames: list[FrameRow] = []
    slots: list[SlotRow] = []
    for candidate in selection.chosen:
        row = dialogue_row(
            candidate, catalog, config, split_of(candidate, held_out, candidate.plan.cell.split)
        )
        dialogues.append(row)
        turns += turn_rows(candidate, row)
        frames += frame_rows(candidate)
        slots += slot_rows(candidate, catalog)
    return Compiled(
        chosen=selection.chosen,
        rejections=selection.rejections,
        dialogues=tuple(dialogues),
        turns=tuple(turns),
        frames=tuple(frames),
        slots=tuple(slots),
        near_duplicates=selection.near_duplicates,
        panel=judges.panel(verdict for item in judged for verdict in item.verdicts),
    )


def _order(item: Judged) -> tuple[int, int]:
    return item.candidate.plan.cell.index, item.candidate.plan.attempt


def _choose(
    cell: int, attempts: Sequence[Judged], taken: dict[int, Candidate], finder: DuplicateFinder
) -> list[Rejection]:
    rejections: list[Rejection] = []
    for item in attempts:
        candidate = item.candidate
        if item.code is not None:
            rejections.append(drop(candidate, StageName.VALIDATE, item.code, item.detail))
        elif cell in taken and taken[cell].dialogue.dialogue_id == candidate.dialogue.dialogue_id:
            continue
        elif (twin := finder.duplicate_of(candidate)) is not None:
            # Said of surplus ones too: why an attempt was passed over is the same in every round.
            detail = f"nearly the same as {twin}"
            rejections.append(drop(candidate, NAME, RejectionCode.DUPLICATE, detail))
        elif cell in taken:
            detail = f"the cell publishes {taken[cell].dialogue.dialogue_id}"
            rejections.append(drop(candidate, NAME, RejectionCode.SURPLUS, detail))
        else:
            taken[cell] = candidate
            finder.add(candidate)
    return rejections
