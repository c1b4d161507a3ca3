"""Phenomena derived from hand-made dialogues, and breaches of their rules."""

import pytest

from phenomena import ALL, BY_TAG
from schemas.acts import Act, ActType
from schemas.annotation import Frame, SlotState, Source, SourceKind, TurnAnnotation
from schemas.dialogue import Signal, SignalKind, Speaker, Statement, Step
from schemas.phenomenon import LUCID, PhenomenonTag
from schemas.service import Catalog, IntentSchema, ServiceSchema, SlotSchema

TABLES = ServiceSchema(
    name="reservations",
    slots=tuple(
        SlotSchema(name=name) for name in ("place", "date", "time", "date_of_reservations")
    ),
    intents=(
        IntentSchema(
            name="reserve_table",
            transactional=True,
            needs_confirmation=True,
            required=("place", "date", "time"),
            entity="reservations",
        ),
        IntentSchema(
            name="find_reservations",
            transactional=False,
            needs_confirmation=False,
            required=("date_of_reservations",),
            entity="reservations",
            created_slot="date_of_reservations",
        ),
    ),
)
CATALOG = Catalog(services=(TABLES,))


def act(kind: ActType, slot: str = "", value: str = "", intent: str = "reserve_table") -> Act:
    return Act(
        act=kind,
        service="reservations",
        intent=intent,
        slot=slot,
        value=value or None,
        surface=value,
    )


def user(index: int, *acts: Act, state: dict[str, str] | None = None) -> TurnAnnotation:
    slots = tuple(
        SlotState(slot=k, value=v, variants=(v,), source=Source(kind=SourceKind.USER))
        for k, v in sorted((state or {}).items())
    )
    frame = Frame(service="reservations", active_intent="reserve_table", state=slots)
    return TurnAnnotation(
        index=index, speaker=Speaker.USER, utterance="words", acts=acts, frames=(frame,)
    )


def system(
    index: int, *statements: str, signal: SignalKind | None = None, acts: tuple[Act, ...] = ()
) -> TurnAnnotation:
    signals = () if signal is None else (Signal(index=99, kind=signal, task=0, text="signal"),)
    step = Step(
        written=statements,
        statements=tuple(Statement(index=90 + n, text=s) for n, s in enumerate(statements)),
        signals=signals,
    )
    return TurnAnnotation(
        index=index, speaker=Speaker.SYSTEM, utterance="words", acts=acts, steps=(step,)
    )


INTENT = act(ActType.INFORM_INTENT)
PLACE = act(ActType.INFORM, "place", "Thai Spice")
DATE = act(ActType.INFORM, "date", "Friday")
TIME = act(ActType.INFORM, "time", "8 pm")
ASK_DATE = act(ActType.REQUEST, "date")
ASK_TIME = act(ActType.REQUEST, "time")
ALL_ASKED = (act(ActType.CONFIRM, "place", "Thai Spice"), act(ActType.CONFIRM, "date", "Friday"))

OPENED = (
    user(0, INTENT, PLACE, state={"place": "Thai Spice"}),
    system(1, 'reserve_table(place="Thai Spice")', signal=SignalKind.HINT_VALUE, acts=(ASK_DATE,)),
)
AT_CONFIRMATION = (
    user(0, INTENT, state={}),
    system(1, "reserve_table()", signal=SignalKind.HINT_VALUE, acts=(ASK_DATE,)),
    user(2, DATE, state={"date": "Friday"}),
    system(3, 'x0.date = "Friday"', signal=SignalKind.HINT_CONFIRM, acts=ALL_ASKED),
)


def derived(turns: tuple[TurnAnnotation, ...]) -> dict[PhenomenonTag, tuple[int, ...]]:
    found = {p.tag: p.derive(turns, CATALOG) for p in ALL}
    return {tag: where for tag, where in found.items() if where}


def test_every_tag_has_its_module() -> None:
    assert {p.tag for p in ALL} == set(PhenomenonTag)
    assert all(p.examples and p.question.endswith("?") and p.rule for p in ALL)
    assert {p.tag for p in ALL if p.lucid} == set(LUCID)
    assert len({p.lucid for p in ALL if p.lucid}) == len(LUCID)
    unaware = {p.tag for p in ALL if not p.instruction}
    assert unaware == {
        PhenomenonTag.SPEECH_NOISE,
        PhenomenonTag.BACKEND_FAILURE,
        PhenomenonTag.OFFERED_INTENT,
    }


def test_a_plain_opening_is_no_phenomenon() -> None:
    assert derived(OPENED) == {}


def test_opening_with_several_values() -> None:
    turns = (
        user(0, INTENT, PLACE, DATE, state={"place": "Thai Spice", "date": "Friday"}),
        system(1, "reserve_table(...)", signal=SignalKind.HINT_VALUE, acts=(ASK_TIME,)),
    )
    assert derived(turns) == {PhenomenonTag.START_MULTI_SLOT: (0,)}


def test_opening_with_everything() -> None:
    state = {"place": "Thai Spice", "date": "Friday", "time": "8 pm"}
    turns = (
        user(0, INTENT, PLACE, DATE, TIME, state=state),
        system(1, "reserve_table(...)", signal=SignalKind.HINT_CONFIRM, acts=ALL_ASKED),
    )
    assert derived(turns) == {PhenomenonTag.ALL_IN_ONE: (0,)}


def test_a_value_that_the_state_lost_breaks_the_rule() -> None:
    turns = (
        user(0, INTENT, PLACE, DATE, state={"place": "Thai Spice"}),
        system(1, "reserve_table(...)", signal=SignalKind.HINT_VALUE, acts=(ASK_TIME,)),
    )
    faults = BY_TAG[PhenomenonTag.START_MULTI_SLOT].faults(turns, CATALOG)
    assert [(f.turn, "date" in f.message) for f in faults] == [(0, True)]


def test_a_value_changed_later_is_a_correction() -> None:
    monday = act(ActType.INFORM, "date", "Monday")
    turns = (
        *AT_CONFIRMATION,
        user(4, act(ActType.NEGATE), monday, state={"date": "Monday"}),
        system(5, 'x0.date = "Monday"', signal=SignalKind.HINT_CONFIRM, acts=ALL_ASKED),
    )
    assert derived(turns) == {PhenomenonTag.CORRECTION: (4,)}
    assert BY_TAG[PhenomenonTag.CORRECTION].faults(turns, CATALOG) == ()


def test_the_same_value_again_is_no_correction() -> None:
    turns = (*AT_CONFIRMATION, user(4, DATE, state={"date": "Friday"}), system(5, "say()"))
    assert PhenomenonTag.CORRECTION not in derived(turns)


def test_a_second_task_of_the_intent_corrects_nothing() -> None:
    monday = act(ActType.INFORM, "date", "Monday")
    turns = (
        *AT_CONFIRMATION,
        user(4, INTENT, monday, state={"date": "Monday"}),
        system(5, 'reserve_table(date="Monday")', signal=SignalKind.HINT_VALUE),
    )
    assert derived(turns) == {}


def test_two_values_in_one_turn_are_a_turn_correction() -> None:
    monday = act(ActType.INFORM, "date", "Monday")
    turns = (
        *OPENED,
        user(2, DATE, monday, state={"place": "Thai Spice", "date": "Monday"}),
        system(3, 'x0.date = "Monday"', signal=SignalKind.HINT_VALUE, acts=(ASK_TIME,)),
    )
    assert derived(turns) == {PhenomenonTag.TURN_CORRECTION: (2,)}


def test_another_slot_than_asked() -> None:
    turns = (
        *OPENED,
        user(2, TIME, state={"time": "8 pm"}),
        system(3, 'x0.time = "8 pm"', signal=SignalKind.HINT_VALUE, acts=(ASK_DATE,)),
    )
    assert derived(turns) == {PhenomenonTag.WRONG_SLOT: (2,)}


@pytest.mark.parametrize(
    ("kind", "tag", "statement"),
    [
        (ActType.IRRELEVANT, PhenomenonTag.IRRELEVANT_ANSWER, "ignore()"),
        (ActType.OVERHEARD, PhenomenonTag.OVERHEARD_ANSWER, "ignore()"),
        (ActType.SARCASTIC, PhenomenonTag.SARCASTIC_ANSWER, "ignore()"),
    ],
)
def test_no_answer(kind: ActType, tag: PhenomenonTag, statement: str) -> None:
    turns = (*OPENED, user(2, act(kind, "date", "Monday")), system(3, statement, "say(x1)"))
    assert derived(turns) == {tag: (2,)}
    assert BY_TAG[tag].faults(turns, CATALOG) == ()
    taken = (*OPENED, user(2, act(kind, "date", "Monday")), system(3, 'x0.date = "Monday"'))
    assert [f.message for f in BY_TAG[tag].faults(taken, CATALOG)] == [
        "the system did not ignore() here",
        'the system executed x0.date = "Monday" here',
    ]


def test_hold_and_cancel() -> None:
    hold = (*AT_CONFIRMATION, user(4, act(ActType.HOLD)), system(5, "hold(x0)", "say()"))
    assert derived(hold) == {PhenomenonTag.DELAY_CONFIRMATION: (4,)}
    cancel = (*AT_CONFIRMATION, user(4, act(ActType.CANCEL)), system(5, "cancel(x0)", "say()"))
    assert derived(cancel) == {PhenomenonTag.CANCEL: (4,)}
    ignored = (*AT_CONFIRMATION, user(4, act(ActType.CANCEL)), system(5, "hold(x0)", "say()"))
    assert len(BY_TAG[PhenomenonTag.CANCEL].faults(ignored, CATALOG)) == 2


def test_goodbye_with_an_open_task_is_an_early_end() -> None:
    turns = (*AT_CONFIRMATION, user(4, act(ActType.GOODBYE)), system(5, "say(goodbye())"))
    assert derived(turns) == {PhenomenonTag.EARLY_END: (4,)}


def test_goodbye_after_the_task_is_done_is_none() -> None:
    turns = (
        *AT_CONFIRMATION,
        user(4, act(ActType.AFFIRM)),
        system(5, "confirm(x0)", signal=SignalKind.PERFORM),
        user(6, act(ActType.GOODBYE)),
        system(7, "say(goodbye())"),
    )
    assert derived(turns) == {}


def test_goodbye_after_a_cancelled_task_is_none() -> None:
    turns = (
        *AT_CONFIRMATION,
        user(4, act(ActType.CANCEL)),
        system(5, "cancel(x0)", "say(more_help())"),
        user(6, act(ActType.GOODBYE)),
        system(7, "say(goodbye())"),
    )
    assert derived(turns) == {PhenomenonTag.CANCEL: (4,)}


def test_a_query() -> None:
    find = act(ActType.INFORM_INTENT, intent="find_reservations")
    when = act(ActType.INFORM, "date_of_reservations", "last week", intent="find_reservations")
    turns = (
        user(0, find, when, state={"date_of_reservations": "last week"}),
        system(1, "find_reservations(...)", signal=SignalKind.RESULT),
    )
    assert derived(turns) == {PhenomenonTag.QUERY: (0,)}
    unanswered = (turns[0], system(1, "say()"))
    assert len(BY_TAG[PhenomenonTag.QUERY].faults(unanswered, CATALOG)) == 1
