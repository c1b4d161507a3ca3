"""Every paid reply, kept: an append-only file of JSON lines for each item.

A reply is filed under its call site and a hash of all that was asked, so that a rerun finds it
whatever order things run in. A line is written as soon as a reply is there, with one system call:
a process that is killed right afterwards has it all the same.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from runtime.journal_files import JournalFiles, journal_files
from schemas.calls.call import Site

_COST = re.compile(
    rb'"cost":(null|"[^"]*"),"latency_s":[^,}]*(?:,"reused":(?:(true)|false))?\}$', re.MULTILINE
)
"""The end of a line. In what a model said each quotation mark has a backslash before it."""


@dataclass(frozen=True)
class JournalKey:
    """Where a reply is filed.

    Attributes:
        attempt: 0 for the first question, counting the re-asks after it.
        asked: Hash of all that was asked: messages, reply schema, parameters, endpoint, model.
    """

    call: str
    site: Site
    attempt: int
    asked: str


@dataclass(frozen=True)
class Completion:
    """What a model answered, as it came.

    Attributes:
        finish: The endpoint's finish reason; `content_filter` also for a refusal by error.
        refusal: The model's own words of refusal, where the protocol has a place for them.
        answered_by: The model that answered.
        cost: US dollars, None where the price is unknown.
        reused: True where an older run paid for it, and this one has a copy.
    """

    text: str
    finish: str
    answered_by: str
    refusal: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_cached: int | None = None
    cost: Decimal | None = None
    latency_s: float = 0.0
    reused: bool = False


@dataclass(frozen=True)
class Account:
    """What a run's replies come to; copies of what older runs paid for cost nothing here.

    Attributes:
        replies: How many there are, copies and useless ones among them.
        reused: How many are copies.
        usd: What the others cost, those of unknown price aside.
        unpriced: How many of the others are of unknown price.
    """

    replies: int = 0
    reused: int = 0
    usd: Decimal = Decimal(0)
    unpriced: int = 0


class Journal:
    """The replies of a run, and of older runs that it may draw on."""

    def __init__(self, run: str | Path, *, reuse: Sequence[str | Path] = ()) -> None:
        """Opens a run's journal; nothing is read or made yet.

        Args:
            run: The run's folder, a path or an fsspec URL.
            reuse: Folders of older runs, looked up in turn where this run has no reply.
        """
        self._files = journal_files(run)
        self._older = tuple(journal_files(folder) for folder in reuse)
        self._items: dict[str, dict[JournalKey, Completion]] = {}

    def find(self, key: JournalKey) -> Completion | None:
        """The reply filed under this key, or None.

        One that an older run paid for is copied here first: a run's folder stands alone.
        """
        found = self._item(key.site.item).get(key)
        if found is not None:
            return found
        for files in self._older:
            entries = self._items.get(_older_name(files, key.site.item))
            if entries is None:
                entries = _entries(files.read(file_name(key.site.item)))
                self._items[_older_name(files, key.site.item)] = entries
            if key in entries:
                return self.keep(key, replace(entries[key], reused=True))
        return None

    def keep(self, key: JournalKey, completion: Completion) -> Completion:
        """Files a reply. It is durable against a kill of the process when this returns.

        On a remote root it is so once the item is closed.

        Returns:
            The reply that is to be used: the first one filed under the key, now and on a rerun.
        """
        entries = self._item(key.site.item)
        self._files.append(file_name(key.site.item), _line(key, completion))
        return entries.setdefault(key, completion)

    def close_item(self, item: str) -> None:
        """Uploads what waits for this item and forgets it; asking again reads it again."""
        self._files.close(file_name(item))
        self._items.pop(item, None)
        for files in self._older:
            self._items.pop(_older_name(files, item), None)

    def close(self) -> None:
        """Closes every item."""
        for item in [name for name in self._items if "\0" not in name]:
            self.close_item(item)

    def completions(self) -> Iterator[tuple[JournalKey, Completion]]:
        """Every reply of this run that lies in its folder, by file and in order."""
        for name in self._files.names():
            yield from _entries(self._files.read(name)).items()

    def account(self) -> Account:
        """What all replies of this run so far come to.

        Only the ends of the lines are read as JSON would be: a run has hundreds of thousands.
        """
        replies = reused = unpriced = 0
        usd = Decimal(0)
        for name in self._files.names():
            for cost, copied in _COST.findall(self._files.read(name)):
                replies += 1
                if copied:
                    reused += 1
                elif cost == b"null":
                    unpriced += 1
                else:
                    usd += Decimal(cost[1:-1].decode())
        return Account(replies, reused, usd, unpriced)

    def files(self) -> int:
        """How many files it has: as many as there are items."""
        return len(self._files.names())

    def spent(self) -> Decimal:
        """What this run has paid for replies so far, those of unknown price aside."""
        return self.account().usd

    def begun(self) -> Callable[[str], bool]:
        """Whether there are replies for an item, here or in an older run, as things stand now."""
        filed = {name for files in (self._files, *self._older) for name in files.names()}
        return lambda item: file_name(item) in filed

    def _item(self, item: str) -> dict[JournalKey, Completion]:
        entries = self._items.get(item)
        if entries is None:
            name = file_name(item)
            stored = self._files.read(name)
            if stored and not stored.endswith(b"\n"):
                # A kill tore the last line. Ended here, it cannot swallow the next one.
                self._files.append(name, b"\n")
            entries = self._items[item] = _entries(stored)
        return entries


def file_name(item: str) -> str:
    """The file of an item: readable, and different for different ids on any file system."""
    readable = re.sub(r"[^a-z0-9]+", "-", item.lower()).strip("-")[:60]
    digest = hashlib.sha256(item.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{readable or 'item'}-{digest[:12]}.jsonl"


def _older_name(files: JournalFiles, item: str) -> str:
    return f"{item}\0{id(files)}"


def _line(key: JournalKey, completion: Completion) -> bytes:
    record: dict[str, Any] = {
        "call": key.call,
        **asdict(key.site),
        "attempt": key.attempt,
        "asked": key.asked,
        **asdict(completion),
    }
    if completion.cost is not None:
        record["cost"] = str(completion.cost)
    # ASCII only: a lone surrogate in a reply is kept as an escape instead of failing to encode.
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def _entries(stored: bytes) -> dict[JournalKey, Completion]:
    """The replies of a file; a torn line is no reply, and of two under one key the first holds."""
    entries: dict[JournalKey, Completion] = {}
    for line in stored.split(b"\n"):
        entry = _entry(line)
        if entry is not None:
            entries.setdefault(*entry)
    return entries


def _entry(line: bytes) -> tuple[JournalKey, Completion] | None:
    try:
        record = json.loads(line)
        site = Site(record["item"], record["turn"], record["step"], record["draw"])
        key = JournalKey(record["call"], site, record["attempt"], record["asked"])
        cost = record["cost"]
        return key, Completion(
            text=record["text"],
            finish=record["finish"],
            answered_by=record["answered_by"],
            refusal=record["refusal"],
            tokens_in=record["tokens_in"],
            tokens_out=record["tokens_out"],
            tokens_cached=record["tokens_cached"],
            cost=None if cost is None else Decimal(cost),
            latency_s=record["latency_s"],
            reused=record.get("reused", False),
        )
    except (ValueError, KeyError, TypeError):
        return None
