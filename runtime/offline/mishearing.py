"""Literals as a speech recogniser may have written them: words confused or left out.

Only function words are: what is in a value is heard right.
"""

import re
from functools import lru_cache

_HEARD_AS = {
    "the": ("a",),
    "a": ("the",),
    "an": ("and",),
    "and": ("an",),
    "i'd": ("id", "i"),
    "i'm": ("im", "i am"),
    "i'll": ("ill", "i will"),
    "could": ("can",),
    "would": ("wood",),
    "please": ("pleas",),
    "be": ("been",),
    "is": ("as",),
    "my": ("by",),
}
_LEFT_OUT = frozenset({"the", "a", "an", "to", "please", "me", "my"})
_STOPS = re.compile(r"[,.;:!?…\"“”()—–]")
_END = re.compile(r"[.!?…\"”]\s*$")


def is_misheard(text: str) -> bool:
    """Whether an utterance looks like a recogniser's: it ends without a stop."""
    return _END.search(text) is None


@lru_cache(maxsize=8192)
def heard(literal: str) -> re.Pattern[str]:
    """What a literal of a pattern may have become, the spaces at its ends kept."""
    words = _STOPS.sub(" ", literal).split()
    pieces = []
    for place, word in enumerate(words):
        known = "|".join(re.escape(form) for form in (word, *_HEARD_AS.get(word, ())))
        gap = r"\s+" if place or literal.startswith(" ") else ""
        piece = f"{gap}(?:{known})"
        # A clause keeps its first word: it is what the clause is known by.
        droppable = word in _LEFT_OUT and (place or literal.startswith(" "))
        pieces.append(f"(?:{piece})?" if droppable else piece)
    tail = r"\s+" if literal.endswith(" ") else r"(?!\w)"
    return re.compile("".join(pieces) + tail)


@lru_cache(maxsize=1024)
def opening(literal: str, *, noisy: bool) -> re.Pattern[str]:
    """A literal that begins a clause, as it is said or as it may have been misheard."""
    return heard(literal) if noisy else re.compile(re.escape(literal))
