"""A value with its slot inside a sentence of the system's."""

from random import Random

from runtime.offline.boolean_phrases import boolean_noun
from runtime.offline.kinds import Kind, counted_noun, kind
from runtime.offline.slot_phrases import fill, slot_phrases, usable
from runtime.offline.words import humanize, singular, spoken
from schemas.calls.simulation import ActView

_YES = frozenset({"yes", "true"})
_NO = frozenset({"no", "false"})


def detail(act: ActView, rng: Random) -> str:
    """A value so that it can follow a verb or a noun: 'for 4 people', 'with sedan as the car type'.

    The act does not say what type its slot has, so the words decide.
    """
    slot, words = humanize(act.slot), act.words
    if words.lower() in _YES | _NO:
        answer = "with" if words.lower() in _YES else "without"
        return f"{answer} {boolean_noun(slot)}"
    phrases = slot_phrases(slot, _type(words))
    if phrases.kind is not Kind.TEXT:
        options = [p for p in phrases.attach if " us" not in p and usable(p, phrases, words)]
        if options:
            return fill(options[rng.randrange(len(options))], phrases, words)
    return f"with {value(act)} as the {spoken(slot)}"


def value(act: ActView) -> str:
    """The value's words, in quotation marks where they are somebody's text."""
    text = kind(humanize(act.slot), "string") is Kind.TEXT
    ends = act.words.endswith((".", "!", "?"))
    return f'"{act.words}"' if (text or ends) and '"' not in act.words else act.words


def named(act: ActView) -> str:
    """A value and its slot as a noun phrase: 'sedan for the car type'."""
    if act.words.lower() in _YES | _NO:
        return detail(act, Random(0))
    slot = humanize(act.slot)
    noun = counted_noun(slot)
    if noun and act.words.isdigit():
        return f"{act.words} {singular(noun) if act.words == '1' else noun}"
    return f"{value(act)} for the {spoken(slot)}"


def _type(words: str) -> str:
    return "integer" if words.isdigit() else "string"
