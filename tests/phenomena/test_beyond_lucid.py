"""The phenomena beyond LUCID, derived from hand-made dialogues, and breaches of their rules."""

import pytest

from phenomena.changes import marks_a_change
from schemas.acts import Act, ActType, Reference
from schemas.annotation import SourceKind, TurnAnnotation
from schemas.dialogue import SignalKind
from schemas.phenomenon import PhenomenonTag as Tag
from tests.phenomena.made import (
    ASK_DATE,
    ASK_TIME,
    FRIDAY,
    HINT,
    OPENED,
    WANT,
    YORK,
    act,
    derived,
    faults,
    signal,
    system,
    user,
)

# Contradiction, correction, mistaken detail.


def test_another_value_that_is_not_marked_as_a_change_is_a_contradiction() -> None:
    turns = (
        *OPENED,
        user(2, FRIDAY, YORK, says="Friday. To York.", state={"city": "York", "date": "Friday"}),
        system(3, 'x0.date = "Friday"', 'x0.city = "York"', first=3, acts=(ASK_TIME,)),
    )
    assert derived(turns) == {Tag.CONTRADICTION: (2,)}
    assert faults(Tag.CONTRADICTION, turns) == []


def test_the_same_words_with_a_mark_are_a_correction() -> None:
    said = "Friday. And not Leeds, I meant York."
    turns = (
        *OPENED,
        user(2, FRIDAY, YORK, says=said, state={"city": "York", "date": "Friday"}),
        system(3, 'x0.city = "York"', first=3),
    )
    assert derived(turns) == {Tag.CORRECTION: (2,)}


def test_the_old_value_confirmed_after_a_contradiction_breaks_the_rule() -> None:
    turns = (
        *OPENED,
        user(2, FRIDAY, YORK, says="Friday. To York.", state={"city": "Leeds", "date": "Friday"}),
        system(3, 'x0.date = "Friday"', first=3, acts=(act(ActType.CONFIRM, "city", "Leeds"),)),
    )
    assert faults(Tag.CONTRADICTION, turns) == [
        "the state lost what the user said for city",
        "the old city was confirmed",
    ]


def test_a_change_nobody_confirms_breaks_the_rule() -> None:
    turns = (
        *OPENED,
        user(2, FRIDAY, YORK, says="Friday. To York.", state={"city": "York", "date": "Friday"}),
        system(3, "confirm(x0)", first=3, signals=(signal(4, SignalKind.PERFORM, 0),)),
    )
    assert faults(Tag.CONTRADICTION, turns) == ["performed without confirming the new city"]


@pytest.mark.parametrize(
    ("words", "marked"),
    [
        ("Actually, 5 people.", True),
        ("No, sorry, 5 people.", True),
        ("It isn't 4 but 5, I misspoke.", True),
        ("Make that 5.", True),
        ("Add the notes. For 5 people.", False),
        ("We will be 5 people.", False),
        ("No parking. The date is Friday.", False),
    ],
)
def test_marks_of_a_change(words: str, marked: bool) -> None:
    assert marks_a_change(words) is marked


def test_a_value_is_no_mark() -> None:
    assert not marks_a_change("The title is Change of Heart.", ["Change of Heart"])


NOTHING = act(ActType.INFORM_COUNT, of="trips.find", count=0)
SEARCHED = (
    user(
        0,
        act(ActType.INFORM_INTENT, of="trips.find"),
        act(ActType.INFORM, "when", "today", of="trips.find"),
        service="trips",
        state={"when": "today"},
    ),
    system(
        1, 'find(when="today")', signals=(signal(1, SignalKind.RESULT, 0),), acts=(NOTHING,)
    ),
)  # fmt: skip


def test_a_value_mended_after_nothing_was_found() -> None:
    mended = user(
        2,
        act(ActType.INFORM, "when", "last week", of="trips.find"),
        says="Then it was last week.",
        service="trips",
        state={"when": "last week"},
    )
    again = system(3, 'x0.when = "last week"', signals=(signal(3, SignalKind.RESULT, 0, "Rome"),))
    assert derived((*SEARCHED, mended, again)) == {Tag.QUERY: (0,), Tag.MISTAKEN_DETAIL: (2,)}
    assert faults(Tag.MISTAKEN_DETAIL, (*SEARCHED, mended, again)) == []
    assert faults(Tag.MISTAKEN_DETAIL, (*SEARCHED, mended, system(3, "say()"))) == [
        "the query was not run again"
    ]


# Values that cannot be told, refusals.


def test_a_value_that_cannot_be_told_yet() -> None:
    unsaid = user(
        2, act(ActType.UNANSWERABLE, "date"), state={"date": "unknown"}, special=True
    )  # fmt: skip
    waits = signal(4, HINT, 0, slots=("time", "date"))
    goes_on = system(3, "x0.date = unknown", first=3, signals=(waits,), acts=(ASK_TIME,))
    assert derived((*OPENED, unsaid, goes_on)) == {Tag.UNKNOWN_VALUE: (2,)}
    assert faults(Tag.UNKNOWN_VALUE, (*OPENED, unsaid, goes_on)) == []
    insists = system(3, "x0.date = unknown", first=3, signals=(waits,), acts=(ASK_DATE,))
    assert faults(Tag.UNKNOWN_VALUE, (*OPENED, unsaid, insists)) == [
        "date was asked for again at once"
    ]
    performs = system(3, "confirm(x0)", signals=(signal(5, SignalKind.PERFORM, 0),))
    assert faults(Tag.UNKNOWN_VALUE, (*OPENED, unsaid, performs)) == [
        "performed though date is unknown"
    ]


@pytest.mark.parametrize(
    ("said", "tag"),
    [
        (act(ActType.PRESUME), Tag.FALSE_PREMISE),
        (Act(act=ActType.OUT_OF_SCOPE, surface="tell me a joke"), Tag.OUT_OF_SCOPE),
    ],
)
def test_what_is_refused_with_a_reason_and_asked_again(said: Act, tag: Tag) -> None:
    because = Act(act=ActType.REFUSE, value="there is no booking yet")
    asked = (*OPENED, user(2, said, state={"city": "Leeds"}))
    right = (*asked, system(3, 'say(refuse("..."), x1)', acts=(because, ASK_DATE)))
    assert derived(right) == {tag: (2,)}
    assert faults(tag, right) == []
    curt = (*asked, system(3, 'say(refuse("no"))', acts=(Act(act=ActType.REFUSE, value="no"),)))
    assert faults(tag, curt) == [
        "the refusal gives no reason",
        "the open question is not asked again",
    ]
    busy = (*asked, system(3, "confirm(x0)", acts=(ASK_DATE,)))
    assert faults(tag, busy) == [
        "the system did not refuse",
        "the system executed confirm(x0) here",
    ]


def test_the_answer_to_a_failure() -> None:
    failed = system(
        1,
        "confirm(x0)",
        signals=(signal(2, SignalKind.FAILED, 0, "York"),),
        acts=(act(ActType.NOTIFY_FAILURE), act(ActType.OFFER, "city", "York")),
    )
    taken = (user(0, act(ActType.AFFIRM)), failed, user(2, act(ActType.AFFIRM)))
    assert derived(taken) == {Tag.BACKEND_FAILURE: (2,)}
    assert faults(Tag.BACKEND_FAILURE, taken) == []
    silent = failed.model_copy(update={"acts": ()})
    assert faults(Tag.BACKEND_FAILURE, (taken[0], silent, taken[2])) == [
        "the failure was not told",
        "the alternative was not offered",
    ]
    done = system(3, "accept(x2[0])", signals=(signal(4, SignalKind.PERFORM, 0),))
    declined = (taken[0], failed, user(2, act(ActType.NEGATE)), done)
    assert faults(Tag.BACKEND_FAILURE, declined) == ["it was done though the user declined"]


# Two tasks at a time.

FIND = act(ActType.INFORM_INTENT, of="trips.find")
ASK_WHEN = act(ActType.REQUEST, "when", of="trips.find")


def test_a_task_left_for_another_and_taken_up_again() -> None:
    turns = (
        *OPENED,
        user(2, FIND, service="trips"),
        system(3, "find()", first=3, signals=(signal(4, HINT, 3),), acts=(ASK_WHEN,)),
        user(4, FRIDAY, state={"city": "Leeds", "date": "Friday"}),
        system(5, 'x0.date = "Friday"', first=5, signals=(signal(6, HINT, 0),), acts=(ASK_TIME,)),
    )
    assert derived(turns)[Tag.INTENT_SWITCH] == (2,)
    assert faults(Tag.INTENT_SWITCH, turns) == []
    assert Tag.INTENT_SWITCH not in derived(turns[:4])  # the user never came back


def test_a_task_that_is_changed_while_it_is_left_breaks_the_rule() -> None:
    turns = (
        *OPENED,
        user(2, FIND, service="trips"),
        system(3, "find()", "x0.date = unknown", first=3, signals=(signal(5, HINT, 3),)),
        user(4, FRIDAY, state={"city": "Leeds", "date": "Friday"}),
        system(5, 'x0.date = "Friday"', first=6, signals=(signal(7, HINT, 0),)),
    )
    assert faults(Tag.INTENT_SWITCH, turns) == ["x0 was changed, which the user had turned from"]


def test_two_things_wanted_in_one_turn() -> None:
    both = user(0, WANT, FIND)
    opened = system(1, "book()", "find()", signals=(signal(2, HINT, 0), signal(3, HINT, 1)))
    assert derived((both, opened)) == {Tag.TWO_INTENTS_IN_A_TURN: (0,), Tag.QUERY: (0,)}
    assert faults(Tag.TWO_INTENTS_IN_A_TURN, (both, opened)) == []
    assert faults(Tag.TWO_INTENTS_IN_A_TURN, (both, system(1, "book()"))) == [
        "trips.find was not opened"
    ]


# Pointing.

CITY = Reference(goal=0, entity=1, slot="city")
POINTED = act(ActType.INFORM, "city", "York", reference=CITY)
CHOICE = act(ActType.SELECT, "city", "York")


def found(*cities: str) -> tuple[TurnAnnotation, ...]:
    return (
        user(0, FIND, service="trips"),
        system(1, "find()", signals=(signal(1, SignalKind.RESULT, 0, *cities),)),
        user(2, WANT, state={}),
        system(3, "book()", first=3, signals=(signal(4, HINT, 3),), acts=(ASK_DATE,)),
    )


def test_a_reference_to_one_of_several_is_ambiguous() -> None:
    turns = (
        *found("Leeds", "York"),
        user(4, POINTED),
        system(5, "say(clarify(x3.city, x1))", acts=(act(ActType.CLARIFY, "city"),)),
        user(6, CHOICE, state={"city": "York"}, source=SourceKind.ENTITY),
        system(7, "x3.city = x1[1].city"),
    )
    found_tags = derived(turns)
    assert found_tags[Tag.AMBIGUOUS_VALUE] == (4,)
    assert found_tags[Tag.ANAPHORA] == (4,)
    assert faults(Tag.AMBIGUOUS_VALUE, turns) == []
    assert faults(Tag.ANAPHORA, turns) == []


def test_guessing_breaks_the_rule_of_ambiguity() -> None:
    turns = (
        *found("Leeds", "York"),
        user(4, POINTED, state={"city": "Leeds"}, source=SourceKind.ENTITY),
        system(5, "x3.city = x1[0].city"),
    )
    assert faults(Tag.AMBIGUOUS_VALUE, turns) == [
        "the system did not ask which city is meant",
        "the system guessed city",
    ]
    assert faults(Tag.ANAPHORA, turns) == ["city was not taken from what the user points at"]


@pytest.mark.parametrize("cities", [("York",), ("York", "York")])
def test_one_result_or_one_value_leaves_nothing_open(cities: tuple[str, ...]) -> None:
    turns = (
        *found(*cities),
        user(4, POINTED, state={"city": "York"}, source=SourceKind.ENTITY),
        system(5, "x3.city = x1[0].city"),
    )
    assert Tag.AMBIGUOUS_VALUE not in derived(turns)
    assert derived(turns)[Tag.ANAPHORA] == (4,)


def test_who_chose_or_says_which_is_not_ambiguous() -> None:
    named = (
        *found("Leeds", "York"),
        user(4, POINTED, CHOICE, state={"city": "York"}, source=SourceKind.ENTITY),
        system(5, "x3.city = x1[1].city"),
    )
    assert Tag.AMBIGUOUS_VALUE not in derived(named)
    before = found("Leeds", "York")
    chosen = (
        *before[:2],
        user(2, act(ActType.SELECT, of="trips.find"), service="trips"),
        system(3, "select(x1[1])", "say(more_help())", first=3),
        user(4, WANT, POINTED, state={"city": "York"}, source=SourceKind.ENTITY),
        system(5, "book(city=x1[1].city)", first=5),
    )
    assert Tag.AMBIGUOUS_VALUE not in derived(chosen)


# Offers to go on.

OFFER = act(ActType.OFFER_INTENT)
CHOSEN = (
    user(0, act(ActType.SELECT, of="trips.find"), service="trips"),
    system(1, "select(x1[0])", signals=(signal(4, SignalKind.HINT_OFFER, 0),), acts=(OFFER,)),
)


def test_an_offer_that_is_taken_up_is_opened() -> None:
    taken = (*CHOSEN, user(2, act(ActType.AFFIRM_INTENT)), system(3, "book()", first=6))
    assert derived(taken) == {Tag.OFFERED_INTENT: (2,)}
    assert faults(Tag.OFFERED_INTENT, taken) == []
    for program in ("say(more_help())", "decline(book)", "booking()"):
        assert faults(Tag.OFFERED_INTENT, (*taken[:3], system(3, program, first=6))) == [
            "book was taken up and not opened"
        ]


def test_an_offer_that_is_turned_down_is_declined() -> None:
    no = user(2, act(ActType.NEGATE_INTENT))
    declined = (*CHOSEN, no, system(3, "decline(book)", "say(more_help())", first=6))
    assert derived(declined) == {Tag.OFFERED_INTENT: (2,)}
    assert faults(Tag.OFFERED_INTENT, declined) == []
    for program in (("say(more_help())",), ("decline(book)", "places.book()")):
        assert faults(Tag.OFFERED_INTENT, (*CHOSEN, no, system(3, *program, first=6))) == [
            "book was not declined"
        ]


def test_a_no_without_an_offer_answers_none() -> None:
    silent = system(1, "select(x1[0])", acts=(act(ActType.REQ_MORE),))
    assert derived((CHOSEN[0], silent, user(2, act(ActType.NEGATE_INTENT)))) == {}
