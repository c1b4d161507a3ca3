"""One dialogue for each cell, no near-duplicates, splits that do not leak, rows that join."""

import json
from itertools import permutations

import pandas as pd
import pytest
import yaml

from checks.corpus import DuplicateFinder, held_out_intents, masked, split_of
from schemas.acts import Act, ActType
from schemas.candidate import Candidate, Judged
from schemas.config import RunConfig, Sources
from schemas.dataset import DialogueRow, FrameRow, Likeness, SlotRow, TurnRow
from schemas.plan import Goal, Split
from schemas.verdict import RejectionCode
from stages.compile import compile_dataset, dataset_card, select
from tests import scenes
from tests.scenes import BOOKING, CATALOG, TABLE_GOAL, Exchange, candidate, does, inform, plan

CONFIG = RunConfig(name="small", intents=Sources(imported=("none.json",)))


def judged(item: Candidate, code: RejectionCode | None = None) -> Judged:
    return Judged(candidate=item, verdicts=(), code=code, detail="why" if code else "")


OPENINGS = {
    "Luigi's": "Hi, I need a table at Luigi's for Friday.",
    "Mario's": "Could you get us into Mario's this coming Friday, please?",
    "Roma": "Dinner at Roma on Friday is what I am after.",
}


def booking(name: str, restaurant: str = "Luigi's", opening: str = "") -> Candidate:
    """A booking of its own: other restaurant, other words."""
    words = opening or OPENINGS[restaurant]
    first: Exchange = (
        words,
        (
            does(ActType.INFORM_INTENT),
            inform("restaurant_name", restaurant, restaurant),
            inform("date", "2026-03-06", "Friday"),
        ),
        ((f'reserve_table(restaurant_name="{restaurant}", date="Friday")',), ("say(x1)",)),
        "For how many people?",
    )
    slots = (
        TABLE_GOAL.slots[0].model_copy(update={"value": restaurant, "surface": restaurant}),
        *TABLE_GOAL.slots[1:],
    )
    goal: Goal = TABLE_GOAL.model_copy(update={"slots": slots})
    values = {**scenes.BOOKED.values, "restaurant_name": restaurant}
    expected = (scenes.BOOKED.model_copy(update={"values": values}),)
    return candidate((first, *BOOKING[1:]), plan((goal,), expected, name))


def test_each_cell_publishes_its_first_accepted_attempt() -> None:
    items = [
        judged(booking("00000-00"), RejectionCode.LABEL_DISAGREEMENT),
        judged(booking("00000-01")),
        judged(booking("00000-02", "Roma")),
        judged(booking("00001-00", "Mario's", "So, Mario's? Friday! Get me in there somehow.")),
    ]
    for order in permutations(items):
        chosen = select(order)
        assert [c.dialogue.dialogue_id for c in chosen.chosen] == ["00000-01", "00001-00"]
        assert [(r.item, r.stage, r.code) for r in chosen.rejections] == [
            ("00000-00", "validate", RejectionCode.LABEL_DISAGREEMENT),
            ("00000-02", "compile", RejectionCode.SURPLUS),
        ]


def test_the_same_plan_is_published_once() -> None:
    items = [
        judged(booking("00000-00")),
        judged(booking("00001-00", opening="Friday at Luigi's, can you reserve that for me?")),
        judged(booking("00001-01", "Roma")),
    ]
    chosen = select(items)
    assert [c.dialogue.dialogue_id for c in chosen.chosen] == ["00000-00", "00001-01"]
    assert [(r.item, r.code, r.detail) for r in chosen.rejections] == [
        ("00001-00", RejectionCode.DUPLICATE, "nearly the same as 00000-00")
    ]
    (pair,) = chosen.near_duplicates
    assert (pair.dialogue_id, pair.twin_id, pair.level) == ("00001-00", "00000-00", Likeness.PLAN)
    assert pair.similarity < 0.85, "the words are others"


def test_the_same_words_around_other_values_are_a_duplicate() -> None:
    same_words = booking("00001-00", "Roma", "Hi, I need a table at Roma for Friday.")
    chosen = select([judged(booking("00000-00")), judged(same_words)])
    assert [r.code for r in chosen.rejections] == [RejectionCode.DUPLICATE]
    (pair,) = chosen.near_duplicates
    assert (pair.level, pair.similarity) == (Likeness.SURFACE, 1.0)
    finder = DuplicateFinder()
    finder.add(booking("00000-00"))
    assert finder.duplicate_of(same_words) == "00000-00"
    assert finder.duplicate_of(scenes.with_note("00002-00")) is None


def test_what_a_round_has_chosen_keeps_its_place() -> None:
    """Cell 0 first succeeds in round 2, with a twin of what cell 1 published in round 1."""
    later, earlier = judged(booking("00000-01")), judged(booking("00001-00"))
    assert [c.plan.cell.index for c in select([later, earlier]).chosen] == [0]
    kept = select([later, earlier], kept=("00001-00",))
    assert [c.plan.cell.index for c in kept.chosen] == [1]
    assert [(r.item, r.code) for r in kept.rejections] == [("00000-01", RejectionCode.DUPLICATE)]


def test_masking_leaves_the_words() -> None:
    turn = candidate().annotation.turns[0]
    assert masked(turn) == "Hi, I need a table at <restaurant_name> for <date>."


@pytest.mark.parametrize("name", ["reserve_table", "tables.find_reservations"])
def test_a_query_is_held_out_with_its_twin(name: str) -> None:
    assert held_out_intents(CATALOG, (name,)) == {
        ("tables", "reserve_table"),
        ("tables", "find_reservations"),
    }


@pytest.mark.parametrize(
    ("item", "held_out", "planned", "split"),
    [
        (candidate(), (), Split.DEV, Split.DEV),
        (candidate(), ("send_note",), Split.TRAIN, Split.TRAIN),
        (candidate(), ("reserve_table",), Split.TRAIN, Split.TEST_HELD_OUT),
        (scenes.with_note(), ("reserve_table",), Split.TEST_HELD_OUT, Split.MIXED),
        (scenes.with_note(), ("send_note",), Split.TRAIN, Split.MIXED),
        (scenes.with_note(), ("send_note", "reserve_table"), Split.DEV, Split.TEST_HELD_OUT),
        (candidate(), (), Split.TEST_HELD_OUT, Split.TRAIN),
    ],
)
def test_no_dialogue_leaks_into_a_split(
    item: Candidate, held_out: tuple[str, ...], planned: Split, split: Split
) -> None:
    assert split_of(item, held_out_intents(CATALOG, held_out), planned) is split


def test_the_rows_of_a_dialogue() -> None:
    compiled = compile_dataset([judged(scenes.with_note())], CATALOG, CONFIG)
    (row,) = compiled.dialogues
    assert (row.cell, row.attempt, row.turns, row.split) == (0, 0, 10, Split.TRAIN)
    assert row.domains == ("messages", "restaurants")
    assert row.intents == ("tables.reserve_table", "notes.send_note")
    assert (row.model_user, row.model_judge) == ("test/user", "offline/agenda")
    assert [entity["values"] for entity in json.loads(row.final_entities)] == [
        {"restaurant_name": "Luigi's", "date": "2026-03-06", "party_size": 4},
        {"contact": "Anna"},
    ]
    opening, answer = compiled.turns[0], compiled.turns[5]
    assert [(s.slot, s.start, s.end, s.surface) for s in opening.spans] == [
        ("restaurant_name", 22, 29, "Luigi's"),
        ("date", 34, 40, "Friday"),
    ]
    assert answer.statements == ("confirm(x0)", "say(x7)")
    assert answer.statement_numbers == (6, 8)
    assert answer.signal_numbers == (7,)
    (call,) = answer.calls
    assert json.loads(call.parameters) == {
        "restaurant_name": "Luigi's",
        "date": "2026-03-06",
        "party_size": 4,
    }
    assert {turn.fingerprint for turn in compiled.turns} == {row.fingerprint}


def test_the_state_as_slots() -> None:
    compiled = compile_dataset([judged(candidate())], CATALOG, CONFIG)
    seen = [(s.turn_index, s.slot, s.value, s.number, s.new) for s in compiled.slots]
    assert seen[:5] == [
        (0, "date", "2026-03-06", None, True),
        (0, "restaurant_name", "Luigi's", None, True),
        (2, "date", "2026-03-06", None, False),
        (2, "party_size", "4", 4.0, True),
        (2, "restaurant_name", "Luigi's", None, False),
    ]


def test_the_tables_join() -> None:
    items = [judged(booking("00000-00")), judged(booking("00001-00", "Roma"))]
    compiled = compile_dataset(items, CATALOG, CONFIG)
    rows: dict[str, tuple[DialogueRow | TurnRow | FrameRow | SlotRow, ...]] = {
        "dialogues": compiled.dialogues,
        "turns": compiled.turns,
        "frames": compiled.frames,
        "slots": compiled.slots,
    }
    tables = {
        name: pd.DataFrame([row.model_dump() for row in table]) for name, table in rows.items()
    }
    turns = tables["turns"].merge(tables["dialogues"], on="dialogue_id", validate="many_to_one")
    assert len(turns) == 16
    frames = tables["frames"].merge(
        tables["turns"], on=["dialogue_id", "turn_index"], validate="many_to_one"
    )
    assert len(frames) == 8
    assert set(frames["speaker"]) == {"user"}
    key = ["dialogue_id", "turn_index", "service"]
    slots = tables["slots"].merge(tables["frames"], on=key, validate="many_to_one")
    assert len(slots) == len(tables["slots"]) == 2 * (2 + 3 + 3 + 3)


def test_what_is_said_of_the_dataset() -> None:
    items = [judged(booking("00000-00")), judged(booking("00001-00"), RejectionCode.REPLAY)]
    compiled = compile_dataset(items, CATALOG, CONFIG)
    text = dataset_card(compiled.dialogues, compiled.turns, compiled.rejections, CATALOG, CONFIG)
    _, front, body = text.split("---\n", 2)
    meta = yaml.safe_load(front)
    assert meta["language"] == ["en"]
    assert meta["size_categories"] == ["n<1K"]
    assert [config["data_files"] for config in meta["configs"]] == [
        "dialogues.parquet",
        "turns.parquet",
        "frames.parquet",
        "slots.parquet",
    ]
    for line in (
        "| dialogues | 1 of 60 asked for |",
        "| train | 1 |",
        "| tables.reserve_table | 1 |",
        "| start_multi_slot | START_MULTI | 0 | 1 |",
        "| user | `test/user` |",
        "| validate | replay | 1 |",
    ):
        assert line in body


def test_a_sourceless_act_has_no_span() -> None:
    """What is meant for somebody else is no slot value."""
    aside = Act(
        act=ActType.OVERHEARD,
        service="tables",
        intent="reserve_table",
        slot="party_size",
        value=2,
        surface="two",
    )
    exchange: Exchange = (
        "I want two, Peter! Sorry.",
        (aside,),
        (("ignore()", "say(x1)"),),
        "For how many people?",
    )
    item = candidate((BOOKING[0], exchange))
    assert item.annotation.turns[2].spans == ()
