"""What a small user and a small voice may say: the words they are given, in a way that fits."""

import json

import pytest

from runtime.local.questions import questions
from schemas.acts import ActType
from schemas.calls.simulation import ActView, MoveView, ResponseInput, UserTurnInput
from schemas.calls.views import Line
from tests.local.matching import admits


def moves(*given: MoveView, after: str = "") -> UserTurnInput:
    before = (Line(kind="system", text=after),) if after else ()
    return UserTurnInput(persona="", style="", goals=(), conversation=before, moves=given)


def acts(*given: ActView, done: tuple[str, ...] = ()) -> ResponseInput:
    before = (Line(kind="user", text="Hm."),)
    return ResponseInput(conversation=before, done=done, acts=given)


def told(data: UserTurnInput | ResponseInput) -> str:
    steps = questions(data)
    assert steps is not None
    return next(steps).messages[-1]["content"]


def says(data: UserTurnInput | ResponseInput, text: str) -> bool:
    steps = questions(data)
    assert steps is not None
    return admits(next(steps).grammar, text)


def inform(slot: str, words: str, kind: str = "string", **more: str) -> MoveView:
    return MoveView(act=ActType.INFORM, slot=slot, words=words, type=kind, **more)


def test_a_value_is_said_letter_by_letter_and_no_other() -> None:
    data = moves(inform("date", "next Friday", "date"), after="For which day?")
    assert told(data) == "Assistant: For which day?\nSay: date = next Friday"
    assert says(data, "Next Friday would be good.")
    assert says(data, "The date is next Friday.")
    assert not says(data, "Friday would be good.")
    assert not says(data, "The date is next Friday, at 8.")


def test_of_several_values_each_is_named() -> None:
    data = moves(inform("party size", "4", "integer"), inform("date", "Friday", "date"))
    assert says(data, "The party size is 4. Friday for the date.")
    assert not says(data, "4, please. Friday, please.")


def test_a_wish_takes_its_details_along() -> None:
    wish = MoveView(act=ActType.INFORM_INTENT, intent="book a flight")
    flight = {"intent": "book a flight"}
    data = moves(
        wish,
        inform("origin", "Rome", **flight),
        inform("destination", "", refers_to="hotels", **flight),
        inform("insurance", "no", "boolean", **flight),
    )
    assert told(data) == (
        "Say: want to book a flight; origin = Rome; destination = that of the hotel; insurance = no"
    )
    assert says(
        data,
        "I'd like to book a flight with Rome as the origin with the same destination as the hotel,"
        " without insurance.",
    )
    other = MoveView(act=ActType.INFORM_INTENT, intent="rent a car")
    assert says(moves(wish, other), "Please book a flight, and also rent a car.")


def test_a_slip_of_the_tongue_ends_with_the_right_value() -> None:
    data = moves(inform("time", "7 pm", "time"), inform("time", "8 pm", "time"))
    assert told(data) == "Say: time = 7 pm; no, time = 8 pm"
    assert says(data, "7 pm, no, sorry, 8 pm.")
    assert not says(data, "8 pm, no, sorry, 7 pm.")


def test_what_the_slot_counts_is_counted() -> None:
    data = moves(inform("passengers", "4", "integer"))
    assert says(data, "4 passengers, please.")
    assert not says(data, "The passengers is 4.")
    assert says(moves(inform("passengers", "1", "integer")), "Make that 1 passenger.")
    assert says(moves(inform("class", "business")), "The class is business.")
    assert says(acts(act(ActType.REQUEST, "passengers")), "Could you tell me the passengers?")


@pytest.mark.parametrize(
    ("move", "right", "wrong"),
    [
        (MoveView(act=ActType.AFFIRM), "Yes, go ahead.", "Hold on."),
        (MoveView(act=ActType.HOLD), "Hang on, don't do it yet.", "Yes, go ahead."),
        (MoveView(act=ActType.GOODBYE), "Sorry, I have to go, goodbye.", "Goodbye."),
        (MoveView(act=ActType.REQUEST, slot="price"), "What is the price?", "What is it?"),
        (MoveView(act=ActType.IRRELEVANT), "By the way, my dog is asleep.", "By the way, at 8."),
        (
            MoveView(act=ActType.OVERHEARD, words="6 June"),
            "Anna, did you say 6 June?",
            "On 6 June.",
        ),
        (MoveView(act=ActType.SELECT, words="Rome", slot="city"), "I mean Rome.", "That one."),
        (
            inform("city", "Rome", refers_to="hotels"),
            "The same city as the hotel.",
            "Rome, please.",
        ),
        (inform("insurance", "yes", "boolean"), "With insurance, please.", "Yes, please."),
        (inform("date of hotels", "last week"), "Those from last week, please.", "Last week."),
        (MoveView(act=ActType.OUT_OF_SCOPE, words="sing"), "First, can you sing?", "Sing."),
        (
            MoveView(act=ActType.PRESUME, entity="hotels"),
            ("Is everything fine with the hotel you already made for me?"),
            "Is it fine?",
        ),
    ],
)
def test_each_move_has_its_ways(move: MoveView, right: str, wrong: str) -> None:
    assert says(moves(move), right)
    assert not says(moves(move), wrong)


def test_what_a_move_means_depends_on_its_company() -> None:
    no = MoveView(act=ActType.NEGATE)
    thanks = MoveView(act=ActType.THANK_YOU)
    assert says(moves(no), "No, let's leave it then.")
    assert says(moves(no, thanks), "No, that's all. Thank you.")
    data = moves(no, inform("date", "Friday", "date"))
    assert says(data, "No, that's not right. The date should be Friday.")
    assert says(moves(thanks, MoveView(act=ActType.GOODBYE)), "Thanks a lot. Bye.")


def test_a_remark_is_said_as_it_is_without_a_question() -> None:
    data = moves(MoveView(act=ActType.OVERHEARD, remark="No Leo, that's 7 o'clock!"))
    steps = questions(data)
    assert steps is not None
    with pytest.raises(StopIteration) as end:
        next(steps)
    assert json.loads(end.value.value) == {"utterance": "No Leo, that's 7 o'clock!"}


def act(kind: ActType, slot: str = "", words: str = "", entity: str = "") -> ActView:
    return ActView(act=kind, slot=slot, words=words, entity=entity, intent="book a hotel")


@pytest.mark.parametrize(
    ("data", "line", "right"),
    [
        (acts(act(ActType.REQUEST, "date")), "ask for date", "What is the date?"),
        (
            acts(act(ActType.REQUEST, "date of hotels")),
            "ask for date of hotels",
            "When were the hotels made?",
        ),
        (
            acts(act(ActType.CONFIRM, "city", "Rome"), act(ActType.CONFIRM, "parking", "yes")),
            "city = Rome; parking = yes; ask whether that is right",
            "Let me check: Rome for the city and with parking. Is that right?",
        ),
        (
            acts(
                act(ActType.INFORM_COUNT, words="2", entity="hotels"),
                act(ActType.OFFER, "city", "Rome"),
                act(ActType.OFFER, "date", "2026-03-01"),
            ),
            "found = 2 hotels; offer city = Rome; offer date = 2026-03-01",
            "I found 2 hotels. The first one has Rome for the city and 2026-03-01 as the date.",
        ),
        (
            acts(act(ActType.INFORM_COUNT, words="0", entity="hotels")),
            "found = no hotels",
            "I found no hotels.",
        ),
        (
            acts(
                act(ActType.NOTIFY_FAILURE, words="it is full"), act(ActType.OFFER, "city", "Ulm")
            ),
            "failed: it is full; offer city = Ulm",
            "I'm sorry, that didn't work: it is full. Would Ulm for the city be okay instead?",
        ),
        (acts(act(ActType.NOTIFY_SUCCESS)), "done: book a hotel", "All done."),
        (acts(done=("hold(x1)",)), "you wait", "No problem, I'll wait."),
        (acts(done=("ignore()",)), "a neutral word", "Okay."),
    ],
)
def test_the_voice_says_its_acts(data: ResponseInput, line: str, right: str) -> None:
    assert told(data) == f"User: Hm.\nSay: {line}"
    assert says(data, right)
    assert not says(data, f"{right} Anything else?")
