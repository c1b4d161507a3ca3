"""Values that the schemas know and that nobody gave: 'by debit card', where no card was spoken of.

Numbers, days and names are seen by their shape (`checks.explain`); values in plain words are
only known from the schemas.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from schemas.acts import Act, ActType
from schemas.service import Catalog, ServiceSchema
from world.align import verbatim

_SHORTEST = 4
_COURTESIES = frozenset(
    {"thank", "thanks", "you", "very", "much", "good", "morning", "afternoon", "evening", "night"}
    | {"see", "soon", "later", "hello", "there", "hi", "bye", "for", "now", "no", "yes", "please"}
    | {"have", "a", "nice", "day", "i", "am", "sorry", "the", "one", "that", "of", "course"}
)
_WORD = re.compile(r"\w+")


def foreign_values(
    utterance: str, acts: Sequence[Act], texts: Iterable[str], catalog: Catalog
) -> Iterator[str]:
    """Slot values of the dialogue's services that the utterance states and nothing explains.

    Args:
        utterance: What was said.
        acts: What it stands for; of a slot that it asks for, values may be named as choices.
        texts: What was said before, what is known, what things are called.
        catalog: The dialogue's services.
    """
    said = set(_words(utterance))
    named = [
        value
        for service in catalog.services
        for slot, value in _values(service)
        if set(_words(value)) <= said and not _asked(acts, service.name, slot)
    ]
    if not named:
        return
    explained = " \n ".join(texts)
    for value in dict.fromkeys(named):
        # Words apart from each other in the utterance are no value.
        if verbatim(value, utterance) and not verbatim(value, explained):
            yield value


def _asked(acts: Sequence[Act], service: str, slot: str) -> bool:
    asks = (ActType.REQUEST, ActType.CLARIFY)
    return any(a.act in asks and (a.service, a.slot) == (service, slot) for a in acts)


def _values(service: ServiceSchema) -> tuple[tuple[str, str], ...]:
    """(slot, value) for values that cannot well be anything else.

    Single words in lower case are left out unless the slot is categorical: 'dinner' is an example
    of a reminder's text, and a word that everybody uses.
    """
    created = {intent.created_slot for intent in service.intents}
    found = []
    for slot in service.slots:
        if slot.name in created:
            continue
        legal = [value for value in slot.possible_values if slot.categorical]
        telling = [value for value in slot.example_values if _is_telling(value.strip())]
        found += [(slot.name, v) for v in (*legal, *telling) if len(v.strip()) >= _SHORTEST]
    return tuple(found)


def _is_telling(value: str) -> bool:
    several = " " in value and value[:1].isalpha()
    return ("@" in value or several) and not set(_words(value)) <= _COURTESIES


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
