"""User turns that give no value read as what their acts say."""

import pytest

from checks.ladder import climb
from checks.stance import in_english, stance_faults
from schemas.acts import Act, ActType
from schemas.service import Catalog, IntentSchema, ServiceSchema
from schemas.verdict import Outcome, RejectionCode
from tests.checks.test_grounding import reworded
from tests.scenes import BY_HAND, CATALOG, CLOCK, does

LEAVING = (ActType.THANK_YOU, ActType.GOODBYE)


def faults(utterance: str, *kinds: ActType) -> list[str]:
    """What is wrong with the words of a turn with these acts."""
    return list(stance_faults(utterance, [does(kind) for kind in kinds], CATALOG, CLOCK))


@pytest.mark.parametrize(
    ("utterance", "kinds"),
    [
        ("Yes, that's correct.", (ActType.AFFIRM,)),
        ("Fantastic.", (ActType.AFFIRM,)),
        ("I approve of that.", (ActType.AFFIRM,)),
        (
            "Yes, everything is correct. Please go ahead and make the reservation.",
            (ActType.AFFIRM,),
        ),
        ("That's what I want.", (ActType.AFFIRM,)),
        ("Yes, could you please book that?", (ActType.AFFIRM,)),
        ("No problem, go ahead.", (ActType.AFFIRM,)),
        ("Yes i want to play.", (ActType.AFFIRM_INTENT,)),
        ("Nothing. I'm all set.", (ActType.NEGATE, ActType.THANK_YOU)),
        ("That will be all, thank you.", (ActType.NEGATE, ActType.THANK_YOU)),
        ("Yes. But it can be done later.", (ActType.NEGATE_INTENT,)),
        ("Let me sleep on it.", (ActType.HOLD,)),
        ("I won't be needing the table after all.", (ActType.CANCEL,)),
        ("Not that one, is there another?", (ActType.REQUEST_ALTS,)),
        ("She sounds good", (ActType.SELECT,)),
        ("Could I have the second one, please?", (ActType.SELECT,)),
        ("any entrance fee?", (ActType.REQUEST,)),
        ("Please give their phone number.", (ActType.REQUEST,)),
        ("Thanks, I don't need anything else. Bye!", LEAVING),
        ("I have to run, goodbye.", (ActType.GOODBYE,)),
    ],
)
def test_people_say_it_in_many_ways(utterance: str, kinds: tuple[ActType, ...]) -> None:
    assert faults(utterance, *kinds) == []


@pytest.mark.parametrize(
    ("utterance", "kinds", "detail"),
    [
        ("I need to send a message too.", (ActType.AFFIRM,), "does not say yes"),
        ("No, not like that.", (ActType.AFFIRM,), "denies"),
        ("That is not quite right.", (ActType.AFFIRM,), "denies"),
        ("Okay, but not just yet.", (ActType.AFFIRM,), "asks to wait"),
        ("Yes. What is the address?", (ActType.AFFIRM,), "asks something"),
        ("Good. Will it be a wet day?", (ActType.AFFIRM,), "asks something"),
        (
            "Yes, that's correct. And could you also request a table by the window, please?",
            (ActType.AFFIRM,),
            "wishes for something more",
        ),
        ("My cat sits on the keyboard.", (ActType.AFFIRM,), "does not say yes"),
        ("Thank you very much.", (ActType.AFFIRM,), "does not say yes"),
        ("Thanks a lot for your help.", (ActType.NEGATE, ActType.THANK_YOU), "does not say no"),
        ("Yes, it is.", (ActType.NEGATE_INTENT,), "does not say no"),
        ("Yes, go ahead.", (ActType.HOLD,), "affirms"),
        ("I'm there, go ahead.", (ActType.HOLD,), "does not ask to wait"),
        ("Everything looks right.", (ActType.HOLD,), "does not ask to wait"),
        ("Looks good to me.", (ActType.CANCEL,), "does not call anything off"),
        ("That one looks good.", (ActType.REQUEST_ALTS,), "does not ask for others"),
        ("Is there another one?", (ActType.SELECT,), "asks for others"),
        ("Not at this time, nope.", (ActType.REQUEST,), "does not ask anything"),
        ("Thanks, and what was the price?", LEAVING, "asks something"),
    ],
)
def test_words_that_say_otherwise(utterance: str, kinds: tuple[ActType, ...], detail: str) -> None:
    assert [fault for fault in faults(utterance, *kinds) if detail in fault] != []


def test_acts_that_give_something_besides_leave_the_words_free() -> None:
    assert faults("tell me the price", ActType.AFFIRM, ActType.REQUEST) == []
    assert faults("Actually I need it for one.", ActType.NEGATE, ActType.INFORM) == []


def test_values_that_are_pointed_with_may_read_as_anything() -> None:
    chosen = Act(act=ActType.SELECT, slot="title", value="What Else?", surface="What Else?")
    assert list(stance_faults("I'll take What Else?", [chosen], CATALOG, CLOCK)) == []


def described(text: str) -> Catalog:
    """A service with one intent that is described so."""
    intent = IntentSchema(
        name="order", description=text, transactional=True, needs_confirmation=True, entity="order"
    )
    return Catalog(services=(ServiceSchema(name="shop", slots=(), intents=(intent,)),))


def test_only_english_is_held_to_english_words() -> None:
    german = described("Etwas bestellen, das der Kunde mit der Karte bezahlt")
    assert not in_english(german, CLOCK)
    assert not in_english(described("тут можно заказать пиццу"), CLOCK)
    assert in_english(described("Order something from the shop"), CLOCK)
    assert in_english(described("order food"), CLOCK)
    assert not in_english(CATALOG, CLOCK.model_copy(update={"locale": "de-DE"}))
    said = "Ja, genau so ist es."
    assert list(stance_faults(said, [does(ActType.AFFIRM)], german, CLOCK)) == []
    assert list(stance_faults(said, [does(ActType.AFFIRM)], CATALOG, CLOCK)) != []


def test_the_ladder_rejects_a_yes_that_is_a_new_wish() -> None:
    """Turn 4 of the booking is the user's yes."""
    changed = reworded(4, "I need to send a message too.")
    failed = [v for v in climb(BY_HAND, changed, CATALOG) if v.outcome is Outcome.FAIL]
    assert [(v.check, v.turn, v.code) for v in failed] == [
        ("grounding", 4, RejectionCode.USER_UNGROUNDED)
    ]


@pytest.mark.parametrize(
    "words", ["Yes, and make it 7 people.", "Yes, for next Monday.", "Yes, but at Thai Spice."]
)
def test_a_yes_brings_no_new_value(words: str) -> None:
    failed = [v for v in climb(BY_HAND, reworded(4, words), CATALOG) if v.outcome is Outcome.FAIL]
    assert ("grounding", 4) in {(v.check, v.turn) for v in failed}
