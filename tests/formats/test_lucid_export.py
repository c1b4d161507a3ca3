"""LUCID's dataset JSON: hand-worked dialogues, and the shape that LUCID's own data has."""

import ast
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from formats.lucid_export import lucid_conversation, lucid_dataset
from formats.publication import Published
from phenomena import BY_TAG
from schemas.acts import Act, ActType
from schemas.plan import Split
from schemas.service import Catalog
from tests.formats.events import CATALOG as EVENTS
from tests.formats.events import published as events
from tests.scenes import BOOKING, CATALOG, Exchange, candidate, does, inform, with_note

LABELS = {tag: phenomenon.lucid for tag, phenomenon in BY_TAG.items() if phenomenon.lucid}
SHAPE = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["turns", "split", "_id"],
        "additionalProperties": False,
        "properties": {
            "split": {"enum": ["train", "dev", "test", "test_ood"]},
            "_id": {"type": "string"},
            "turns": {
                "type": "array",
                "items": {
                    "oneOf": [
                        {
                            "properties": {"author": {"const": "User"}, "query": {"minLength": 1}},
                            "required": ["author", "query"],
                            "additionalProperties": False,
                        },
                        {
                            "properties": {
                                "author": {"const": "System"},
                                "expression": {"type": "string"},
                                "index": {"type": "integer", "minimum": 1},
                                "unhappy_paths": {
                                    "type": "array",
                                    "items": {"enum": [*LABELS.values(), "CONFIRM"]},
                                },
                            },
                            "required": ["author", "expression", "index", "unhappy_paths"],
                            "additionalProperties": False,
                        },
                        {
                            "properties": {
                                "author": {"const": "Signal"},
                                "dialog": {"type": "string"},
                                "index": {"type": "integer", "minimum": 1},
                            },
                            "required": ["author", "dialog", "index"],
                            "additionalProperties": False,
                        },
                        {
                            "properties": {
                                "author": {"const": "Response"},
                                "text": {"minLength": 1},
                            },
                            "required": ["author", "text"],
                            "additionalProperties": False,
                        },
                    ]
                },
            },
        },
    },
}
"""What LUCID's compiled LUCID_data.json holds."""


def item(exchanges: tuple[Exchange, ...] = BOOKING, split: Split = Split.TRAIN) -> Published:
    made = candidate(exchanges)
    return Published(made.dialogue, made.annotation, split)


def exported(published: Published, catalog: Catalog = CATALOG) -> dict[str, Any]:
    rows, left_out = lucid_dataset([published], catalog, LABELS)
    assert left_out == ()
    Draft202012Validator(SHAPE).validate(list(rows))
    return rows[0]


def programs(row: dict[str, Any]) -> list[str]:
    """Statements and signals with their numbers, words left out."""
    return [
        f"{turn['index']} {turn.get('expression') or turn['dialog']}"
        for turn in row["turns"]
        if "index" in turn
    ]


def test_a_booking_as_lucid_writes_it() -> None:
    row = exported(item())
    assert programs(row) == [
        '1 reserve_table(restaurant_name="Luigi\'s", date="Friday")',
        '2 hint("ask for value: Ask for party_size", ref=x1)',
        "3 say(x2)",
        "4 x1.party_size = 4",
        '5 hint("please confirm: Please confirm", ref=x1)',
        "6 say(x5)",
        "7 confirm(x1)",
        "8 perform(x1)",
        "9 say(x8)",
        "10 say()",
    ]
    assert row["turns"][0] == {
        "author": "User",
        "query": "Hi, I need a table at Luigi's for Friday.",
    }
    assert row["turns"][1]["unhappy_paths"] == ["START_MULTI"]
    assert [t["unhappy_paths"] for t in row["turns"] if t.get("expression") == "confirm(x1)"] == [
        ["CONFIRM"]
    ]


@pytest.mark.parametrize(
    ("split", "name"),
    [(Split.TRAIN, "train"), (Split.DEV, "dev"), (Split.TEST_HELD_OUT, "test_ood")],
)
def test_splits_have_lucids_names(split: Split, name: str) -> None:
    assert exported(item(split=split))["split"] == name


def test_mixed_dialogues_are_left_out() -> None:
    rows, left_out = lucid_dataset([item(split=Split.MIXED)], CATALOG, LABELS)
    assert (rows, len(left_out)) == ((), 1)


@pytest.mark.parametrize(
    ("words", "act", "program", "label"),
    [
        ("Forget about it.", ActType.CANCEL, ("cancel(x0)", "say(more_help())"), "CANCEL"),
        ("Let me think.", ActType.HOLD, ("hold(x0)", "say()"), "DELAY_CONFIRMATION"),
        ("It rains.", ActType.IRRELEVANT, ("ignore()", "say(x4)"), "IRRELEVANT"),
    ],
)
def test_what_lucid_has_no_statement_for_is_a_bare_say(
    words: str, act: ActType, program: tuple[str, ...], label: str
) -> None:
    row = exported(item((*BOOKING[:2], (words, (does(act),), (program,), "All right."))))
    assert programs(row)[-1] == "7 say()"
    assert row["turns"][-2]["unhappy_paths"] == [label]


def test_writes_to_one_task_become_one_statement() -> None:
    said: Exchange = (
        "Make that Saturday, for five.",
        (inform("date", "2026-03-07", "Saturday"), inform("party_size", 5, "five")),
        (('x0.date = "Saturday"', "x0.party_size = 5"), ("say(x8)",)),
        "Saturday for five, right?",
    )
    assert programs(exported(item((*BOOKING[:2], said))))[6:] == [
        '7 x1.date, x1.party_size = "Saturday", 5',
        '8 hint("please confirm: Please confirm", ref=x1)',
        "9 say(x8)",
    ]


def test_choosing_among_results_keeps_lucids_one_result() -> None:
    query: Exchange = (
        "What have I at Thai Spice?",
        (
            does(ActType.INFORM_INTENT, "find_reservations"),
            inform("restaurant_name", "Thai Spice", "Thai Spice", "find_reservations"),
        ),
        (('find_reservations(restaurant_name="Thai Spice")',), ("say(x1)",)),
        "One, on the 13th.",
    )
    phone: Exchange = (
        "What is their number?",
        (Act(act=ActType.REQUEST, service="tables", intent="find_reservations", slot="phone"),),
        (("say(inform(x1[0].phone))",),),
        "555-0134.",
    )
    assert programs(exported(item((query, phone)))) == [
        '1 find_reservations(restaurant_name="Thai Spice")',
        "2 perform(x1)",
        "3 say(x2)",
        "4 say()",
    ]


def test_a_refused_call_and_the_alternative_taken_up() -> None:
    assert programs(exported(events(), EVENTS))[-6:] == [
        "7 confirm(x4)",
        '8 failed(x4, "the room is taken")',
        "9 say(x8)",
        '10 x4.start_time = "15:00"',
        "11 perform(x4)",
        "12 say(x11)",
    ]


def test_what_the_system_said_cannot_be_pointed_at() -> None:
    first: Exchange = (
        "What have I at Thai Spice?",
        (
            does(ActType.INFORM_INTENT, "find_reservations"),
            inform("restaurant_name", "Thai Spice", "Thai Spice", "find_reservations"),
        ),
        (('find_reservations(restaurant_name="Thai Spice")',), ("say(x1)",)),
        "One, on the 13th.",
    )
    second: Exchange = (
        "Another table that day.",
        (does(ActType.INFORM_INTENT),),
        (("reserve_table(date=x2.date)",), ("say(x4)",)),
        "Where?",
    )
    rows, left_out = lucid_dataset([item((first, second))], CATALOG, LABELS)
    assert rows == ()
    assert left_out[0].reason == "takes date from what the system said, which LUCID cannot"


@pytest.mark.parametrize(
    ("published", "catalog"),
    [
        (item(), CATALOG),
        (events(), EVENTS),
        (Published(with_note().dialogue, with_note().annotation, Split.DEV), CATALOG),
    ],
)
def test_numbers_follow_each_other_and_say_names_the_line_before(
    published: Published, catalog: Catalog
) -> None:
    numbers = []
    for turn in exported(published, catalog)["turns"]:
        if "index" not in turn:
            continue
        expression = turn.get("expression")
        if expression is not None:
            ast.parse(expression)  # LUCID reads its statements so
            if expression.startswith("say("):
                assert expression in ("say()", f"say(x{turn['index'] - 1})")
        numbers.append(turn["index"])
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_recorded_form_has_lucids_header_and_end() -> None:
    found = lucid_conversation(item(), CATALOG, LABELS)
    turns = found["turns"]
    assert isinstance(turns, list)
    assert turns[:2] == [
        {"author": "User", "query": "hey lucid", "tags": [[]]},
        {"author": "System", "errors": None, "expression": "say()", "index": 0},
    ]
    assert turns[3] == {
        "author": "User",
        "query": "Hi, I need a table at Luigi's for Friday.",
        "tags": [["START_MULTI"]],
    }
    assert turns[5] == {
        "author": "AutoTransientTurn",
        "expression": 'hint("ask for value: Ask for party_size", ref=x1)',
        "index": 2,
    }
    assert {"author": "AutoTurn", "expression": "perform(x1)", "index": 8} in turns
    assert turns[-1] == {"author": "User", "query": "end conversation", "tags": [[]]}
    assert found["unhappy_path"] == "START_MULTI"


def test_lucids_twelve_phenomena_have_its_labels() -> None:
    assert set(LABELS.values()) == {
        *("QUERY", "CORRECTION", "TURN_CORRECTION", "DELAY_CONFIRMATION", "CANCEL", "WRONG_SLOT"),
        *("EARLY_END", "IRRELEVANT", "OVERHEARD", "SARCASTIC", "START_MULTI", "ALL_IN_ONE"),
    }
