"""The question which details a user's words give, and what its answer comes to."""

import json
import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from runtime.local.gbnf import either, group, literal, rules
from runtime.local.situation import Found, Situation
from schemas.calls.views import IntentView, SlotView

NOTHING = "nothing"
_ANY = "(any)"
_CARELESS = re.compile(r"\b(any|either|whatever|whichever|matter|mind|care|prefer)", re.IGNORECASE)
_SAME = "(as in {})"
_CORE = re.compile(r"\w(?:.*\w)?", re.DOTALL)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_WORDS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen", "twenty"),
)
_YES_NO = {"yes": "True", "no": "False"}
LONGEST = 60
"""Words of an utterance that values are made of."""


@dataclass(frozen=True)
class Details:
    """One such question.

    Attributes:
        asked: The slot that the assistant asked for, empty where it asked for none.
    """

    intent: IntentView
    asked: str
    situation: Situation

    @property
    def slots(self) -> list[SlotView]:
        """The intent's slots, the one asked for first."""
        return sorted(self.intent.slots, key=lambda slot: slot.name != self.asked)

    def text(self) -> str:
        """The question."""
        names = {slot.name: shown(slot) for slot in self.slots}
        asked = next((slot for slot in self.slots if slot.name == self.asked), None)
        nouns = dict.fromkeys(found.noun for found in self.situation.found)
        return (
            f"Asked for: {_such(asked)}\nDetails: {', '.join(names.values())}\n"
            f"Earlier: {', '.join(nouns) or 'none'}\n{self.situation.said}"
        )

    def grammar(self, *, some: bool) -> str:
        """What may be answered; `some` where there has to be a detail."""
        utterance = self.situation.scene.utterance
        names = self._names()
        numbers = _numbers(utterance)
        items = []
        for slot in self.slots:
            spans = [literal(span) for span in _spans(utterance, slot, names)]
            values = list(self._values(slot, numbers, spans))
            if values:
                items.append(f"{literal(shown(slot) + ': ')} {group(values)}")
        if not items:
            return rules(root=literal(NOTHING))
        several = f"item ( {literal(chr(10))} item ){{0,4}}"
        root = several if some else f"{literal(NOTHING)} | {several}"
        return rules(root=root, item=either(items))

    def _values(
        self, slot: SlotView, numbers: Sequence[str], spans: Sequence[str]
    ) -> Iterator[str]:
        for found in self._sources(slot) if self._points() else ():
            yield literal(_SAME.format(found.noun))
        if slot.name == self.asked and _CARELESS.search(self.situation.scene.utterance):
            yield literal(_ANY)
        if slot.type == "boolean":
            yield from map(literal, _YES_NO)
        elif slot.type in ("integer", "number"):
            yield from map(literal, numbers)
        else:
            yield from spans

    def _names(self) -> set[str]:
        told = [shown(slot) for slot in self.slots]
        told += [found.noun for found in self.situation.found]
        told += [self.intent.description, self.intent.entity.replace("_", " ")]
        return {_bare(word) for text in told for word in text.split()}

    def _points(self) -> bool:
        """Whether the user may point at something earlier: they name it, or say 'same'."""
        words = set(re.findall(r"\w+", self.situation.scene.utterance.casefold()))
        nouns = {found.noun.casefold().split()[-1] for found in self.situation.found}
        return bool(words & {"same", "that", "there", "it", *nouns, *(f"{n}s" for n in nouns)})

    def _sources(self, slot: SlotView) -> list[Found]:
        """Of what was found or made, what has this slot; the newest of each kind."""
        kinds = {f.noun: f for f in self.situation.found if slot.name in f.signal.slots}
        return list(kinds.values())

    def read(self, answer: str) -> tuple[dict[str, str], str]:
        """Expressions by slot, and what has to be asked because it stays unclear."""
        by_name = {shown(slot): slot for slot in self.slots}
        given: dict[str, str] = {}
        unclear = ""
        used: set[str] = set()
        for line in answer.splitlines():
            name, _, value = line.partition(": ")
            slot = by_name.get(name)
            # One run of words is one value: what lies within another one is none of its own.
            if slot is None or slot.name in given or any(value in other for other in used):
                continue
            if slot.type != "boolean" and not value.startswith("("):
                used.add(value)
            source = next((f for f in self._sources(slot) if value == _SAME.format(f.noun)), None)
            if source is not None and source.unclear(slot.name):
                unclear = f"{slot.name}, x{source.signal.number}"
            elif source is not None:
                given[slot.name] = f"x{source.signal.number}[{source.chosen or 0}].{slot.name}"
            else:
                given[slot.name] = _expression(slot, value)
        return given, unclear


def shown(slot: SlotView) -> str:
    """A slot's name in words."""
    return slot.name.strip("_").replace("_", " ")


def _expression(slot: SlotView, value: str) -> str:
    if value == _ANY:
        return "dontcare"
    if slot.type == "boolean":
        return _YES_NO.get(value, "dontcare")
    if slot.type in ("integer", "number"):
        return value
    text = json.dumps(value, ensure_ascii=False)
    return f"[{text}]" if slot.type == "array" else text


def _numbers(utterance: str) -> list[str]:
    found = _NUMBER.findall(utterance)
    words = re.findall(r"[a-z]+", utterance.lower())
    found += [str(_WORDS.index(word) + 1) for word in words if word in _WORDS]
    return list(dict.fromkeys(found))


def _spans(utterance: str, slot: SlotView, names: Set[str]) -> list[str]:
    """Runs of whole words that may be a value of this slot, longer ones first.

    Args:
        utterance: The user's words.
        slot: Whose value it is to be; its examples say how long such values are, whether they
            are about time, and whether they have digits.
        names: Words that name slots, intents and what was found: alone they are no value.
    """
    words = utterance.split()[:LONGEST]
    cores = [_CORE.search(word) for word in words]
    known = (*slot.example_values, *slot.possible_values)
    most = (
        max((len(value.split()) for value in known), default=_LONG if slot.type in _TIMES else 6)
        + 2
    )
    found = []
    for start, first in enumerate(cores):
        for end in range(min(start + most, len(words)), start, -1):
            last = cores[end - 1]
            over = any(word[-1:] in ".!?" for word in words[start : end - 1])
            if first is None or last is None or over:
                continue
            inner = words[start:end]
            inner[-1] = inner[-1][: last.end()]
            span = " ".join(inner)[first.start() :]
            if _fits(span, slot, known, names):
                found.append(span)
    return list(dict.fromkeys(found))


def _bare(word: str) -> str:
    """A word for comparison: 'Pick-up,' is 'pickup'."""
    return word.casefold().strip('.,;:!?"()').replace("-", "")


def _fits(span: str, slot: SlotView, known: Sequence[str], names: Set[str]) -> bool:
    words = [_bare(word) for word in span.split()]
    if span in known:
        return True
    if words[-1] in _NO_END or words[0] in _NO_START or shown(slot) in span.casefold():
        return False
    if all(word in names or word in _FILLERS for word in words):
        return False
    digits = re.search(r"\d", span)
    if digits and known and not any(re.search(r"\d", value) for value in known):
        return False
    timely = slot.type in _TIMES or (bool(known) and all(map(_WHEN.search, known)))
    if timely and not _WHEN.search(span):
        return False
    bare = _NUMBER.fullmatch(span)
    return not bare or timely or any(map(_NUMBER.fullmatch, known))


_LONG = 3
"""Words of a date or time, give or take a few."""
_TIMES = ("date", "time", "datetime")
_NO_END = frozenset(
    {"the", "a", "an", "for", "to", "of", "as", "with", "is", "and", "in", "on", "please", "should"}
)
_NO_START = frozenset(
    {
        "no",
        "not",
        "actually",
        "sorry",
        "wait",
        "mean",
        "for",
        "as",
        "with",
        "is",
        "and",
        "of",
        "i'd",
        "i'm",
        "please",
        "to",
        "hi",
    }
)
_FILLERS = frozenset(
    {
        *("i", "i'd", "i'm", "i'll", "you", "me", "my", "it", "it's", "that", "this", "the", "a"),
        *("an", "to", "for", "of", "as", "with", "in", "at", "and", "or", "no", "not", "yes"),
        *("is", "be", "should", "would", "could", "can", "will", "want", "need", "like", "make"),
        *("please", "let's", "say", "put", "down", "use", "also", "now", "next", "hi", "same"),
        *("change", "good", "great", "right", "wrong", "sorry", "wait", "thing"),
    }
)
"""Words that alone are never a value."""


def _such(slot: SlotView | None) -> str:
    if slot is None:
        return NOTHING
    known = [*slot.possible_values, *slot.example_values]
    return f"{shown(slot)}, such as {known[0]}" if known else shown(slot)


_WHEN = re.compile(
    r"\d|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun|to|yester)day|tomorrow|tonight|noon|midnight"
    r"|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
    r"|next|last|this|recent|latest|first|weeks?|weekend|months?|years?|days?|hours?"
    r"|morning|afternoon|evening|night|half|quarter|o'clock|now"
    rf"|{'|'.join(_WORDS)})\b",
    re.IGNORECASE,
)
"""What a date or time has at least one of."""
