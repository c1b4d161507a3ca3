"""The offline model's answers to supervisors, and the faults that call for them."""

from collections import Counter

import pytest

from runtime.offline import mislabelled_reply, reply
from runtime.offline.mislabelled import FAULTS, fault_of, mislabel
from runtime.offline.supervising import supervise_answer, supervise_name
from schemas.calls.simulation import ExactValueInput, StatementsReply, SystemInput
from schemas.calls.supervision import (
    NONE,
    UNANSWERABLE,
    Choice,
    SuperviseAnswerInput,
    SuperviseNameInput,
)
from schemas.calls.views import SlotView
from schemas.dialogue import Named
from tests.offline.exchange import line
from tests.offline.test_system import BOOK

SEATING = SlotView(
    name="seating", description="", type="string", possible_values=("inside", "outside")
)
PROGRAM = ('book_room(city="Rome, Italy", seating="inside", guests=2)', 'x1.city = "Rome"')
ASK = SystemInput(
    intents=(BOOK.model_copy(update={"slots": (*BOOK.slots, SEATING)}),),
    now="",
    transcript=(line("user", "Book a hotel room."),),
)


@pytest.mark.parametrize(
    ("name", "choice"),
    [
        ("size_of_party", "party_size"),
        ("party_size_value", "party_size"),
        ("people", "party_size"),
        ("BookingDate", "booking_date"),
        ("insurance", NONE),
    ],
)
def test_a_name_is_known_by_the_words_it_shares(name: str, choice: str) -> None:
    choices = (
        Choice(name="booking_date", description="day of the reservation"),
        Choice(name="party_size", description="number of people"),
    )
    asked = SuperviseNameInput(kind=Named.SLOT, name=name, owner="book", choices=choices)
    assert supervise_name(asked).choice == choice


DAY = SlotView(name="date", description="", type="date")
CITY = SlotView(name="city", description="", type="string", example_values=("Rome", "Bath"))


@pytest.mark.parametrize(
    ("slot", "asked", "utterance", "words"),
    [
        (DAY, "Which day?", "Next Friday, please.", "Next Friday"),
        (DAY, "", "Book a room in Bath for May 3.", "May 3"),
        (CITY, "", "Book a room in Bath for May 3.", "Bath"),
        (DAY, "Which day?", "Somewhere in Bath.", UNANSWERABLE),
        (CITY, "", "Book a room for May 3.", UNANSWERABLE),
    ],
)
def test_what_the_words_say_for_a_slot(
    slot: SlotView, asked: str, utterance: str, words: str
) -> None:
    question = SuperviseAnswerInput(
        intent="book a room", slot=slot, asked=asked, utterance=utterance
    )
    assert supervise_answer(question).words == words


def test_every_fault_comes_and_changes_one_line() -> None:
    found = Counter[str]()
    for seed in range(400):
        spoilt = mislabel(PROGRAM, ASK, seed, 1.0)
        found[fault_of(PROGRAM, spoilt)] += 1
        kept = [line for line in PROGRAM if line in spoilt]
        assert len(kept) == 1
    assert set(found) == set(FAULTS)
    assert min(found.values()) > 50


def test_what_each_fault_does() -> None:
    spoilt = {tuple(mislabel(PROGRAM, ASK, seed, 1.0)) for seed in range(400)}
    assert ('book_room(city="Rome, Italy", guests=2)', PROGRAM[1]) in spoilt
    assert (PROGRAM[0],) in spoilt
    assert (PROGRAM[0], 'x1.town = "Rome"') in spoilt
    assert ('reserve_room(city="Rome, Italy", seating="inside", guests=2)', PROGRAM[1]) in spoilt
    assert (
        'book_room(city="Rome, Italy", seating="inside option", guests=2)',
        PROGRAM[1],
    ) in spoilt


def test_a_program_that_can_have_no_fault_has_none() -> None:
    for program in (("say(x1)",), ("confirm(x0)",), ("ignore()", "say(x3)")):
        assert mislabel(program, ASK, 1, 1.0) == list(program)


def test_only_programs_are_mislabelled_and_at_the_rate() -> None:
    good = StatementsReply.model_validate_json(reply("system_statements", ASK, 0)).statements
    replies = [
        StatementsReply.model_validate_json(
            mislabelled_reply("system_statements", ASK, seed, 0.3)
        ).statements
        for seed in range(1000)
    ]
    assert 0.25 < sum(said != good for said in replies) / 1000 < 0.35
    other = ExactValueInput(utterance="in Rome", slot=CITY, value="rome")
    assert mislabelled_reply("exact_value", other, 1, 1.0) == reply("exact_value", other, 1)
