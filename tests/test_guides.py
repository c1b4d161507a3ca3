"""The documentation names commands, options, fields and files that there are."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from flows.cli import app

ROOT = Path(__file__).resolve().parent.parent
PAGES = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")))
GENERATED = ("data.md",)
"""Its text is the models' own, and has no commands."""
_BLOCK = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_NAMED = re.compile(
    r"(?<![\w./<>])((?:examples|docs|flows|formats|schemas|stages|world|phenomena|checks|runtime"
    r"|review|prompts|tests|benchmarks|\.ci)/[\w./-]*\w)"
)


def page(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def commands(path: Path) -> Iterator[str]:
    """Every `dialoom ...` line of a page's code blocks, comments taken off."""
    for block in _BLOCK.findall(path.read_text(encoding="utf-8")):
        for line in block.splitlines():
            words = line.removeprefix("$ ").removeprefix(".venv/bin/")
            if words.startswith("dialoom "):
                yield words


def anchors(path: Path) -> set[str]:
    """The anchors of a page's headings, as forges make them."""
    heads = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def test_there_are_pages_with_commands() -> None:
    with_commands = {page(path) for path in PAGES if any(commands(path))}
    assert {"README.md", "docs/run-nightly.md", "docs/export.md"} <= with_commands


@pytest.mark.parametrize(
    ("path", "line"),
    [
        pytest.param(path, line, id=f"{path.name}: {line[8:60]}")
        for path in PAGES
        if path.name not in GENERATED
        for line in dict.fromkeys(commands(path))
    ],
)
def test_a_command_is_one(path: Path, line: str) -> None:
    words = shlex.split(line, comments=True)[1:]
    command: Any = typer.main.get_command(app)
    while hasattr(command, "commands"):
        name = words.pop(0)
        assert name in command.commands, f"{page(path)}: {line}: there is no {name}"
        command = command.commands[name]
    known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
    given = {word.partition("=")[0] for word in words if re.match(r"-{1,2}[a-z]", word)}
    assert given <= known, f"{page(path)}: {line}: there is no {', '.join(sorted(given - known))}"


@pytest.mark.parametrize("path", PAGES, ids=page)
def test_every_link_leads_somewhere(path: Path) -> None:
    for link in _LINK.findall(path.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name) if name else path
        assert target.exists(), f"{page(path)}: {link}"
        if anchor:
            assert anchor in anchors(target), f"{page(path)}: {link}"


@pytest.mark.parametrize("path", PAGES, ids=page)
def test_every_file_it_names_is_there(path: Path) -> None:
    text = re.sub(r"https?://\S+", "", path.read_text(encoding="utf-8"))
    missing = {
        name
        for name in _NAMED.findall(text)
        if "." in name.rsplit("/", 1)[-1] and not (ROOT / name).exists() and name not in _MADE
    }
    assert not missing, f"{page(path)}: {sorted(missing)}"


_MADE = frozenset(
    {
        "examples/lucid_services.json",
        "review/sample.csv",
        "review/sample.parquet",
        "review/summary.json",
    }
)
"""What the reader makes on the way; a run has folders that are named like rooms."""


@pytest.mark.parametrize("path", PAGES, ids=page)
def test_its_configurations_are_yaml(path: Path) -> None:
    for block in re.findall(
        r"^```yaml\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    ):
        assert isinstance(yaml.safe_load(block), dict), f"{page(path)}: {block}"


def test_the_readme_lists_every_guide() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    guides = {page(path) for path in PAGES if path.parent.name == "docs"}
    # docs/add-a-phenomenon.md is for whoever changes Dialoom: CONTRIBUTING.md leads there.
    missing = guides - set(_LINK.findall(readme)) - {"docs/add-a-phenomenon.md"}
    assert not missing, f"the README's table of guides lacks {sorted(missing)}"
