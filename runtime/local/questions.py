"""Which calls of the pipeline are broken down into small questions."""

import json

from runtime.local.files import is_local
from runtime.local.interview import interview
from runtime.local.shots import Small, Steps, messages
from runtime.local.speaking import (
    USER_SHOTS,
    USER_TASK,
    VOICE_SHOTS,
    VOICE_TASK,
    user_line,
    voice_line,
)
from runtime.local.words import response_grammar, user_grammar
from schemas.base import Record
from schemas.calls.simulation import ResponseInput, SystemInput, UserTurnInput
from schemas.config import Binding

VERSION = 3
"""Bumped when other questions are asked: replies kept under the old ones are no replies then."""


def asks_small(binding: Binding) -> bool:
    """Whether the binding's model is asked small questions."""
    return binding.structured == "grammar" or (
        binding.structured == "auto" and is_local(binding.model)
    )


def questions(data: Record) -> Steps | None:
    """The small questions that come to a reply; None where the call is asked as it is."""
    if isinstance(data, SystemInput):
        return _program(data)
    if isinstance(data, UserTurnInput):
        return _user(data)
    if isinstance(data, ResponseInput):
        return _voice(data)
    return None


def _program(data: SystemInput) -> Steps:
    statements = yield from interview(data)
    return json.dumps({"statements": statements}, ensure_ascii=False)


def _user(data: UserTurnInput) -> Steps:
    remarks = [move.remark for move in data.moves if move.remark]
    if remarks and len(data.moves) == 1:
        said = remarks[0]
    else:
        text = user_line(data)
        said = yield Small(messages(USER_TASK, USER_SHOTS, text), user_grammar(data))
    return json.dumps({"utterance": said}, ensure_ascii=False)


def _voice(data: ResponseInput) -> Steps:
    text = voice_line(data)
    said = yield Small(messages(VOICE_TASK, VOICE_SHOTS, text), response_grammar(data))
    return json.dumps({"response": said}, ensure_ascii=False)
