"""docs/phenomena.md: every phenomenon is there as the code has it, with an example."""

from pathlib import Path

import pytest

from phenomena import ALL
from phenomena.phenomenon import Phenomenon

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "phenomena.md").read_text(encoding="utf-8")
SECTIONS = {part.split("\n", 1)[0]: part for part in PAGE.split("\n### ")[1:]}


def test_the_page_has_every_phenomenon_and_no_other() -> None:
    assert set(SECTIONS) == {phenomenon.tag.value for phenomenon in ALL}


@pytest.mark.parametrize("phenomenon", ALL, ids=lambda p: p.tag.value)
def test_a_section_says_what_the_code_says(phenomenon: Phenomenon) -> None:
    section = SECTIONS[phenomenon.tag.value]
    assert phenomenon.description in section
    assert f"- Rule: {phenomenon.rule}\n" in section
    assert f"- Asked of a judge: {phenomenon.question}\n" in section
    assert f"- LUCID's label: {f'`{phenomenon.lucid}`' if phenomenon.lucid else 'none'}" in section
    assert not phenomenon.instruction or phenomenon.instruction in section
    example = section.split("```")[1]
    assert "  user  " in example
    assert "say(" in example
