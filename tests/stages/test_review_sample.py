"""The sample means something: strata, weights, the same items in any order; a CSV that is safe."""

import csv
import io
from collections import Counter
from random import Random

import pytest

from schemas.candidate import Candidate
from schemas.dataset import ReviewRow
from stages.review_sample import draw, to_csv
from tests import scenes
from tests.scenes import BOOKING, candidate, plan

PLAIN = candidate()
WITH_NOTE = scenes.with_note()


def corpus() -> list[Candidate]:
    """Thirty tables and six notes first; every dialogue opens with several slots."""
    tables = [_named(PLAIN, f"{number:05d}-00") for number in range(30)]
    notes = []
    for number in range(30, 36):
        item = _named(WITH_NOTE, f"{number:05d}-00")
        cell = item.plan.cell.model_copy(update={"service": "notes", "intent": "send_note"})
        notes.append(item.model_copy(update={"plan": item.plan.model_copy(update={"cell": cell})}))
    return tables + notes


def _named(item: Candidate, name: str) -> Candidate:
    return item.model_copy(
        update={
            "dialogue": item.dialogue.model_copy(update={"dialogue_id": name}),
            "annotation": item.annotation.model_copy(update={"dialogue_id": name}),
        }
    )


def test_the_order_of_work_is_of_no_effect() -> None:
    items = corpus()
    first = draw(items, 10, seed=3)
    for shuffle in range(5):
        Random(shuffle).shuffle(items)
        assert draw(items, 10, seed=3) == first
    assert draw(items, 10, seed=4) != first


@pytest.mark.parametrize("n", [1, 2, 7, 12, 36, 50])
def test_the_weights_stand_for_the_whole_corpus(n: int) -> None:
    rows = draw(corpus(), n, seed=0)
    assert len(rows) == len({row.dialogue_id for row in rows}) == min(n, 36)
    assert sum(row.weight for row in rows) == pytest.approx(36)


def test_strata_are_drawn_in_proportion() -> None:
    strata = Counter(row.stratum for row in draw(corpus(), 12, seed=0))
    assert strata == {
        "tables.reserve_table / start_multi_slot": 10,
        "notes.send_note / start_multi_slot": 2,
    }


def test_every_stratum_is_drawn_from() -> None:
    strata = Counter(row.stratum for row in draw(corpus(), 2, seed=0))
    assert sorted(strata.values()) == [1, 1]
    (table, note) = sorted(draw(corpus(), 2, seed=0), key=lambda row: -row.weight)
    assert (table.weight, note.weight) == (30, 6)


def test_nothing_drawn_from_nothing() -> None:
    assert draw([], 5, seed=0) == ()


def test_a_reviewer_reads_words_programs_and_signals() -> None:
    (row,) = draw([PLAIN], 1, seed=0)
    lines = row.transcript.splitlines()
    assert lines[:5] == [
        "User: Hi, I need a table at Luigi's for Friday.",
        '    -> x0 reserve_table(restaurant_name="Luigi\'s", date="Friday")',
        '    <- x1 hint("ask for value: party_size", ref=x0)',
        "    -> x2 say(x1)",
        "System: For how many people?",
    ]
    assert (row.label_right, row.natural, row.phenomenon_realised) == (None, None, None)


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
def test_no_cell_is_a_formula(start: str) -> None:
    heard, acts, programs, answer = BOOKING[0]
    row = draw([candidate(((heard, acts, programs, answer), *BOOKING[1:]), plan())], 1, seed=0)[0]
    evil = row.model_copy(update={"comment": f'{start}HYPERLINK("http://x.invalid")'})
    text = to_csv([evil])
    (_, cells) = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    comment = cells[list(ReviewRow.model_fields).index("comment")]
    assert comment.startswith(f"'{start}")


def test_the_csv_reads_back() -> None:
    text = to_csv(draw(corpus(), 3, seed=0))
    assert text.startswith("\ufeff")
    head, *rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    assert head == list(ReviewRow.model_fields)
    assert len(rows) == 3
    assert {len(row) for row in rows} == {len(head)}
    assert rows[0][head.index("label_right")] == ""
    assert "\nSystem: " in rows[0][head.index("transcript")]
    assert text.count("\r\n") == 4
