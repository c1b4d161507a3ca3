"""What a supervisor may be answered."""

import json

import pytest

from runtime.local.choices import choice_grammar
from schemas.calls.simulation import ExactValueInput
from schemas.calls.supervision import Choice, SuperviseAnswerInput, SuperviseNameInput
from schemas.calls.views import SlotView
from schemas.dialogue import Named
from tests.local.matching import admits

NAMES = SuperviseNameInput(
    kind=Named.SLOT,
    name="guests",
    owner="reserve_table",
    choices=(Choice(name="party_size"), Choice(name="date")),
)
ANSWERS = SuperviseAnswerInput(
    intent="reserve a table",
    slot=SlotView(name="restaurant_name", description="", type="string"),
    utterance='A table at "Da Mario", I mean at Luigi\'s.',
)


@pytest.mark.parametrize("choice", ["party_size", "date", "none of these"])
def test_a_supervisor_is_answered_with_a_choice(choice: str) -> None:
    grammar = choice_grammar(NAMES)
    assert admits(grammar, json.dumps({"choice": choice}))
    assert not admits(grammar, json.dumps({"choice": "guests"}))


@pytest.mark.parametrize("words", ["Da Mario", "Luigi's", 'Da Mario", I', "unanswerable"])
def test_a_supervisor_is_answered_with_words_that_were_said(words: str) -> None:
    grammar = choice_grammar(ANSWERS)
    assert admits(grammar, json.dumps({"words": words}))
    assert not admits(grammar, json.dumps({"words": "Luigi"}))
    assert not admits(grammar, json.dumps({"words": "Mario's"}))


def test_other_calls_keep_their_schema() -> None:
    slot = SlotView(name="date", description="", type="date")
    assert choice_grammar(ExactValueInput(utterance="a", slot=slot, value="b")) == ""
