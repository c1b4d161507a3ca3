"""A folder of prompts of one's own: what is wrong in it is named before anything is spent."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from flows.config import load_config
from runtime.prompts import BUILT_IN
from tests.flows.conftest import Said
from tests.flows.made import made

OURS = (BUILT_IN / "user_turn.jinja").read_text(encoding="utf-8")


def own(small: Path, **files: str) -> Path:
    """The configuration with a folder of templates beside it; its path is relative to the file."""
    folder = small.parent / "mine"
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.jinja").write_text(text, encoding="utf-8")
    small.write_text(small.read_text() + "prompts: mine\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize("command", ["check", "run", "estimate"])
@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        (
            "user_turn",
            OURS.replace("{{ style | quoted }}", "{{ stile | quoted }}"),
            "user_turn.jinja uses 'stile', which is no field of UserTurnInput; it has complaint, "
            "conversation, goals, moves, persona, phenomenon, style; "
            "user_turn.jinja never shows 'style'",
        ),
        (
            "user_turn",
            OURS.replace("{{ move_lines(moves) }}", ""),
            "user_turn.jinja never shows 'moves'",
        ),
        (
            "usr_turn",
            OURS,
            "usr_turn.jinja in the prompt folder belongs to no call; did you mean user_turn.jinja?",
        ),
        (
            "_view",
            "",
            "_view.jinja in the prompt folder is used by no prompt; did you mean _views.jinja?",
        ),
        (
            "user_turn",
            OURS.replace("{{ persona | quoted }}", "{{ persona | quotd }}"),
            "the prompt user_turn.jinja is broken at line 46: No filter named 'quotd'",
        ),
        (
            "user_turn",
            OURS.replace("{{ persona | quoted }}", "{{ persona.first_name | quoted }}"),
            "the prompt user_turn.jinja fails at user_turn.jinja, line 46: "
            "'str object' has no attribute 'first_name'",
        ),
        (
            "user_turn",
            OURS.replace("{% endblock %}", "", 1),
            "the prompt user_turn.jinja is broken at line",
        ),
        (
            "user_turn",
            OURS.replace("block user", "block usr"),
            "user_turn.jinja lacks the block 'user'",
        ),
        (
            "user_turn",
            OURS.replace('"_moves.jinja"', '"_" ~ style'),
            "the prompt user_turn.jinja computes which file it uses; name the file",
        ),
    ],
)
def test_a_template_that_does_not_fit_is_named_before_anything_is_made(
    command_line: Callable[..., Said],
    small: Path,
    tmp_path: Path,
    command: str,
    name: str,
    text: str,
    sentence: str,
) -> None:
    own(small, **{name: text})
    said = command_line(command, small)
    assert said.code == 2
    assert sentence in said.err
    assert len(said.err.strip().splitlines()) == 1, said.err
    assert not (tmp_path / "outputs").exists()


def test_a_file_that_is_no_text_is_named(command_line: Callable[..., Said], small: Path) -> None:
    (own(small) / "response.jinja").write_bytes(b"\xff\xfe")
    said = command_line("check", small)
    assert said.code == 2
    assert "the prompt response.jinja is no text in UTF-8" in said.err


def test_templates_that_fit_are_used_and_the_fingerprint_knows_them(
    command_line: Callable[..., Said],
    small: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = own(small, user_turn=OURS.replace("You play the user", "You play a hurried user"))
    # A copy of a shared part may use further parts of one's own.
    views = (BUILT_IN / "_views.jinja").read_text(encoding="utf-8")
    (folder / "_views.jinja").write_text(views + '{% include "_note.jinja" %}', encoding="utf-8")
    (folder / "_note.jinja").write_text("", encoding="utf-8")
    assert command_line("check", small).code == 0
    config = load_config(small, {"target.accepted": 2}, {}).config
    assert made(config).accepted > 0

    arguments = ("run", small, "--accepted", "2")
    same = command_line(*arguments)
    assert "no Prefect server answers" in same.err  # which is how far a run gets in this test
    (folder / "user_turn.jinja").write_text(OURS, encoding="utf-8")
    changed = command_line(*arguments)
    assert changed.code == 2
    assert "was made with another version or other prompts of the stage simulate" in changed.err
    (folder / "_note.jinja").write_text("{# a remark #}", encoding="utf-8")
    shared = command_line(*arguments)
    assert "of the stage plans, schemas, simulate, validate" in shared.err


def test_the_built_in_templates_copied_make_the_same_run(
    command_line: Callable[..., Said],
    small: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(BUILT_IN, tmp_path / "mine", ignore=shutil.ignore_patterns("__pycache__"))
    own(small)
    config = load_config(small, {"target.accepted": 1}, {}).config
    first = made(config)
    plain = made(config.model_copy(update={"prompts": None, "name": "plain"}))
    assert first.stages == plain.stages
