"""The system's words."""

import re

import pytest

from runtime.offline.response import response
from schemas.acts import ActType
from schemas.calls.simulation import ActView, ResponseInput
from tests.offline.exchange import respond


def said(*acts: ActView, done: tuple[str, ...] = (), seeds: int = 40) -> set[str]:
    data = ResponseInput(conversation=(), done=done, acts=acts)
    return {response(data, seed).response for seed in range(seeds)}


def confirm(slot: str, words: str) -> ActView:
    return ActView(
        act=ActType.CONFIRM, slot=slot, words=words, intent="rent a car", entity="car rentals"
    )


def test_a_request_asks_for_its_slot() -> None:
    for words in said(ActView(act=ActType.REQUEST, slot="departure date")):
        assert "departure date" in words
        assert words.endswith(("?", "."))
    for words in said(ActView(act=ActType.REQUEST, slot="party size")):
        assert "people" in words or "party size" in words
    for words in said(ActView(act=ActType.REQUEST, slot="date of reservations")):
        assert "reservations" in words


def test_a_confirmation_is_one_question_with_all_values() -> None:
    values = {
        "pickup location": "Rome",
        "pickup date": "next Friday",
        "message": "Hi! How are you?",
        "number of guests": "1",
    }
    for words in said(*(confirm(s, w) for s, w in values.items())):
        assert all(value in words for value in values.values())
        assert words.rstrip().endswith("?")
        assert "1 guest" in words
        assert "1 guests" not in words


def test_yes_and_no_are_worded() -> None:
    for words in said(confirm("insurance", "yes"), confirm("has wifi", "no")):
        assert "with insurance" in words
        assert "without wifi" in words


@pytest.mark.parametrize("count", [0, 1, 4])
def test_counts_agree(count: int) -> None:
    act = ActView(act=ActType.INFORM_COUNT, words=str(count), entity="hotel rooms")
    for words in said(act):
        assert (str(count) if count else "no") in words
        assert re.search(r"\bhotel room\b" if count == 1 else r"\bhotel rooms\b", words)
        assert bool(re.search(r"sorry|unfortunately|nothing", words, re.I)) is (count == 0)


def test_nothing_to_say_acknowledges_what_was_done() -> None:
    assert all(
        re.search(r"time|wait|let me know|hold|rush|yet|until", w)
        for w in said(done=("hold(x0)", "say()"))
    )
    cancelled = said(ActView(act=ActType.REQ_MORE), done=("cancel(x0)", "say(more_help())"))
    assert all(re.search(r"called|cancel|dropped|ahead", words) for words in cancelled)
    assert all(words.endswith("?") for words in cancelled)
    assert said(done=("say()",))


def test_failure_tells_the_reason_and_offers_the_alternative() -> None:
    acts = (
        ActView(act=ActType.NOTIFY_FAILURE, words="it is fully booked"),
        ActView(act=ActType.OFFER, slot="time", words="8pm"),
    )
    for words in said(*acts):
        assert "it is fully booked" in words
        assert "8pm" in words
        assert words.endswith("?")


@pytest.mark.parametrize("act", list(ActType))
def test_every_act_gets_words_without_leftovers(act: ActType) -> None:
    view = ActView(act=act, slot="price", words="20", intent="buy a ticket", entity="tickets")
    for words in said(view, seeds=20):
        assert "{" not in words
        assert words[0].isupper()


def test_plural_slots_agree() -> None:
    for words in said(ActView(act=ActType.REQUEST, slot="items")):
        assert "is the items" not in words
        assert "'s the items" not in words


def test_it_varies() -> None:
    act = ActView(act=ActType.REQUEST, slot="color")
    assert len({respond((act,), (), (), seed) for seed in range(60)}) >= 15
