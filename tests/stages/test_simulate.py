"""The turn loop: what stands, what is worded again, what ends a dialogue."""

import json
from typing import Any

import pytest

import runtime.offline
from checks.labels import label
from runtime.stage import StageContext
from schemas.calls.simulation import ResponseInput, SystemInput, UserTurnInput
from schemas.calls.supervision import NONE, SuperviseAnswerInput
from schemas.config import Mix, RunConfig, Simulation
from schemas.dialogue import Dialogue, EndReason, SignalKind, Speaker
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Cell, Plan, PlanRequest
from schemas.verdict import Rejection, RejectionCode
from stages.plans import PLANS
from stages.simulate import SIMULATE
from tests.stages.scripted import ScriptedChat
from tests.stages.services import CATALOG, CLOCK, CONFIG, planner

NO_FAILURE = CONFIG.model_copy(update={"mix": Mix(failure=0, optional_slot=0)})


async def a_plan(*phenomena: PhenomenonTag, seed: int = 1) -> Plan:
    cell = Cell(index=0, service="reservations", intent="reserve_table", phenomena=phenomena)
    plan = await PLANS.run(
        PlanRequest(dialogue_id="0-0", cell=cell, attempt=0, clock=CLOCK),
        StageContext(
            chat=ScriptedChat(planner(seed), reasks=8),
            seed=seed,
            catalog=CATALOG,
            config=NO_FAILURE,
        ),
    )
    assert isinstance(plan, Plan)
    return plan


def offline(name: str) -> Any:
    """The offline model's answer, as a function of the input alone."""
    return lambda data: json.loads(runtime.offline.reply(name, data, 7))


def a_chat(**changes: Any) -> ScriptedChat:
    names = ("user_turn", "system_statements", "response", "exact_value")
    supervisors = ("supervise_name", "supervise_answer")
    return ScriptedChat({**{name: offline(name) for name in (*names, *supervisors)}, **changes})


async def play(
    plan: Plan, chat: ScriptedChat, config: RunConfig = NO_FAILURE
) -> Dialogue | Rejection:
    return await SIMULATE.run(plan, StageContext(chat=chat, seed=1, catalog=CATALOG, config=config))


async def played(plan: Plan, chat: ScriptedChat) -> Dialogue:
    dialogue = await play(plan, chat)
    assert isinstance(dialogue, Dialogue), dialogue
    return dialogue


async def test_a_cooperative_dialogue_reaches_its_end() -> None:
    dialogue = await played(await a_plan(), a_chat())
    speakers = [turn.speaker for turn in dialogue.turns]
    assert speakers == [Speaker.USER, Speaker.SYSTEM] * (len(speakers) // 2)
    assert dialogue.end is EndReason.COMPLETE
    kinds = [s.kind for turn in dialogue.turns for step in turn.steps for s in step.signals]
    assert kinds[-1] is SignalKind.PERFORM
    assert SignalKind.ERROR not in kinds
    assert dialogue.models == {"user": "scripted", "system": "scripted", "response": "scripted"}


async def test_an_early_end_is_marked() -> None:
    dialogue = await played(await a_plan(PhenomenonTag.EARLY_END), a_chat())
    assert dialogue.end is EndReason.EARLY_END
    assert dialogue.turns[-2].planned_phenomena == (PhenomenonTag.EARLY_END,)


async def test_the_system_is_shown_no_plan() -> None:
    chat = a_chat()
    plan = await a_plan(PhenomenonTag.CORRECTION)
    await played(plan, chat)
    seen = [data for name, data, _ in chat.asked if name == "system_statements"]
    assert all(isinstance(data, SystemInput) for data in seen)
    first = seen[0].model_dump_json()
    for slot in plan.goals[0].slots[1:]:
        examples = CATALOG.service("reservations").slot(slot.slot).example_values
        assert slot.surface in examples or slot.surface not in first
    assert plan.story not in first
    assert plan.persona.style not in first


async def test_the_user_is_shown_no_program_and_no_later_goal() -> None:
    chat = a_chat()
    await played(await a_plan(), chat)
    for name, data, _ in chat.asked:
        if name == "user_turn":
            assert isinstance(data, UserTurnInput)
            assert {line.kind for line in data.conversation} <= {"user", "system"}
            assert len(data.goals) == 1


async def test_a_wording_that_leaves_a_value_out_is_asked_for_again() -> None:
    plan = await a_plan(PhenomenonTag.ALL_IN_ONE)
    worded = offline("user_turn")

    def forgetful(data: UserTurnInput) -> Any:
        if data.complaint or len(data.conversation) > 0:
            return worded(data)
        return {"utterance": "I would like to book a table."}

    chat = a_chat(user_turn=forgetful)
    dialogue = await played(plan, chat)
    assert dialogue.turns[0].repairs == 1
    complaint = next(d.complaint for n, d, _ in chat.asked if n == "user_turn" and d.complaint)
    assert plan.goals[0].slots[0].surface in complaint


async def test_a_user_who_never_says_it_is_given_up() -> None:
    chat = a_chat(user_turn=lambda data: {"utterance": "Hello there."})
    result = await play(await a_plan(PhenomenonTag.ALL_IN_ONE), chat)
    assert isinstance(result, Rejection)
    assert result.code is RejectionCode.USER_OFF_PLAN
    assert chat.times("user_turn") == 1 + NO_FAILURE.simulation.repairs


@pytest.mark.parametrize(
    "leak",
    [
        "How can I help you today?",
        "user: I want a table",
        "I set the party_size for you",
        "Let me do a turn_correction",
        "x1.date = 3",
    ],
)
async def test_a_user_who_gives_the_simulation_away_is_refused(leak: str) -> None:
    result = await play(await a_plan(), a_chat(user_turn=lambda data: {"utterance": leak}))
    assert isinstance(result, Rejection)
    assert result.code is RejectionCode.USER_OFF_PLAN


async def test_an_invalid_statement_is_fed_back_and_both_attempts_are_recorded() -> None:
    programmed = offline("system_statements")

    def clumsy(data: SystemInput) -> Any:
        last = data.transcript[-1]
        if last.kind == "user" and len(data.transcript) == 1:
            return {"statements": ["reserve_tabel()"]}
        if last.kind == "signal" and "reserve_table" in last.text:
            return {"statements": ["reserve_table()"]}
        return programmed(data)

    chat = a_chat(system_statements=clumsy, supervise_name=lambda data: {"choice": NONE})
    dialogue = await play(await a_plan(), chat)
    if isinstance(dialogue, Rejection):  # the opening may have carried a value
        assert dialogue.code is RejectionCode.SYSTEM_OFF_WORDS
        return
    first, second = dialogue.turns[1].steps[:2]
    assert first.statements == ()
    assert first.signals[0].kind is SignalKind.ERROR
    assert "reserve_table" in first.signals[0].legal
    assert second.statements[0].text == "reserve_table()"


async def test_a_system_that_writes_another_value_is_told_the_slot_but_not_the_value() -> None:
    plan = await a_plan(PhenomenonTag.ALL_IN_ONE)
    size = next(s for s in plan.goals[0].slots if s.slot == "party_size")

    def wrong(data: SystemInput) -> Any:
        if data.transcript[-1].kind != "user":
            return {"statements": [f"say(x{data.transcript[-1].number})"]}
        others = ", ".join(
            f'{s.slot}="{s.surface}"' for s in plan.goals[0].slots if s.slot != "party_size"
        )
        return {"statements": [f"reserve_table({others})"]}

    chat = a_chat(system_statements=wrong)
    alone = NO_FAILURE.model_copy(update={"simulation": Simulation(parser_supervisor=False)})
    result = await play(plan, chat, alone)
    assert isinstance(result, Rejection)
    assert result.code is RejectionCode.SYSTEM_OFF_WORDS
    complaints = {d.complaint for n, d, _ in chat.asked if n == "system_statements"} - {""}
    assert complaints
    assert all("party_size" in c and size.surface not in c for c in complaints)


async def test_a_system_that_never_says_anything_is_given_up() -> None:
    chat = a_chat(system_statements=lambda data: {"statements": ["ignore()"]})
    result = await play(await a_plan(), chat)
    assert isinstance(result, Rejection)
    assert result.code is RejectionCode.SYSTEM_STUCK


async def test_a_response_that_claims_what_did_not_happen_is_refused() -> None:
    def boastful(data: ResponseInput) -> Any:
        return {"response": "Great news, I have booked it for you!"}

    result = await play(await a_plan(), a_chat(response=boastful))
    assert isinstance(result, Rejection)
    assert result.code is RejectionCode.RESPONSE_UNGROUNDED


async def test_the_words_are_put_where_the_system_paraphrased() -> None:
    plan = await a_plan(PhenomenonTag.ALL_IN_ONE)
    programmed = offline("system_statements")
    name = next(s.surface for s in plan.goals[0].slots if s.slot == "restaurant_name")

    def paraphrasing(data: SystemInput) -> Any:
        reply = programmed(data)
        return {"statements": [s.replace(name, "that eatery") for s in reply["statements"]]}

    chat = a_chat(system_statements=paraphrasing, exact_value=lambda data: {"words": name})
    dialogue = await played(plan, chat)
    assert chat.times("exact_value") == 1
    assert f'restaurant_name="{name}"' in dialogue.turns[1].steps[0].statements[0].text


async def test_a_dialogue_has_a_bound() -> None:
    short = NO_FAILURE.model_copy(update={"simulation": Simulation(max_turns=4)})
    result = await play(await a_plan(), a_chat(), short)
    assert isinstance(result, Rejection)
    assert result.code is RejectionCode.TOO_LONG


async def test_a_wrong_name_and_a_slot_left_out_are_mended_in_the_turn() -> None:
    plan = await a_plan(PhenomenonTag.ALL_IN_ONE)
    said = {s.slot: s.surface for s in plan.goals[0].slots}
    given = ", ".join(f'{n}="{w}"' for n, w in said.items() if n not in ("city", "time"))

    def clumsy(data: SystemInput) -> Any:
        if data.transcript[-1].kind != "user" or len(data.transcript) > 1:
            return offline("system_statements")(data)
        return {"statements": [f'reserve_table({given}, town="{said["city"]}")']}

    chat = a_chat(
        system_statements=clumsy,
        supervise_name=lambda data: {"choice": "city"},
        supervise_answer=lambda data: {"words": said[data.slot.name]},
    )
    dialogue = await played(plan, chat)
    refused, renamed, completed, last = dialogue.turns[1].steps
    assert [signal.kind for signal in refused.signals] == [SignalKind.ERROR]
    assert "town=" in refused.written[0]
    assert renamed.written == (f'reserve_table({given}, city="{said["city"]}")',)
    assert [(m.found, m.given) for m in renamed.supervised] == [("town", "city")]
    assert [s.text for s in completed.statements] == [f'x1.time = "{said["time"]}"']
    assert [(m.slot, m.given) for m in completed.supervised] == [("time", said["time"])]
    assert last.supervised == ()
    assert dialogue.turns[1].repairs == 0
    assert [(s.supervisor.value, s.turn, s.right) for s in dialogue.supervised] == [
        ("schema", 1, True),
        ("parser", 1, True),
    ]
    labels, divergences = label(dialogue, CATALOG)
    assert divergences == ()
    assert labels.turns[1].steps == dialogue.turns[1].steps


async def test_supervisors_can_be_switched_off() -> None:
    chat = a_chat(system_statements=lambda data: {"statements": ["reserve_tabel()"]})
    off = Simulation(schema_supervisor=False, parser_supervisor=False)
    alone = NO_FAILURE.model_copy(update={"simulation": off})
    assert isinstance(await play(await a_plan(), chat, alone), Rejection)
    assert chat.times("supervise_name") == chat.times("supervise_answer") == 0


async def test_a_supervisor_that_errs_is_quiet_in_the_next_attempt() -> None:
    plan = await a_plan(PhenomenonTag.ALL_IN_ONE)
    said = {s.slot: s.surface for s in plan.goals[0].slots}
    given = ", ".join(f'{n}="{w}"' for n, w in said.items() if n != "city")

    def forgetful(data: SystemInput) -> Any:
        if data.transcript[-1].kind != "user" or data.complaint:
            return offline("system_statements")(data)
        return {"statements": [f"reserve_table({given})"]}

    def first_word(data: SuperviseAnswerInput) -> dict[str, str]:
        return {"words": data.utterance.split()[0]}

    chat = a_chat(system_statements=forgetful, supervise_answer=first_word)
    dialogue = await played(plan, chat)
    assert dialogue.turns[1].repairs == 1
    assert [(s.slot, s.right) for s in dialogue.supervised][:1] == [("city", False)]
    assert not any(step.supervised for step in dialogue.turns[1].steps)
