"""Wordings that give a model away."""

import pytest

from checks.wording import user_wording
from tests.world.booking import CATALOG


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("好的，没问题，谢谢。", "another script"),
        ("Да, пожалуйста.", "another script"),
        ("As an AI, I cannot book.", "as the assistant would"),
        ("User: For 4, please.", "speaker's label"),
        ("Please say(x1).", "code or markup"),
    ],
)
def test_what_no_user_would_say(said: str, fault: str) -> None:
    assert any(fault in complaint for complaint in user_wording(said, CATALOG))


@pytest.mark.parametrize("said", ["Für 4 im Café Zoë, bitte.", "At 寿司 Kobayashi, please.", "4!"])
def test_names_of_other_languages_are_no_fault(said: str) -> None:
    assert list(user_wording(said, CATALOG)) == []
