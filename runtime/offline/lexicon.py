"""What understanding knows before it hears anything: the banks, and the schema's own words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from runtime.offline import asides, phrase_bank
from runtime.offline.boolean_phrases import boolean_phrases
from runtime.offline.intent_phrases import gerund, verb_phrases
from runtime.offline.kinds import Kind, kind
from runtime.offline.patterns import (
    Pattern,
    by_first_word,
    first_word,
    normal,
    patterns,
    split,
    variants,
)
from runtime.offline.slot_phrases import demands_shape, slot_phrases
from runtime.offline.words import agreeing, humanize, plural, singular, spoken
from schemas.acts import ActType
from schemas.calls.views import IntentView, SlotView

Index = dict[str, tuple[Pattern, ...]]

_LATER_SLOT = 0.01
"""Where two slots share a phrase, the one that the schema names first is meant."""


@dataclass(frozen=True)
class SlotLexicon:
    """A slot with the values that are known of it.

    Attributes:
        known: Known values, normal.
        answers: Patterns that are good only after the slot was asked for.
        repairs: Patterns that say another value of a slot just mentioned.
    """

    view: SlotView
    words: str
    kind: Kind
    known: frozenset[str]
    answers: Index


@dataclass(frozen=True)
class IntentLexicon:
    """An intent's slots, phrases and names."""

    view: IntentView
    slots: dict[str, SlotLexicon]
    patterns: Index
    requests: Index
    verbs: tuple[str, ...]
    gerunds: tuple[str, ...]
    nouns: tuple[str, ...]


@lru_cache(maxsize=1024)
def intent_lexicon(view: IntentView) -> IntentLexicon:
    """The lexicon of one intent."""
    slots = {slot.name: slot_lexicon(slot) for slot in view.slots}
    results = {slot.name: slot for slot in (*view.result_slots, *view.slots)}
    verbs = _verbs(view)
    return IntentLexicon(
        view=view,
        slots=slots,
        patterns=by_first_word(
            replace(pattern, cost=pattern.cost + _LATER_SLOT * place)
            for place, slot in enumerate(slots.values())
            for pattern in _informs(slot)
        ),
        requests=by_first_word(p for slot in results.values() for p in _requests(slot)),
        verbs=verbs,
        gerunds=tuple(gerund(verb) for verb in verbs),
        nouns=entity_nouns(view.entity),
    )


def _verbs(view: IntentView) -> tuple[str, ...]:
    bare = view.name.rpartition(".")[2]
    named = [verb_phrases(text, view.entity).all for text in (view.description, bare) if text]
    longest_first = sorted(
        {normal(v) for group in named for v in group}, key=lambda v: (-len(v), v)
    )
    return tuple(longest_first)


def entity_nouns(entity: str) -> tuple[str, ...]:
    """The nouns of an entity type: 'hotel room', 'hotel rooms', 'room', 'rooms'."""
    noun = humanize(entity)
    heads = [noun, noun.rpartition(" ")[2]]
    nouns = [form for head in heads for form in (singular(head), plural(head), head)]
    return tuple(dict.fromkeys(n for n in nouns if n))


@lru_cache(maxsize=8192)
def slot_lexicon(view: SlotView) -> SlotLexicon:
    """The lexicon of one slot."""
    words = humanize(view.name)
    known = frozenset(normal(v) for v in (*view.possible_values, *view.example_values))
    return SlotLexicon(view, words, kind(words, view.type), known, by_first_word(_answers(view)))


def _informs(slot: SlotLexicon) -> Iterator[Pattern]:
    if slot.kind is Kind.BOOLEAN:
        yield from _boolean(slot)
    else:
        found = slot_phrases(slot.words, slot.view.type)
        for template in found.attach:
            yield from _valued(template, slot, found.noun, "attach")
        for template in (*found.state, *found.change, *found.plain):
            yield from _valued(template, slot, found.noun)
    for template in (*phrase_bank.POINTERS, *phrase_bank.ATTACHED_POINTERS):
        for name in dict.fromkeys((spoken(slot.words), slot.words)):
            text = template.replace("{slot}", name)
            yield Pattern(split(text), ActType.INFORM, slot.view.name, group="pointer")
    for template in phrase_bank.UNANSWERABLE:
        text = template.replace("{slot}", spoken(slot.words))
        yield Pattern(split(text), ActType.UNANSWERABLE, slot.view.name)


def _valued(template: str, slot: SlotLexicon, noun: str, group: str = "") -> Iterator[Pattern]:
    name, strict = slot.view.name, demands_shape(template, slot.kind)
    for variant in variants(template, noun):
        parts = split(variant)
        bare = not parts[0]
        if bare and template.startswith("{in}"):
            continue  # a place never stands alone: the user's side always gives it a preposition
        cost = 0.9 if bare else 0.5
        yield Pattern(parts, ActType.INFORM, name, "", strict or bare, cost, group)


def _boolean(slot: SlotLexicon) -> Iterator[Pattern]:
    found = boolean_phrases(slot.words)
    for group in (found.attach, found.state, found.change):
        for value, templates in group.items():
            for template in templates:
                yield Pattern(split(template), ActType.INFORM, slot.view.name, str(value))


def _answers(view: SlotView) -> Iterator[Pattern]:
    words = humanize(view.name)
    if view.type == "boolean":
        for value, templates in boolean_phrases(words).answer.items():
            for template in templates:
                yield Pattern(split(template), ActType.INFORM, view.name, str(value), cost=0.3)
        return
    found = slot_phrases(words, view.type)
    for template in found.answer:
        shape = "{on}" in template or "{at}" in template or "{n}" in template
        for variant in variants(template, found.noun):
            cost = 0.45 if variant == "{v}" else 0.4
            yield Pattern(split(variant), ActType.INFORM, view.name, "", shape, cost, "answer")


def _requests(slot: SlotView) -> Iterator[Pattern]:
    for template in phrase_bank.REQUEST:
        words = spoken(humanize(slot.name))
        text = template.replace("{slot}", words)
        yield Pattern(split(text), ActType.REQUEST, slot.name)
        if (many := agreeing(text, words)) != text:
            yield Pattern(split(many), ActType.REQUEST, slot.name)


@lru_cache(maxsize=1)
def general() -> Index:
    """Patterns that need no schema."""
    bank, act = phrase_bank, ActType
    literals: tuple[tuple[Iterable[str], ActType | None, float, str], ...] = (
        ((*bank.GREETINGS, *bank.FILLERS), None, 0.15, "filler"),
        (bank.AFFIRM, act.AFFIRM, 0.5, "affirm"),
        (bank.RESUME, act.AFFIRM, 0.4, "resume"),
        (bank.ACCEPT, act.AFFIRM, 0.5, "accept"),
        (bank.NEGATE, act.NEGATE, 0.5, "negate"),
        (bank.DECLINE, act.NEGATE, 0.5, "decline"),
        (bank.TURN_DOWN, act.NEGATE, 0.5, "decline"),
        (bank.HOLD, act.HOLD, 0.5, "hold"),
        (bank.CANCEL, act.CANCEL, 0.5, "cancel"),
        (bank.THANKS, act.THANK_YOU, 0.5, "thanks"),
        (bank.NEGATE_THANKS, act.THANK_YOU, 0.4, "done"),
        (bank.GOODBYE, act.GOODBYE, 0.5, "goodbye"),
        (bank.EARLY_GOODBYE, act.GOODBYE, 0.4, "leave"),
        (bank.ALTERNATIVES, act.REQUEST_ALTS, 0.5, "alternatives"),
        (bank.SELECT, act.SELECT, 0.5, "select"),
        (bank.SELECT_NAMED, act.SELECT, 0.8, "select"),
        (bank.PRESUME, act.PRESUME, 0.3, "presume"),
        (bank.OUT_OF_SCOPE, act.OUT_OF_SCOPE, 0.8, "wish"),
        (bank.REPAIRS, None, 0.2, "repair"),
        (asides.IRRELEVANT_MARKS, act.IRRELEVANT, 1.0, "irrelevant"),
        (asides.IRRELEVANT_REMARKS, act.IRRELEVANT, 0.8, "irrelevant"),
        (asides.OVERHEARD_MARKS, act.OVERHEARD, 1.0, "overheard"),
        (asides.SARCASTIC, act.SARCASTIC, 0.6, "sarcastic"),
        (asides.SARCASTIC_VALUES, act.SARCASTIC, 0.8, "sarcastic"),
        (asides.SARCASTIC_REMARKS, act.SARCASTIC, 1.2, "sarcastic"),
    )
    return by_first_word(
        pattern
        for templates, meant, cost, group in literals
        for pattern in patterns(templates, meant, cost=cost, group=group)
    )


@lru_cache(maxsize=1)
def openers() -> dict[str, tuple[tuple[str, bool], ...]]:
    """Opening words before a verb phrase, under their first word; True where a gerund follows."""
    found: dict[str, set[tuple[str, bool]]] = {}
    templates = [t for group in phrase_bank.OPENERS.values() for t in group]
    for template in (*templates, *phrase_bank.FURTHER_OPENERS):
        before, _, _ = normal(template).partition("{v")
        found.setdefault(first_word(before, 0), set()).add((before, "{ving}" in template))
    return {word: tuple(sorted(group, reverse=True)) for word, group in found.items()}
