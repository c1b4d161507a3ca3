"""Understanding: finds what a user's words express, by matching the banks they are made from.

The utterance is read as a sequence of clauses. A clause is a pattern of a bank or of a slot; the
cheapest sequence that covers all words wins. Values that the schema knows are cheap, values of
the right shape nearly so, free text costs by its length; what no pattern covers costs most.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from runtime.offline.kinds import fits, shaped
from runtime.offline.lexicon import (
    IntentLexicon,
    SlotLexicon,
    general,
    intent_lexicon,
    openers,
)
from runtime.offline.mishearing import heard, is_misheard
from runtime.offline.patterns import Pattern, first_word, normal
from runtime.offline.value_cost import TRAILING, value_cost
from schemas.acts import ActType
from schemas.calls.views import IntentView

_TOKEN = re.compile(r"\S+")
_JOINT = re.compile(r"[\s,.;:!?…—–-]*")
_UNKNOWN_COST = 6.0
_MAX_VALUE_TOKENS = 60


@dataclass(frozen=True)
class Heard:
    """One thing that was understood.

    Attributes:
        intent: The intent concerned, where one is.
        slot: The slot, as programs write it.
        words: The value's words, verbatim; 'True' or 'False' for yes-or-no slots.
        entity: The noun of an earlier result that is pointed at.
        group: The bank that the words come from.
    """

    act: ActType
    intent: IntentView | None = None
    slot: str = ""
    words: str = ""
    entity: str = ""
    group: str = ""


@dataclass(frozen=True)
class Expected:
    """What the dialogue makes likely.

    Attributes:
        current: The intent of the task that is being talked about.
        asked: The slot that the system has just asked for.
    """

    current: IntentView | None = None
    asked: str = ""


_Parse = tuple[float, tuple[Heard, ...]]
_Gap = tuple[int, str, float]


def understand(
    utterance: str, intents: Sequence[IntentView], expected: Expected
) -> tuple[Heard, ...]:
    """What an utterance expresses, in order."""
    reading = _Reading(utterance, tuple(intent_lexicon(i) for i in intents), expected)
    current = next((n for n, i in enumerate(intents) if i == expected.current), -1)
    return reading.best(0, current, "")[1]


@dataclass
class _Reading:
    """One utterance being read."""

    text: str
    intents: tuple[IntentLexicon, ...]
    expected: Expected
    low: str = ""
    misheard: bool = False
    ends: tuple[int, ...] = ()
    memo: dict[tuple[int, int, str], _Parse] = field(default_factory=dict)
    costs: dict[tuple[str, int, int], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.low = normal(self.text)
        self.misheard = is_misheard(self.text)
        ends = set()
        for token in _TOKEN.finditer(self.low):
            end = token.end()
            ends.add(end)
            while end > token.start() and self.low[end - 1] in TRAILING:
                end -= 1
                ends.add(end)
        self.ends = tuple(sorted(ends))

    def best(self, start: int, current: int, last: str) -> _Parse:
        """The cheapest reading of the rest.

        Args:
            start: Where the rest begins.
            current: The number of the intent that slots are read in, -1 for none.
            last: The slot mentioned last, which a repair is about.
        """
        joint = _JOINT.match(self.low, start)
        start = joint.end() if joint else start
        if start >= len(self.low):
            return 0.0, ()
        key = (start, current, last)
        if key not in self.memo:
            self.memo[key] = (999.0, ())
            self.memo[key] = min(self._readings(start, current, last), key=lambda parse: parse[0])
        return self.memo[key]

    def _readings(self, start: int, current: int, last: str) -> Iterator[_Parse]:
        yield self._unknown(start, current, last)
        word = first_word(self.low, start)
        for intent, end, cost in self._opened(start, word):
            rest = self.best(end, intent, "")
            opening = Heard(ActType.INFORM_INTENT, self.intents[intent].view)
            yield cost + rest[0], (opening, *rest[1])
        for pattern in self._candidates(word, current, last):
            aside = self._misplaced(pattern, last)
            for end, words, cost in self._matches(pattern, start, current):
                rest = self.best(end, current, self._about(pattern, last))
                heard = self._heard(pattern, words, current)
                yield cost + aside + rest[0], (*heard, *rest[1])

    def _misplaced(self, pattern: Pattern, last: str) -> float:
        """The cost of a value where nobody gives it so.

        Another slot's value where one was about to be mended; the same slot again without
        mending; a phrase for openings where the system has just asked for the slot.
        """
        if pattern.act is not ActType.INFORM:
            return 0.0
        expected = last.lstrip("!") if last.startswith("!") else self.expected.asked
        if last.startswith("!") and pattern.slot != expected:
            return 1.5
        if last == pattern.slot:
            return 1.5
        return 0.4 if pattern.group == "attach" and pattern.slot == expected else 0.0

    def _about(self, pattern: Pattern, last: str) -> str:
        if pattern.act is None:
            return (
                "" if not last else (f"!{last.lstrip('!')}" if pattern.group == "repair" else last)
            )
        return pattern.slot if pattern.act is ActType.INFORM else ""

    def _candidates(self, word: str, current: int, last: str) -> Iterator[Pattern]:
        yield from general().get(word, ())
        for index, intent in enumerate(self.intents):
            yield from intent.requests.get(word, ())
            if index == current:
                yield from intent.patterns.get(word, ())
                yield from intent.patterns.get("", ())
        asked = last.lstrip("!") if last.startswith("!") else self.expected.asked
        slot = self._slot(asked, current)
        # Once a value is given, only a repair still answers without naming its slot.
        if slot is not None and (not last or last.startswith("!")):
            yield from slot.answers.get(word, ())
            yield from slot.answers.get("", ())

    def _slot(self, name: str, current: int) -> SlotLexicon | None:
        return self.intents[current].slots.get(name) if name and current >= 0 else None

    def _opened(self, start: int, word: str) -> Iterator[tuple[int, int, float]]:
        prefixes = [("", False), *openers().get(word, ())]
        for before, is_gerund in prefixes:
            place = self._after(before, start) if before else start
            if place < 0:
                continue
            for number, intent in enumerate(self.intents):
                for verb in intent.gerunds if is_gerund else intent.verbs:
                    end = self._after(verb, place)
                    if end >= 0:
                        yield number, end, (0.4 if before else 0.9) - 0.01 * len(verb)
                        break

    def _after(self, literal: str, place: int) -> int:
        """Where a literal that stands at a place ends, which is where a word does; else -1."""
        if self.misheard and literal:
            found = heard(literal).match(self.low, place)
            return found.end() if found else -1
        end = place + len(literal)
        if not self.low.startswith(literal, place):
            return -1
        inside = end < len(self.low) and literal[-1:].isalnum() and self.low[end].isalnum()
        return -1 if inside else end

    def _matches(self, pattern: Pattern, start: int, current: int) -> Iterator[_Gap]:
        place = self._after(pattern.parts[0], start)
        if place < 0:
            return
        if len(pattern.parts) == 1:
            yield place, "", pattern.cost
            return
        after = pattern.parts[2] if len(pattern.parts) > 2 else ""
        for inner, end, cost in self._gap(pattern, place, current):
            close = self._after(after, end) if after else end
            if close >= 0:
                yield close, inner, pattern.cost + cost

    def _gap(self, pattern: Pattern, place: int, current: int) -> Iterator[tuple[str, int, float]]:
        letter = pattern.parts[1]
        if letter == "e":
            yield from self._entity(place)
        elif letter == "v" and pattern.act is ActType.INFORM:
            slot = self._slot(pattern.slot, current)
            if slot is not None:
                yield from self._value(slot, place, strict=pattern.strict)
        else:
            yield from self._remark(place)

    def _entity(self, place: int) -> Iterator[tuple[str, int, float]]:
        nouns = {noun for intent in self.intents for noun in intent.nouns}
        known = False
        for noun in sorted(nouns, key=lambda n: (-len(n), n)):
            end = self._after(noun, place)
            if end >= 0:
                known = True
                yield noun, end, 0.0
        if known:
            return
        for end in [end for end in self.ends if end > place][:4]:
            yield self.low[place:end], end, 0.8

    def _remark(self, place: int) -> Iterator[tuple[str, int, float]]:
        joint = _JOINT.match(self.low, place)
        place = joint.end() if joint else place
        for end in self.ends:
            if end > place:
                tokens = self.low.count(" ", place, end)
                yield self.text[place:end], end, 0.05 * tokens

    def _value(
        self, slot: SlotLexicon, place: int, *, strict: bool
    ) -> Iterator[tuple[str, int, float]]:
        if place >= len(self.low) or self.low[place] == " ":
            return
        if self.low[place] == '"':
            for inner, end, cost in self._quoted(place):
                if not (strict and shaped(slot.kind)) or fits(slot.kind, inner):
                    yield inner, end, cost
            return
        tried = 0
        for end in self.ends:
            if end <= place:
                continue
            tried += 1
            if tried > _MAX_VALUE_TOKENS:
                return
            cost = self._value_cost(slot, place, end)
            if cost < (0.7 if strict else 90.0):
                yield self.text[place:end], end, cost

    def _quoted(self, place: int) -> Iterator[tuple[str, int, float]]:
        inner = 0
        close = self.low.find('"', place + 1)
        while close > 0:
            if close + 1 >= len(self.low) or not self.low[close + 1].isalnum():
                yield self.text[place + 1 : close], close + 1, 0.2 + 40.0 * inner
                inner += 1
            close = self.low.find('"', close + 1)

    def _value_cost(self, slot: SlotLexicon, start: int, end: int) -> float:
        key = (slot.view.name, start, end)
        if key not in self.costs:
            self.costs[key] = value_cost(slot, self.low[start:end])
        return self.costs[key]

    def _heard(self, pattern: Pattern, words: str, current: int) -> tuple[Heard, ...]:
        if pattern.act is None:
            return ()
        intent = self.intents[current].view if current >= 0 else None
        pointed = pattern.group == "pointer"
        noun = words if pointed or "e" in pattern.parts[1:2] else ""
        value = pattern.value or ("" if noun else words)
        return (Heard(pattern.act, intent, pattern.slot, value, noun, pattern.group),)

    def _unknown(self, start: int, current: int, last: str) -> _Parse:
        """A sentence that no pattern covers."""
        match = re.compile(r"[.!?](?= |$)").search(self.low, start)
        end = match.end() if match else len(self.low)
        rest = self.best(end, current, last)
        tokens = self.low.count(" ", start, end)
        heard = Heard(ActType.IRRELEVANT, words=self.text[start:end], group="unknown")
        return _UNKNOWN_COST + 0.1 * tokens + rest[0], (heard, *rest[1])
