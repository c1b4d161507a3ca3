"""What is said of local models before any is started; none of it needs a runtime."""

from pathlib import Path
from typing import Any

import pytest

from flows.composition import dialoom
from flows.config import load_config
from flows.workspace import identity
from runtime.fingerprint import changed_fields
from runtime.litellm_client import LitellmClient
from runtime.local import files
from runtime.local.questions import asks_small
from schemas.calls.call import Role
from schemas.config import Binding, LocalRuntime, ProposedIntents, RunConfig, Sources
from tests.flows.test_config import BASE


def gguf(folder: Path, name: str = "tiny.gguf") -> Path:
    path = folder / name
    path.write_bytes(b"GGUF" + bytes(60))
    return path


def test_a_missing_file_is_named_with_the_mend(tmp_path: Path) -> None:
    assert files.problem_with(f"local:{tmp_path}/none.gguf") == (
        f"local:{tmp_path}/none.gguf: there is no such file; give the path of a .gguf file"
    )


def test_another_format_is_told(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(b"\x10\x00\x00\x00")
    assert files.problem_with(f"local:{path}") == (
        f"local:{path} is no model in GGUF format; download or convert one"
    )


def test_without_a_runtime_the_sentence_says_how_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "find_spec", lambda name: None)
    assert files.problem_with(f"local:{gguf(tmp_path)}") == (
        f"local:{tmp_path}/tiny.gguf needs a llama.cpp runtime, which is not installed; "
        "run `make local`, or pip install -e '.[local]'"
    )


def test_facts_of_a_local_model_need_no_server(tmp_path: Path) -> None:
    binding = Binding(model=f"local:{tmp_path}/none.gguf", local=LocalRuntime(context=2048))
    facts = LitellmClient().facts(binding)
    assert (facts.provider, facts.structured) == ("local", "grammar")
    assert facts.context_tokens == 2048
    assert facts.prices is not None
    assert facts.prices.of(1000, 1000) == 0
    assert "there is no such file" in facts.problem


def test_a_model_string_alone_binds_a_role_and_its_file_lies_beside_the_config(
    tmp_path: Path,
) -> None:
    (tmp_path / "run.yaml").write_text(
        BASE + "models: {default: local:models/tiny.gguf, judge: openai/gpt-4o-mini}\n"
    )
    models = load_config(tmp_path / "run.yaml", environment={}).config.models
    assert models["default"].model == f"local:{tmp_path}/models/tiny.gguf"
    assert models[Role.JUDGE].model == "openai/gpt-4o-mini"


def test_how_a_model_is_served_may_change_on_resume(tmp_path: Path) -> None:
    configs = []
    for threads in (1, 2):
        (tmp_path / "run.yaml").write_text(
            f"{BASE}models: {{default: {{model: local:a.gguf, local: {{threads: {threads}}}}}}}\n"
        )
        configs.append(load_config(tmp_path / "run.yaml", environment={}).config)
    assert configs[0] != configs[1]
    assert changed_fields(*configs) == ()


@pytest.mark.parametrize(
    ("binding", "small"),
    [
        (Binding(model="local:model.gguf"), True),
        (Binding(model="local:model.gguf", structured="json_schema"), False),
        (Binding(model="openai/model", structured="grammar"), True),
        (Binding(model="openai/model"), False),
    ],
)
def test_small_questions_are_asked_where_there_are_grammars(binding: Binding, small: bool) -> None:
    assert asks_small(binding) is small


def test_other_small_questions_are_another_stage() -> None:
    def made_by(**binding: Any) -> str:
        sources = Sources(propose=(ProposedIntents(domain="food", count=1),))
        config = RunConfig(intents=sources, models={"default": Binding(**binding)})
        return identity(config, dialoom().simulate, lambda _: "")

    local = made_by(model="local:model.gguf")
    assert made_by(model="local:model.gguf") == local
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("flows.workspace.QUESTIONS", -1)
        assert made_by(model="local:model.gguf") != local
