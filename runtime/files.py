"""Whole files under one root, on disk or at any URL that fsspec opens; all of one or nothing."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any, Protocol


class StorageFailure(Exception):
    """A file could not be written or read; the message is one sentence for the user."""


class Files(Protocol):
    """Files by their path relative to a root."""

    root: str

    def write(self, path: str, data: bytes) -> None:
        """Puts a whole file in place, atomically."""
        ...

    def read(self, path: str) -> bytes | None:
        """The file's bytes, None where there is none."""
        ...

    def names(self, folder: str) -> tuple[str, ...]:
        """Names of the files in a folder, sorted; empty where there is no such folder."""
        ...

    def remove(self, path: str) -> None:
        """Removes a file where there is one."""
        ...


_SENTENCES = {
    errno.ENOSPC: "the disk is full; free some space and resume the run",
    errno.EDQUOT: "the disk quota is used up; free some space and resume the run",
    errno.EROFS: "the disk is read-only; choose another output folder",
    errno.EACCES: "this user may not write there; choose another output folder",
    errno.EPERM: "this user may not write there; choose another output folder",
    errno.ENOTDIR: "part of that path is a file; choose another output folder",
    errno.EISDIR: "there is a folder of that name; choose another output folder",
    errno.ENAMETOOLONG: "that name is too long for the file system; choose a shorter one",
}


@contextmanager
def said_plainly(target: str, doing: str = "write") -> Iterator[None]:
    """Turns the operating system's complaint into one sentence."""
    try:
        yield
    except OSError as problem:
        reason = _SENTENCES.get(problem.errno or 0) or problem.strerror or str(problem)
        raise StorageFailure(f"cannot {doing} {target}: {reason}") from problem


class LocalFiles:
    """Files in a folder: temporary name, fsync, rename, fsync of the folder."""

    def __init__(self, root: str | Path) -> None:
        self.root = str(root)
        self._root = Path(root)

    def write(self, path: str, data: bytes) -> None:
        """Puts a whole file in place; a reader sees the old one or the new one."""
        target = self._root / path
        temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
        with said_plainly(str(target)):
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                with temporary.open("wb") as stream:
                    stream.write(data)
                    stream.flush()
                    os.fsync(stream.fileno())
                temporary.replace(target)
            finally:
                temporary.unlink(missing_ok=True)
            _sync_folder(target.parent)

    def read(self, path: str) -> bytes | None:
        """The file's bytes, None where there is none."""
        with said_plainly(str(self._root / path), "read"):
            try:
                return (self._root / path).read_bytes()
            except (FileNotFoundError, NotADirectoryError):
                return None

    def names(self, folder: str) -> tuple[str, ...]:
        """Names of the visible files in a folder, sorted."""
        with said_plainly(str(self._root / folder), "read"):
            try:
                found = [entry.name for entry in (self._root / folder).iterdir()]
            except (FileNotFoundError, NotADirectoryError):
                return ()
        return tuple(sorted(name for name in found if not name.startswith(".")))

    def remove(self, path: str) -> None:
        """Removes a file where there is one."""
        with said_plainly(str(self._root / path), "remove"):
            (self._root / path).unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Makes a rename survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class RemoteFiles:
    """Files at a URL; an object store puts each object in place at once."""

    def __init__(self, url: str) -> None:
        from fsspec.core import url_to_fs

        self.root = url
        try:
            opened: tuple[Any, str] = url_to_fs(url)
        except (ImportError, ValueError) as problem:
            raise StorageFailure(f"cannot open {url}: {problem}") from problem
        self._system, self._base = opened

    def _at(self, path: str) -> str:
        return str(PurePosixPath(self._base) / path)

    def write(self, path: str, data: bytes) -> None:
        """Puts a whole object in place."""
        with said_plainly(f"{self.root}/{path}"):
            self._system.makedirs(str(PurePosixPath(self._at(path)).parent), exist_ok=True)
            self._system.pipe_file(self._at(path), data)

    def read(self, path: str) -> bytes | None:
        """The object's bytes, None where there is none."""
        with said_plainly(f"{self.root}/{path}", "read"):
            try:
                return bytes(self._system.cat_file(self._at(path)))
            except FileNotFoundError:
                return None

    def names(self, folder: str) -> tuple[str, ...]:
        """Names of the visible objects in a folder, sorted."""
        with said_plainly(f"{self.root}/{folder}", "read"):
            try:
                self._system.invalidate_cache()
                found = self._system.ls(self._at(folder), detail=False)
            except FileNotFoundError:
                return ()
        names = (PurePosixPath(name).name for name in found)
        return tuple(sorted(name for name in names if not name.startswith(".")))

    def remove(self, path: str) -> None:
        """Removes an object where there is one."""
        with said_plainly(f"{self.root}/{path}", "remove"):
            if self._system.exists(self._at(path)):
                self._system.rm_file(self._at(path))


def open_files(root: str) -> Files:
    """The files under a path or URL."""
    if root.startswith("file://"):
        return LocalFiles(root.removeprefix("file://"))
    return RemoteFiles(root) if "://" in root else LocalFiles(root)
