"""A run's dialogues in other people's shapes, written beside its dataset."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import yaml
from pydantic import JsonValue

from flows.publish import published
from formats.chat import ChatStyle, chat_rows, typed
from formats.lucid_export import lucid_dataset
from formats.publication import Published
from formats.sgd import sgd_dataset, write_schema
from formats.targets import target_rows
from formats.tools import chat_tool, imported_tools
from phenomena import BY_TAG
from runtime.fingerprint import digest_records
from runtime.parquet import to_bytes
from runtime.store import ArtifactStore
from schemas.base import Record
from schemas.dataset import DialogueRow
from schemas.export import ChatRow, ExportFormat, LeftOut, TargetRow
from schemas.plan import Split
from schemas.service import Catalog

SGD_FILE = 128
"""Dialogues in a file of an SGD export."""

RowT = TypeVar("RowT", bound=Record)


@dataclass(frozen=True)
class Export:
    """What an export wrote.

    Attributes:
        folder: Where it lies.
        files: Names of its files with their numbers of rows.
        left_out: Dialogues that the format could not carry.
    """

    folder: str
    files: Mapping[str, int]
    left_out: tuple[LeftOut, ...]

    def sentences(self) -> tuple[str, ...]:
        """What to tell the user."""
        lines = [f"{self.folder}/{name}: {rows}" for name, rows in self.files.items()]
        reasons = Counter(left.reason for left in self.left_out)
        lines += [f"left out: {number}, {reason}" for reason, number in reasons.most_common()]
        return tuple(lines)


def export_run(
    run: str, shape: ExportFormat, style: ChatStyle, output: str | None = None
) -> Export:
    """Writes a finished run's published dialogues in a shape.

    Args:
        run: The run's folder or URL.
        shape: Which one.
        style: Of the shape `chat`.
        output: Folder to write to, `<run>/exports/<shape>` by default.

    Raises:
        StorageFailure: Where the run cannot be read, or the folder not be written.
    """
    store = ArtifactStore(run)
    splits = {row.dialogue_id: row.split for row in store.read("dataset", "dialogues", DialogueRow)}
    candidates, catalog = published(store)
    items = [
        Published(c.dialogue, c.annotation, splits[c.dialogue.dialogue_id]) for c in candidates
    ]
    target = ArtifactStore(output or f"{store.root}/exports/{shape.value}")
    match shape:
        case ExportFormat.CHAT:
            files, left_out = _chat(target, items, catalog, style)
        case ExportFormat.LUCID:
            files, left_out = _lucid(target, items, catalog)
        case ExportFormat.SGD:
            files, left_out = _sgd(target, items, catalog)
        case ExportFormat.TARGETS:
            files, left_out = _targets(target, items, catalog)
    if left_out:
        _write_json(target, "left_out.json", [left.model_dump() for left in left_out])
    else:
        target.files.remove("left_out.json")
    return Export(target.root, files, left_out)


def _chat(
    target: ArtifactStore, items: Sequence[Published], catalog: Catalog, style: ChatStyle
) -> tuple[dict[str, int], tuple[LeftOut, ...]]:
    rows, left_out = chat_rows(items, catalog, style)
    files: dict[str, int] = {}
    for split in Split:
        mine = [row for row in rows if row.split is split]
        files |= _write_split(target, split, mine, ChatRow, [typed(row) for row in mine])
    tools = [chat_tool(catalog, service, intent) for service, intent in catalog.intents()]
    files["tools.json"] = _write_json(target, "tools.json", tools)
    given = imported_tools(catalog)
    if given:
        files["imported_tools.json"] = _write_json(target, "imported_tools.json", given)
    target.write_text("README.md", _readme("Chats with tool calls", files))
    return files, left_out


def _targets(
    target: ArtifactStore, items: Sequence[Published], catalog: Catalog
) -> tuple[dict[str, int], tuple[LeftOut, ...]]:
    rows, left_out = target_rows(items, catalog)
    files: dict[str, int] = {}
    for split in Split:
        mine = [row for row in rows if row.split is split]
        plain = [row.model_dump(mode="json") for row in mine]
        files |= _write_split(target, split, mine, TargetRow, plain)
    target.write_text("README.md", _readme("Statements to predict", files))
    return files, left_out


def _lucid(
    target: ArtifactStore, items: Sequence[Published], catalog: Catalog
) -> tuple[dict[str, int], tuple[LeftOut, ...]]:
    labels = {tag: phenomenon.lucid for tag, phenomenon in BY_TAG.items() if phenomenon.lucid}
    rows, left_out = lucid_dataset(items, catalog, labels)
    return {"LUCID_data.json": _write_json(target, "LUCID_data.json", list(rows))}, left_out


def _sgd(
    target: ArtifactStore, items: Sequence[Published], catalog: Catalog
) -> tuple[dict[str, int], tuple[LeftOut, ...]]:
    """A folder for each split, as SGD is laid out: schema.json beside dialogues_NNN.json."""
    rows, left_out = sgd_dataset(items, catalog)
    schema = write_schema(catalog)
    files: dict[str, int] = {}
    for split in Split:
        for name in target.files.names(split.value):
            target.files.remove(f"{split.value}/{name}")
        mine = [dialogue for where, dialogue in rows if where is split]
        for number, start in enumerate(range(0, len(mine), SGD_FILE), start=1):
            name = f"{split.value}/dialogues_{number:03d}.json"
            files[name] = _write_json(target, name, mine[start : start + SGD_FILE])
        if mine:
            _write_json(target, f"{split.value}/schema.json", schema)
    return files, left_out


def _write_split(
    target: ArtifactStore,
    split: Split,
    rows: Sequence[RowT],
    cls: type[RowT],
    plain: Sequence[object],
) -> dict[str, int]:
    """One split as Parquet and JSONL; where it has no row, neither file is there."""
    names = (f"{split.value}.parquet", f"{split.value}.jsonl")
    if not rows:
        for name in names:
            target.files.remove(name)
        return {}
    target.files.write(names[0], to_bytes(rows, cls, digest_records(rows)))
    text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in plain)
    target.write_text(names[1], text)
    return dict.fromkeys(names, len(rows))


def _write_json(target: ArtifactStore, name: str, rows: Sequence[JsonValue]) -> int:
    target.write_text(name, json.dumps(rows, ensure_ascii=False, indent=2) + "\n")
    return len(rows)


def _readme(title: str, files: Mapping[str, int]) -> str:
    """A card that tells dataset libraries which file is which split."""
    parquet = [name for name in files if name.endswith(".parquet")]
    configs = [
        {
            "config_name": "default",
            "data_files": [
                {"split": name.removesuffix(".parquet"), "path": name} for name in parquet
            ],
        }
    ]
    front = yaml.safe_dump({"pretty_name": title, "configs": configs}, sort_keys=False)
    lines = "\n".join(f"- `{name}`: {rows}" for name, rows in files.items())
    return (
        f"---\n{front}---\n\n# {title}\n\nWritten by `dialoom export`; rows by file:\n\n{lines}\n"
    )
