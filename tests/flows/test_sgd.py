"""SGD from the command line: services and dialogues in, verified, and out again."""

import copy
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from formats.services import read_services
from runtime.store import ArtifactStore
from schemas.base import Record
from schemas.dataset import DialogueRow, FrameRow, SlotRow, TurnRow
from tests.flows.conftest import Said
from tests.formats.sgd_validator import faults, schema_faults
from tests.formats.test_sgd_dialogues import RAW, TRAINS, WEATHER

Command = Callable[..., Said]
TABLES: dict[str, type[Record]] = {
    "dialogues": DialogueRow,
    "turns": TurnRow,
    "frames": FrameRow,
    "slots": SlotRow,
}


def speaking(raw: dict[str, Any]) -> dict[str, Any]:
    """The dialogue with users who say their values, and spans where they do."""
    raw = copy.deepcopy(raw)
    for turn in raw["turns"]:
        if turn["speaker"] == "USER":
            turn["utterance"] = "well"
            for frame in turn["frames"]:
                frame["slots"] = [
                    {"slot": slot, "start": start, "exclusive_end": end}
                    for action in frame["actions"]
                    if action["act"] in ("INFORM", "SELECT") and (slot := action["slot"]) in OPEN
                    for start, end in [_spoken(turn, value) for value in action["values"]]
                ]
    return raw


def _spoken(turn: dict[str, Any], value: str) -> tuple[int, int]:
    start = len(turn["utterance"]) + 2
    turn["utterance"] += f", {value}"
    return start, start + len(value)


OPEN = {
    slot["name"]
    for service in (TRAINS, WEATHER)
    for slot in service["slots"]
    if not slot["is_categorical"]
}
DIALOGUE = speaking(RAW)


def written(path: Path, content: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


@pytest.fixture
def schema(tmp_path: Path) -> Path:
    return written(tmp_path / "sgd" / "dev" / "schema.json", [TRAINS, WEATHER])


@pytest.fixture
def files(tmp_path: Path, schema: Path) -> Path:
    """SGD's folder of a split, with one dialogue in each of two files."""
    written(schema.parent / "dialogues_001.json", [DIALOGUE])
    written(schema.parent / "dialogues_002.json", [{**DIALOGUE, "dialogue_id": "other"}])
    return schema.parent


@pytest.fixture
def imported(files: Path, command_line: Command, tmp_path: Path) -> Path:
    said = command_line("import", "sgd", files / "schema.json", files)
    assert said.code == 0, said.err
    assert "2 dialogues, 40 turns" in said.out
    assert "0 contradictions" in said.out
    return tmp_path / "imported"


def test_services_alone(schema: Path, command_line: Command, tmp_path: Path) -> None:
    said = command_line("import", "sgd", schema, "-o", "trains.json")
    assert said.code == 0, said.err
    services = read_services(tmp_path / "trains.json")
    assert [service.name for service in services] == ["Trains_9", "Weather_9"]
    assert not (tmp_path / "imported").exists()


def test_dialogues_lend_their_values_to_the_services(imported: Path) -> None:
    trains = read_services(imported.parent / "services.json")[0]
    assert set(trains.slot("to").example_values) == {"SF", "San Francisco", "Oslo"}
    assert "dontcare" not in trains.slot("intent").example_values


def test_an_import_is_a_dataset(imported: Path, command_line: Command) -> None:
    rows = ArtifactStore(str(imported)).read("dataset", "dialogues", DialogueRow)
    assert [(row.dialogue_id, row.split.value) for row in rows] == [
        (RAW["dialogue_id"], "dev"),
        ("other", "dev"),
    ]
    assert json.loads((imported / "contradictions.json").read_text()) == []
    said = command_line("verify", imported)
    assert (said.code, said.out) == (
        0,
        "2 dialogues, 40 turns: the labels of 0 do not follow\n",
    )


def test_a_dataset_is_verified_without_its_run(
    imported: Path, command_line: Command, tmp_path: Path
) -> None:
    alone = shutil.copytree(imported / "dataset", tmp_path / "alone")
    assert command_line("verify", alone).code == 0
    (alone / "services.json").unlink()
    said = command_line("verify", alone)
    assert said.code == 1
    assert "services.json is missing" in said.err
    said = command_line("verify", tmp_path / "nowhere")
    assert said.code == 1
    assert "holds no dataset" in said.err


def changed(folder: Path, table: str, place: int, **fields: Any) -> None:
    """One row of a table with other values."""
    store, cls = ArtifactStore(str(folder)), TABLES[table]
    rows = list(store.read("dataset", table, cls))
    rows[place] = rows[place].model_copy(update=fields)
    store.write("dataset", table, rows, cls)


@pytest.mark.parametrize(
    ("table", "place", "fields", "complaint"),
    [
        ("dialogues", 1, {"goal_summary": "x"}, "other: goal_summary of the dialogue"),
        ("dialogues", 1, {"phenomena": ()}, "other: phenomena of the dialogue"),
        ("dialogues", 1, {"services": ("Boats_1",)}, "other: the schema of Boats_1 is not there"),
        ("dialogues", 1, {"world": "{"}, "other: cannot be replayed"),
        ("turns", 21, {"state_hash": "0"}, "other, turn 1: state_hash of the turn"),
        ("turns", 21, {"steps": "[]"}, "other, turn 1: the turn does not end with say"),
        ("turns", 20, {"turn_index": 40}, "is numbered"),
        ("turns", 20, {"acts": ()}, "other, turn 1"),
        ("turns", 20, {"dialogue_id": "stray"}, "stray: is in turns, not in dialogues"),
        ("frames", 0, {"active_intent": "NONE"}, "turn 0: active_intent of the frame Trains_9"),
        ("frames", 0, {"service": "Weather_9"}, "turn 0: the frame Weather_9 does not follow"),
        ("slots", 0, {"variants": ("x",)}, "turn 0: variants of the slot Trains_9.to"),
    ],
)
def test_what_does_not_follow_is_named(
    imported: Path,
    command_line: Command,
    table: str,
    place: int,
    fields: dict[str, Any],
    complaint: str,
) -> None:
    changed(imported, table, place, **fields)
    said = command_line("verify", imported, "--show", "50")
    assert said.code == 5
    assert complaint in said.out
    assert "do not follow\n" in said.out


def test_contradictions_are_listed_and_fail(
    files: Path, command_line: Command, tmp_path: Path
) -> None:
    raw = copy.deepcopy(DIALOGUE)
    raw["turns"][0]["frames"][0]["state"]["slot_values"] = {"to": ["Rome"]}
    written(files / "dialogues_001.json", [raw])
    said = command_line("import", "sgd", files / "schema.json", files, "--dataset", "wrong")
    assert said.code == 5
    assert f"{RAW['dialogue_id']}, turn 0: Trains_9 slot: to is ['SF'], annotated is" in said.out
    found = json.loads((tmp_path / "wrong" / "contradictions.json").read_text())
    assert found[0]["turn"] == 0
    # The record is what the acts say; so it replays.
    assert command_line("verify", "wrong").code == 0


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ({"a": 1}, "wants a list of JSON objects"),
        ([{**DIALOGUE, "mood": "good"}], "is not readable: mood"),
        ([DIALOGUE, DIALOGUE], "is there twice"),
    ],
)
def test_other_files_are_refused(
    schema: Path, command_line: Command, content: Any, complaint: str
) -> None:
    file = written(schema.parent / "dialogues_001.json", content)
    said = command_line("import", "sgd", schema, file)
    assert said.code == 2
    assert complaint in said.err


def test_a_file_nested_without_end_is_refused_in_one_sentence(
    schema: Path, command_line: Command
) -> None:
    file = schema.parent / "dialogues_002.json"
    file.write_text("[" * 9000 + "]" * 9000)
    for arguments in ((schema, file), (file,)):
        said = command_line("import", "sgd", *arguments)
        assert said.code == 2
        assert "nested too deeply to be read" in said.err
        assert len(said.err.strip().splitlines()) == 1


def test_what_came_in_goes_out(imported: Path, command_line: Command) -> None:
    said = command_line("export", imported, "--format", "sgd")
    assert said.code == 0, said.err
    folder = imported / "exports" / "sgd" / "dev"
    schema = json.loads((folder / "schema.json").read_text())
    assert schema == [TRAINS, WEATHER]
    dialogues = json.loads((folder / "dialogues_001.json").read_text())
    assert dialogues == [DIALOGUE, {**DIALOGUE, "dialogue_id": "other"}]
    # Other shapes can be made of an import, too.
    assert command_line("export", imported, "--format", "chat").code == 0


def test_the_validator_sees_what_is_not_documented() -> None:
    assert schema_faults([TRAINS, WEATHER]) == []
    raw = copy.deepcopy(DIALOGUE)
    raw["turns"][0]["frames"][0]["state"]["active_intent"] = "Fly"
    raw["turns"][1]["frames"][0]["actions"].append(
        {"act": "SHOUT", "slot": "", "values": [], "canonical_values": []}
    )
    raw["turns"][2]["utterance"] = " "
    found = faults(raw, [TRAINS, WEATHER])
    assert any("the active intent is Fly" in fault for fault in found)
    assert any("SHOUT is no act of the SYSTEM" in fault for fault in found)
    assert any("nothing is said" in fault for fault in found)
