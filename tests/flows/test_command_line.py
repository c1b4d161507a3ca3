"""The commands as a user types them: exit codes, sentences, and what lies there afterwards."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pandas as pd
import pytest
from prefect.client.orchestration import SyncPrefectClient, get_client
from prefect.client.schemas.filters import (
    ArtifactFilter,
    ArtifactFilterFlowRunId,
    FlowRunFilter,
    FlowRunFilterId,
    FlowRunFilterName,
)
from prefect.settings import PREFECT_API_URL, temporary_settings

from flows.config import load_config
from flows.faults import RunRefused
from flows.prefect_server import PrefectServer
from tests.flows.conftest import Dialoom, Said
from tests.flows.made import made


@pytest.mark.slow
def test_a_run_makes_what_was_asked_and_says_where(
    dialoom: Dialoom, small: Path, tmp_path: Path, prefect_server: PrefectServer
) -> None:
    done = dialoom("run", small, "--name", "shown")
    assert done.returncode == 0, done.stderr
    assert "complete: all 6 dialogues are there" in done.stdout
    for line in (
        "outputs/shown/dataset/",
        "pandas.read_parquet",
        "outputs/shown/review/sample.csv",
        "dialoom extend outputs/shown",
    ):
        assert line in done.stdout
    assert "  user  " in done.stdout
    assert "system  " in done.stdout
    assert "Traceback" not in done.stderr
    dialogues = pd.read_parquet(tmp_path / "outputs/shown/dataset/dialogues.parquet")
    turns = pd.read_parquet(tmp_path / "outputs/shown/dataset/turns.parquet")
    assert len(dialogues) == 6
    assert set(turns["dialogue_id"]) == set(dialogues["dialogue_id"])
    assert len(pd.read_parquet(tmp_path / "outputs/shown/review/sample.parquet")) == 6
    _recorded_completely(prefect_server, tmp_path)

    status = dialoom("status", "outputs/shown")
    assert status.returncode == 0
    assert "6 of 6" in status.stdout

    extended = dialoom("extend", "outputs/shown", "--accepted", "+2")
    assert extended.returncode == 0, extended.stderr
    after = pd.read_parquet(tmp_path / "outputs/shown/dataset/dialogues.parquet")
    assert len(after) == 8
    pd.testing.assert_frame_equal(after.head(6), dialogues)

    other = dialoom("run", small, "--name", "shown", "--seed", "6")
    assert other.returncode == 2
    assert "another configuration (seed)" in other.stderr

    reused = dialoom("run", small, "--name", "again", "--accepted", "7", "--reuse", "outputs/shown")
    assert reused.returncode in (0, 3), reused.stderr
    manifest = json.loads((tmp_path / "outputs/again/run.json").read_text())
    assert 0 < manifest["spend"]["from_journal"] <= manifest["spend"]["calls"]

    sample = dialoom("review", "sample", "outputs/shown", "-n", "3")
    assert sample.returncode == 0
    assert len(pd.read_csv(tmp_path / "outputs/shown/review/sample.csv")) == 3


def _recorded_completely(server: PrefectServer, tmp_path: Path) -> None:
    """Every stage of every shard is a task that the server knows to have ended."""
    manifest = json.loads((tmp_path / "outputs/shown/run.json").read_text())
    shards = [(r["number"], place) for r in manifest["rounds"] for place in range(r["shards"])]
    wanted = {
        f"{stage} r{number} s{place}"
        for number, place in shards
        for stage in ("plans", "simulate", "annotate", "validate")
    } | {"intents", "schemas", "compile", "review sample"}
    with temporary_settings({PREFECT_API_URL: server.url}), get_client(sync_client=True) as client:
        (flow_run,) = client.read_flow_runs(
            flow_run_filter=FlowRunFilter(name=FlowRunFilterName(any_=["outputs/shown"]))
        )
        assert flow_run.state is not None
        assert flow_run.state.is_completed()
        tasks = client.read_task_runs(
            flow_run_filter=FlowRunFilter(id=FlowRunFilterId(any_=[flow_run.id]))
        )
        states = {task.name: task.state.name if task.state else None for task in tasks}
        assert states == dict.fromkeys(wanted, "Completed")
        artifacts = _artifacts(client, flow_run.id)
        assert artifacts["progress"] == ["progress"]
        assert set(artifacts) == {"progress", "accepted-and-rejected", "summary"}


def _artifacts(client: SyncPrefectClient, flow_run: object) -> Mapping[str, list[str]]:
    """Types of artifacts by key."""
    kinds: dict[str, list[str]] = {}
    for artifact in client.read_artifacts(
        artifact_filter=ArtifactFilter(flow_run_id=ArtifactFilterFlowRunId(any_=[flow_run]))
    ):
        kinds.setdefault(str(artifact.key), []).append(str(artifact.type))
    return kinds


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("validation: {blnd: 1}", "did you mean 'blind'?"),
        ("models: {default: {model: nonsense}}", "nobody knows the model 'nonsense'"),
        (
            "models: {default: {model: openai/x, api_key_env: NO_SUCH_KEY}}",
            "needs the environment variable NO_SUCH_KEY; export it",
        ),
        ("models: {default: {model: gpt-4o-mini}}", "OPENAI_API_KEY; export it"),
        ("models: {user: {model: offline/agenda}}", "models has no default"),
        ("models: {default: {model: offline/agendo}}", "there are offline/agenda and"),
        (
            "models: {default: {model: openai/x, api_base: 'http://127.0.0.1:9'}}\n"
            "limits: {max_cost_usd: 1}",
            "the price of openai/x is unknown, so limits.max_cost_usd cannot hold",
        ),
        (
            "models: {default: {model: offline/agenda, fallbacks: [openai/own]}}\n"
            "limits: {max_cost_usd: 1}",
            "needs the environment variable OPENAI_API_KEY",
        ),
        (
            "models: {default: {model: openai/own, api_base: 'http://127.0.0.1:9', "
            "input_price: 1, output_price: 1, fallbacks: [openai/other]}}\n"
            "limits: {max_cost_usd: 1}",
            "the price of openai/other is unknown, so limits.max_cost_usd cannot hold",
        ),
        ("prompts: nowhere", "nowhere' does not exist"),
        (
            "models: {default: {model: offline/noisy, extra: {rate: x}}}",
            "extra.rate is 'x'; give a share of replies from 0 to 1",
        ),
        (
            "models: {default: {model: offline/noisy, extra: {rte: 0.2}}}",
            "extra.rte is nothing that offline/noisy knows",
        ),
        (
            "models: {default: {model: offline/noisy, extra: {faults: all}}}",
            "extra.faults is 'all'; give 'labels'",
        ),
        (
            "clock: {now: '2026-03-02T09:00:00+05:00'}",
            "has an offset: give local time, and name a timezone",
        ),
    ],
)
def test_bad_input_gets_a_sentence_before_anything_is_made(
    command_line: Callable[..., Said],
    small: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: str,
    sentence: str,
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    text = small.read_text().replace("limits: {shard_size: 3, concurrency: 4}\n", "")
    small.write_text(text + change + "\n")
    said = command_line("run", small)
    assert sentence in said.err
    assert said.code == 2
    assert len(said.err.strip().splitlines()) == 1, said.err
    assert not (tmp_path / "outputs").exists()


def test_a_place_that_cannot_be_written_is_named(
    command_line: Callable[..., Said], small: Path
) -> None:
    said = command_line("run", small, "--output", "/proc/nowhere")
    assert said.code == 1
    assert "cannot write /proc/nowhere/small/run.json" in said.err


def imported(tmp_path: Path, services: object) -> Path:
    (tmp_path / "services.json").write_text(json.dumps(services))
    path = tmp_path / "imported.yaml"
    path.write_text("intents: {imported: [services.json]}\ntarget: {accepted: 4}\n")
    return path


def service(**change: object) -> dict[str, object]:
    intent = {
        "name": "book",
        "transactional": True,
        "needs_confirmation": True,
        "required": ["start", "end"],
        "entity": "stay",
        "constraints": [{"left": "end", "operator": ">", "right": "start"}],
    }
    slots = [
        {"name": "start", "type": "integer", "example_values": ["5", "6"]},
        {"name": "end", "type": "integer", "example_values": ["1", "2"]},
    ]
    return {"name": "stays", "slots": slots, "intents": [{**intent, **change}]}


@pytest.mark.parametrize(
    ("services", "extra", "sentence"),
    [
        (
            [service(constraints=[{"left": "end", "operator": "=", "right": "start"}])],
            "",
            "intents[book].constraints[0].operator: '=' is no operator; it wants <, <=, >, >=, !=",
        ),
        (
            [service(constraints=[])],
            "splits: {held_out: [bok]}",
            "splits.held_out names 'bok', which is no intent of this run; did you mean 'book'?",
        ),
        (
            [service(constraints=[])],
            "mix: {intents: {stays.bok: 0.5}}",
            "mix.intents names 'stays.bok', which is no intent of this run; did you mean "
            "'stays.book'?",
        ),
        ([service()], "", "end > start"),
        ([service(constraints=[])], "phenomena: {wrong_slot: 1.0}", "wrong_slot"),
        ([service(name="book it")], "", "'book it', which is no identifier"),
    ],
)
def test_bad_services_get_a_sentence(
    command_line: Callable[..., Said],
    tmp_path: Path,
    services: object,
    extra: str,
    sentence: str,
) -> None:
    path = imported(tmp_path, services)
    path.write_text(path.read_text() + extra + "\n")
    for verb in ("check", "run"):
        said = command_line(verb, path)
        assert sentence in said.err
        assert said.code == 2
        assert len(said.err.strip().splitlines()) == 1, said.err


def test_names_of_intents_that_are_not_written_yet_are_checked_before_any_dialogue(
    command_line: Callable[..., Said], small: Path, tmp_path: Path
) -> None:
    small.write_text(small.read_text() + "splits: {held_out: [book_tabel]}\n")
    checked = command_line("check", small)
    assert checked.code == 0
    assert "note: intents are still to be written, so the names in splits.held_out" in checked.out
    assert "(book_tabel) are checked" in checked.out
    with pytest.raises(RunRefused) as refused:
        made(load_config(small).config)
    sentence = "splits.held_out names 'book_tabel', which is no intent of this run; did you mean "
    assert str(refused.value).startswith(sentence + "'book_table'?")
    assert "a new --name, and --reuse outputs/small" in str(refused.value)
    assert not (tmp_path / "outputs" / "small" / "plans").exists()


def test_init_writes_a_config_that_check_takes(
    command_line: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert command_line("init").code == 0
    again = command_line("init")
    assert again.code == 2
    assert "dialoom.yaml exists" in again.err
    monkeypatch.setenv("DIALOOM_MODEL", "offline/noisy")
    checked = command_line("check", "dialoom.yaml", "--concurrency", "3")
    assert checked.code == 0, checked.err
    rows = [line.split() for line in checked.out.splitlines()]
    assert ["limits.concurrency", "3", "--concurrency"] in rows
    assert ["models.default.model", "offline/noisy", "DIALOOM_MODEL"] in rows
    assert ["seed", "1", "dialoom.yaml:4"] in rows


def test_a_wrong_command_line_is_told(
    command_line: Callable[..., Said], tmp_path: Path, small: Path
) -> None:
    for arguments in (
        ("run", "none.yaml"),
        ("resume", "outputs/none"),
        ("status", "outputs/none"),
        ("extend", "outputs/none", "--accepted", "+2"),
        ("extend", "outputs/none", "--accepted", "-2"),
        ("schedule", small),
        ("run", small, "--concurrency", "0"),
        ("run", small, "--set", "nonsense"),
        ("import", "lucid", "nowhere"),
        ("nonsense",),
    ):
        said = command_line(*arguments)
        assert said.code == 2, arguments
        assert said.err
    (tmp_path / "outputs" / "small").mkdir(parents=True)
    (tmp_path / "outputs" / "small" / "notes.txt").write_text("mine")
    assert "holds something that is no run" in command_line("run", small).err
    unreachable = command_line("run", small, "--name", "x")
    assert unreachable.code == 1
    assert "no Prefect server answers at http://127.0.0.1:9/api" in unreachable.err
