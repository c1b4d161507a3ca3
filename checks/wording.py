"""Wordings that no speaker would choose: leaked instructions, names of the schema, other voices.

The simulation asks these before it lets an utterance stand.
"""

import re
from collections.abc import Iterator, Sequence

from schemas.phenomenon import PhenomenonTag
from schemas.service import Catalog

_PROGRAM = re.compile(r"\bx\d+(\.|\[|\b\))|\bsay\(|```|</?\w+>|\{\{|\}\}")
_ASSISTANT = re.compile(
    r"\b(?:as an ai|language model|how (?:can|may) i (?:help|assist) you"
    r"|i(?:'d| would) be (?:happy|glad) to (?:help|assist)|is there anything else i can)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^\s*(?:user|system|assistant|customer|agent|response|utterance)\s*:", re.I)
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
    if _PROGRAM.search(utterance):
        yield "it holds code or markup"
    for name in _schema_names(catalog):
        if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", utterance):
            yield f"it says {name}, which is a name of the program; say it in words"
            return


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
