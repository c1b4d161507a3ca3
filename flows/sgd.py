"""`dialoom import sgd`: published dialogues become a folder laid out as a run's."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from checks.imported import imported
from flows.parallel import spread
from flows.verify import SERVICES
from formats.services import services_text
from formats.sgd import Contradiction, SgdError, read_dialogue, read_schema, with_examples
from runtime.fingerprint import digest_records
from runtime.store import ArtifactStore, part_name
from schemas.annotation import AnnotatedDialogue
from schemas.candidate import Candidate, Judgement
from schemas.dataset import DialogueRow, FrameRow, SlotRow, TurnRow
from schemas.dialogue import Dialogue
from schemas.plan import Plan, Split
from schemas.service import Catalog, ServiceSchema
from stages.compile.rows import dialogue_row, frame_rows, slot_rows, turn_rows

TOLERATED = 10_000
"""One contradiction in so many writes is let pass: annotators err, too."""

Raw = dict[str, Any]


@dataclass(frozen=True)
class SgdImport:
    """What came of an import.

    Attributes:
        writes: How often the annotated states change a slot.
    """

    folder: str
    dialogues: int
    turns: int
    writes: int
    contradictions: tuple[Contradiction, ...]

    @property
    def too_many(self) -> bool:
        """Whether more than one in ten thousand writes contradicts its dialogue."""
        return len(self.contradictions) * TOLERATED > self.writes

    def sentences(self) -> Iterator[str]:
        """What to tell the user: every contradiction, then the numbers."""
        for found in self.contradictions:
            service = f" {found.service}" if found.service else ""
            yield (
                f"{found.dialogue_id}, turn {found.turn}:{service} {found.what}: {found.message}"
            )
        yield (
            f"{self.dialogues} dialogues, {self.turns} turns, {self.writes} state changes: "
            f"{len(self.contradictions)} contradictions"
        )
        yield f"{self.folder}; next: dialoom verify {self.folder}"


class Source(NamedTuple):
    """A dialogue as its file has it, and where that file puts it."""

    raw: Raw
    split: Split


def import_services(
    schema: Path, dialogues: Sequence[Path]
) -> tuple[tuple[ServiceSchema, ...], tuple[Source, ...]]:
    """The services of a schema file, with the values that the dialogues say, and those dialogues.

    Raises:
        SgdError: Where a file is missing or not what SGD's files look like.
    """
    catalog = read_schema(_json_list(schema))
    sources = tuple(
        Source(raw, _split_of(path)) for path in _files(dialogues) for raw in _json_list(path)
    )
    return with_examples(catalog, [source.raw for source in sources]).services, sources


def import_dialogues(
    services: Sequence[ServiceSchema],
    sources: Sequence[Source],
    folder: str,
    split: Split | None = None,
) -> SgdImport:
    """Writes the dialogues with their labels to a folder laid out as a run's.

    Args:
        services: With at least those of the dialogues.
        sources: The dialogues.
        folder: Its path or URL.
        split: Of all dialogues, whatever their files say.

    Raises:
        SgdError: Where a dialogue is not what SGD's files look like.
        StorageFailure: Where the folder cannot be written.
    """
    catalog = Catalog(services=tuple(services))
    _refuse_twins(sources)
    read = [one for many in spread(partial(_read, catalog), sources) for one in many]
    candidates = [_placed(one.candidate, place) for place, one in enumerate(read)]
    splits = [split or source.split for source in sources]
    store = ArtifactStore(folder)
    _write_records(store, candidates, catalog)
    rows = [
        dialogue_row(candidate, catalog, None, where)
        for candidate, where in zip(candidates, splits, strict=True)
    ]
    _write_dataset(store, candidates, rows, catalog)
    found = tuple(each for one in read for each in one.contradictions)
    text = json.dumps([asdict(each) for each in found], indent=2, ensure_ascii=False)
    store.write_text("contradictions.json", text + "\n")
    return SgdImport(
        folder=store.root,
        dialogues=len(candidates),
        turns=sum(len(candidate.dialogue.turns) for candidate in candidates),
        writes=sum(one.writes for one in read),
        contradictions=found,
    )


class _Read(NamedTuple):
    candidate: Candidate
    contradictions: tuple[Contradiction, ...]
    writes: int


def _read(catalog: Catalog, sources: Sequence[Source]) -> list[_Read]:
    return [_read_one(catalog, source.raw) for source in sources]


def _read_one(catalog: Catalog, raw: Raw) -> _Read:
    read = read_dialogue(raw, catalog)
    return _Read(imported(read.dialogue, catalog), read.contradictions, read.writes)


def _placed(candidate: Candidate, place: int) -> Candidate:
    """A cell for every dialogue: tables are ordered by it."""
    cell = candidate.plan.cell.model_copy(update={"index": place})
    return candidate.model_copy(update={"plan": candidate.plan.model_copy(update={"cell": cell})})


def _write_records(store: ArtifactStore, candidates: Sequence[Candidate], catalog: Catalog) -> None:
    part = part_name(0)
    store.write("services", part, catalog.services, ServiceSchema)
    store.write("plans", part, [c.plan for c in candidates], Plan)
    store.write("dialogues", part, [c.dialogue for c in candidates], Dialogue)
    store.write("annotations", part, [c.annotation for c in candidates], AnnotatedDialogue)
    store.write("judgements", part, [], Judgement)


def _write_dataset(
    store: ArtifactStore,
    candidates: Sequence[Candidate],
    rows: Sequence[DialogueRow],
    catalog: Catalog,
) -> None:
    identity = digest_records(rows)
    pairs = list(zip(candidates, rows, strict=True))
    turns = [turn for candidate, row in pairs for turn in turn_rows(candidate, row)]
    frames = [frame for candidate in candidates for frame in frame_rows(candidate)]
    slots = [slot for candidate in candidates for slot in slot_rows(candidate, catalog)]
    store.write("dataset", "dialogues", rows, DialogueRow, identity)
    store.write("dataset", "turns", turns, TurnRow, identity)
    store.write("dataset", "frames", frames, FrameRow, identity)
    store.write("dataset", "slots", slots, SlotRow, identity)
    store.write_text(f"dataset/{SERVICES}", services_text(catalog.services))


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    """The dialogue files; those of a folder in the order of their names."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = sorted(path.glob("dialogues_*.json"))
        if not found:
            raise SgdError(f"{path}: holds no dialogues_*.json")
        yield from found


def _json_list(path: Path) -> list[Raw]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as problem:
        raise SgdError(f"{path}: there is no such file") from problem
    except (OSError, UnicodeDecodeError) as problem:
        raise SgdError(f"{path}: cannot be read: {problem}") from problem
    except json.JSONDecodeError as problem:
        raise SgdError(f"{path}, line {problem.lineno}: is not JSON ({problem.msg})") from problem
    except RecursionError as problem:
        raise SgdError(f"{path}: its JSON is nested too deeply to be read") from problem
    if not isinstance(data, list) or not all(isinstance(item, dict) for item in data):
        raise SgdError(f"{path}: wants a list of JSON objects, as SGD's files are")
    return data


def _split_of(path: Path) -> Split:
    """SGD keeps its splits in folders named train, dev and test; some copies name the files."""
    words = f"{path.parent.name}_{path.stem}".lower().replace("-", "_").split("_")
    named = [split for split in (Split.TRAIN, Split.DEV, Split.TEST) if split.value in words]
    return named[0] if len(named) == 1 else Split.TRAIN


def _refuse_twins(sources: Sequence[Source]) -> None:
    names = Counter(str(source.raw.get("dialogue_id")) for source in sources)
    twice = sorted(name for name, number in names.items() if number > 1)
    if twice:
        raise SgdError(f"the dialogue {twice[0]!r} is there twice")
