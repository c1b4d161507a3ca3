"""Runs over imported SGD services, whose exports are held against SGD's own documentation."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from flows.composition import dialoom
from flows.config import load_config
from flows.exports import export_run
from flows.observers import TerminalObserver
from flows.runs import open_run, open_workspace
from flows.sgd import Source, import_dialogues, import_services
from flows.verify import verify
from flows.weave import weave
from formats.chat import SYSTEM, ChatStyle
from formats.services import write_services
from runtime.store import ArtifactStore
from schemas.dataset import DialogueRow
from schemas.export import ExportFormat
from schemas.plan import Split
from schemas.service import ServiceSchema
from tests.formats.sgd_validator import faults, schema_faults
from tests.formats.test_sgd_dialogues import RAW, TRAINS, WEATHER

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data" / "sgd"


def generated(folder: Path, services: Sequence[ServiceSchema], accepted: int) -> str:
    """The folder of a run over the services, with the offline model."""
    write_services(folder / "services.json", services)
    config = folder / "sgd.yaml"
    config.write_text(
        "name: sgd\n"
        "seed: 8\n"
        "intents: {imported: [services.json]}\n"
        f"target: {{accepted: {accepted}, attempts: 8}}\n"
        "mix: {multi_intent: 0.5, primary_intents: all}\n",
        encoding="utf-8",
    )
    pipeline = dialoom()
    run = str(folder / "run")
    manifest = open_run(run, load_config(config).config, pipeline)
    with closing(open_workspace(manifest, pipeline)) as workspace:
        asyncio.run(weave(manifest, workspace, TerminalObserver()))
    return run


def holds(run: str, services: Sequence[ServiceSchema]) -> None:
    """Every intent is there, all replays, and the export is SGD's and comes in again."""
    rows = ArtifactStore(run).read("dataset", "dialogues", DialogueRow)
    wanted = {f"{service.name}.{intent.name}" for service in services for intent in service.intents}
    assert {intent for row in rows for intent in row.intents} == wanted
    assert any(len(row.services) > 1 for row in rows)
    assert verify(run).wrong == ()
    export_run(run, ExportFormat.SGD, ChatStyle(SYSTEM), f"{run}/sgd")
    count = 0
    for split in Split:
        folder = Path(run) / "sgd" / split.value
        if not folder.is_dir():
            continue
        schema = json.loads((folder / "schema.json").read_text(encoding="utf-8"))
        assert schema_faults(schema) == []
        for path in folder.glob("dialogues_*.json"):
            dialogues = json.loads(path.read_text(encoding="utf-8"))
            assert [fault for raw in dialogues for fault in faults(raw, schema)] == []
        again, sources = import_services(folder / "schema.json", [folder])
        report = import_dialogues(again, sources, f"{run}/again_{split.value}")
        assert report.contradictions == ()
        count += report.dialogues
    assert count == len(rows)


def test_over_made_up_services(tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text(json.dumps([TRAINS, WEATHER]), encoding="utf-8")
    dialogues = tmp_path / "dialogues_001.json"
    dialogues.write_text(json.dumps([RAW]), encoding="utf-8")
    services, _ = import_services(schema, [dialogues])
    run = generated(tmp_path, services, 12)
    holds(run, services)
    # The two services share an intent name: dialogues hold both, told apart.
    rows = ArtifactStore(run).read("dataset", "dialogues", DialogueRow)
    assert any({"Trains_9.FindTrain", "Weather_9.FindTrain"} <= set(row.intents) for row in rows)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the SGD subset is not beside this checkout")
def test_over_the_published_services(tmp_path: Path) -> None:
    services, _ = import_services(
        SHARED / "schema_dev.json", [SHARED / "dialogues_dev_subset.json"]
    )
    assert len(services) == 17
    holds(generated(tmp_path, services, 60), services)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the SGD subset is not beside this checkout")
def test_published_dialogues_are_verified_and_come_back(tmp_path: Path) -> None:
    count = 0
    for name in ("dev", "train"):
        file = SHARED / f"dialogues_{name}_subset.json"
        services, sources = import_services(
            SHARED / f"schema_{'dev' if name == 'dev' else 'train_subset'}.json", [file]
        )
        assert {source.split.value for source in sources} == {name}
        folder = tmp_path / name
        assert import_dialogues(services, sources, str(folder)).contradictions == ()
        assert verify(str(folder)).wrong == ()
        export_run(str(folder), ExportFormat.SGD, ChatStyle(SYSTEM))
        written = folder / "exports" / "sgd" / name / "dialogues_001.json"
        given = [ordered(source) for source in sources]
        back = [ordered(Source(raw, Split.DEV)) for raw in json.loads(written.read_text())]
        assert back == given
        count += len(given)
    assert count == 47


def ordered(source: Source) -> dict[str, Any]:
    """In canonical order: frames by service, actions and spans by what they say."""
    raw: dict[str, Any] = json.loads(json.dumps(source.raw))
    for turn in raw["turns"]:
        turn["frames"].sort(key=lambda frame: frame["service"])
        for frame in turn["frames"]:
            frame["actions"].sort(key=lambda action: (action["act"], action["slot"]))
            frame["slots"].sort(key=lambda span: (span["start"], span["slot"]))
    return raw
