"""The supervisors' questions: which legal name is meant, which words answer for a slot."""

import re

from runtime.offline.kinds import Kind, fits, shaped
from runtime.offline.lexicon import slot_lexicon
from runtime.offline.understanding import Expected, understand
from runtime.offline.words import content_words, polarity
from schemas.acts import ActType
from schemas.calls.supervision import (
    NONE,
    UNANSWERABLE,
    Choice,
    SuperviseAnswerInput,
    SuperviseAnswerReply,
    SuperviseNameInput,
    SuperviseNameReply,
)
from schemas.calls.views import IntentView

_ENOUGH = 0.3
"""Share of words in common under which two names are no likeness."""
_LONGEST = 5
"""Words of a date, time or number."""
_WORD = re.compile(r"[^\s,.;!?]+(?:[.,:]\w+)*")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_|\W+")


def supervise_name(data: SuperviseNameInput) -> SuperviseNameReply:
    """The choice that has most words in common with the name, its own or its description's."""
    wanted = _words(data.name)
    rated = [(_likeness(wanted, choice), choice.name) for choice in data.choices]
    best = max(rated, key=lambda pair: pair[0], default=(0.0, NONE))
    return SuperviseNameReply(choice=best[1] if best[0] >= _ENOUGH else NONE)


def _likeness(wanted: frozenset[str], choice: Choice) -> float:
    own, described = _words(choice.name), content_words(choice.description)
    by_name = len(wanted & own) / len(wanted | own) if wanted | own else 0.0
    by_description = len(wanted & described) / len(wanted) if wanted else 0.0
    return by_name + 0.4 * by_description


def _words(name: str) -> frozenset[str]:
    return content_words(" ".join(_HUMP.split(name)))


def supervise_answer(data: SuperviseAnswerInput) -> SuperviseAnswerReply:
    """The words that are known as a value of the slot, look like one, or answer its question."""
    slot = data.slot
    known = sorted((*slot.possible_values, *slot.example_values), key=len, reverse=True)
    found = next((match for v in known if (match := _said(v, data.utterance))), "")
    lexicon = slot_lexicon(slot)
    if not found and shaped(lexicon.kind):
        found = _shaped(lexicon.kind, data.utterance)
    elif not found and data.asked:
        found = _answer(data, lexicon.kind)
    return SuperviseAnswerReply(words=found[:300] or UNANSWERABLE)


def _said(value: str, utterance: str) -> str:
    match = re.search(rf"(?<!\w){re.escape(value)}(?!\w)", utterance, re.I)
    return match.group() if match else ""


def _shaped(kind: Kind, utterance: str) -> str:
    """The first run of words that looks like a value of that kind, the longest one there."""
    words = [match.span() for match in _WORD.finditer(utterance)]
    for place, (start, _) in enumerate(words):
        for _, end in reversed(words[place : place + _LONGEST]):
            if fits(kind, utterance[start:end]):
                return utterance[start:end]
    return ""


def _answer(data: SuperviseAnswerInput, kind: Kind) -> str:
    """What the words say where that slot is all there is to be said."""
    alone = IntentView(
        name="it",
        service="",
        description=data.intent,
        transactional=True,
        needs_confirmation=True,
        entity="",
        slots=(data.slot,),
    )
    heard = understand(data.utterance, (alone,), Expected(current=alone, asked=data.slot.name))
    informed = [said.words for said in heard if said.act is ActType.INFORM and said.words]
    if kind is Kind.BOOLEAN:
        spoken = (word.strip(",.!?") for word in data.utterance.split())
        return next((word for word in spoken if polarity(word) is not None), "")
    return informed[0] if informed else ""
