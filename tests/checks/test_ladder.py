"""A good dialogue climbs the ladder; each planted fault is caught by the rung it belongs to."""

from collections.abc import Callable

import pytest

from checks.ladder import climb, first_failure
from schemas.acts import ActType
from schemas.annotation import SlotState
from schemas.candidate import Candidate
from schemas.dialogue import EndReason
from schemas.phenomenon import PhenomenonTag
from schemas.verdict import Outcome, RejectionCode
from tests import scenes
from tests.scenes import (
    BOOKED,
    BOOKING,
    BY_HAND,
    CATALOG,
    NOTE_GOAL,
    TABLE_GOAL,
    candidate,
    does,
    inform,
    plan,
)

Wrong = tuple[str, RejectionCode, int | None]


def failures(item: Candidate) -> list[Wrong]:
    verdicts = climb(BY_HAND, item, CATALOG)
    return [(v.check, v.code, v.turn) for v in verdicts if v.outcome is Outcome.FAIL and v.code]


def turn_changed(item: Candidate, index: int, **update: object) -> Candidate:
    """The record and its labels with another turn; steps and words go into both."""
    turns, labels = list(item.dialogue.turns), list(item.annotation.turns)
    turns[index] = turns[index].model_copy(update=update)
    labels[index] = labels[index].model_copy(update=update)
    return item.model_copy(
        update={
            "dialogue": item.dialogue.model_copy(update={"turns": tuple(turns)}),
            "annotation": item.annotation.model_copy(update={"turns": tuple(labels)}),
        }
    )


@pytest.mark.parametrize("item", [candidate(), scenes.with_note()], ids=["booking", "with_note"])
def test_a_good_dialogue_passes_every_check(item: Candidate) -> None:
    verdicts = climb(BY_HAND, item, CATALOG)
    assert [(v.check, v.outcome, v.rung) for v in verdicts] == [
        ("structure", Outcome.PASS, 1),
        ("replay", Outcome.PASS, 2),
        ("say_newest", Outcome.PASS, 2),
        ("phenomena", Outcome.PASS, 3),
        ("corrections", Outcome.PASS, 3),
        ("uptake", Outcome.PASS, 3),
        ("wording", Outcome.PASS, 3),
        ("grounding", Outcome.PASS, 4),
    ]


def test_no_checks_is_an_error() -> None:
    with pytest.raises(ValueError, match="nothing checked is no pass"):
        climb((), candidate(), CATALOG)


def test_nothing_is_run_above_a_broken_record() -> None:
    broken = turn_changed(candidate(), 2, utterance="  ")
    verdicts = climb(BY_HAND, broken, CATALOG)
    assert {v.check for v in verdicts} == {"structure"}
    assert first_failure(verdicts) == verdicts[0]


def two_users_in_a_row(item: Candidate) -> Candidate:
    keep = (0, 2, 3, 4, 5, 6, 7)
    turns = tuple(item.dialogue.turns[i] for i in keep)
    labels = tuple(item.annotation.turns[i] for i in keep)
    return item.model_copy(
        update={
            "dialogue": item.dialogue.model_copy(update={"turns": turns}),
            "annotation": item.annotation.model_copy(update={"turns": labels}),
        }
    )


def without_say(item: Candidate) -> Candidate:
    return turn_changed(item, 1, steps=item.dialogue.turns[1].steps[:1])


def user_has_programs(item: Candidate) -> Candidate:
    return turn_changed(item, 2, steps=item.dialogue.turns[1].steps)


def unanswered(item: Candidate) -> Candidate:
    turns, labels = item.dialogue.turns[:-1], item.annotation.turns[:-1]
    return item.model_copy(
        update={
            "dialogue": item.dialogue.model_copy(update={"turns": turns}),
            "annotation": item.annotation.model_copy(update={"turns": labels}),
        }
    )


def span_beside_the_value(item: Candidate) -> Candidate:
    labels = list(item.annotation.turns)
    span = labels[0].spans[1].model_copy(update={"start": 33, "end": 39})
    labels[0] = labels[0].model_copy(update={"spans": (span,)})
    changed = item.annotation.model_copy(update={"turns": tuple(labels)})
    return item.model_copy(update={"annotation": changed})


@pytest.mark.parametrize(
    ("plant", "turn"),
    [
        (two_users_in_a_row, 1),
        (without_say, 1),
        (user_has_programs, 2),
        (unanswered, 6),
        (span_beside_the_value, 0),
    ],
)
def test_structure(plant: Callable[[Candidate], Candidate], turn: int) -> None:
    assert ("structure", RejectionCode.STRUCTURE, turn) in failures(plant(candidate()))


def test_replay_names_a_label_that_does_not_follow() -> None:
    item = candidate()
    labels = list(item.annotation.turns)
    frame = labels[2].frames[0]
    wrong: SlotState = frame.state[1].model_copy(update={"value": 5})
    state = (frame.state[0], wrong, frame.state[2])
    frames = (frame.model_copy(update={"state": state}),)
    labels[2] = labels[2].model_copy(update={"frames": frames})
    item = item.model_copy(
        update={"annotation": item.annotation.model_copy(update={"turns": tuple(labels)})}
    )
    assert failures(item)[0] == ("replay", RejectionCode.REPLAY, 2)


def test_replay_names_a_statement_that_was_swapped() -> None:
    item = candidate()
    step = item.dialogue.turns[3].steps[0].model_copy(update={"written": ("x0.party_size = 5",)})
    swapped = turn_changed(item, 3, steps=(step, item.dialogue.turns[3].steps[1]))
    assert ("replay", RejectionCode.REPLAY, 3) in failures(swapped)


def test_the_end_has_to_be_the_planned_one() -> None:
    short = candidate((*BOOKING[:2], BOOKING[3]))
    assert failures(short)[:2] == [("replay", RejectionCode.FINAL_STATE, None)] * 2
    unplanned = candidate(of=plan(expected=()))
    assert failures(unplanned) == [("replay", RejectionCode.COLLATERAL, None)]


def test_every_goal_has_to_be_performed() -> None:
    missing = candidate(of=plan((TABLE_GOAL, NOTE_GOAL), (BOOKED,)))
    (verdict,) = [v for v in climb(BY_HAND, missing, CATALOG) if v.outcome is Outcome.FAIL]
    assert verdict.detail == "notes.send_note was not performed"


def test_leaving_early_has_to_be_planned() -> None:
    item = candidate()
    left = item.model_copy(
        update={
            "dialogue": item.dialogue.model_copy(update={"end": EndReason.EARLY_END}),
            "annotation": item.annotation.model_copy(update={"end": EndReason.EARLY_END}),
        }
    )
    assert failures(left) == [("replay", RejectionCode.FINAL_STATE, None)]


def test_say_speaks_of_the_newest_signal() -> None:
    item = candidate()
    say = item.dialogue.turns[3].steps[1]
    stale = say.statements[0].model_copy(update={"text": "say(x1)"})
    step = say.model_copy(update={"written": ("say(x1)",), "statements": (stale,)})
    changed = turn_changed(item, 3, steps=(item.dialogue.turns[3].steps[0], step))
    found = [v for v in climb(BY_HAND, changed, CATALOG) if v.check == "say_newest"]
    assert [(v.code, v.turn, v.detail) for v in found] == [
        (RejectionCode.STALE_SAY, 3, "say(x1) is old: the newest signal of x0 is x4")
    ]


def test_a_planned_phenomenon_has_to_happen() -> None:
    tag = PhenomenonTag.CANCEL
    assert failures(candidate(of=plan(phenomena=(tag,)))) == [
        ("phenomena", RejectionCode.PHENOMENON_MISSING, None)
    ]
    told = candidate(planned={4: (tag,)})
    assert failures(told) == [("phenomena", RejectionCode.PHENOMENON_MISSING, 4)]
    realised = candidate(of=plan(phenomena=(PhenomenonTag.START_MULTI_SLOT,)))
    assert failures(realised) == []


def test_a_phenomenon_s_rule_has_to_be_kept() -> None:
    """The user asks to wait, and the system writes nothing but confirms."""
    waits = (
        "Hold on a moment.",
        (does(ActType.HOLD),),
        (("confirm(x0)",), ("say(x7)",)),
        "Your table is booked.",
    )
    found = failures(candidate((*BOOKING[:2], waits, BOOKING[3])))
    assert ("phenomena", RejectionCode.PHENOMENON_RULE, 4) in found


CORRECTED = (
    (
        "No, make that five people.",
        (does(ActType.NEGATE), inform("party_size", 5, "five")),
        (("x0.party_size = 5",), ("say(x7)",)),
        "A table at Luigi's on Friday for 5 people, is that right?",
    ),
    (
        "Yes.",
        (does(ActType.AFFIRM),),
        (("confirm(x0)",), ("say(x10)",)),
        "Your table is booked.",
    ),
)


def test_a_correction_that_nobody_planned() -> None:
    exchanges = (*BOOKING[:2], *CORRECTED, BOOKING[3])
    expected = (BOOKED.model_copy(update={"values": {**BOOKED.values, "party_size": 5}}),)
    slots = (
        *TABLE_GOAL.slots[:2],
        TABLE_GOAL.slots[2].model_copy(update={"value": 5, "surface": "five"}),
        TABLE_GOAL.slots[2],
    )
    of = plan((TABLE_GOAL.model_copy(update={"slots": slots}),), expected)
    assert failures(candidate(exchanges, of)) == [
        ("corrections", RejectionCode.UNINTENDED_CORRECTION, 4)
    ]
    meant = candidate(exchanges, of, planned={4: (PhenomenonTag.CORRECTION,)})
    assert failures(meant) == []
