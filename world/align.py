"""Where in an utterance a value is said.

First the surface verbatim, then the value as text, then what means the same: number words, dates
and times in other words, yes or no for booleans. Matches begin and end at word boundaries.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from schemas.base import Value
from schemas.service import SlotSchema, SlotType
from schemas.world import Clock
from world.moments import read_date, read_time
from world.numbers import NUMBER_WORDS, currency_words, read_number
from world.values import NO, YES, canonical, collapse, same, text_of

DONTCARE_PHRASES = (
    "don't care",
    "do not care",
    "doesn't matter",
    "does not matter",
    "don't mind",
    "do not mind",
    "no preference",
    "not picky",
    "not particular",
    "any is fine",
    "anything",
    "anywhere",
    "anytime",
    "any time",
    "any day",
    "any one",
    "whatever",
    "whichever",
    "either",
    "any",
    "up to you",
    "you choose",
    "you decide",
    "surprise me",
)
UNKNOWN_PHRASES = (
    "don't know",
    "do not know",
    "not sure",
    "no idea",
    "can't say",
    "cannot say",
    "can't remember",
    "don't remember",
    "do not remember",
    "forgot",
    "forgotten",
    "no clue",
    "couldn't tell",
    "can't tell",
    "don't have",
    "unsure",
)
_NEGATED = re.compile(
    r"\b(no|not|don'?t|do not|doesn'?t|won'?t|without|skip|never|needn'?t|isn'?t|neither)\b",
    re.IGNORECASE,
)
_WORD = re.compile(
    r"[A-Za-z]+(?:['’][a-z]+)?|\d+(?:[:./,-]\d+)*(?:st|nd|rd|th|[ap]\.?m\.?)?|[$€£¥₹₩₪₫₱%]"
)
_UNITS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_ORDINALS = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth"
    "|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth|twenty|thirty"
)
_DATE_TOKEN = re.compile(
    r"^(?:\d.*|jan\w*|feb\w*|mar(?:ch)?|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*"
    r"|mon\w*|tue\w*|wed\w*|thu\w*|fri\w*|sat\w*|sun\w*|today|tonight|tomorrow|yesterday|days?"
    r"|weeks?|months?|years?|next|this|last|coming|in|of|the|on|a|an|after|before|from|now|ago"
    rf"|couple|{_UNITS}|{_ORDINALS})$",
    re.IGNORECASE,
)
_TIME_TOKEN = re.compile(
    r"^(?:\d.*|[ap]\.?m\.?|noon|midnight|in|an?|the|at|half|quarter|past|to|o['’]?clock|morning"
    rf"|afternoon|evening|night|h|hours?|minutes?|{_UNITS}|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|twenty|thirty|forty|fifty|m|p)$",
    re.IGNORECASE,
)


@lru_cache(maxsize=1)
def _number_token() -> re.Pattern[str]:
    signs, names = currency_words()
    counted = {word for words in NUMBER_WORDS for word in words.split()}
    known = "|".join(map(re.escape, sorted({*signs, *names, *counted, *_SCALES})))
    return re.compile(rf"^(?:%|\d[\d.,]*|a|of|and|people|{known})$", re.IGNORECASE)


_SCALES = ("k", "hundred", "thousand", "million", "billion", "bucks", "quid")
_LONGEST = 8
MOST_SEARCHED = 10_000
"""Characters of an utterance that are searched, and of a text that is searched for."""
_MOST_WORDS = 200
"""Words of an utterance that are searched for a value in other words."""
_NO_START = frozenset({"on", "at", "of", "and"})


@dataclass(frozen=True)
class Match:
    """A value's place in an utterance: characters [start, end), and the words there."""

    start: int
    end: int
    surface: str


def find(
    value: Value, utterance: str, slot: SlotSchema, clock: Clock, surface: str = ""
) -> Match | None:
    """The first place in the utterance that says this value.

    Args:
        value: The canonical value.
        utterance: What was said.
        slot: The slot it is a value of.
        clock: What relative dates refer to.
        surface: The words in which it was planned or written, tried first.
    """
    return next(iter(find_all(value, utterance, slot, clock, surface)), None)


def find_all(
    value: Value, utterance: str, slot: SlotSchema, clock: Clock, surface: str = ""
) -> tuple[Match, ...]:
    """Every place that says this value, of the most literal kind that occurs, in order."""
    utterance = utterance[:MOST_SEARCHED]
    for text in dict.fromkeys((surface, text_of(value))):
        if text and (found := verbatim(text, utterance)):
            return found
    return tuple(_equivalent(value, utterance, slot, clock))


@lru_cache(maxsize=8192)
def _pattern(text: str) -> re.Pattern[str]:
    words = r"\s+".join(re.escape(word) for word in text.split())
    left = r"(?<!\w)" if text.lstrip()[0].isalnum() else ""
    right = r"(?!\w)" if text.rstrip()[-1].isalnum() else ""
    return re.compile(f"{left}{words}{right}", re.IGNORECASE)


def verbatim(text: str, utterance: str) -> tuple[Match, ...]:
    """Every place where exactly these words stand, case and spacing aside."""
    if not text.strip() or len(text) > MOST_SEARCHED:
        return ()
    return tuple(
        Match(found.start(), found.end(), found.group())
        for found in _pattern(text).finditer(utterance)
        if not _inside_number(text, utterance, found.start(), found.end())
    )


def _inside_number(text: str, utterance: str, start: int, end: int) -> bool:
    """True where '5' was found in '5:30', '2.5' or '555-5'."""
    if text[-1:].isdigit() and re.match(r"[:.,/-]\d", utterance[end : end + 2]):
        return True
    return bool(
        text[:1].isdigit() and re.match(r"\d[:.,/-]$", utterance[max(0, start - 2) : start])
    )


def _equivalent(value: Value, utterance: str, slot: SlotSchema, clock: Clock) -> Iterator[Match]:
    if isinstance(value, bool) or (slot.categorical and str(value).lower() in {"true", "false"}):
        yes = value if isinstance(value, bool) else str(value).lower() == "true"
        yield from _boolean(yes, utterance, slot)
    elif slot.categorical and isinstance(value, str):
        yield from _windows(
            utterance, None, lambda said: _reads_as(said, value, slot, clock), longest=3
        )
    elif slot.type is SlotType.DATE:
        yield from _windows(utterance, _DATE_TOKEN, lambda said: read_date(said, clock) == value)
    elif slot.type is SlotType.TIME:
        yield from _windows(utterance, _TIME_TOKEN, lambda said: read_time(said, clock) == value)
    elif isinstance(value, int | float):
        yield from _windows(
            utterance, _number_token(), lambda said: read_number(said, clock.locale) == value
        )
    elif isinstance(value, list):
        yield from _all_items(value, utterance, slot, clock)


def _reads_as(said: str, value: Value, slot: SlotSchema, clock: Clock) -> bool:
    try:
        return same(canonical(said, slot, clock), value)
    except ValueError:
        return False


def _boolean(yes: bool, utterance: str, slot: SlotSchema) -> Iterator[Match]:
    """The slot's name in words, negated or not, else a plain yes or no."""
    words = [w for w in slot.name.split("_") if len(w) > 2 and w.lower() not in _FILLER]
    for word in (" ".join(slot.name.split("_")), *words):
        for match in verbatim(word, utterance) or verbatim(word + "s", utterance):
            if bool(_NEGATED.search(utterance[max(0, match.start - 30) : match.start])) != yes:
                yield match
                return
    for word in sorted(YES if yes else NO, key=len, reverse=True):
        if len(word) > 1 and word not in {"on", "off"} and (found := verbatim(word, utterance)):
            yield found[0]
            return


_FILLER = frozenset({"has", "have", "with", "the", "and", "for", "add", "want", "need", "use"})


def _all_items(
    items: list[Value], utterance: str, slot: SlotSchema, clock: Clock
) -> Iterator[Match]:
    """From the first item said to the last, where every item is said."""
    spans = [verbatim(text_of(item), utterance) for item in items]
    if spans and all(spans):
        start = min(found[0].start for found in spans)
        end = max(found[0].end for found in spans)
        yield Match(start, end, utterance[start:end])


def _windows(
    utterance: str,
    token: re.Pattern[str] | None,
    reads: Callable[[str], bool],
    longest: int = _LONGEST,
) -> Iterator[Match]:
    """Stretches of fitting words that `reads` accepts, longest first at each place."""
    words = [(m.start(), m.end()) for m in islice(_WORD.finditer(utterance), _MOST_WORDS)]
    fits = [token is None or bool(token.match(utterance[s:e])) for s, e in words]
    at = 0
    while at < len(words):
        if token and utterance[slice(*words[at])].lower() in _NO_START:
            at += 1
            continue
        stop = at
        while stop < len(words) and fits[stop] and stop - at < longest:
            stop += 1
        for end in range(stop, at, -1):
            start_at, end_at = words[at][0], words[end - 1][1]
            if reads(collapse(utterance[start_at:end_at])):
                yield Match(start_at, end_at, utterance[start_at:end_at])
                at = end - 1
                break
        at += 1


def readable(utterance: str, slot: SlotSchema, clock: Clock) -> Match | None:
    """The first place that reads as some value of the slot; open strings cannot be told so."""
    if slot.categorical:
        found = (find(value, utterance, slot, clock) for value in slot.possible_values)
        return next(filter(None, found), None)
    match slot.type:
        case SlotType.DATE:
            reads = _windows(
                utterance, _DATE_TOKEN, lambda said: read_date(said, clock) is not None
            )
        case SlotType.TIME:
            reads = _windows(
                utterance, _TIME_TOKEN, lambda said: read_time(said, clock) is not None
            )
        case SlotType.INTEGER | SlotType.NUMBER:
            reads = _windows(
                utterance,
                _number_token(),
                lambda said: read_number(said, clock.locale) is not None,
            )
        case _:
            return None
    return next(reads, None)


def said_special(name: str, utterance: str) -> Match | None:
    """Where the user says that they do not care ('dontcare') or do not know ('unknown')."""
    phrases = DONTCARE_PHRASES if name == "dontcare" else UNKNOWN_PHRASES
    plain = utterance[:MOST_SEARCHED].replace("’", "'")
    return next((found[0] for phrase in phrases if (found := verbatim(phrase, plain))), None)
