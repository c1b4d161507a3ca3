"""Targets: context, schema and statements of each system turn, read by datasets."""

import json
from pathlib import Path

import datasets

from formats.publication import Published
from formats.targets import target_rows
from runtime.parquet import to_bytes
from schemas.export import TargetRow
from schemas.plan import Split
from tests.scenes import CATALOG, candidate, with_note


def published(split: Split = Split.TRAIN) -> Published:
    made = candidate()
    return Published(made.dialogue, made.annotation, split)


def test_a_row_has_what_was_said_before_and_what_to_write() -> None:
    rows, left_out = target_rows([published()], CATALOG)
    assert left_out == ()
    assert [row.turn_index for row in rows] == [1, 3, 5, 7]
    second = rows[1]
    assert second.context.splitlines() == [
        "now: Monday 2 March 2026, 09:00 (UTC)",
        "user: Hi, I need a table at Luigi's for Friday.",
        'x0 reserve_table(restaurant_name="Luigi\'s", date="Friday")',
        'x1 hint("ask for value: party_size", ref=x0)',
        "x2 say(x1)",
        "system: For how many people?",
        "user: Four, please.",
    ]
    assert second.target == ("x0.party_size = 4", "say(x4)")
    assert second.target_numbers == (3, 5)
    assert second.signals == ('hint("please confirm", ref=x0)',)
    assert second.signal_numbers == (4,)
    assert json.loads(second.state) == {
        "tables": {"restaurant_name": "Luigi's", "date": "2026-03-06", "party_size": 4}
    }
    assert second.response == "A table at Luigi's on Friday for 4 people, is that right?"


def test_a_service_keeps_its_state_while_another_is_talked_about() -> None:
    made = with_note()
    rows, _ = target_rows([Published(made.dialogue, made.annotation, Split.DEV)], CATALOG)
    state = json.loads(rows[3].state)
    assert state["notes"] == {"contact": "Anna"}
    assert state["tables"]["party_size"] == 4


def test_the_schema_names_every_intent_on_offer() -> None:
    rows, _ = target_rows([published()], CATALOG)
    intents = json.loads(rows[0].services_schema)
    assert [intent["name"] for intent in intents] == [
        "reserve_table",
        "find_reservations",
        "send_note",
    ]


def test_datasets_reads_the_rows(tmp_path: Path) -> None:
    rows, _ = target_rows([published()], CATALOG)
    path = tmp_path / "train.parquet"
    path.write_bytes(to_bytes(rows, TargetRow, "test"))
    loaded = datasets.load_dataset(
        "parquet", data_files=str(path), split="train", cache_dir=str(tmp_path / "cache")
    )
    assert loaded["target"][2] == ["confirm(x0)", "say(x7)"]


def test_mixed_dialogues_are_left_out() -> None:
    rows, left_out = target_rows([published(Split.MIXED)], CATALOG)
    assert (rows, left_out[0].dialogue_id) == ((), "00000-00")
