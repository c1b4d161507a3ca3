"""Dialogues that repeat a published text, and those that only sound alike."""

import pytest

from checks.overlap import Published, PublishedText, nothing_published, overlap, published
from schemas.candidate import Candidate
from schemas.verdict import RejectionCode
from tests.scenes import CATALOG, candidate

WORDS = tuple(turn.utterance for turn in candidate().dialogue.turns)


def found(*texts: PublishedText) -> list[tuple[RejectionCode, str]]:
    item: Candidate = candidate()
    return [(f.code, f.detail) for f in overlap(published(texts)).run(item, CATALOG)]


def test_a_repeated_dialogue_is_named() -> None:
    assert found(PublishedText("sgd.jsonl:7", WORDS)) == [
        (RejectionCode.OVERLAP, "100% of its word sequences are those of sgd.jsonl:7")
    ]


def test_case_and_punctuation_make_no_other_text() -> None:
    shouted = tuple(f"{words.upper()}!!" for words in WORDS)
    assert found(PublishedText("a:1", shouted))


def test_the_closest_text_counts() -> None:
    other = ("We were looking for a quiet place in the old town, and found none at all.",)
    index = published((PublishedText("a:1", other), PublishedText("a:2", (*WORDS, *other))))
    assert index.closest(WORDS) == ("a:2", 1.0)


def test_a_sentence_is_no_dialogue() -> None:
    """Its few sequences are everybody's: a text needs twelve of five words each."""
    assert found(PublishedText("a:1", WORDS[:1])) == []


def test_half_of_the_shorter_text_is_an_overlap() -> None:
    """16 words make 12 sequences. Of the ten words said first, 6 are shared: half of the 12."""
    text = "one two three four five six seven eight nine ten and so on it goes on"
    index = published((PublishedText("a:1", (text,)),))
    assert index.closest(("one two three four five six seven eight nine ten",)) == ("a:1", 1.0)
    other = "then again something else that nobody ever said before this very day came along"
    assert index.closest(("one two three four five six seven eight nine ten " + other,)) == (
        "a:1",
        0.5,
    )


def test_files_that_nobody_can_read_are_an_error() -> None:
    assert isinstance(nothing_published(()), Published)
    with pytest.raises(ValueError, match="nobody reads bench"):
        nothing_published(("bench.jsonl",))
