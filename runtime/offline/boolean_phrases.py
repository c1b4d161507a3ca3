"""How a user words a yes-or-no slot."""

import re
from dataclasses import dataclass
from functools import lru_cache

from runtime.offline.words import polarity

YES_ATTACHED = ("with {b}", "including {b}")
NO_ATTACHED = ("without {b}", "with no {b}")
YES_STATED = (
    "yes to the {b}", "yes to {b}", "I'd like {b}", "please include {b}", "I do want {b}",
    "and yes, with {b}", "yes for the {b}", "I want {b} as well", "and yes, I'd like {b}",
)  # fmt: skip
NO_STATED = (
    "no to the {b}", "no {b}", "I don't need {b}", "I don't want {b}", "skip the {b}",
    "no {b} needed", "no need for {b}", "leave out the {b}",
)  # fmt: skip
YES_ANSWERS = (
    "yes", "yes please", "yes, please", "yeah, please", "yes, I'd like that", "yes, definitely",
    "yeah, let's do that", "yes, that would be nice", "sure, yes please", "yep, please",
    "yes, I would", "yes, if possible", "yes, absolutely",
)  # fmt: skip
NO_ANSWERS = (
    "no", "no thanks", "no, thanks", "no, thank you", "nope", "no, not this time", "no need",
    "no, I don't need that", "no, that's not necessary", "nope, not needed", "no, skip that",
    "no, I'm fine without", "no, leave that out", "not this time, no",
)  # fmt: skip

_LEADING = re.compile(r"^(?:has|have|is|include|includes|included|need|needs|want|wants|with|add) ")

_TRAILING = re.compile(r" (?:needed|required|included|wanted|requested)$")


@dataclass(frozen=True)
class BooleanPhrases:
    """The phrases of a yes-or-no slot, for either value."""

    attach: dict[bool, tuple[str, ...]]
    state: dict[bool, tuple[str, ...]]
    answer: dict[bool, tuple[str, ...]]
    change: dict[bool, tuple[str, ...]]


def boolean_noun(slot: str) -> str:
    """What a yes-or-no slot is about: 'live music' for 'has live music'."""
    return _TRAILING.sub("", _LEADING.sub("", slot))


@lru_cache(maxsize=1024)
def boolean_phrases(slot: str) -> BooleanPhrases:
    """All phrases of a yes-or-no slot, by its words."""
    noun = boolean_noun(slot)

    def of(phrases: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(phrase.replace("{b}", noun) for phrase in phrases)

    return BooleanPhrases(
        attach={True: of(YES_ATTACHED), False: of(NO_ATTACHED)},
        state={True: of(YES_STATED), False: of(NO_STATED)},
        answer={True: YES_ANSWERS, False: NO_ANSWERS},
        change={
            True: of(("make it with {b}", "please add {b}", "yes to {b}", "with {b} after all")),
            False: of(
                ("make it without {b}", "no {b} after all", "no {b}", "without {b} after all")
            ),
        },
    )


def says(phrase: str, words: str) -> bool:
    """Whether a phrase has the words that must be said; 'true' and 'false' need not be."""
    low = words.strip().lower()
    if low in ("true", "false", "1", "0"):
        return True
    return re.search(rf"\b{re.escape(low)}\b", phrase.lower()) is not None


def truth(words: str) -> bool:
    """What the words of a yes-or-no value mean; anything that does not deny affirms."""
    return polarity(words) is not False
