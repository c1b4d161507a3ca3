"""Where values are said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.base import Value
from schemas.service import SlotSchema, SlotType
from tests.world.booking import CLOCK
from world.align import find, find_all, said_special, verbatim


def slot(kind: SlotType = SlotType.STRING, name: str = "s", *possible: str) -> SlotSchema:
    return SlotSchema(name=name, type=kind, categorical=bool(possible), possible_values=possible)


@pytest.mark.parametrize(
    ("value", "utterance", "where", "words"),
    [
        ("Thai Spice", "at thai  spice, please", slot(), "thai  spice"),
        ("art", "I start art class", slot(), "art"),
        (2, "a table for two at 2:30", slot(SlotType.INTEGER), "two"),
        (25, "twenty-five of us", slot(SlotType.INTEGER), "twenty-five"),
        (5, "at 5:30 for 5", slot(SlotType.INTEGER), "5"),
        (20, "I pay $20", slot(SlotType.NUMBER), "20"),
        ("2026-03-06", "make it next Friday, please", slot(SlotType.DATE), "next Friday"),
        ("2026-03-06", "on the 6th of March", slot(SlotType.DATE), "the 6th of March"),
        ("20:00", "at half past 7, no, 8 in the evening", slot(SlotType.TIME), "8 in the evening"),
        ("20:00", "around 8 pm", slot(SlotType.TIME), "8 pm"),
        (True, "with insurance", slot(SlotType.BOOLEAN, "add_insurance"), "insurance"),
        (False, "I don't need insurance", slot(SlotType.BOOLEAN, "add_insurance"), "insurance"),
        (False, "No, thanks", slot(SlotType.BOOLEAN, "add_insurance"), "No"),
        ("2", "two seats", slot(SlotType.STRING, "seats", "1", "2"), "two"),
        ("True", "yes", slot(SlotType.STRING, "wifi", "True", "False"), "yes"),
        (["a window", "quiet"], "quiet and a window", slot(SlotType.ARRAY), "quiet and a window"),
    ],
)
def test_found(value: Value, utterance: str, where: SlotSchema, words: str) -> None:
    match = find(value, utterance, where, CLOCK)
    assert match is not None
    assert match.surface == words
    assert utterance[match.start : match.end] == words


@pytest.mark.parametrize(
    ("value", "utterance", "where"),
    [
        ("art", "I start here", slot()),
        (5, "at 5:30 or 2.5", slot(SlotType.INTEGER)),
        ("2026-03-06", "on Thursday", slot(SlotType.DATE)),
        ("20:00", "at 8 in the morning", slot(SlotType.TIME)),
        (True, "I don't want insurance", slot(SlotType.BOOLEAN, "insurance")),
        (False, "with insurance", slot(SlotType.BOOLEAN, "insurance")),
    ],
)
def test_not_found(value: Value, utterance: str, where: SlotSchema) -> None:
    assert find(value, utterance, where, CLOCK) is None


def test_the_surface_goes_before_the_value() -> None:
    match = find("Hakka Restaurant", "Hakka Restaurant or Hakka", slot(), CLOCK, "Hakka")
    assert match is not None
    assert (match.start, match.end) == (0, 5)
    assert len(find_all("a", "a b A", slot(), CLOCK)) == 2


def test_specials() -> None:
    found = said_special("dontcare", "It doesn’t matter to me")
    assert found is not None
    assert found.surface == "doesn't matter"
    assert said_special("unknown", "I'm not sure") is not None
    assert said_special("unknown", "I am sure") is None


@given(st.text(min_size=1, max_size=20), st.text(max_size=60))
def test_a_match_is_cut_from_the_utterance(value: str, utterance: str) -> None:
    for match in verbatim(value, utterance):
        assert utterance[match.start : match.end] == match.surface
        assert " ".join(match.surface.split()).lower() == " ".join(value.split()).lower()
