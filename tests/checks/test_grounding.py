"""Grounding: what speakers may say, and what the system's words have to do."""

import pytest

from checks.claims import act_faults
from checks.explain import Known
from checks.ladder import climb
from schemas.acts import Act, ActType
from schemas.candidate import Candidate
from schemas.dialogue import Turn
from schemas.plan import Goal, PlannedSlot
from schemas.service import SlotSchema
from schemas.verdict import Outcome, RejectionCode
from tests.checks.test_ladder import failures, turn_changed
from tests.scenes import BOOKING, BY_HAND, CATALOG, CLOCK, Exchange, candidate, does, inform, plan


def reworded(index: int, utterance: str) -> Candidate:
    """The booking with one exchange's words changed, labelled anew."""
    exchanges = list(BOOKING)
    heard, acts, programs, answer = exchanges[index // 2]
    words = (utterance, answer) if index % 2 == 0 else (heard, utterance)
    exchanges[index // 2] = (words[0], acts, programs, words[1])
    return candidate(exchanges)


QUERY: tuple[Exchange, ...] = (
    (
        "Which reservations do I have at Thai Spice?",
        (
            does(ActType.INFORM_INTENT, "find_reservations"),
            inform("restaurant_name", "Thai Spice", "Thai Spice", "find_reservations"),
        ),
        (('find_reservations(restaurant_name="Thai Spice")',), ("say(x1)",)),
        "I found 1, for March 13; their number is 555-0134.",
    ),
    BOOKING[3],
)
QUERY_GOAL = Goal(
    number=0,
    service="tables",
    intent="find_reservations",
    slots=(PlannedSlot(slot="restaurant_name", value="Thai Spice", surface="Thai Spice"),),
)


@pytest.mark.parametrize(
    ("words", "detail"),
    [
        ("I found 1, for March 13; their number is 555-0134.", ""),
        ("There is just one, on the 13th of March, 555-0134.", ""),
        ("There is just one, on the 13th of March.", "leaves out phone"),
        ("I found 3, for March 13.", "states '3'"),
        ("I found two, the first for March 13.", "states 'two'"),
        ("I found 1, for March 14; their number is 555-0134.", "states 'March'"),
        ("I found 1 for you.", "leaves out date"),
        ("I see 4 reservations, the first for March 13.", "counts 4, and 1 were found"),
    ],
)
def test_counts_and_offers_follow(words: str, detail: str) -> None:
    heard, acts, programs, _ = QUERY[0]
    item = candidate(((heard, acts, programs, words), QUERY[1]), plan((QUERY_GOAL,), ()))
    found = [v.detail for v in climb(BY_HAND, item, CATALOG) if v.outcome is Outcome.FAIL]
    assert bool(found) == bool(detail)
    assert not detail or any(detail in text for text in found)


@pytest.mark.parametrize(
    ("words", "stands"),
    [("I found nothing there.", True), ("I have found what you need.", False)],
)
def test_nothing_found_is_said(words: str, stands: bool) -> None:
    exchange = (
        "Which reservations do I have at Nowhere?",
        (
            does(ActType.INFORM_INTENT, "find_reservations"),
            inform("restaurant_name", "Nowhere", "Nowhere", "find_reservations"),
        ),
        (('find_reservations(restaurant_name="Nowhere")',), ("say(x1)",)),
        words,
    )
    slots = (PlannedSlot(slot="restaurant_name", value="Nowhere", surface="Nowhere"),)
    goal = QUERY_GOAL.model_copy(update={"slots": slots})
    item = candidate((exchange, QUERY[1]), plan((goal,), ()))
    assert (failures(item) == []) is stands


@pytest.mark.parametrize(
    ("index", "words", "detail"),
    [
        (0, "Hi, I need a table at Luigi's for Friday at 7 pm.", "states '7'"),
        (0, "Hi, I need a table at Luigi's.", "does not say 'Friday'"),
        (2, "Four, and my number is 555-9999.", "states '555-9999'"),
        (2, "Four, my friend Giovanni comes too.", "names 'Giovanni'"),
        (2, "Four, and I am running a bit late.", "states 'running a bit late'"),
        (2, "Four, and it is urgent.", "states 'urgent'"),
        (4, "No, leave it.", "denies what it is to affirm"),
    ],
)
def test_the_user_says_only_what_is_planned(index: int, words: str, detail: str) -> None:
    found = [
        v
        for v in climb(BY_HAND, _loose(index, words), CATALOG)
        if v.check == "grounding" and v.outcome is Outcome.FAIL
    ]
    assert [(v.code, v.turn) for v in found] == [(RejectionCode.USER_UNGROUNDED, index)]
    assert detail in found[0].detail


def _loose(index: int, words: str) -> Candidate:
    """Words changed in the record alone, where the programs would have no source for them."""
    return turn_changed(candidate(), index, utterance=words, spans=()) if index else _opening(words)


def _opening(words: str) -> Candidate:
    item = candidate()
    turn: Turn = item.dialogue.turns[0].model_copy(update={"utterance": words})
    label = item.annotation.turns[0].model_copy(update={"utterance": words, "spans": ()})
    return item.model_copy(
        update={
            "dialogue": item.dialogue.model_copy(
                update={"turns": (turn, *item.dialogue.turns[1:])}
            ),
            "annotation": item.annotation.model_copy(
                update={"turns": (label, *item.annotation.turns[1:])}
            ),
        }
    )


@pytest.mark.parametrize(
    ("index", "words", "detail"),
    [
        (3, "A table at Luigi's on Friday for 6 people, is that right?", "states '6'"),
        (3, "A table at Mario's on Friday for 4 people, right?", 'names "Mario\'s"'),
        (3, "A table at Luigi's on Saturday for 4 people?", "states 'Saturday'"),
        (3, "A table at Luigi's for 4 people, is that right?", "leaves out date"),
        (3, "Your table at Luigi's on Friday for 4 is booked.", "claims a success"),
        (3, "A table at Luigi's on Friday for 4 people.", "does not ask the user to confirm"),
        (1, "How lovely.", "does not ask for party_size"),
        (5, "Sorry, the table could not be booked.", "denies the success"),
        (1, "What is the restaurant name?", "asks for restaurant_name instead of party_size"),
        (7, "Goodbye! I marked it urgent.", "states 'urgent'"),
        (7, "Goodbye! See you on March 9.", "states 'March'"),
    ],
)
def test_the_system_says_only_what_follows(index: int, words: str, detail: str) -> None:
    verdicts = climb(BY_HAND, reworded(index, words), CATALOG)
    found = [v for v in verdicts if v.check == "grounding" and v.outcome is Outcome.FAIL]
    assert {(v.code, v.turn) for v in found} == {(RejectionCode.SYSTEM_UNGROUNDED, index)}
    assert any(detail in v.detail for v in found)


@pytest.mark.parametrize(
    ("index", "words"),
    [
        (3, "So that's Luigi's, March 6th, for four. Shall I go ahead?"),
        (3, "Luigi's on Friday the 6th of March for 4, correct?"),
        (5, "All set! Your table at Luigi's for 4 on 2026-03-06 is booked."),
        (7, "You're welcome. Goodbye, and have a nice day."),
        (1, "Tell me the size of your party."),
        (1, "Luigi's, a nice restaurant name! What is the size of your party?"),
        (7, "Thank you, goodbye! Enjoy your dinner."),
        (3, "Luigi's, Friday, 4 people. Please confirm."),
    ],
)
def test_other_wordings_of_what_is_known_stand(index: int, words: str) -> None:
    assert failures(reworded(index, words)) == []


def test_what_is_not_done_yet_is_no_claim() -> None:
    def held(words: str) -> list[object]:
        exchange = ("Hold on.", (does(ActType.HOLD),), (("hold(x0)", "say()"),), words)
        return [f for f in failures(candidate((*BOOKING[:2], exchange))) if f[0] == "grounding"]

    assert held("Take your time, nothing is booked yet.") == []
    assert held("No problem, your table is booked.") != []


def test_a_hold_is_no_yes() -> None:
    exchange = ("Sure, go ahead.", (does(ActType.HOLD),), (("hold(x0)", "say()"),), "Alright.")
    found = failures(candidate((*BOOKING[:2], exchange)))
    assert ("grounding", RejectionCode.USER_UNGROUNDED, 4) in found


def test_another_entity_s_value_is_not_the_offered_one() -> None:
    """Two reservations are known; the words give the second one's number for the first."""
    thai = Known(SlotSchema(name="phone"), "555-0134")
    mario = Known(SlotSchema(name="phone"), "555-0199")
    offer = Act(
        act=ActType.OFFER,
        service="tables",
        intent="find_reservations",
        slot="phone",
        value="555-0134",
    )
    date = offer.model_copy(update={"slot": "date", "value": "2026-03-13"})
    words = "It is on March 13, their number is 555-0199."
    faults = act_faults(words, (date, offer), set(), (thai, mario), CATALOG, CLOCK)
    assert faults == ("it leaves out phone, which is '555-0134'",)
