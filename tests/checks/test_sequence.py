"""In imported dialogues, what is said follows on what was said before."""

from collections.abc import Sequence

import pytest

from checks.ladder import CHECKS, climb
from checks.sequence import CHECK
from schemas.acts import Act, ActType
from schemas.annotation import TurnAnnotation
from schemas.candidate import Candidate
from schemas.dialogue import Speaker
from schemas.verdict import RejectionCode
from tests.scenes import CATALOG, candidate

A = ActType
Acts = tuple[ActType, ...]

GOOD: tuple[tuple[Acts, Acts], ...] = (
    ((A.INFORM_INTENT,), (A.REQUEST,)),
    ((A.INFORM,), (A.OFFER,)),
    ((A.REQUEST_ALTS,), (A.OFFER,)),
    ((A.REQUEST,), (A.INFORM,)),
    ((A.SELECT,), (A.OFFER_INTENT,)),
    ((A.AFFIRM_INTENT,), (A.CONFIRM,)),
    ((A.NEGATE, A.INFORM), (A.CONFIRM,)),
    ((A.AFFIRM,), (A.NOTIFY_SUCCESS,)),
    ((A.THANK_YOU,), (A.REQ_MORE,)),
    ((A.NEGATE,), (A.GOODBYE,)),
)
"""A table is looked for, chosen and booked."""


def act(kind: ActType) -> Act:
    """An act about the tables; what is asked and told is the phone number."""
    slot = "phone" if kind in (A.REQUEST, A.INFORM, A.OFFER, A.CONFIRM) else ""
    return Act(act=kind, service="tables", intent="reserve_table", slot=slot)


def unplanned(exchanges: Sequence[tuple[Acts, Acts]]) -> Candidate:
    """A dialogue that has these acts and nobody has planned."""
    turns = [
        TurnAnnotation(
            index=2 * number + place,
            speaker=speaker,
            utterance="words",
            acts=tuple(map(act, acts[place])),
        )
        for number, acts in enumerate(exchanges)
        for place, speaker in enumerate((Speaker.USER, Speaker.SYSTEM))
    ]
    base = candidate()
    return base.model_copy(
        update={
            "plan": base.plan.model_copy(update={"goals": ()}),
            "annotation": base.annotation.model_copy(update={"turns": tuple(turns)}),
        }
    )


def breaks(exchanges: Sequence[tuple[Acts, Acts]]) -> list[tuple[int | None, str]]:
    """What follows on nothing, with its turn."""
    found = CHECK.run(unplanned(exchanges), CATALOG)
    assert all(finding.code is RejectionCode.STRUCTURE for finding in found)
    return [(finding.turn, finding.detail) for finding in found]


def test_acts_that_answer_each_other_pass() -> None:
    assert breaks(GOOD) == []


@pytest.mark.parametrize(
    ("gone", "turn", "detail"),
    [
        (0, 0, "the user: the first turn opens nothing"),
        (1, 2, "the user: it does not answer REQUEST"),
        (4, 8, "the user: AFFIRM_INTENT answers nothing that was said"),
        (6, 12, "the user: it does not answer CONFIRM"),
        (8, 16, "the user: NEGATE answers nothing that was said"),
        (9, 17, "the dialogue ends without goodbye"),
    ],
)
def test_an_exchange_that_is_gone_leaves_a_gap(gone: int, turn: int, detail: str) -> None:
    rest = (*GOOD[:gone], *GOOD[gone + 1 :])
    if gone == 6:  # Its question is asked in the exchange before, and is left open then.
        rest = (*GOOD[:6], *GOOD[8:])
    assert (turn, detail) in breaks(rest)


def test_a_question_beside_the_way_may_be_gone_without_a_trace() -> None:
    assert breaks((*GOOD[:3], *GOOD[4:])) == []


@pytest.mark.parametrize(
    ("place", "exchange", "detail"),
    [
        (1, ((A.SELECT,), (A.OFFER,)), "the user: it chooses, and nothing was offered"),
        (3, ((A.REQUEST,), (A.REQ_MORE,)), "the system: it does not answer what was asked"),
        (4, ((A.REQUEST_ALTS,), (A.OFFER_INTENT,)), "the system: it offers nothing else"),
        (4, ((A.SELECT,), (A.OFFER,)), "the system: it offers something else"),
        (5, ((A.AFFIRM,), (A.CONFIRM,)), "the user: AFFIRM answers nothing"),
        (8, ((A.THANK_YOU,), (A.OFFER_INTENT,)), "the system: OFFER_INTENT follows on nothing"),
        (8, ((A.INFORM,), (A.REQ_MORE,)), "the user: it gives values that nobody asked for"),
        (8, ((A.THANK_YOU,), (A.INFORM,)), "the system: it tells phone, and nobody asked"),
        (3, ((A.GOODBYE,), (A.OFFER,)), "the dialogue goes on after goodbye"),
    ],
)
def test_an_act_out_of_place_is_named(place: int, exchange: tuple[Acts, Acts], detail: str) -> None:
    changed = (*GOOD[:place], exchange, *GOOD[place + 1 :])
    assert [found for _, found in breaks(changed) if found.startswith(detail)] != []


def test_an_act_of_the_system_is_about_a_service() -> None:
    changed = unplanned(GOOD)
    turns = list(changed.annotation.turns)
    turns[17] = turns[17].model_copy(update={"acts": (Act(act=A.REQ_MORE),)})
    annotation = changed.annotation.model_copy(update={"turns": tuple(turns)})
    found = CHECK.run(changed.model_copy(update={"annotation": annotation}), CATALOG)
    assert [(f.turn, f.detail) for f in found] == [
        (17, "the system: it does something that is about no service")
    ]


def test_planned_dialogues_are_held_to_their_plan_instead() -> None:
    assert "sequence" not in {verdict.check for verdict in climb(CHECKS, candidate(), CATALOG)}
