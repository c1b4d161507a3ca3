"""The prompts as models get them, to be read in review.

After a wanted change: `DIALOOM_SNAPSHOTS=write pytest tests/prompts/test_snapshots.py`, then read
the difference.
"""

import os
from pathlib import Path

import pytest

from runtime.prompts import Prompts
from tests.prompts.calls import BY_NAME
from tests.prompts.samples import SAMPLES

SNAPSHOTS = Path(__file__).parent / "snapshots"


def test_every_call_has_a_sample() -> None:
    assert set(SAMPLES) == set(BY_NAME)
    assert {path.stem for path in SNAPSHOTS.glob("*.txt")} == set(BY_NAME)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_prompt_reads_as_it_did(name: str) -> None:
    messages = Prompts().render(BY_NAME[name], SAMPLES[name])
    text = "\n".join(f"=== {m['role']} ===\n{m['content']}\n" for m in messages)
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("DIALOOM_SNAPSHOTS") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
