"""How a user words a slot with its value. Wording and understanding read the same phrases.

A phrase is a template: `{v}` is the value; `{on}`, `{at}` and `{in}` a preposition that some
values take and others do not ('on Friday', 'tomorrow'); `{n}` the counted noun, in the number
that the value asks for ('1 guest', '4 guests').
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from runtime.offline import slot_bank
from runtime.offline.kinds import (
    Kind,
    counted_noun,
    fits,
    is_superlative,
    kind,
    place_preposition,
    shaped,
    takes_at,
    takes_on,
)
from runtime.offline.words import singular, spoken


@dataclass(frozen=True)
class SlotPhrases:
    """The phrases of one slot.

    Attributes:
        attach: Can follow an opening or one another: 'for 4 people'.
        state: Stand as clauses of their own: 'the party size is 4'.
        answer: Only after the system asked for the slot: 'let's say 4'.
        change: Change a value given before.
        plain: Fit any value; the others fit values that look like the slot's kind.
    """

    slot: str
    kind: Kind
    noun: str
    attach: tuple[str, ...]
    state: tuple[str, ...]
    answer: tuple[str, ...]
    change: tuple[str, ...]
    plain: tuple[str, ...]


@lru_cache(maxsize=4096)
def slot_phrases(slot: str, type_: str) -> SlotPhrases:
    """All phrases of a slot, by its words ('party size') and its schema type."""
    what, noun = kind(slot, type_), counted_noun(slot)
    attach, state = _special(slot)
    stated = slot_bank.COUNTED_STATE if noun == slot else slot_bank.STATE
    if what is Kind.NUMBER:
        attach = state = ()  # 'lasting 75' wants a unit that the value does not have
    attach = tuple(p for p in attach if noun or "{n}" not in p)
    state = tuple(p for p in state if noun or "{n}" not in p)
    answer: tuple[str, ...] = slot_bank.ANSWER
    if what is Kind.DATE:
        answer += slot_bank.DATED
    elif what is Kind.TIME:
        answer += slot_bank.TIMED
    elif what is Kind.TEXT:
        answer += slot_bank.QUOTED
    elif noun:
        answer += slot_bank.COUNTED
    if what is Kind.CREATED:
        attach, stated, answer = (
            slot_bank.CREATED_ATTACH,
            slot_bank.CREATED_STATE,
            slot_bank.CREATED,
        )
    plain = () if noun == slot else slot_bank.PLAIN
    groups = (attach, (*state, *stated), answer, slot_bank.CHANGE, plain)
    return SlotPhrases(slot, what, noun, *(_named(slot, group) for group in groups))


def _named(slot: str, group: tuple[str, ...]) -> tuple[str, ...]:
    """Phrases with the slot's name in them, in the number it asks for."""
    name = spoken(slot)
    many = singular(name) != name
    return tuple(
        (p.replace("{slot} is ", "{slot} are ") if many else p).replace("{slot}", name)
        for p in group
    )


def _special(slot: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    for pattern, attach, state in slot_bank.SPECIAL:
        if re.search(pattern, slot):
            return attach, state
    return (), ()


def demands_shape(phrase: str, what: Kind) -> bool:
    """Whether a phrase is only good for values that look like the slot's kind.

    Those with an optional preposition or a counted noun, and short ones that other slots share.
    """
    if what is Kind.PLACE or not shaped(what):
        return False
    return "{on}" in phrase or "{at}" in phrase or "{n}" in phrase or not _SAFE.search(phrase)


_SAFE = re.compile(r"\bthe [a-z]|\b(?:it|that|that'd|it's|say|I'd|I'll|down|with|just)\b|^\{v\}")


def usable(phrase: str, phrases: SlotPhrases, value: str) -> bool:
    """Whether a value sounds right in a phrase."""
    before, _, after = phrase.partition("{v}")
    picks = before.endswith("the ") and after.startswith(" one")
    if phrases.kind is Kind.CREATED and (before or after) and picks != is_superlative(value):
        return False
    if phrase.startswith("{in}") and not place_preposition(value):
        return False
    if demands_shape(phrase, phrases.kind) and not fits(phrases.kind, value):
        return False
    return not _repeats(before, after, value, phrases)


def _repeats(before: str, after: str, value: str, phrases: SlotPhrases) -> bool:
    words = value.lower().split()
    if not words:
        return True
    last = before.replace("{on}", "").replace("{at}", "").replace("{in}", "").split()[-1:]
    if last and (words[0] == last[0].lower() or {words[0], last[0].lower()} <= _PREPOSITIONS):
        return True
    if last and last[0].lower() == "the" and words[0] in ("a", "an", "my", "the"):
        return True
    if "{n}" in after:
        return words[-1] in (phrases.noun, singular(phrases.noun)) or len(words) > 1
    following = after.split()[:1]
    return bool(following) and following[0] == words[-1]


_PREPOSITIONS = frozenset(
    [
        "in",
        "on",
        "at",
        "by",
        "for",
        "from",
        "to",
        "with",
        "of",
        "near",
        "under",
        "before",
        "after",
        "around",
        "until",
        "as",
        "made",
    ]
)


def fill(phrase: str, phrases: SlotPhrases, value: str) -> str:
    """The phrase with the value in it."""
    noun = singular(phrases.noun) if value.lower() in ("1", "one", "a", "an") else phrases.noun
    text = phrase.replace("{n}", noun)
    text = text.replace("{on}", "on " if takes_on(value) else "")
    text = text.replace("{at}", "at " if takes_at(value) else "")
    text = text.replace("{in}", place_preposition(value))
    before, _, after = text.partition("{v}")
    return f"{before}{value}{after}"
