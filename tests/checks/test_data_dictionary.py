"""docs/data.md is what the models say."""

from pathlib import Path

from schemas.data_dictionary import render, undescribed

ROOT = Path(__file__).resolve().parents[2]


def test_the_dictionary_is_current() -> None:
    text = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
    assert text == render(), "run: python -m schemas.data_dictionary > docs/data.md"


def test_every_column_says_what_it_means() -> None:
    assert list(undescribed()) == []


def test_types_are_spelled_out() -> None:
    text = render()
    assert "| `turn_index` | int64 | turns |" in text
    assert "| `number` | double? | - |" in text
    assert "| `acts` | list of struct `ActCell` | - |" in text
    assert "| `now` | timestamp[us] | local time |" in text
