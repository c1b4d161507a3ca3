"""The validators' part, and the words of exact values."""

import re

from runtime.offline.kinds import kind
from runtime.offline.lexicon import slot_lexicon
from runtime.offline.system import statements
from runtime.offline.words import NUMBER_WORDS, humanize, number
from schemas.calls.judging import PrivilegedInput
from schemas.calls.simulation import ExactValueInput, ExactValueReply, StatementsReply, SystemInput


def label(data: SystemInput) -> StatementsReply:
    """What the system should write here: the same understanding, asked again."""
    shown = data.model_dump() if isinstance(data, PrivilegedInput) else {}
    for field in ("goals", "moves"):
        shown.pop(field, None)
    return statements(SystemInput.model_validate(shown) if shown else data)


def exact_value(data: ExactValueInput) -> ExactValueReply:
    """The words of the utterance that say the value: verbatim, as a number, or as a known value."""
    for candidate in (data.value, *_as_words(data.value)):
        found = _find(candidate, data.utterance)
        if found:
            return ExactValueReply(words=found)
    slot = slot_lexicon(data.slot)
    wanted = number(data.value)
    for known in (*data.slot.possible_values, *data.slot.example_values):
        same = known.lower() == data.value.lower() or (
            wanted is not None and number(known) == wanted
        )
        found = _find(known, data.utterance) if same else ""
        if found:
            return ExactValueReply(words=found)
    if kind(slot.words, data.slot.type).value == "boolean":
        return ExactValueReply(words=_find(humanize(data.slot.name), data.utterance))
    return ExactValueReply(words="")


def _as_words(value: str) -> tuple[str, ...]:
    said = number(value)
    if said is None or said != int(said):
        return ()
    words = NUMBER_WORDS[int(said)] if 0 <= said < len(NUMBER_WORDS) else ""
    return tuple(filter(None, (str(int(said)), words)))


def _find(words: str, utterance: str) -> str:
    if not words.strip():
        return ""
    match = re.search(rf"(?<!\w){re.escape(words.strip())}(?!\w)", utterance, re.I)
    return match.group()[:300] if match else ""
