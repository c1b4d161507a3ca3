"""What the offline judge can tell of a dialogue as a whole."""

import pytest

from runtime.offline.whole import meant, natural
from schemas.calls.judging import JudgeInput
from schemas.calls.views import Line


def asked(*words: str, description: str = "") -> JudgeInput:
    lines = tuple(Line(kind="user", text=text) for text in words)
    return JudgeInput(
        now="-",
        assistant=(),
        conversation=lines,
        phenomenon="-",
        description=description,
        question="?",
    )


@pytest.mark.parametrize(
    ("words", "vote"),
    [("For four, please.", "yes"), ("For for four.", "no"), ("Thanks. Bye bye.", "yes")],
)
def test_a_doubled_word_is_unnatural(words: str, vote: str) -> None:
    assert natural(asked("Hello.", words)).vote == vote


SARCASM = "Oh sure, because I obviously have all day for this."


def test_an_aside_is_meant_only_where_it_is_known() -> None:
    assert meant(asked("For four, please.")).vote == "yes"
    assert meant(asked("For four, please.", SARCASM)).vote == "no"
    known = "Their messages 2 are known to be asides."
    assert meant(asked("For four, please.", SARCASM, description=known)).vote == "yes"
