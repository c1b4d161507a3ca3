"""The page about validation: the check that it adds works, and all checks are on it."""

import re
import types
from pathlib import Path
from textwrap import dedent

from checks.check import Check
from checks.ladder import CHECKS, climb
from schemas.verdict import Outcome, RejectionCode
from tests.checks.test_grounding import reworded
from tests.scenes import BY_HAND, CATALOG

PAGE = Path(__file__).resolve().parents[2] / "docs" / "validation.md"


def example() -> Check:
    """The check that the page shows, as somebody would copy it."""
    block = re.search(r"^   ```python\n(.*?)^   ```", PAGE.read_text("utf-8"), re.M | re.S)
    assert block is not None
    module = types.ModuleType("no_shouting")
    exec(compile(dedent(block[1]), str(PAGE), "exec"), module.__dict__)  # noqa: S102
    check = module.__dict__["CHECK"]
    assert isinstance(check, Check)
    return check


def test_the_page_s_check_finds_a_turn_that_shouts() -> None:
    checks = (*BY_HAND, example())
    calm = climb(checks, reworded(2, "Four, please."), CATALOG)
    assert all(verdict.outcome is Outcome.PASS for verdict in calm)
    loud = climb(checks, reworded(2, "FOUR, PLEASE."), CATALOG)
    assert [(v.check, v.turn, v.code) for v in loud if v.outcome is Outcome.FAIL] == [
        ("no_shouting", 2, RejectionCode.WORDING)
    ]


def test_every_check_is_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    models = ("label_agreement", "judge_phenomena", "judge_wording", "corpus", "overlap")
    for name in (*(check.name for check in CHECKS), *models):
        assert f"`{name}`" in text, name
