"""What the supervisors mend, what they leave alone, and what they remember."""

from collections.abc import Mapping

import pytest

from runtime.stage import StageContext
from schemas.calls.supervision import (
    NONE,
    UNANSWERABLE,
    SuperviseAnswerInput,
    SuperviseNameInput,
)
from schemas.dialogue import Dialogue, Mend, Named, Speaker, Step, Supervised, Supervisor, Turn
from schemas.verdict import Rejection, RejectionCode
from schemas.world import WorldSpec
from stages.simulate.supervise import Attempt, Memory, asked_again, mended, recovered
from stages.simulate.supervise.accounting import account
from tests.stages.scripted import ScriptedChat
from tests.stages.services import CATALOG, CLOCK, CONFIG
from world.executor import Executor

OPENING = "A table for 4 at Thai Spice in York, please."


def an_attempt(
    chat: ScriptedChat,
    memory: Memory | None = None,
    turn: int = 1,
    draw: int = 0,
    doubted: frozenset[Mend] = frozenset(),
) -> Attempt:
    context = StageContext(chat=chat, seed=1, catalog=CATALOG, config=CONFIG)
    return Attempt(context, "d", turn, draw, memory or Memory(), doubted)


def hearing(*words: str, programs: tuple[tuple[str, ...], ...] = ()) -> tuple[Executor, list[Turn]]:
    """An executor that heard the words; programs answer all but the last, each ending in say."""
    executor, turns = Executor(CATALOG, WorldSpec(), CLOCK), list[Turn]()
    for number, said in enumerate(words):
        executor.hear(said, ())
        turns.append(Turn(index=2 * number, speaker=Speaker.USER, utterance=said))
        if number < len(programs):
            steps = [executor.run([line]) for line in programs[number]]
            assert all(step.statements for step in steps), steps
            answer = Turn(index=2 * number + 1, speaker=Speaker.SYSTEM, utterance="And?")
            turns.append(answer)
    return executor, turns


def choosing(**choices: str) -> ScriptedChat:
    """A chat that answers each wrong name with a choice."""
    return ScriptedChat({"supervise_name": lambda data: {"choice": choices[data.name]}})


def answering(**words: str) -> ScriptedChat:
    """A chat that answers the question about each slot; others cannot be answered."""

    def answer(data: SuperviseAnswerInput) -> Mapping[str, str]:
        return {"words": words.get(data.slot.name, UNANSWERABLE)}

    return ScriptedChat({"supervise_answer": answer})


def asked_slots(chat: ScriptedChat) -> list[str]:
    return [data.slot.name for _, data, _ in chat.asked]


async def test_a_wrong_slot_is_brought_back_and_filled_ones_are_no_choice() -> None:
    executor, _ = hearing(OPENING)
    chat = choosing(guests="party_size")
    found = await mended(
        an_attempt(chat), executor, CATALOG, ['reserve_table(city="York", guests="4")'], 0
    )
    mend = Mend(
        supervisor=Supervisor.SCHEMA,
        kind=Named.SLOT,
        service="reservations",
        intent="reserve_table",
        found="guests",
        given="party_size",
    )
    assert found == (('reserve_table(city="York", party_size="4")',), (mend,))
    question: SuperviseNameInput = chat.asked[0][1]
    assert [choice.name for choice in question.choices] == [
        *("restaurant_name", "party_size", "time", "special_requests")
    ]
    assert (question.owner, question.description) == (
        "reserve_table",
        "book a table at a restaurant",
    )


async def test_slots_that_a_task_has_are_no_choice_either() -> None:
    executor, _ = hearing(
        OPENING, "At 8 pm.", programs=(('reserve_table(city="York")', "say(x1)"),)
    )
    chat = choosing(hour="time")
    found = await mended(an_attempt(chat), executor, CATALOG, ['x0.hour = "8 pm"'], 0)
    assert found is not None
    assert found[0] == ('x0.time = "8 pm"',)
    assert "city" not in [choice.name for choice in chat.asked[0][1].choices]


async def test_an_intent_and_its_slots_are_brought_back_one_after_the_other() -> None:
    executor, _ = hearing(OPENING)
    chat = choosing(BookTable="reserve_table", town="city", guests="party_size")
    program = ['BookTable(town="York", guests="4")', 'x0.restaurant_name = "Thai Spice"']
    found = await mended(an_attempt(chat), executor, CATALOG, program, 0)
    assert found is not None
    assert found[0] == (
        'reserve_table(city="York", party_size="4")',
        'x0.restaurant_name = "Thai Spice"',
    )
    kinds = [(mend.kind.value, mend.found, mend.given) for mend in found[1]]
    assert kinds == [
        ("intent", "BookTable", "reserve_table"),
        ("slot", "town", "city"),
        ("slot", "guests", "party_size"),
    ]
    assert "restaurant_name" not in [choice.name for choice in chat.asked[1][1].choices]


@pytest.mark.parametrize("choice", [NONE, "guests", ""])
async def test_what_is_no_choice_mends_nothing(choice: str) -> None:
    executor, _ = hearing(OPENING)
    attempt = an_attempt(choosing(guests=choice))
    assert await mended(attempt, executor, CATALOG, ['reserve_table(guests="4")'], 0) is None
    assert [mend.given for mend in attempt.mends] == [""]


async def test_what_is_refused_for_another_reason_is_not_asked_about() -> None:
    executor, _ = hearing(OPENING)
    for program in (['reserve_table(party_size="5")'], ["confirm(x7)"], ["2 +"], ["say(x9)"]):
        assert await mended(an_attempt(choosing()), executor, CATALOG, program, 0) is None


async def test_an_unusable_reply_leaves_all_as_it_was() -> None:
    executor, _ = hearing(OPENING)
    chat = ScriptedChat({"supervise_name": [{"choice": "x" * 301}]})
    chat.reasks = -1  # The gateway gives up at once.
    attempt = an_attempt(chat)
    assert await mended(attempt, executor, CATALOG, ['reserve_table(guests="4")'], 0) is None


async def test_an_answer_is_remembered_for_the_schema() -> None:
    memory, chat = Memory(), choosing(guests="party_size", extras=NONE)
    for turn in (1, 3):
        executor, _ = hearing(OPENING)
        attempt = an_attempt(chat, memory=memory, turn=turn)
        found = await mended(attempt, executor, CATALOG, ['reserve_table(guests="4")'], 0)
        assert found is not None
        assert await mended(attempt, executor, CATALOG, ['reserve_table(extras="4")'], 0) is None
        attempt.over(right=True)
    assert chat.times("supervise_name") == 2
    assert [(s.turn, s.found, s.given, s.right) for s in memory.supervised] == [
        (1, "guests", "party_size", True),
        (1, "extras", "", True),
        (3, "guests", "party_size", True),
        (3, "extras", "", True),
    ]


async def test_what_went_wrong_is_neither_remembered_nor_done_again_in_the_turn() -> None:
    memory, chat = Memory(), choosing(guests="time")
    executor, _ = hearing("A table at 8 pm")
    first = an_attempt(chat, memory=memory)
    assert await mended(first, executor, CATALOG, ['reserve_table(guests="8 pm")'], 0) is not None
    first.over(right=False)
    second = an_attempt(chat, memory=memory, draw=1, doubted=frozenset(first.mends))
    assert await mended(second, executor, CATALOG, ['reserve_table(guests="8 pm")'], 0) is None
    assert second.mends == []
    assert chat.times("supervise_name") == 2


async def test_a_slot_left_out_of_an_opening_is_recovered() -> None:
    executor, turns = hearing(OPENING)
    step = executor.run(['reserve_table(restaurant_name="Thai Spice", party_size="4")'])
    chat = answering(city="York")
    attempt = an_attempt(chat)
    more = await recovered(attempt, executor, CATALOG, turns, [step])
    assert more is not None
    assert [s.text for s in more.statements] == ['x0.city = "York"']
    assert [s.text for s in more.signals] == ['hint("ask for value: time", ref=x0)']
    assert [(m.slot, m.given, m.supervisor.value) for m in more.supervised] == [
        ("city", "York", "parser")
    ]
    # Nothing in the words reads as a time once the 4 is known to be the party's size.
    assert asked_slots(chat) == ["city"]


async def test_a_right_program_is_not_asked_about() -> None:
    executor, turns = hearing(OPENING)
    step = executor.run(
        ['reserve_table(restaurant_name="Thai Spice", city="York", party_size="4")']
    )
    chat = answering()
    assert await recovered(an_attempt(chat), executor, CATALOG, turns, [step]) is None
    assert chat.asked == []


@pytest.mark.parametrize("words", ["Leeds", "Thai Spice", UNANSWERABLE, "I don't care"])
async def test_an_answer_has_to_be_said_and_free(words: str) -> None:
    executor, turns = hearing(OPENING + " I don't care about the rest.")
    step = executor.run(['reserve_table(restaurant_name="Thai Spice", party_size="4")'])
    attempt = an_attempt(answering(city=words))
    assert await recovered(attempt, executor, CATALOG, turns, [step]) is None
    assert [mend.given for mend in attempt.mends] == [""]
    assert set(executor.tasks[0].slots) == {"restaurant_name", "party_size"}


async def test_an_answer_of_another_type_is_not_written() -> None:
    executor, turns = hearing("A table at Thai Spice at 8 pm")
    step = executor.run(['reserve_table(restaurant_name="Thai Spice")'])
    attempt = an_attempt(answering(time="table", party_size="8"))
    assert await recovered(attempt, executor, CATALOG, turns, [step]) is None
    # The 8 of a time counts nobody.
    assert [mend.slot for mend in attempt.mends] == ["time"]


async def test_what_the_user_takes_back_is_no_answer() -> None:
    executor, turns = hearing("A table at Thai Spice, sorry, make that La Piazza, in 6 weeks")
    step = executor.run(['reserve_table(restaurant_name="La Piazza")'])
    attempt = an_attempt(answering(party_size="6"))
    assert await recovered(attempt, executor, CATALOG, turns, [step]) is None
    assert attempt.mends == []


@pytest.mark.parametrize(
    "program",
    [
        ["ignore()"],
        ["hold(x0)"],
        ["cancel(x0)"],
        ["ignore()", "say(x1)"],
        ['say(refuse("no"), x1)'],
    ],
)
async def test_a_turn_with_another_explanation_is_left_alone(program: list[str]) -> None:
    executor, turns = hearing(
        "A table in York", "Thai Spice", programs=(('reserve_table(city="York")', "say(x1)"),)
    )
    attempt = an_attempt(answering(restaurant_name="Thai Spice"))
    assert await asked_again(attempt, executor, CATALOG, turns, program) is None
    step = executor.run(program)
    assert step.statements
    assert await recovered(attempt, executor, CATALOG, turns, [step]) is None
    assert attempt.mends == []


async def test_a_question_put_again_is_answered_instead() -> None:
    executor, turns = hearing(
        "A table in York", "The Blue Fig", programs=(('reserve_table(city="York")', "say(x1)"),)
    )
    chat = answering(restaurant_name="The Blue Fig")
    step = await asked_again(an_attempt(chat), executor, CATALOG, turns, ["say(x1)"])
    assert step is not None
    assert [s.text for s in step.statements] == ['x0.restaurant_name = "The Blue Fig"']
    assert step.supervised[0].found == "say(x1)"
    assert executor.said is None
    question: SuperviseAnswerInput = chat.asked[0][1]
    assert (question.asked, question.utterance) == ("And?", "The Blue Fig")


async def test_an_open_slot_that_was_asked_for_is_not_sought_beside_another() -> None:
    """'Make it four' answers another question than the one for the restaurant's name."""
    executor, turns = hearing(
        "A table in York", "Make it 4", programs=(('reserve_table(city="York")', "say(x1)"),)
    )
    step = executor.run(['x0.party_size = "4"'])
    attempt = an_attempt(answering(restaurant_name="Make it"))
    assert await recovered(attempt, executor, CATALOG, turns, [step]) is None
    assert attempt.mends == []


def test_what_became_of_mends_is_counted() -> None:
    made = Mend(supervisor=Supervisor.SCHEMA, kind=Named.SLOT, found="guests", given="party_size")
    none = made.model_copy(update={"given": ""})
    told = [
        Supervised(**dict(mend), turn=1, right=right)
        for mend, right in ((made, True), (made, False), (none, True))
    ]
    dialogue = Dialogue(
        dialogue_id="a",
        services=("reservations",),
        clock=CLOCK,
        world=WorldSpec(),
        turns=(),
        supervised=tuple(told[:1]),
    )
    dropped = Rejection(
        item="b",
        stage="simulate",
        code=RejectionCode.SYSTEM_STUCK,
        supervised=tuple(told[1:]),
    )
    (row,) = account([dialogue], [dropped])
    assert (row.supervisor, row.kind, row.asked, row.mended, row.right) == (
        "schema",
        "slot",
        3,
        2,
        1,
    )


def test_a_step_without_supervision_reads_as_it_always_did() -> None:
    assert Step(written=("ignore()",)).model_dump() == {
        "written": ("ignore()",),
        "statements": (),
        "signals": (),
    }
