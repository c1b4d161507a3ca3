"""The supervisors' questions: which legal name is meant, which words answer for a slot."""

import re

from runtime.offline.kinds import Kind
from runtime.offline.lexicon import slot_lexicon
from runtime.offline.patterns import normal
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
    return frozenset(filter(None, (part.lower() for part in _HUMP.split(name)))) - {"of", "the"}


def supervise_answer(data: SuperviseAnswerInput) -> SuperviseAnswerReply:
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
    expected = Expected(current=alone, asked=data.slot.name if data.asked else "")
    heard = understand(data.utterance, (alone,), expected)
    lexicon = slot_lexicon(data.slot)
    for said in heard:
        if said.act is ActType.INFORM and said.words:
            known = normal(said.words) in lexicon.known
            if known or data.asked or lexicon.kind not in (Kind.NAME, Kind.TEXT):
                return SuperviseAnswerReply(words=said.words[:300])
    if lexicon.kind is Kind.BOOLEAN and data.asked and polarity(data.utterance) is not None:
        return SuperviseAnswerReply(words=data.utterance.split()[0].strip(",.!?"))
    found = next((v for v in data.slot.example_values if _said(v, data.utterance)), "")
    return SuperviseAnswerReply(words=found or UNANSWERABLE)


def _said(value: str, utterance: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(value)}(?!\w)", utterance))
