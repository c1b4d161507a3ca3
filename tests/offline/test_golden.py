"""What the offline model says stays as somebody has read it."""

from tests.offline.golden import FILE, utterances


def test_golden_utterances() -> None:
    assert FILE.read_text(encoding="utf-8").splitlines() == list(utterances())
