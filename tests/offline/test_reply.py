"""The entry: what calls it answers, and the faults of its noisy form."""

import json
import time

import pytest
from pydantic import ValidationError

from runtime.offline import UnknownCall, noisy_reply, reply
from runtime.offline.noisy import FAULTS, fault_of
from schemas.acts import ActType
from schemas.calls.simulation import (
    MoveView,
    ResponseInput,
    StatementsReply,
    SystemInput,
    UserTurnInput,
)
from tests.offline.exchange import line
from tests.offline.test_system import BOOK

ASK = SystemInput(intents=(BOOK,), now="", transcript=(line("user", "Book a hotel room."),))


def test_an_unknown_call_is_refused() -> None:
    with pytest.raises(UnknownCall):
        reply("write_poem", ASK, 1)


def test_another_calls_input_is_refused() -> None:
    with pytest.raises(TypeError):
        reply("user_turn", ASK, 1)


def test_equal_inputs_and_seeds_give_equal_replies() -> None:
    data = UserTurnInput(
        persona="a student",
        style="chatty",
        goals=(),
        conversation=(),
        moves=(MoveView(act=ActType.INFORM_INTENT, intent="book a flight"),),
    )
    assert reply("user_turn", data, 7) == reply("user_turn", data.model_copy(), 7)
    assert len({reply("user_turn", data, seed) for seed in range(20)}) > 5


def test_rate_zero_is_never_noisy_and_rate_one_always() -> None:
    good = reply("system_statements", ASK, 0)
    for seed in range(50):
        assert noisy_reply("system_statements", ASK, seed, 0.0) == good
        assert noisy_reply("system_statements", ASK, seed, 1.0) != good


def test_faults_come_at_their_rate_and_are_all_there() -> None:
    good = reply("system_statements", ASK, 0)
    found = [fault_of(good, "system_statements", seed, 0.3) for seed in range(2000)]
    assert {f for f in found if f} == set(FAULTS)
    assert 0.26 < sum(bool(f) for f in found) / len(found) < 0.34


@pytest.mark.parametrize("fault", FAULTS)
def test_what_each_fault_does(fault: str) -> None:
    good = reply("response", ResponseInput(conversation=(), done=(), acts=()), 3)
    statements = reply("system_statements", ASK, 0)
    call, text = ("system_statements", statements) if fault == "wrong_label" else ("response", good)
    data = ASK if fault == "wrong_label" else ResponseInput(conversation=(), done=(), acts=())
    seed = next(s for s in range(500) if fault_of(_good(call, data, s), call, s, 1.0) == fault)
    bad = noisy_reply(call, data, seed, 1.0)
    assert bad != text
    if fault in ("cut_json", "refusal", "empty"):
        with pytest.raises(json.JSONDecodeError):
            json.loads(bad)
    elif fault == "prose_around":
        assert "```json" in bad
    elif fault == "wrong_label":
        assert StatementsReply.model_validate_json(bad).statements != ("book_room()",)
    elif fault == "leaked_instruction":
        assert "As instructed" in bad
    else:
        with pytest.raises(ValidationError):
            StatementsReply.model_validate_json(bad)


def _good(call: str, data: SystemInput | ResponseInput, seed: int) -> str:
    return reply(call, data, seed)


def test_it_is_fast() -> None:
    for seed in range(20):
        reply("system_statements", ASK, seed)
    start = time.perf_counter()
    for seed in range(200):
        reply("system_statements", ASK, seed)
    assert (time.perf_counter() - start) / 200 < 0.005
