"""The user's words: what they hold, how they look, how much they vary."""

import re
from collections import Counter
from random import Random

import pytest

from runtime.offline import reply
from runtime.offline.questions import asks_for
from runtime.offline.user import user_turn
from schemas.acts import ActType
from schemas.calls.simulation import MoveView, UserTurnInput, UserTurnReply
from schemas.calls.views import GoalView, Line, ValueView
from tests.offline.exchange import STYLES, act, inform, say
from tests.offline.random_services import draw


def moved(
    *moves: MoveView, heard: str = "", style: str = "plain", complaint: str = ""
) -> UserTurnInput:
    talk = (Line(kind="user", text="Hello"), Line(kind="system", text=heard)) if heard else ()
    return UserTurnInput(
        persona="", style=style, goals=(), conversation=talk, moves=moves, complaint=complaint
    )


def test_the_plainest_wording_follows_a_complaint() -> None:
    moves = (
        MoveView(act=ActType.INFORM_INTENT, intent="Book a flight.", entity="flights"),
        MoveView(act=ActType.INFORM, slot="origin", words="Rome"),
    )
    said = {
        user_turn(moved(*moves, complaint="it does not say 'Rome'"), s).utterance for s in range(20)
    }
    assert said <= {"I'd like to book a flight from Rome."}


@pytest.mark.parametrize("kind", [k for k in ActType if k is not ActType.INFORM])
def test_every_act_gets_words(kind: ActType) -> None:
    move = MoveView(act=kind, intent="book a flight", entity="flights", slot="price")
    for seed in range(10):
        said = user_turn(moved(move), seed).utterance
        assert said[0].isupper()
        assert said[-1] in ".!?"
        assert "{" not in said


def test_words_stand_verbatim_and_sentences_are_well_formed() -> None:
    for place in range(150):
        rng = Random(place)
        sample = draw(rng)
        slots = rng.sample(list(sample.values), 3)
        moves = [act(sample, ActType.INFORM_INTENT), *(inform(sample, s) for s in slots)]
        said = say(sample, moves, (), place)
        for slot in slots:
            assert sample.values[slot] in said or sample.values[slot] in ("yes", "no"), said
        bare = said
        for value in sample.values.values():
            bare = bare.replace(value, "X")
        assert "_" not in bare
        assert not re.search(r"\b(the|a|an|to|on|at|in|for|with) \1\b", bare, re.I), said
        assert not re.search(r"\ba [aeio]\w|\ban [bcdfgjklmnpqrstvwxz]", bare), said
        assert not re.search(r"[,.!?]{2}|\s[,.!?]|  ", bare.replace("...", "…")), said
        assert bare[0].isupper() or bare.startswith("X"), said
        assert said.rstrip('"')[-1] in ".!?", said


def test_yes_and_no_slots_are_spoken() -> None:
    yes = MoveView(act=ActType.INFORM, slot="insurance", type="boolean", words="yes")
    no = MoveView(act=ActType.INFORM, slot="has live music", type="boolean", words="no")
    for seed in range(20):
        opening = user_turn(
            moved(MoveView(act=ActType.INFORM_INTENT, intent="rent a car"), yes, no), seed
        ).utterance
        assert re.search(r"\byes\b.*insurance|insurance.*\byes\b", opening, re.I), opening
        assert re.search(r"\bno\b.*live music|live music.*\bno\b", opening, re.I), opening
        answer = user_turn(moved(yes, heard="Would you like insurance?"), seed).utterance
        assert answer.lower().startswith(("yes", "sure, yes", "yeah", "yep", "insurance"))


def test_only_what_was_asked_for_is_answered_bare() -> None:
    date = MoveView(act=ActType.INFORM, slot="date", type="date", words="May 2nd")
    assert asks_for(date, "What date would you like?", ())
    assert not asks_for(date, "What is the departure date?", ())
    assert not asks_for(date, "When is the show? The show date, please.", ("show date",))
    assert not asks_for(date, "May 2nd for the date. Is that correct?", ())
    size = MoveView(act=ActType.INFORM, slot="party size", type="integer", words="4")
    assert asks_for(size, "How many people will there be?", ())
    assert not asks_for(size, "How many rooms, please?", ())


@pytest.mark.parametrize("style", STYLES)
def test_equal_seeds_speak_alike_and_others_do_not(style: str) -> None:
    move = MoveView(act=ActType.INFORM_INTENT, intent="book a flight", entity="flights")
    once = [user_turn(moved(move, style=style), seed).utterance for seed in range(30)]
    again = [user_turn(moved(move, style=style), seed).utterance for seed in range(30)]
    assert once == again
    assert len(set(once)) >= 12


def test_no_wording_of_an_act_prevails() -> None:
    kinds = (ActType.AFFIRM, ActType.HOLD, ActType.CANCEL, ActType.THANK_YOU, ActType.REQUEST)
    for kind in kinds:
        move = MoveView(act=kind, intent="book a flight", entity="flights", slot="price")
        said = Counter(user_turn(moved(move), seed).utterance for seed in range(200))
        assert said.most_common(1)[0][1] <= 24, kind


def test_a_hold_is_taken_up_again() -> None:
    talk = (
        Line(kind="user", text="Hold on, let me think about it."),
        Line(kind="system", text="Sure, take your time."),
    )
    data = UserTurnInput(
        persona="",
        style="plain",
        goals=(),
        conversation=talk,
        moves=(MoveView(act=ActType.AFFIRM, intent="book a flight"),),
    )
    said = {user_turn(data, seed).utterance for seed in range(20)}
    assert all(re.search(r"now|go ahead|go through|ready|please", words) for words in said)


def test_a_slot_whose_rival_shares_a_phrase_is_named() -> None:
    goal = GoalView(
        number=0,
        intent="book_lesson",
        description="book a lesson",
        values=(ValueView(slot="teacher", words="Ann"), ValueView(slot="tutor", words="Bob")),
    )
    moves = (
        MoveView(act=ActType.INFORM_INTENT, intent="book a lesson"),
        MoveView(act=ActType.INFORM, slot="teacher", words="Ann"),
    )
    data = UserTurnInput(persona="", style="plain", goals=(goal,), conversation=(), moves=moves)
    for seed in range(20):
        assert "teacher" in user_turn(data, seed).utterance


def test_the_reply_is_the_calls_reply() -> None:
    text = reply("user_turn", moved(MoveView(act=ActType.THANK_YOU)), 3)
    assert UserTurnReply.model_validate_json(text).utterance
