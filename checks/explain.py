"""Which words of an utterance state something, and whether what is known explains them.

What can be checked are numbers, in digits or words, days, times and names: the places where a
model that makes things up gives itself away.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from schemas.annotation import SlotState
from schemas.base import Value
from schemas.service import Catalog, ServiceSchema, SlotSchema, SlotType
from schemas.world import Clock, Entity
from world.align import find_all, verbatim
from world.values import NUMBER_WORDS, text_of

_NUMBERS = "|".join(
    sorted((re.escape(w) for w, n in NUMBER_WORDS.items() if n >= 2 and not w.startswith("a ")))
)
_MONTHS = (
    "january|february|april|june|july|august|september|october|november|december"
    "|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|yesterday|noon|midnight"
)
_STATING = re.compile(
    rf"[$€£]?\d[\w:.,/%-]*\w|\d|\b(?:{_NUMBERS}|{_MONTHS})\b|\b(?:March|May)\b(?=\s+\d|\s+the\s+\d)",
    re.IGNORECASE,
)
_OF_SEVERAL = re.compile(
    r"\b(?:(?:of|between|both|the other|these|those) (?:the |these |those )?(?:two|three|four))\b",
    re.IGNORECASE,
)
"""'The latter of the two' counts what was said before and states no value."""
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATE_AFTER = re.compile(rf"\s?(?:[ap]\.?m\b|o['’]clock|{_MONTH}\b)", re.IGNORECASE)
_DATE_BEFORE = re.compile(rf"\b{_MONTH}\s+(?:the\s+)?$", re.IGNORECASE)
_NAME = re.compile(r"\b[A-Z][a-z]+(?:['’][a-z]+)?\b")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;–—-]\s*|\n\s*|[\"“‘(]\s*)$")
_NO_NAMES = frozenset(
    {"i'm", "i'd", "i'll", "i've", "i", "ok", "okay", "hi", "hello", "hey", "mr", "mrs", "ms", "dr"}
    | {"thanks", "thank", "please", "yes", "no", "sure", "oh", "great", "perfect", "sorry"}
    | {"alright", "god", "lord", "march", "may"}
)


@dataclass(frozen=True)
class Known:
    """A value that may be said, with the words it has been said in."""

    slot: SlotSchema
    value: Value
    surfaces: tuple[str, ...] = ()


def known_state(catalog: Catalog, service: str, state: Iterable[SlotState]) -> Iterator[Known]:
    """The values of a service's dialogue state."""
    schema = catalog.service(service)
    for slot in state:
        yield Known(schema.slot(slot.slot), slot.value, slot.variants)


def known_entities(catalog: Catalog, entities: Iterable[Entity]) -> Iterator[Known]:
    """The values of entities, and the day each was made."""
    for entity in entities:
        service = catalog.service(entity.service)
        for name, value in entity.values.items():
            yield Known(_slot(service, name), value)
        made = SlotSchema(name="created_at", type=SlotType.DATE)
        yield Known(made, entity.created_at.date().isoformat())


def known_number(number: int) -> Known:
    """A number, such as a count of results."""
    return Known(SlotSchema(name="count", type=SlotType.INTEGER), number)


def unexplained(
    utterance: str, known: Iterable[Known], texts: Sequence[str], clock: Clock
) -> tuple[str, ...]:
    """Words that state a number, a day or a time which nothing known explains.

    Args:
        utterance: What was said.
        known: The values that may be said, in any wording that means them.
        texts: Wordings that may be repeated verbatim.
        clock: What relative dates refer to.
    """
    rest = utterance
    if not _STATING.search(rest):
        return ()
    items = list(known)
    # Plain numbers come last: the 9 of 'April 9' is not the 9 of '9 guests'.
    for item in (i for i in items if not _is_number(i.value)):
        rest = _without(rest, item, clock)
    for text in sorted({t for t in texts if t.strip()}, key=len, reverse=True):
        rest = _blank(rest, ((m.start, m.end) for m in verbatim(text, rest)))
    for item in (i for i in items if _is_number(i.value)):
        rest = _without(rest, item, clock)
    rest = _blank(rest, ((m.start(), m.end()) for m in _OF_SEVERAL.finditer(rest)))
    return tuple(match.group() for match in _STATING.finditer(rest))


def unexplained_names(utterance: str, texts: Iterable[str]) -> tuple[str, ...]:
    """Capitalised words inside sentences that stand in none of the texts."""
    names = [
        match.group()
        for match in _NAME.finditer(utterance)
        if not _SENTENCE_START.search(utterance[: match.start()])
        and match.group().lower() not in _NO_NAMES
        and not _STATING.fullmatch(match.group())
    ]
    if not names:
        return ()
    heard = {word for text in texts for word in _words(text)}
    return tuple(name for name in names if not set(_words(name)) <= heard)


def schema_words(catalog: Catalog) -> Iterator[str]:
    """The catalog's own words: what things are called."""
    for service in catalog.services:
        yield from (service.name, service.description, *service.domains)
        for intent in service.intents:
            yield from (intent.name, intent.description, intent.entity)
        for slot in service.slots:
            yield from (slot.name, slot.description)


def schema_texts(catalog: Catalog) -> Iterator[str]:
    """The catalog's own words, and the values that it lists."""
    yield from schema_words(catalog)
    for service in catalog.services:
        for slot in service.slots:
            yield from slot.possible_values


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _slot(service: ServiceSchema, name: str) -> SlotSchema:
    """The service's slot; recorded backends answer with values that the schema does not list."""
    named = {slot.name: slot for slot in service.slots}
    return named[name] if name in named else SlotSchema(name="value")


def _without(text: str, known: Known, clock: Clock) -> str:
    """The text with every place blanked that says the value."""
    forms = [*known.surfaces, text_of(known.value)]
    if isinstance(known.value, list):
        forms += [text_of(item) for item in known.value]
    for form in forms:
        places = [(m.start, m.end) for m in verbatim(form, text)]
        if form.isdigit():  # The five of a party does not explain '5 pm', nor 'March 5'.
            places = [place for place in places if not _of_a_date(text, *place)]
        text = _blank(text, places)
    for _ in range(4):  # What means the same comes back in one of its wordings at a time.
        found = find_all(known.value, text, known.slot, clock)
        if not found:
            break
        text = _blank(text, ((m.start, m.end) for m in found))
    return text


def _of_a_date(text: str, start: int, end: int) -> bool:
    return bool(_DATE_AFTER.match(text[end:]) or _DATE_BEFORE.search(text[:start]))


def _blank(text: str, places: Iterable[tuple[int, int]]) -> str:
    for start, end in places:
        text = f"{text[:start]}{'_' * (end - start)}{text[end:]}"
    return text


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", re.sub(r"['’]s\b", "", text.lower()).replace("_", " "))
