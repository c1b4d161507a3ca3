"""Which part answers which call."""

from collections.abc import Callable
from typing import TypeVar

from runtime.offline.authoring import draw_values, propose_intents, write_schema
from runtime.offline.completing import complete_service
from runtime.offline.judge import judge
from runtime.offline.labels import exact_value, label
from runtime.offline.mislabelled import mislabel
from runtime.offline.noisy import spoil
from runtime.offline.planning import (
    coherence,
    intent_path,
    likely_value,
    next_context,
    query_entity,
    realistic_values,
)
from runtime.offline.response import response
from runtime.offline.supervising import supervise_answer, supervise_name
from runtime.offline.system import statements
from runtime.offline.user import user_turn
from schemas.base import Record
from schemas.calls.authoring import (
    COMPLETE_SERVICE,
    DRAW_VALUES,
    PROPOSE_INTENTS,
    WRITE_SCHEMA,
)
from schemas.calls.call import Call
from schemas.calls.judging import JUDGE_PHENOMENON, LABEL_BLIND, LABEL_PRIVILEGED
from schemas.calls.planning import (
    COHERENCE,
    INTENT_PATH,
    LIKELY_VALUE,
    NEXT_CONTEXT,
    QUERY_ENTITY,
    REALISTIC_VALUES,
)
from schemas.calls.simulation import (
    EXACT_VALUE,
    RESPONSE,
    SYSTEM_STATEMENTS,
    USER_TURN,
    StatementsReply,
    SystemInput,
)
from schemas.calls.supervision import SUPERVISE_ANSWER, SUPERVISE_NAME

InputT = TypeVar("InputT", bound=Record)
ReplyT = TypeVar("ReplyT", bound=Record)
_Answer = Callable[[Record, int], str]


class UnknownCall(KeyError):
    """The offline model has no part for a call of that name."""


def _part(
    call: Call[InputT, ReplyT], answer: Callable[[InputT, int], ReplyT]
) -> tuple[str, _Answer]:
    def answered(data: Record, seed: int) -> str:
        if not isinstance(data, call.input):
            raise TypeError(f"{call.name} takes {call.input.__name__}, not {type(data).__name__}")
        return answer(data, seed).model_dump_json()

    return call.name, answered


_PARTS: dict[str, _Answer] = dict(
    (
        _part(PROPOSE_INTENTS, propose_intents),
        _part(WRITE_SCHEMA, write_schema),
        _part(COMPLETE_SERVICE, lambda data, seed: complete_service(data)),
        _part(DRAW_VALUES, draw_values),
        _part(INTENT_PATH, intent_path),
        _part(NEXT_CONTEXT, next_context),
        _part(LIKELY_VALUE, likely_value),
        _part(REALISTIC_VALUES, realistic_values),
        _part(COHERENCE, coherence),
        _part(QUERY_ENTITY, query_entity),
        _part(USER_TURN, user_turn),
        _part(SYSTEM_STATEMENTS, lambda data, seed: statements(data)),
        _part(EXACT_VALUE, lambda data, seed: exact_value(data)),
        _part(RESPONSE, response),
        _part(SUPERVISE_NAME, lambda data, seed: supervise_name(data)),
        _part(SUPERVISE_ANSWER, lambda data, seed: supervise_answer(data)),
        _part(LABEL_BLIND, lambda data, seed: label(data)),
        _part(LABEL_PRIVILEGED, lambda data, seed: label(data)),
        _part(JUDGE_PHENOMENON, lambda data, seed: judge(data)),
    )
)


def reply(call_name: str, data: Record, seed: int) -> str:
    """The offline model's answer to a call.

    Args:
        call_name: The call's name, such as `user_turn`.
        data: The call's input, the only thing the answer is made from.
        seed: Equal seeds give equal answers.

    Returns:
        The JSON text of the call's reply model.

    Raises:
        UnknownCall: Where no call has that name.
        TypeError: Where `data` is not the call's input.
    """
    part = _PARTS.get(call_name)
    if part is None:
        raise UnknownCall(call_name)
    return part(data, seed)


def noisy_reply(call_name: str, data: Record, seed: int, rate: float) -> str:
    """The same answer, in a share `rate` of calls with one of the faults of `noisy.FAULTS`."""
    return spoil(reply(call_name, data, seed), call_name, seed, rate)


def mislabelled_reply(call_name: str, data: Record, seed: int, rate: float) -> str:
    """The same answer; of programs a share `rate` has one of the faults of `mislabelled.FAULTS`."""
    good = reply(call_name, data, seed)
    if not isinstance(data, SystemInput):
        return good
    program = StatementsReply.model_validate_json(good).statements
    return StatementsReply(statements=tuple(mislabel(program, data, seed, rate))).model_dump_json()
