"""The store: parts are whole or absent, and known by their fingerprint."""

import errno
import os
from hashlib import sha256
from pathlib import Path

import pandas as pd
import pytest

from runtime.files import StorageFailure
from runtime.fingerprint import (
    changed_fields,
    digest,
    digest_records,
    flatten,
    item_seed,
    part_fingerprint,
)
from runtime.journal import Completion, Journal, JournalKey
from runtime.store import ArtifactStore, part_name
from schemas.calls.call import Site
from schemas.config import DescribedIntent, RunConfig, Sources, Target
from schemas.verdict import Rejection, RejectionCode

ROWS = tuple(
    Rejection(item=f"{n}-0", stage="plans", code=RejectionCode.DUPLICATE, detail="ü") for n in "abc"
)


@pytest.fixture(params=["local", "remote"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> ArtifactStore:
    root = str(tmp_path / "run") if request.param == "local" else f"memory://{tmp_path.name}"
    return ArtifactStore(root)


def test_what_is_written_is_read_in_part_order(store: ArtifactStore) -> None:
    store.write("rejects", part_name(1, "plans"), ROWS[1:], Rejection, "f")
    store.write("rejects", part_name(0, "plans"), ROWS[:1], Rejection, "f")
    assert store.parts("rejects") == ("part-00000-plans", "part-00001-plans")
    assert store.read_all("rejects", Rejection) == ROWS
    assert store.load("rejects", "part-00000-plans", Rejection, "f") == ROWS[:1]
    assert store.done("rejects", "part-00000-plans", "f")
    assert store.warnings == []


def test_a_missing_part_is_not_done_and_not_worth_a_warning(store: ArtifactStore) -> None:
    assert store.load("plans", "part-00000", Rejection, "f") is None
    assert not store.done("plans", "part-00000", "f")
    assert store.warnings == []
    with pytest.raises(StorageFailure, match=r"plans/part-00000\.parquet is missing"):
        store.read("plans", "part-00000", Rejection)


def test_a_part_cut_short_is_named_and_not_done(store: ArtifactStore) -> None:
    store.write("plans", "part-00007", ROWS, Rejection, "f")
    data = store.files.read("plans/part-00007.parquet")
    assert data is not None
    store.files.write("plans/part-00007.parquet", data[: len(data) // 2])
    assert not store.done("plans", "part-00007", "f")
    assert store.load("plans", "part-00007", Rejection, "f") is None
    assert "plans/part-00007.parquet is cut short" in store.warnings[0]
    with pytest.raises(StorageFailure, match=r"plans/part-00007\.parquet is cut short"):
        store.read("plans", "part-00007", Rejection)


def test_a_part_of_another_fingerprint_is_named_and_not_done(store: ArtifactStore) -> None:
    store.write("plans", "part-00000", ROWS, Rejection, "old")
    assert not store.done("plans", "part-00000", "new")
    assert store.load("plans", "part-00000", Rejection, "new") is None
    assert "was made from other inputs" in store.warnings[0]


def test_rewriting_a_part_gives_the_same_bytes(store: ArtifactStore) -> None:
    store.write("t", "part-00000", ROWS, Rejection, "f")
    first = store.files.read("t/part-00000.parquet")
    store.write("t", "part-00000", ROWS, Rejection, "f")
    assert store.files.read("t/part-00000.parquet") == first


def test_a_table_is_a_folder_that_pandas_reads(tmp_path: Path) -> None:
    store = ArtifactStore(str(tmp_path))
    store.write("rejects", "part-00000-plans", ROWS[:2], Rejection, "f")
    store.write("rejects", "part-00000-validate", ROWS[2:], Rejection, "f")
    (tmp_path / "rejects" / ".part-00001.parquet.77.tmp").write_bytes(b"torn")
    assert list(pd.read_parquet(tmp_path / "rejects")["item"]) == ["a-0", "b-0", "c-0"]


def test_a_document_survives_and_a_broken_one_is_named(store: ArtifactStore) -> None:
    assert store.read_document("run", Rejection) is None
    store.write_document("run", ROWS[0])
    assert store.read_document("run", Rejection) == ROWS[0]
    store.files.write("run.json", b'{"item": 3}')
    with pytest.raises(StorageFailure, match=r"run\.json is not a Rejection: item"):
        store.read_document("run", Rejection)


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "the disk is full"), (errno.EROFS, "the disk is read-only")],
)
def test_a_disk_that_refuses_gives_one_sentence_and_keeps_the_old_file(
    number: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = ArtifactStore(str(tmp_path))
    store.write("plans", "part-00000", ROWS, Rejection, "f")

    def refuse(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(StorageFailure, match=words):
        store.write("plans", "part-00000", ROWS[:1], Rejection, "f")
    monkeypatch.undo()
    assert store.read("plans", "part-00000", Rejection) == ROWS
    assert [entry.name for entry in (tmp_path / "plans").iterdir()] == ["part-00000.parquet"]


def test_a_full_disk_gives_one_sentence_for_the_journal_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(tmp_path)
    key = JournalKey("user_turn", Site("00000-00"), 0, "asked")
    real = os.write

    def half(descriptor: int, data: bytes) -> int:
        if len(data) < 100:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(descriptor, data[: len(data) // 2])

    monkeypatch.setattr(os, "write", half)
    with pytest.raises(StorageFailure, match="the disk is full"):
        journal.keep(key, Completion("words " * 40, "stop", "toy"))
    monkeypatch.undo()
    again = Journal(tmp_path)
    assert again.find(key) is None, "a torn line is no reply"
    again.keep(key, Completion("other words", "stop", "toy"))
    assert Journal(tmp_path).find(key) == Completion("other words", "stop", "toy")


def test_a_folder_that_is_a_file_gives_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("I am a file")
    with pytest.raises(StorageFailure, match="cannot write"):
        ArtifactStore(str(tmp_path / "run")).write("plans", "part-00000", ROWS, Rejection, "f")


def config(accepted: int = 5, seed: int = 0) -> RunConfig:
    described = (DescribedIntent(domain="food", description="book a table"),)
    return RunConfig(
        intents=Sources(described=described), target=Target(accepted=accepted), seed=seed
    )


def test_changed_fields_are_named_by_path_and_immaterial_ones_are_not() -> None:
    old = config()
    new = config(accepted=6, seed=1)
    assert changed_fields(old, new) == ("seed", "target.accepted")
    renamed = old.model_copy(update={"name": "other", "output": "elsewhere"})
    assert changed_fields(old, renamed) == ()
    busier = old.limits.model_copy(update={"concurrency": 3, "shard_size": 7})
    assert changed_fields(old, old.model_copy(update={"limits": busier})) == ("limits.shard_size",)


def test_fingerprints_know_order_and_content() -> None:
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    assert digest_records(ROWS) != digest_records(ROWS[::-1])
    assert part_fingerprint("s", ROWS) != part_fingerprint("t", ROWS)
    assert flatten({"a": {"b": 1, "c": {}}, "d": [1]}) == {"a.b": 1, "a.c": {}, "d": [1]}


def test_the_seed_of_an_item_is_its_own() -> None:
    # sha256 of "0\x1fplans\x1f00000-00", first eight bytes, big endian
    assert (
        item_seed(0, "plans", "00000-00")
        == int.from_bytes(sha256(b"0\x1fplans\x1f00000-00").digest()[:8], "big") >> 1
    )
    assert item_seed(0, "plans", "a") != item_seed(0, "simulate", "a") != item_seed(1, "plans", "a")
