"""The guides name commands and options that there are, and files that come with the project."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from flows.cli import app

ROOT = Path(__file__).parents[2]
GUIDES = ("bring-your-tools.md", "train.md")


def commands(guide: str) -> list[str]:
    """Every `dialoom ...` line of a guide's code blocks."""
    text = (ROOT / "docs" / guide).read_text(encoding="utf-8")
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith("dialoom ")]


@pytest.mark.parametrize(
    "line", [line for guide in GUIDES for line in commands(guide)], ids=lambda line: line[8:60]
)
def test_a_guides_command_is_one(line: str) -> None:
    words = shlex.split(line)[1:]
    command: Any = typer.main.get_command(app)
    while hasattr(command, "commands"):
        name = words.pop(0)
        assert name in command.commands, f"{line}: there is no {name}"
        command = command.commands[name]
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("-")} <= known


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guides_files_are_there(guide: str) -> None:
    text = (ROOT / "docs" / guide).read_text(encoding="utf-8")
    for name in re.findall(r"\bexamples/[\w./-]+", text):
        assert (ROOT / name).is_file(), name
    for name in re.findall(r"\]\(([\w./-]+)\)", text):
        assert (ROOT / "docs" / name).is_file(), name
