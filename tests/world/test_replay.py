"""A record follows from its programs, or the turn where it does not is named."""

import pytest

from schemas.acts import Act, ActType
from schemas.dialogue import Dialogue, Mend, Named, Speaker, Supervisor, Turn
from tests.world.booking import CATALOG, CLOCK, WORLD, executor
from world.replay import final, replay

PROGRAMS = (
    (
        "the Ritz on Friday at 8pm",
        [['reserve_table(restaurant="the Ritz", date="Friday")'], ['x0.time = "8pm"'], ["say(x3)"]],
    ),
    ("yes", [["confirm(x9)"], ["confirm(x0)"], ["say(x7)"]]),
)


def record() -> Dialogue:
    """Two exchanges, the second with a refused step."""
    run = executor()
    turns: list[Turn] = []
    for utterance, programs in PROGRAMS:
        run.hear(utterance, ())
        turns.append(Turn(index=len(turns), speaker=Speaker.USER, utterance=utterance))
        steps = tuple(run.run(program) for program in programs)
        turns.append(
            Turn(
                index=len(turns),
                speaker=Speaker.SYSTEM,
                utterance="...",
                acts=run.said or (),
                steps=steps,
            )
        )
    turns.append(Turn(index=4, speaker=Speaker.USER, utterance="bye"))
    return Dialogue(
        dialogue_id="d", services=("dining", "stay"), clock=CLOCK, world=WORLD, turns=tuple(turns)
    )


def changed(dialogue: Dialogue, index: int, **update: object) -> Dialogue:
    turns = list(dialogue.turns)
    turns[index] = turns[index].model_copy(update=update)
    return dialogue.model_copy(update={"turns": tuple(turns)})


def faults(dialogue: Dialogue) -> list[tuple[int, str]]:
    return [(d.turn, d.message) for e in replay(dialogue, CATALOG) for d in e.divergences]


def test_a_record_replays() -> None:
    dialogue = record()
    exchanges = list(replay(dialogue, CATALOG))
    assert [(e.user, e.system) for e in exchanges] == [(0, 1), (2, 3), (4, None)]
    assert faults(dialogue) == []
    assert [len(e.steps) for e in exchanges] == [3, 3, 0]
    assert [e.frames[0].active_intent for e in exchanges] == ["reserve_table"] * 3
    assert [len(e.calls) for e in exchanges] == [0, 1, 0]
    assert exchanges[0].state_hash != exchanges[1].state_hash == exchanges[2].state_hash
    assert [entity.values["time"] for entity in final(dialogue, CATALOG)] == ["20:00"]


def test_a_changed_statement_is_named() -> None:
    dialogue = record()
    steps = list(dialogue.turns[1].steps)
    steps[1] = steps[1].model_copy(update={"written": ('x0.time = "9pm"',)})
    (first, *_) = faults(changed(dialogue, 1, steps=tuple(steps)))
    assert first[0] == 1
    assert "x0.time" in first[1]


def test_a_changed_user_turn_is_named() -> None:
    dialogue = record()
    assert faults(changed(dialogue, 0, utterance="the Ritz on Friday at 9pm"))[0][0] == 1
    acts = (Act(act=ActType.INFORM, slot="time", value="21:00", surface="8pm"),)
    assert faults(changed(dialogue, 0, acts=acts))[0][0] == 1


@pytest.mark.parametrize(
    ("update", "sentence"),
    [
        ({"acts": ()}, "its say stands for CONFIRM(restaurant='the Ritz')"),
        ({"steps": ()}, "does not end with say"),
    ],
)
def test_a_changed_system_turn_is_named(update: dict[str, object], sentence: str) -> None:
    found = faults(changed(record(), 1, **update))
    assert found[0][0] == 1
    assert any(sentence in message for _, message in found)


def test_a_changed_signal_is_named() -> None:
    dialogue = record()
    steps = list(dialogue.turns[3].steps)
    signal = steps[1].signals[0].model_copy(update={"text": "perform(x9)"})
    steps[1] = steps[1].model_copy(update={"signals": (signal,)})
    ((turn, message),) = faults(changed(dialogue, 3, steps=tuple(steps)))
    assert (turn, message[:40]) == (3, "step 1: perform(x9) was recorded, perfor")


def test_turns_in_a_row_are_named() -> None:
    dialogue = record()
    broken = dialogue.model_copy(update={"turns": (*dialogue.turns, dialogue.turns[4])})
    assert (4, "two user turns follow each other") in faults(broken)
    broken = dialogue.model_copy(update={"turns": dialogue.turns[1:]})
    assert "a system turn answers no user turn" in [message for _, message in faults(broken)]


def mended_record() -> Dialogue:
    """One exchange: a refused program, the mended one, and a slot that it left out."""
    run = executor()
    words = "the Ritz on Friday at 8pm"
    run.hear(words, ())
    name = Mend(
        supervisor=Supervisor.SCHEMA,
        kind=Named.SLOT,
        service="dining",
        intent="reserve_table",
        found="place",
        given="restaurant",
    )
    slot = Mend(supervisor=Supervisor.PARSER, kind=Named.SLOT, slot="time", given="8pm")
    steps = (
        run.run(['reserve_table(place="the Ritz", date="Friday")']),
        run.run(['reserve_table(restaurant="the Ritz", date="Friday")']).model_copy(
            update={"supervised": (name,)}
        ),
        run.run(['x1.time = "8pm"']).model_copy(update={"supervised": (slot,)}),
        run.run(["say(x4)"]),
    )
    system = Turn(
        index=1, speaker=Speaker.SYSTEM, utterance="...", acts=run.said or (), steps=steps
    )
    user = Turn(index=0, speaker=Speaker.USER, utterance=words)
    services = ("dining", "stay")
    return Dialogue(
        dialogue_id="d", services=services, clock=CLOCK, world=WORLD, turns=(user, system)
    )


def test_what_supervisors_did_replays() -> None:
    dialogue = mended_record()
    assert faults(dialogue) == []
    (exchange,) = replay(dialogue, CATALOG)
    assert exchange.steps == dialogue.turns[1].steps


@pytest.mark.parametrize(
    ("number", "update", "message"),
    [
        (1, {"found": "where"}, "step 1: the refused program does not have where"),
        (1, {"given": "date_of_birth"}, "step 1: the program does not have the supervisor's"),
        (2, {"given": "9pm"}, "step 2: the program does not have the supervisor's 9pm"),
        (
            2,
            {"supervisor": Supervisor.SCHEMA},
            "step 2: a supervisor mended what was not refused",
        ),
    ],
)
def test_a_mend_that_is_not_in_the_programs_is_named(
    number: int, update: dict[str, object], message: str
) -> None:
    dialogue = mended_record()
    steps = list(dialogue.turns[1].steps)
    mend = steps[number].supervised[0].model_copy(update=update)
    steps[number] = steps[number].model_copy(update={"supervised": (mend,)})
    ((turn, found),) = faults(changed(dialogue, 1, steps=tuple(steps)))
    assert turn == 1
    assert found.startswith(message)
