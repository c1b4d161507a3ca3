"""Values that the schemas know and that nobody gave: 'by debit card', where no card was spoken of.

Numbers, days and names are seen by their shape (`checks.explain`); values in plain words are
only known from the schemas.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from schemas.acts import Act, ActType
from schemas.service import Catalog, ServiceSchema
from world.align import verbatim

_SHORTEST = 3
_COURTESIES = frozenset(
    {"thank", "thanks", "you", "very", "much", "good", "morning", "afternoon", "evening", "night"}
    | {"see", "soon", "later", "hello", "there", "hi", "bye", "for", "now", "no", "yes", "please"}
    | {"have", "a", "nice", "day", "i", "am", "sorry", "the", "one", "that", "of", "course"}
)
_EVERYDAY = frozenset(
    {"able", "all", "and", "any", "anything", "are", "available", "back", "best", "book", "booked"}
    | {"can", "change", "check", "clear", "confirm", "correct", "done", "easy", "else", "enjoy"}
    | {"fine", "first", "found", "free", "full", "get", "glad", "great", "happy", "help", "here"}
    | {"high", "just", "know", "last", "let", "like", "list", "long", "look", "low", "made", "make"}
    | {"maybe", "me", "more", "name", "need", "new", "next", "not", "number", "off", "okay", "on"}
    | {"only", "open", "other", "out", "over", "perfect", "place", "quick", "ready", "right", "set"}
    | {"small", "something", "sounds", "still", "sure", "take", "then", "this", "time", "today"}
    | {
        "too",
        "try",
        "two",
        "want",
        "week",
        "well",
        "what",
        "with",
        "work",
        "would",
        "wrong",
        "your",
    }
    | {
        "big",
        "call",
        "great",
        "large",
        "none",
        "other",
        "same",
        "short",
        "standard",
        "start",
        "true",
    }
    | {"false", "way", "wait", "yet"}
)
"""Single words of everyday talk: a schema that has one as a value makes it no claim."""
_WISH = re.compile(r"\b(?:enjoy|have an?|happy|safe) [^.!?]*", re.IGNORECASE)
"""'Enjoy your dinner' states no value."""
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
    utterance = _WISH.sub("", utterance)
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
        found = [match.surface for match in verbatim(value, utterance)]
        if len(value) < _SHORTEST and value not in found:
            continue  # 'IT' is a department, 'it' is not.
        if found and not verbatim(value, explained):
            yield value


def _asked(acts: Sequence[Act], service: str, slot: str) -> bool:
    asks = (ActType.REQUEST, ActType.CLARIFY)
    return any(a.act in asks and (a.service, a.slot) == (service, slot) for a in acts)


def _values(service: ServiceSchema) -> tuple[tuple[str, str], ...]:
    """(slot, value) for values that cannot well be anything else."""
    created = {intent.created_slot for intent in service.intents}
    found = []
    for slot in service.slots:
        if slot.name in created:
            continue
        legal = [value for value in slot.possible_values if slot.categorical]
        named = [v.strip() for v in (*legal, *slot.example_values)]
        found += [(slot.name, v) for v in named if _is_telling(v)]
    return tuple(found)


def _is_telling(value: str) -> bool:
    """Whether the words say something of their own; numbers, days and times show by their shape."""
    words = _words(value)
    if len(value) < _SHORTEST:
        return len(value) > 1 and value.isupper()
    if len(words) == 1:
        return "@" in value or (value.isalpha() and words[0] not in _EVERYDAY | _COURTESIES)
    return "@" in value or (value[:1].isalpha() and not set(words) <= _COURTESIES)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
