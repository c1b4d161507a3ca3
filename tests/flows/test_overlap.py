"""The files of published dialogues that a run must not repeat."""

from pathlib import Path

import pytest

from flows.faults import RunRefused
from flows.overlap import published_texts

WORDS = "so I went to the market and bought a loaf of bread and two pounds of apples for you"


def test_every_string_of_a_line_counts(tmp_path: Path) -> None:
    path = tmp_path / "bench.jsonl"
    line = '{"turns": [{"speaker": "USER", "utterance": "%s"}], "n": 3}'
    path.write_text(f'{line % WORDS}\n\n"{WORDS[:20]}"\n', encoding="utf-8")
    index = published_texts((str(path),))
    assert index.closest((WORDS,)) == ("bench.jsonl:1", 1.0)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"{oops\n", "line 1 is no JSON"),
        (b"[" * 9000 + b"]" * 9000, "line 1 is nested too deeply"),
        (b"\xff\xfe\n", "is no UTF-8 text"),
        (None, "No such"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(
    content: bytes | None, complaint: str, tmp_path: Path
) -> None:
    path = tmp_path / f"bench{len(complaint)}.jsonl"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RunRefused, match=complaint):
        published_texts((str(path),))
