"""The plan played once more: what its user does, and what a system that understands does."""

import pytest

from checks.course import CHECK
from checks.ladder import CHECKS, climb
from schemas.acts import Act, ActType
from schemas.candidate import Candidate
from schemas.dialogue import EndReason
from schemas.phenomenon import PhenomenonTag
from schemas.verdict import Outcome, RejectionCode
from tests.scenes import CATALOG, THAI, WORLD, Exchange, candidate, does, inform, plan

COURSE: tuple[Exchange, ...] = (
    (
        "I'd like to reserve a table.",
        (does(ActType.INFORM_INTENT),),
        (("reserve_table()",), ("say(x1)",)),
        "At which restaurant?",
    ),
    (
        "Luigi's.",
        (inform("restaurant_name", "Luigi's", "Luigi's"),),
        (('x0.restaurant_name = "Luigi\'s"',), ("say(x4)",)),
        "On which date?",
    ),
    (
        "Friday.",
        (inform("date", "2026-03-06", "Friday"),),
        (('x0.date = "Friday"',), ("say(x7)",)),
        "What is the party size?",
    ),
    (
        "Four, please.",
        (inform("party_size", 4, "Four"),),
        (("x0.party_size = 4",), ("say(x10)",)),
        "A table at Luigi's on Friday for 4 people, is that right?",
    ),
    (
        "Yes, that's right.",
        (does(ActType.AFFIRM),),
        (("confirm(x0)",), ("say(x13)",)),
        "Your table is booked.",
    ),
    (
        "Thanks, bye!",
        (Act(act=ActType.THANK_YOU), Act(act=ActType.GOODBYE)),
        (("say(goodbye())",),),
        "Goodbye!",
    ),
)
"""With seed 0 the agenda opens with the intent alone and answers one question at a time."""


def found(item: Candidate) -> list[tuple[RejectionCode, int | None, str]]:
    return [(f.code, f.turn, f.detail) for f in CHECK.run(item, CATALOG)]


def changed(number: int, exchange: Exchange) -> Candidate:
    return candidate((*COURSE[:number], exchange, *COURSE[number + 1 :]))


def test_a_dialogue_that_keeps_to_its_plan_passes_the_whole_ladder() -> None:
    verdicts = climb(CHECKS, candidate(COURSE), CATALOG)
    assert {verdict.outcome for verdict in verdicts} == {Outcome.PASS}
    assert "course" in {verdict.check for verdict in verdicts}


def test_another_act_than_the_agenda_s_is_the_user_s_fault() -> None:
    heard, _, programs, answer = COURSE[4]
    item = changed(4, (heard, (does(ActType.HOLD),), programs, answer))
    assert found(item) == [
        (
            RejectionCode.USER_OFF_PLAN,
            8,
            "the user: does HOLD(), and it is time for AFFIRM()",
        )
    ]


def test_a_program_that_does_something_else_is_the_system_s_fault() -> None:
    heard, acts, _, answer = COURSE[4]
    item = changed(4, (heard, acts, (("hold(x0)", "say()"),), answer))
    ((code, turn, detail),) = found(item)
    assert (code, turn) == (RejectionCode.SYSTEM_OFF_WORDS, 9)
    assert "did not do what the user's last words say" in detail


@pytest.mark.parametrize(
    ("say", "detail"),
    [
        ("say(more_help())", "has to end by saying CONFIRM"),
        ("say(x10, goodbye())", "GOODBYE is not to be said here"),
        ("say(x10, request(x0.date))", "date is asked for, and it is given"),
    ],
)
def test_the_system_says_what_is_to_be_said(say: str, detail: str) -> None:
    heard, acts, (write, _), answer = COURSE[3]
    ((code, turn, told),) = found(candidate((*COURSE[:3], (heard, acts, (write, (say,)), answer))))
    assert (code, turn) == (RejectionCode.SYSTEM_OFF_WORDS, 7)
    assert detail in told


def test_the_dialogue_ends_where_the_plan_does() -> None:
    short = candidate(COURSE[:5])
    assert found(short) == [
        (RejectionCode.USER_OFF_PLAN, None, "the dialogue ends before the plan is through")
    ]
    cut = short.dialogue.model_copy(update={"end": EndReason.TRUNCATED})
    assert found(short.model_copy(update={"dialogue": cut})) == []
    longer = candidate((*COURSE, COURSE[5]))
    assert found(longer)[0][:2] == (RejectionCode.USER_OFF_PLAN, 12)


def test_what_the_user_was_told_is_what_the_plan_places() -> None:
    told = candidate(COURSE, planned={8: (PhenomenonTag.CANCEL,)})
    ((code, turn, detail),) = found(told)
    assert (code, turn) == (RejectionCode.USER_OFF_PLAN, 8)
    assert detail == "the user: was told cancel, and it is the place for nothing"


def test_the_world_is_the_plan_s() -> None:
    other = THAI.model_copy(update={"values": {**THAI.values, "phone": "555-0000"}})
    world = WORLD.model_copy(update={"entities": (other,)})
    item = candidate(COURSE, plan().model_copy(update={"world": world}))
    assert found(item)[0][:2] == (RejectionCode.REPLAY, None)


def test_nobody_plans_an_import() -> None:
    item = candidate(COURSE, plan((plan().goals[0],)).model_copy(update={"goals": ()}))
    assert "course" not in {verdict.check for verdict in climb(CHECKS, item, CATALOG)}
