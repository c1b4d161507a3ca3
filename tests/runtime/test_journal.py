"""What was paid for is found again, whatever happened in between."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import fsspec
import pytest

from runtime.journal import Account, Completion, Journal, JournalKey, file_name
from schemas.calls.call import Site

KEY = JournalKey("user_turn", Site("0001-0", turn=2, step=1, draw=3), 0, "abc")
REPLY = Completion(
    text='{"utterance": "Grüße\u2028\ud83d"}',
    finish="stop",
    answered_by="fake-2026",
    refusal="",
    tokens_in=100,
    tokens_out=20,
    tokens_cached=40,
    cost=Decimal("0.000123456789"),
    latency_s=0.25,
)


def test_a_reply_is_found_by_a_later_process_exactly_as_it_came(tmp_path: Path) -> None:
    Journal(tmp_path).keep(KEY, REPLY)
    assert Journal(tmp_path).find(KEY) == REPLY


@pytest.mark.parametrize(
    "other",
    [
        JournalKey("response", KEY.site, 0, "abc"),
        JournalKey("user_turn", Site("0001-1", 2, 1, 3), 0, "abc"),
        JournalKey("user_turn", Site("0001-0", 3, 1, 3), 0, "abc"),
        JournalKey("user_turn", Site("0001-0", 2, 2, 3), 0, "abc"),
        JournalKey("user_turn", Site("0001-0", 2, 1, 4), 0, "abc"),
        JournalKey("user_turn", KEY.site, 1, "abc"),
        JournalKey("user_turn", KEY.site, 0, "abd"),
    ],
)
def test_another_site_or_another_question_finds_nothing(tmp_path: Path, other: JournalKey) -> None:
    journal = Journal(tmp_path)
    journal.keep(KEY, REPLY)
    assert journal.find(other) is None
    assert Journal(tmp_path).find(other) is None


def test_a_torn_last_line_costs_only_itself(tmp_path: Path) -> None:
    second = JournalKey("user_turn", Site("0001-0", turn=4), 0, "def")
    third = JournalKey("user_turn", Site("0001-0", turn=6), 0, "ghi")
    journal = Journal(tmp_path)
    journal.keep(KEY, REPLY)
    journal.keep(second, REPLY)
    path = tmp_path / "journal" / file_name("0001-0")
    path.write_bytes(path.read_bytes()[:-40])
    resumed = Journal(tmp_path)
    assert resumed.find(KEY) == REPLY
    assert resumed.find(second) is None
    resumed.keep(third, REPLY)
    again = Journal(tmp_path)
    assert (again.find(KEY), again.find(second), again.find(third)) == (REPLY, None, REPLY)


def test_of_two_replies_to_one_question_the_first_holds(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    later = Completion("other", "stop", "fake-2026")
    assert journal.keep(KEY, REPLY) == REPLY
    assert journal.keep(KEY, later) == REPLY
    assert Journal(tmp_path).find(KEY) == REPLY


def test_replies_of_an_older_run_are_copied_into_the_new_one(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    Journal(old).keep(KEY, REPLY)
    copied = replace(REPLY, reused=True)
    assert Journal(new, reuse=(tmp_path / "none", old)).find(KEY) == copied
    assert Journal(new).find(KEY) == copied
    assert Journal(tmp_path / "newest", reuse=(new,)).find(KEY) == copied
    assert [*Journal(old).completions()] == [(KEY, REPLY)]
    # Only the run that paid for it has spent something.
    assert [Journal(run).spent() for run in (old, new)] == [REPLY.cost, 0]
    assert Journal(new).account() == Account(replies=1, reused=1)


def test_the_spending_of_a_run_is_the_sum_of_its_replies(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.keep(KEY, REPLY)
    journal.keep(JournalKey("response", Site("0002-0"), 0, "x"), REPLY)
    journal.keep(JournalKey("response", Site("0003-0"), 0, "x"), Completion("", "stop", "m"))
    assert Journal(tmp_path).spent() == Decimal("0.000246913578")
    assert Journal(tmp_path / "nothing").spent() == 0


def test_an_account_is_not_fooled_by_what_a_model_says_nor_by_a_torn_line(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    tricky = replace(REPLY, text='","cost":"7","latency_s":1}\n{"cost":"8","latency_s":1}\n')
    journal.keep(KEY, tricky)
    journal.keep(JournalKey("response", KEY.site, 0, "x"), Completion("", "stop", "m"))
    path = tmp_path / "journal" / file_name("0001-0")
    path.write_bytes(path.read_bytes() + b'{"text":"half","cost":"9","late')
    assert Journal(tmp_path).account() == Account(
        replies=2, usd=Decimal("0.000123456789"), unpriced=1
    )


@pytest.mark.parametrize(
    "item", ["a/b", "..", "", "CON", "ä" * 300, "x\0y", "A", "a", "a b", "a-b"]
)
def test_any_item_id_has_a_file_of_its_own(tmp_path: Path, item: str) -> None:
    journal = Journal(tmp_path)
    key = JournalKey("response", Site(item), 0, "x")
    journal.keep(key, REPLY)
    journal.keep(JournalKey("response", Site("another"), 0, "x"), REPLY)
    assert Journal(tmp_path).find(key) == REPLY
    files = [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) == 2
    assert {len(path.parts) for path in files} == {2}


def test_ids_that_differ_only_by_case_do_not_share_a_file() -> None:
    assert file_name("A").lower() != file_name("a").lower()


def test_a_closed_item_can_be_opened_again(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.keep(KEY, REPLY)
    journal.close_item("0001-0")
    assert journal.find(KEY) == REPLY


def test_on_a_remote_root_an_item_is_uploaded_when_it_is_closed() -> None:
    run = "memory://journal-test/run"
    journal = Journal(run)
    journal.keep(KEY, REPLY)
    assert Journal(run).find(KEY) is None
    journal.close_item("0001-0")
    assert Journal(run).find(KEY) == REPLY
    second = JournalKey("response", Site("0001-0"), 0, "x")
    journal.keep(second, REPLY)
    journal.close()
    assert [key for key, _ in Journal(run).completions()] == [KEY, second]
    fsspec.filesystem("memory").rm("/journal-test", recursive=True)


def test_replies_written_before_a_kill_are_there_afterwards(tmp_path: Path) -> None:
    script = (
        "import sys, itertools\n"
        "from runtime.journal import *\n"
        "journal = Journal(sys.argv[1])\n"
        "for n in itertools.count():\n"
        "    key = JournalKey('c', Site('i', turn=n), 0, 'x')\n"
        "    journal.keep(key, Completion('r', 'stop', 'm'))\n"
        "    sys.stdout.write(f'{n}\\n'); sys.stdout.flush()\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.05)
        os.kill(process.pid, signal.SIGKILL)
        told = [int(line) for line in process.stdout if line.endswith("\n")]
    found = {key.site.turn for key, _ in Journal(tmp_path).completions()}
    assert len(told) > 10
    assert set(told) <= found
    assert len(found) <= len(told) + 2  # the first line was read apart; one may be untold
