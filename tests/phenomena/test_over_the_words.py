"""Phenomena that lie over the words of a turn: noise and hesitation."""

from random import Random

import pytest

from phenomena import BY_TAG
from phenomena.hesitation import hesitates
from phenomena.speech_noise import garbled
from schemas.phenomenon import PhenomenonTag as Tag
from tests.phenomena.made import HINT, LEEDS, WANT, derived, faults, signal, system, user


def test_noise_is_what_was_heard_as_something_else() -> None:
    turns = (
        user(0, WANT, LEEDS, says="to Leeds", spoken="To Leeds.", state={"city": "Leeds"}),
        system(1, 'book(city="Leeds")', signals=(signal(1, HINT, 0),)),
    )
    assert derived(turns) == {Tag.SPEECH_NOISE: (0,)}
    assert faults(Tag.SPEECH_NOISE, turns) == []
    deaf = (turns[0].model_copy(update={"frames": ()}), turns[1])
    assert faults(Tag.SPEECH_NOISE, deaf) == ["the state lost what the user said for city"]


def test_a_recogniser_keeps_values_and_loses_stops_and_capitals() -> None:
    said = "Hi, I'd like to book a table at Thai Spice, please. It's for 4 people."
    heard = garbled(said, ["Thai Spice", "4"], Random(1), errors=0.0)
    assert heard == "hi i'd like to book a table at Thai Spice please it's for 4 people"
    for seed in range(20):
        noisy = garbled(said, ["Thai Spice", "4"], Random(seed), errors=1.0)
        assert "Thai Spice" in noisy
        assert " 4 people" in noisy
        assert noisy.startswith("hi ")
        assert " to book" not in noisy  # 'to' can only be dropped
    assert garbled(said, ["4"], Random(3)) == garbled(said, ["4"], Random(3))


@pytest.mark.parametrize(
    ("words", "yes"),
    [
        ("Um, for 4 people.", True),
        ("for 4 people uh at noon", True),
        ("Okay so, next Friday.", True),
        ("Hmmm, let me see.", True),
        ("The museum, please.", False),
        ("Her number is 4.", False),
        ("I'm so happy, okay.", False),
    ],
)
def test_hesitation_is_a_filler(words: str, yes: bool) -> None:
    assert hesitates(words) is yes
    assert bool(BY_TAG[Tag.HESITATION].complaint(words, ())) is not yes
