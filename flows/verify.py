"""`dialoom verify`: a dataset's labels made again from its records, offline and without a model."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from flows.parallel import spread
from formats.services import parse_services
from runtime.files import StorageFailure
from runtime.store import ArtifactStore
from schemas.dataset import DialogueRow, FrameRow, SlotRow, TurnRow
from schemas.service import Catalog, ServiceSchema
from stages.compile.following import Rows, Unfollowed, grouped, unfollowed

SERVICES = "services.json"
"""The schemas of a published dataset, beside its tables."""
DATASET = "dataset"


@dataclass(frozen=True)
class Verified:
    """What became of a dataset.

    Attributes:
        turns: How many turns its dialogues have.
        wrong: What does not follow, dialogue by dialogue.
    """

    dialogues: int
    turns: int
    wrong: tuple[Unfollowed, ...]

    @property
    def wrong_dialogues(self) -> int:
        """How many dialogues have labels that do not follow."""
        return len({fault.dialogue_id for fault in self.wrong})

    def sentences(self, shown: int) -> Iterator[str]:
        """A line for every dialogue, with the first few of its faults."""
        by_dialogue: dict[str, list[Unfollowed]] = {}
        for fault in self.wrong:
            by_dialogue.setdefault(fault.dialogue_id, []).append(fault)
        for name, faults in by_dialogue.items():
            for fault in faults[:shown]:
                where = name if fault.turn is None else f"{name}, turn {fault.turn}"
                yield f"{where}: {fault.message}"
            if len(faults) > shown:
                yield f"{name}: and {len(faults) - shown} more"


def verify(folder: str, tell: Callable[[int, int], None] = lambda done, of: None) -> Verified:
    """Replays every published dialogue and compares all rows with those that it gives.

    Args:
        folder: A run's folder or URL, or that of its dataset alone.
        tell: Called with the number of dialogues done and of all.

    Raises:
        StorageFailure: Where a table is missing or damaged.
    """
    store, table = _dataset(folder)
    catalog = _catalog(store, table)
    turns = store.read(table, "turns", TurnRow)
    rows, strays = grouped(
        store.read(table, "dialogues", DialogueRow),
        turns,
        store.read(table, "frames", FrameRow),
        store.read(table, "slots", SlotRow),
    )
    wrong = list(strays)
    done = 0
    for found in spread(partial(_all_unfollowed, catalog), rows):
        done += len(found)
        tell(done, len(rows))
        wrong += [fault for faults in found for fault in faults]
    return Verified(len(rows), len(turns), tuple(wrong))


def _all_unfollowed(catalog: Catalog, rows: Sequence[Rows]) -> list[tuple[Unfollowed, ...]]:
    return [unfollowed(each, catalog) for each in rows]


def _dataset(folder: str) -> tuple[ArtifactStore, str]:
    """A store, and where in it the dataset's tables lie."""
    store = ArtifactStore(folder)
    if store.parts(DATASET):
        return store, DATASET
    if "dialogues" in store.parts("."):
        return store, "."
    raise StorageFailure(f"{folder} holds no dataset: neither {DATASET}/ nor dialogues.parquet")


def _catalog(store: ArtifactStore, table: str) -> Catalog:
    """The schemas: the dataset's own, or those of the run around it."""
    path = f"{table}/{SERVICES}"
    data = store.files.read(path)
    if data is None and store.parts("services"):
        return Catalog(services=store.read_all("services", ServiceSchema))
    if data is None:
        raise StorageFailure(f"{store.root}/{path} is missing: nothing replays without schemas")
    try:
        return Catalog(services=parse_services(data.decode("utf-8"), f"{store.root}/{path}"))
    except UnicodeDecodeError as problem:
        raise StorageFailure(f"{store.root}/{path} is damaged: it is no UTF-8") from problem


def told_on_terminal(done: int, of: int) -> None:
    """Progress on a terminal, on one line; nothing elsewhere."""
    if sys.stderr.isatty():
        end = "\n" if done == of else ""
        sys.stderr.write(f"\r{done} of {of} dialogues{end}")
        sys.stderr.flush()
