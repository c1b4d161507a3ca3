"""Who may import whom: ARCHITECTURE.md's table, walked over every module."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = (
    "schemas",
    "world",
    "runtime",
    "phenomena",
    "checks",
    "formats",
    "review",
    "stages",
    "flows",
)
MAY_IMPORT: dict[str, frozenset[str]] = {
    "schemas": frozenset({"schemas"}),
    "world": frozenset({"schemas", "world"}),
    "runtime": frozenset({"schemas", "runtime"}),
    "phenomena": frozenset({"schemas", "world", "phenomena"}),
    "checks": frozenset({"schemas", "world", "phenomena", "checks"}),
    "formats": frozenset({"schemas", "world", "formats"}),
    "review": frozenset({"schemas", "review"}),
    "stages": frozenset(
        {"schemas", "world", "phenomena", "checks", "formats", "stages", "runtime"}
    ),
    "flows": frozenset(ROOMS),
}
ONLY_IN = {
    "litellm": {"runtime/litellm_client.py"},
    "pyarrow": {"runtime/parquet.py"},
}
"""Libraries with one door."""
NOT_IN_STAGES = frozenset({"prefect", "litellm", "pyarrow", "fsspec", "os", "shutil", "pathlib"})
"""A pure step touches no file, no environment, no network."""


def modules() -> Iterator[Path]:
    for room in ROOMS:
        yield from sorted((ROOT / room).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """Every dotted name that a module imports, nested imports included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


def stage_of(dotted: str) -> str:
    """'plans' for stages.plans.cells: which stage a module belongs to."""
    parts = dotted.split(".")
    return parts[1] if len(parts) > 1 else ""


def breaches(path: Path) -> Iterator[str]:
    relative = path.relative_to(ROOT)
    room = relative.parts[0]
    own_stage = stage_of(".".join(relative.with_suffix("").parts))
    for dotted in imports(path):
        top = dotted.split(".")[0]
        if top in ROOMS and top not in MAY_IMPORT[room]:
            yield f"{relative} imports {dotted}: {room} may not know {top}"
        if top in ONLY_IN and str(relative) not in ONLY_IN[top]:
            yield f"{relative} imports {dotted}: only {min(ONLY_IN[top])} may"
        if room == "schemas" and top not in {"schemas", "pydantic", *sys.stdlib_module_names}:
            yield f"{relative} imports {dotted}: schemas know pydantic and the standard library"
        if room == "stages":
            if top in NOT_IN_STAGES:
                yield f"{relative} imports {dotted}: stages are pure"
            if top == "runtime" and dotted != "runtime.stage":
                yield f"{relative} imports {dotted}: stages know runtime.stage alone"
            if top == "stages" and stage_of(dotted) != own_stage:
                yield f"{relative} imports {dotted}: a stage knows no other stage"


def test_no_module_imports_what_its_room_may_not() -> None:
    assert list(modules()), "no modules found"
    found = [breach for path in modules() for breach in breaches(path)]
    assert found == []


@pytest.mark.parametrize(
    ("room", "line", "complaint"),
    [
        ("schemas", "import jinja2", "schemas know pydantic"),
        ("world", "from runtime.stage import Chat", "world may not know runtime"),
        ("stages", "from runtime.gateway import Gateway", "runtime.stage alone"),
        ("stages", "from stages.other import X", "knows no other stage"),
        ("stages", "import prefect", "stages are pure"),
        ("checks", "def f():\n    import litellm", "only runtime/litellm_client.py may"),
        ("runtime", "from flows.cli import main", "runtime may not know flows"),
    ],
)
def test_the_walk_sees_a_breach(
    room: str, line: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    path = tmp_path / room / "one.py"
    path.parent.mkdir()
    path.write_text(line, encoding="utf-8")
    assert any(complaint in breach for breach in breaches(path))


def test_there_is_no_drawer_for_odds_and_ends() -> None:
    names = {path.name for path in modules()}
    assert not names & {"utils.py", "util.py", "helpers.py", "misc.py", "common.py"}
