"""Files in and out from the command line, read again by what is not ours."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import datasets
import pytest
from huggingface_hub import DatasetCard
from jsonschema import Draft202012Validator

from checks.labels import label
from flows.publish import write_sample
from runtime.store import ArtifactStore
from schemas.annotation import AnnotatedDialogue
from schemas.candidate import Candidate, Judgement
from schemas.config import DescribedIntent, RunConfig, Sources
from schemas.dataset import DialogueRow
from schemas.dialogue import Dialogue
from schemas.plan import Plan, Split
from schemas.service import ServiceSchema
from stages.compile.rows import dialogue_row
from tests.flows.conftest import Dialoom, Said
from tests.scenes import CATALOG, candidate, plan, with_note

TOOLS = Path(__file__).parents[1] / "formats" / "data"
CONFIG = RunConfig(intents=Sources(described=(DescribedIntent(domain="x", description="y"),)))


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A finished run of four dialogues, one of them mixed, as its tables stand on the disk."""
    made: list[tuple[Candidate, Split]] = [
        (candidate(of=plan(name="00000-00")), Split.TRAIN),
        (with_note("00001-00"), Split.TRAIN),
        (candidate(of=plan(name="00002-01")), Split.TEST_HELD_OUT),
        (with_note("00003-00"), Split.MIXED),
    ]
    folder = tmp_path / "outputs" / "made"
    store = ArtifactStore(str(folder))
    candidates = [each for each, _ in made]
    assert all(label(each.dialogue, CATALOG)[1] == () for each in candidates)
    store.write("plans", "part-00000", [c.plan for c in candidates], Plan)
    store.write("dialogues", "part-00000", [c.dialogue for c in candidates], Dialogue)
    store.write("annotations", "part-00000", [c.annotation for c in candidates], AnnotatedDialogue)
    store.write("judgements", "part-00000", [], Judgement)
    store.write("services", "part-00000", CATALOG.services, ServiceSchema)
    rows = [dialogue_row(each, CATALOG, CONFIG, split) for each, split in made]
    store.write("dataset", "dialogues", rows, DialogueRow)
    store.write_text("dataset/README.md", "# made\n\n## Columns\n\nSee there.\n")
    write_sample(store, candidates, 4, 0)
    return folder


def loaded(folder: Path) -> Any:
    """A folder as datasets reads it from its card."""
    return datasets.load_dataset(str(folder), cache_dir=str(folder.parent / "cache"))


def test_chats_are_a_folder_that_datasets_reads(
    run: Path, command_line: Callable[..., Said]
) -> None:
    said = command_line("export", run, "--format", "chat")
    assert said.code == 0, said.err
    folder = run / "exports" / "chat"
    assert f"{folder}/train.parquet: 2" in said.out
    assert "left out: 1, mixes held-out and seen intents" in said.out
    card = DatasetCard((folder / "README.md").read_text())
    assert card.data.to_dict()["pretty_name"] == "Chats with tool calls"
    found = loaded(folder)
    assert {name: part.num_rows for name, part in found.items()} == {
        "train": 2,
        "test_held_out": 1,
    }
    lines = (folder / "train.jsonl").read_text(encoding="utf-8").splitlines()
    for written, read in zip(lines, found["train"], strict=True):
        row = json.loads(written)
        assert json.loads(read["tools"]) == row["tools"]
        for tool in row["tools"]:
            Draft202012Validator.check_schema(tool["function"]["parameters"])
    assert json.loads((folder / "left_out.json").read_text())[0]["dialogue_id"] == "00003-00"
    # Nothing was imported from tools, so there is nothing to give back.
    assert not (folder / "imported_tools.json").exists()


def test_a_second_export_leaves_nothing_of_the_first(
    run: Path, tmp_path: Path, command_line: Callable[..., Said]
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "dev.jsonl").write_text("old\n")
    assert command_line("export", run, "--format", "targets", "-o", folder).code == 0
    assert {path.name for path in folder.iterdir()} == {
        "README.md",
        "left_out.json",
        "test_held_out.jsonl",
        "test_held_out.parquet",
        "train.jsonl",
        "train.parquet",
    }
    assert loaded(folder)["train"]["target"][0][-1] == "say(x1)"


def test_lucids_file(run: Path, command_line: Callable[..., Said]) -> None:
    assert command_line("export", run, "--format", "lucid").code == 0
    rows = json.loads((run / "exports/lucid/LUCID_data.json").read_text(encoding="utf-8"))
    assert [(row["_id"], row["split"]) for row in rows] == [
        ("00000-00", "train"),
        ("00001-00", "train"),
        ("00002-01", "test_ood"),
    ]


def test_a_run_that_is_none_is_said_so(tmp_path: Path, command_line: Callable[..., Said]) -> None:
    said = command_line("export", tmp_path / "none", "--format", "chat")
    assert said.code == 1
    assert "dataset/dialogues.parquet is missing" in said.err
    assert command_line("export", tmp_path, "--format", "xml").code == 2


def fill(run: Path, to: Path, wrong: set[str]) -> Path:
    """The run's sample, judged: labels wrong where named, all else fine."""
    text = (run / "review" / "sample.csv").read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    for row in rows:
        row["label_right"] = "no" if row["dialogue_id"] in wrong else "yes"
        row["natural"] = row["phenomenon_realised"] = "yes"
    with to.open("w", newline="", encoding="utf-8-sig") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return to


def test_review_numbers_are_kept_and_in_the_card(
    run: Path, tmp_path: Path, command_line: Callable[..., Said]
) -> None:
    anna = fill(run, tmp_path / "anna.csv", {"00001-00"})
    ben = fill(run, tmp_path / "ben.csv", {"00001-00", "00002-01"})
    said = command_line("review", "summary", run, anna, ben)
    assert said.code == 0, said.err
    assert "| labels wrong | 50.0% | 15.0% to 85.0% | 2 of 4 |" in said.out
    assert "| anna.csv and ben.csv | label_right | 4 | 75.0% | 0.50 |" in said.out
    kept = json.loads((run / "review" / "summary.json").read_text())
    assert kept["label_errors"]["count"] == 2
    card = (run / "dataset" / "README.md").read_text()
    assert card.index("## Review") < card.index("## Columns")

    broken = tmp_path / "carl.csv"
    broken.write_text(anna.read_text(encoding="utf-8-sig").replace("natural", "nice", 1))
    said = command_line("review", "summary", run, broken)
    assert (said.code, said.out) == (2, "")
    assert said.err == "dialoom: carl.csv lacks the column 'natural' of the sample\n"


def test_tools_come_in_and_refusals_are_named(
    tmp_path: Path, command_line: Callable[..., Said]
) -> None:
    said = command_line("import", "tools", TOOLS / "openai.json", "--unconfirmed", "cancel_event")
    assert said.code == 0, said.err
    assert "3 intents in 1 services: services.json" in said.out
    assert "/1: find_events only reads: its name says 'find'" in said.out
    services = json.loads((tmp_path / "services.json").read_text())
    assert services[0]["intents"][2]["needs_confirmation"] is False

    bad = tmp_path / "bad.json"
    parameters = {"type": "object", "properties": {"x": {}}, "required": ["x"]}
    bad.write_text(json.dumps([{"name": "f", "parameters": parameters}, {"name": "get_g"}]))
    said = command_line("import", "tools", bad, "-o", tmp_path / "new.json")
    assert said.code == 2
    assert "/0/parameters/properties/x: f is refused: it does not say of what type" in said.err
    assert "1 tools are refused; --skip-refused imports the others" in said.err
    assert not (tmp_path / "new.json").exists()
    said = command_line("import", "tools", bad, "-o", tmp_path / "new.json", "--skip-refused")
    assert (said.code, (tmp_path / "new.json").exists()) == (0, True)


def test_a_spreadsheet_becomes_a_config(tmp_path: Path, command_line: Callable[..., Said]) -> None:
    (tmp_path / "wishes.csv").write_text("domain,description\nfood,order a pizza\n")
    said = command_line("import", "csv", "wishes.csv", "--name", "pizza")
    assert said.code == 0, said.err
    assert "1 intents in 1 domains: intents.yaml" in said.out
    assert command_line("check", "intents.yaml").code == 0
    said = command_line("import", "csv", "wishes.csv")
    assert said.code == 2
    assert "intents.yaml is there already" in said.err


@pytest.mark.slow
def test_from_tools_to_training_data(
    dialoom: Dialoom, tmp_path: Path, command_line: Callable[..., Said]
) -> None:
    """The whole way: tools in, a run, chats out, with calls that the tools accept."""
    assert command_line("import", "tools", TOOLS / "openai.json", "--domain", "calendar").code == 0
    config = tmp_path / "tools.yaml"
    config.write_text(
        "name: tools\nintents: {imported: [services.json]}\ntarget: {accepted: 5}\n"
        "phenomena: {correction: 0.2}\nmix: {flow: 0, failure: 0}\n"
    )
    done = dialoom("run", config)
    assert done.returncode == 0, done.stderr
    assert command_line("export", "outputs/tools", "--format", "chat").code == 0
    folder = tmp_path / "outputs" / "tools" / "exports" / "chat"
    given = json.loads((TOOLS / "openai.json").read_text(encoding="utf-8"))
    assert json.loads((folder / "imported_tools.json").read_text(encoding="utf-8")) == given
    rows = [
        json.loads(line)
        for path in sorted(folder.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    assert len(rows) == 5
    calls = 0
    for row in rows:
        schemas = {t["function"]["name"]: t["function"]["parameters"] for t in row["tools"]}
        for message in row["messages"]:
            for call in message.get("tool_calls", ()):
                function = call["function"]
                Draft202012Validator(schemas[function["name"]]).validate(function["arguments"])
                calls += 1
    assert calls >= 5
