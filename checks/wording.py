"""Rung 3: no wording that no speaker would choose.

Leaked instructions, tags and names of the schema, programs, another speaker's voice.

The simulation asks these before it lets an utterance stand.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from checks.check import Check, Finding
from schemas.acts import ActType
from schemas.candidate import Candidate
from schemas.dialogue import Speaker
from schemas.phenomenon import PhenomenonTag
from schemas.service import Catalog
from schemas.verdict import RejectionCode

_PROGRAM = re.compile(r"\bx\d+(\.|\[|\b\))|\bsay\(|```|</?\w+>|\{\{|\}\}")
_ASSISTANT = re.compile(
    r"\b(?:as an ai|language model|how (?:can|may) i (?:help|assist) you"
    r"|i(?:'d| would) be (?:happy|glad) to (?:help|assist)|is there anything else i can)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^\s*(?:user|system|assistant|customer|agent|response|utterance)\s*:", re.I)
_INSTRUCTIONS = re.compile(
    r"\bas instructed\b|\b(?:act|play|speak)(?:ing)? as (?:the|a) (?:user|system|assistant)\b"
    r"|\b(?:my|the) (?:persona|prompt|instructions?) (?:is|are|says?|tells?)\b",
    re.IGNORECASE,
)
_ACTS = re.compile(
    rf"\[\s*(?:{'|'.join(ActType)})\b|\b(?:{'|'.join(ActType)})\s*\(|\b[A-Z]+_[A-Z]+\b|\w\s?=\s?\w"
)
_TAGS = tuple(tag.value for tag in PhenomenonTag if "_" in tag.value)
MAX_LENGTH = 600
"""Characters of an utterance."""


def user_wording(utterance: str, catalog: Catalog) -> Iterator[str]:
    """What gives the user simulator away, in sentences for whoever words it again."""
    if _ASSISTANT.search(utterance):
        yield "it speaks as the assistant would; you are the user"
    yield from wording(utterance, catalog)


def wording(utterance: str, catalog: Catalog) -> Iterator[str]:
    """What no speaker would say."""
    if len(utterance) > MAX_LENGTH:
        yield f"it is longer than {MAX_LENGTH} characters"
    if "\n" in utterance.strip():
        yield "it has more than one line"
    if _LABEL.search(utterance):
        yield "it begins with the speaker's label"
    if _INSTRUCTIONS.search(utterance):
        yield "it speaks of its instructions"
    if _ACTS.search(utterance):
        yield "it holds a label"
    if _PROGRAM.search(utterance):
        yield "it holds code or markup"
    if _in_another_script(utterance, catalog):
        yield "it is written in another script than the intents; keep to their language"
    for name in _schema_names(catalog):
        if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", utterance):
            yield f"it says {name}, which is a name of the program; say it in words"
            return


def _in_another_script(utterance: str, catalog: Catalog) -> bool:
    """Whether a model fell into its other language: what Chinese models do under pressure."""
    own = [intent.description for _, intent in catalog.intents()]
    return _latin_share(" ".join(own)) > 0.9 and _latin_share(utterance) < 0.5


def _latin_share(text: str) -> float:
    letters = [letter for letter in text if letter.isalpha()]
    latin = sum(unicodedata.name(letter, "").startswith("LATIN") for letter in letters)
    return latin / len(letters) if letters else 1.0


def _schema_names(catalog: Catalog) -> Sequence[str]:
    names = [
        name
        for service in catalog.services
        for name in (
            *(slot.name for slot in service.slots),
            *(intent.name for intent in service.intents),
        )
        if "_" in name
    ]
    return (*names, *_TAGS)


def run(candidate: Candidate, catalog: Catalog) -> tuple[Finding, ...]:
    """Finds wordings that give a simulation away."""
    own = catalog.only(candidate.dialogue.services)
    return tuple(
        Finding(RejectionCode.WORDING, f"the {turn.speaker.value}: {detail}", turn.index)
        for turn in candidate.dialogue.turns
        for detail in (
            user_wording(turn.utterance, own)
            if turn.speaker is Speaker.USER
            else wording(turn.utterance, own)
        )
    )


CHECK = Check("wording", 1, 3, frozenset({RejectionCode.WORDING}), run)
