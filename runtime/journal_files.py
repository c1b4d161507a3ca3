"""Where a journal's bytes lie: a folder on this machine, or any root that fsspec opens."""

import os
from pathlib import Path
from typing import Protocol

import fsspec

from runtime.files import said_plainly

FOLDER = "journal"


class JournalFiles(Protocol):
    """Where a journal's bytes lie."""

    def read(self, name: str) -> bytes:
        """All bytes of one file, empty where there is none."""
        ...

    def append(self, name: str, line: bytes) -> None:
        """Adds a line to a file."""
        ...

    def close(self, name: str) -> None:
        """Makes what was appended to a file durable."""
        ...

    def names(self) -> list[str]:
        """Every file, sorted."""
        ...


class LocalFiles:
    """Files in a folder. No handle stays open, so items may be thousands at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, name: str) -> bytes:
        """All bytes of one file, empty where there is none."""
        try:
            return (self._folder / name).read_bytes()
        except FileNotFoundError:
            return b""

    def append(self, name: str, line: bytes) -> None:
        """Adds a line with one system call: whole in the kernel's hands, or not at all."""
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        path = self._folder / name
        with said_plainly(str(path)):
            try:
                handle = os.open(path, flags, 0o644)
            except FileNotFoundError:
                self._folder.mkdir(parents=True, exist_ok=True)
                handle = os.open(path, flags, 0o644)
            try:
                rest = memoryview(line)
                while rest:  # a full disk or a signal may cut a write short
                    rest = rest[os.write(handle, rest) :]
            finally:
                os.close(handle)

    def close(self, name: str) -> None:
        """Nothing is held back, so there is nothing to do."""

    def names(self) -> list[str]:
        """Every file, sorted."""
        return sorted(path.name for path in self._folder.glob("*.jsonl"))


class RemoteFiles:
    """Files under an fsspec URL. Object stores cannot append: lines wait until `close`."""

    def __init__(self, url: str) -> None:
        self._fs, self._folder = fsspec.core.url_to_fs(url)
        self._waiting: dict[str, list[bytes]] = {}

    def read(self, name: str) -> bytes:
        """All bytes of one file with what waits to be uploaded, empty where there is none."""
        return self._stored(name) + b"".join(self._waiting.get(name, ()))

    def append(self, name: str, line: bytes) -> None:
        """Adds a line to what is uploaded at `close`."""
        self._waiting.setdefault(name, []).append(line)

    def close(self, name: str) -> None:
        """Uploads the file with its new lines."""
        lines = self._waiting.get(name)
        if not lines:
            return
        self._fs.makedirs(self._folder, exist_ok=True)
        self._fs.pipe_file(f"{self._folder}/{name}", self._stored(name) + b"".join(lines))
        del self._waiting[name]

    def names(self) -> list[str]:
        """Every uploaded file, sorted."""
        if not self._fs.exists(self._folder):
            return []
        paths = self._fs.ls(self._folder, detail=False)
        return sorted(n for n in (p.rsplit("/", 1)[-1] for p in paths) if n.endswith(".jsonl"))

    def _stored(self, name: str) -> bytes:
        try:
            data: bytes = self._fs.cat_file(f"{self._folder}/{name}")
        except FileNotFoundError:
            return b""
        return data


def journal_files(run: str | Path) -> JournalFiles:
    """The journal of the run in a folder, a path or an fsspec URL."""
    text = str(run).rstrip("/")
    if "://" in text and not text.startswith("file://"):
        return RemoteFiles(f"{text}/{FOLDER}")
    return LocalFiles(Path(text.removeprefix("file://")) / FOLDER)
