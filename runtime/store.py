"""The artifact store: a run's folder of Parquet parts and JSON documents.

Files prove progress, fingerprints prove identity: a part counts as done when it is whole and was
written under the fingerprint that is asked for.
"""

from collections.abc import Sequence
from typing import TypeVar

from pydantic import ValidationError

from runtime import parquet
from runtime.files import Files, StorageFailure, open_files
from schemas.base import Record

RecordT = TypeVar("RecordT", bound=Record)


def part_name(number: int, stage: str = "") -> str:
    """The name of a shard's part; tables that several stages write to name the stage, too."""
    return f"part-{number:05d}-{stage}" if stage else f"part-{number:05d}"


class ArtifactStore:
    """Tables of a run, `<root>/<table>/<part>.parquet`, and its documents, `<root>/<name>.json`.

    Attributes:
        root: Path or fsspec URL of the run's folder.
        warnings: What was found damaged or stale, one sentence each; whoever shows them takes
            them out.
    """

    def __init__(self, root: str) -> None:
        self.root = root.rstrip("/")
        self.files: Files = open_files(self.root)
        self.warnings: list[str] = []

    def _path(self, table: str, part: str) -> str:
        return f"{table}/{part}.parquet"

    def _warn(self, table: str, part: str, what: str) -> None:
        self.warnings.append(f"{self.root}/{self._path(table, part)} {what}; it is made again")

    def write(
        self,
        table: str,
        part: str,
        records: Sequence[RecordT],
        cls: type[RecordT],
        fingerprint: str = "",
    ) -> None:
        """Writes one part, atomically; an empty one, too, since it proves progress.

        Raises:
            UnwritableRecord: Where a record holds what Parquet cannot.
            StorageFailure: Where the disk is full, read-only or out of reach.
        """
        self.files.write(self._path(table, part), parquet.to_bytes(records, cls, fingerprint))

    def load(
        self, table: str, part: str, cls: type[RecordT], fingerprint: str
    ) -> tuple[RecordT, ...] | None:
        """The records of a part that is done, else None.

        A part that is damaged, or was made under another fingerprint, is named in `warnings`.
        """
        data = self.files.read(self._path(table, part))
        if data is None:
            return None
        try:
            found = parquet.fingerprint_of(data)
            if found != fingerprint:
                self._warn(table, part, "was made from other inputs or by another version")
                return None
            return parquet.from_bytes(data, cls)
        except parquet.DamagedPart as problem:
            self._warn(table, part, str(problem))
        except ValidationError as problem:
            self._warn(table, part, f"does not fit {cls.__name__} ({problem.error_count()} faults)")
        return None

    def done(self, table: str, part: str, fingerprint: str) -> bool:
        """Whether a part stands and was made under this fingerprint (the footer is read)."""
        data = self.files.read(self._path(table, part))
        if data is None:
            return False
        try:
            found = parquet.fingerprint_of(data)
        except parquet.DamagedPart as problem:
            self._warn(table, part, str(problem))
            return False
        if found != fingerprint:
            self._warn(table, part, "was made from other inputs or by another version")
        return found == fingerprint

    def read(self, table: str, part: str, cls: type[RecordT]) -> tuple[RecordT, ...]:
        """The records of one part, whatever its fingerprint.

        Raises:
            StorageFailure: Where the part is missing or damaged; the sentence names it.
        """
        path = self._path(table, part)
        data = self.files.read(path)
        if data is None:
            raise StorageFailure(f"{self.root}/{path} is missing; `dialoom resume` makes it again")
        try:
            return parquet.from_bytes(data, cls)
        except parquet.DamagedPart as problem:
            raise StorageFailure(
                f"{self.root}/{path} {problem}; `dialoom resume` makes it again"
            ) from problem
        except ValidationError as problem:
            first = problem.errors()[0]
            where = ".".join(str(step) for step in first["loc"])
            raise StorageFailure(
                f"{self.root}/{path} has a bad {where}: {first['msg']}"
            ) from problem

    def parts(self, table: str) -> tuple[str, ...]:
        """Names of a table's parts, in order."""
        return tuple(
            name.removesuffix(".parquet")
            for name in self.files.names(table)
            if name.endswith(".parquet")
        )

    def read_all(self, table: str, cls: type[RecordT]) -> tuple[RecordT, ...]:
        """All records of a table, part by part."""
        return tuple(row for part in self.parts(table) for row in self.read(table, part, cls))

    def remove(self, table: str, part: str) -> None:
        """Removes a part where there is one."""
        self.files.remove(self._path(table, part))

    def write_document(self, name: str, record: Record) -> None:
        """Writes a record as `<name>.json`, atomically."""
        text = record.model_dump_json(indent=2) + "\n"
        self.files.write(f"{name}.json", text.encode())

    def read_document(self, name: str, cls: type[RecordT]) -> RecordT | None:
        """The record in `<name>.json`, None where there is none.

        Raises:
            StorageFailure: Where it is there and cannot be read as that record.
        """
        data = self.files.read(f"{name}.json")
        if data is None:
            return None
        try:
            return cls.model_validate_json(data)
        except ValidationError as problem:
            first = problem.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            raise StorageFailure(
                f"{self.root}/{name}.json is not a {cls.__name__}: {where or 'file'}: "
                f"{first['msg']}"
            ) from problem

    def write_text(self, path: str, text: str) -> None:
        """Writes a text file (a card, a report), atomically."""
        self.files.write(path, text.encode("utf-8"))
