"""Configurations: precedence, sources, and one clear sentence for each way to go wrong."""

from pathlib import Path

import pytest

from flows.config import load_config, parse_setting
from flows.config_file import ConfigError
from schemas.calls.call import Role
from schemas.phenomenon import PhenomenonTag

BASE = """\
intents:
  described:
    - {domain: food, description: book a table}
"""


def load(tmp_path: Path, text: str, **kwargs: object):
    path = tmp_path / "run.yaml"
    path.write_text(text, encoding="utf-8")
    return load_config(path, environment=kwargs.pop("environment", {}), **kwargs)


def test_flags_win_over_environment_over_yaml_over_defaults(tmp_path: Path) -> None:
    text = BASE + "models: {default: {model: openai/yaml}}\nlimits:\n  concurrency: 3\n"
    loaded = load(tmp_path, text)
    assert loaded.config.models["default"].model == "openai/yaml"
    assert loaded.sources["models.default.model"] == "run.yaml:4"
    assert loaded.sources["limits.concurrency"] == "run.yaml:6"
    assert loaded.sources["limits.shard_size"] == "run.yaml:5", "its group is in the file"
    assert loaded.sources["seed"] == "default"

    environment = {"DIALOOM_MODEL": "openai/env", "DIALOOM_CONCURRENCY": "5"}
    loaded = load(tmp_path, text, environment=environment)
    assert loaded.config.models["default"].model == "openai/env"
    assert loaded.config.limits.concurrency == 5
    assert loaded.sources["models.default.model"] == "DIALOOM_MODEL"

    flags = {"models.default.model": "openai/flag", "limits.shard_size": 7}
    loaded = load(tmp_path, text, environment=environment, flags=flags)
    assert loaded.config.models["default"].model == "openai/flag"
    assert loaded.sources["models.default.model"] == "--model"
    assert loaded.sources["limits.shard_size"] == "--set limits.shard_size"
    assert loaded.config.limits.concurrency == 5


def test_the_environment_alone_binds_a_model(tmp_path: Path) -> None:
    loaded = load(tmp_path, BASE, environment={"DIALOOM_MODEL": "openai/env"})
    assert loaded.config.models["default"].model == "openai/env"


def test_paths_in_the_file_are_relative_to_the_file(tmp_path: Path) -> None:
    text = "prompts: mine\nintents:\n  imported: [services.json]\n"
    config = load(tmp_path, text).config
    assert config.intents.imported == (str(tmp_path / "services.json"),)
    assert config.prompts == str(tmp_path / "mine")
    text = BASE + "validation: {overlap: [bench.jsonl]}\n"
    assert load(tmp_path, text).config.validation.overlap == (str(tmp_path / "bench.jsonl"),)


def test_the_panel_is_a_number_of_votes_or_a_list_of_models(tmp_path: Path) -> None:
    three = load(tmp_path, BASE + "validation: {judges: 3}\n").config
    assert [judge.model for judge in three.judges] == ["offline/agenda"] * 3
    text = "validation:\n  panel: [openai/a, {model: openai/b, temperature: 0}]\n"
    panel = load(tmp_path, BASE + text).config
    assert [(judge.model, judge.temperature) for judge in panel.judges] == [
        ("openai/a", 0.7),
        ("openai/b", 0.0),
    ]
    assert panel.binding(Role.JUDGE, 1) == panel.judges[1]


def test_quotas_are_read_by_tag(tmp_path: Path) -> None:
    config = load(tmp_path, BASE + "phenomena: {cancel: 0.5}\n").config
    assert config.phenomena == {PhenomenonTag.CANCEL: 0.5}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            BASE + "mix: {multi_intnt: 1}",
            "line 4: there is no field 'mix.multi_intnt'; did you mean 'multi_intent'?",
        ),
        (BASE + "mix:\n  flow: 1.4", "line 5: mix.flow is 1.4; it has to be at most 1.0"),
        (
            BASE + "phenomena: {sarcasm: 0.1}",
            "line 4: there is no 'sarcasm' in phenomena; did you mean 'sarcastic_answer'?",
        ),
        (
            BASE + "phenomena: {cancel: 2}",
            "line 4: phenomena.cancel is 2; it has to be at most 1.0",
        ),
        (
            BASE + "models: {planer: {model: x}}",
            "line 4: there is no 'planer' in models; did you mean 'planner'?",
        ),
        (
            BASE + "models: {user: 5}",
            "line 4: models.user is 5; it wants a group of fields",
        ),
        (
            BASE + "models:\n  user: {modell: x}",
            "line 5: there is no field 'models.user.modell'; did you mean 'model'? (and 1 more)",
        ),
        (BASE + "limits: 3", "line 4: limits is 3; it wants a group of fields"),
        (
            BASE + "limits: {max_cost_usd: lots}",
            "line 4: limits.max_cost_usd is 'lots'; it wants an amount such as 2.50",
        ),
        (BASE + "target: {accepted: 0}", "line 4: target.accepted is 0; it has to be above 0"),
        (
            BASE + "target: {accepted: many}",
            "line 4: target.accepted is 'many'; it wants a whole number",
        ),
        (BASE + "seed: 1\nseed: 2", "line 5: 'seed' is there a second time"),
        (BASE + "name: a/b", "line 4: name is 'a/b', which does not look like"),
        (
            BASE + "validation: {agreement: some}",
            "line 4: validation.agreement is 'some'; it wants 'all' or 'majority'",
        ),
        (
            BASE + "splits: {held_out: book}",
            "line 4: splits.held_out is 'book'; it wants a list",
        ),
        (
            BASE.replace("food", "1food"),
            "line 3: intents.described.0.domain is '1food', which is no identifier: letters, "
            "digits and underscores, no digit first",
        ),
        (
            BASE.replace("description: book a table", "slots: [a-b]"),
            "line 3: intents.described.0.description is missing (and 1 more)",
        ),
        (
            BASE + "mix: {intents: {a: 0.7, b: 0.6}}",
            "line 4: mix: intents adds up to 1.3; at most 1",
        ),
        (
            BASE.replace("a table", "a table, constraints: [{left: a, operator: ==, right: b}]"),
            "line 3: intents.described.0.constraints.0.operator: '==' is no operator; it wants "
            "<, <=, >, >=, !=",
        ),
        ("intents: {}", "line 1: intents: names no intent: give described, propose or imported"),
        ("seed: 3", "run.yaml: intents is missing"),
        ("zzz: 1\n" + BASE, "line 1: there is no field 'zzz'; there are name, seed, output"),
        ("[1, 2]", "run.yaml: wants fields such as `intents:`, got a list"),
        ("", "run.yaml: intents is missing"),
        ("intents: [", "line 1: is not YAML"),
        (BASE + "seed: [1", "line 4: is not YAML"),
        ("a: !!python/object/apply:os.system ['true']", "line 1: is not YAML"),
    ],
)
def test_a_wrong_config_is_told_in_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, text)
    said = str(caught.value)
    assert sentence in said.replace(str(tmp_path / "run.yaml") + ", ", "").replace(
        str(tmp_path) + "/", ""
    )
    assert "\n" not in said


def test_a_wrong_flag_or_variable_is_named_as_that(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"^--accepted: target\.accepted is 0"):
        load(tmp_path, BASE, flags={"target.accepted": 0})
    with pytest.raises(ConfigError, match=r"^DIALOOM_CONCURRENCY: limits\.concurrency is 'lots'"):
        load(tmp_path, BASE, environment={"DIALOOM_CONCURRENCY": "lots"})
    with pytest.raises(ConfigError, match="wants FIELD=VALUE"):
        parse_setting("limits.shard_size")
    assert parse_setting("mix.flow=0.5") == ("mix.flow", 0.5)
    assert parse_setting("name=x=y") == ("name", "x=y")


def test_a_missing_file_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no such file; `dialoom init` writes one"):
        load_config(tmp_path / "none.yaml")
    with pytest.raises(ConfigError, match="is a folder"):
        load_config(tmp_path)
