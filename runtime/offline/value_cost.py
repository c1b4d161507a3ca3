"""How likely a piece of an utterance is as a slot's value."""

import re

from runtime.offline.kinds import Kind, fits, shaped
from runtime.offline.lexicon import SlotLexicon

TRAILING = ",.;:!?"
"""Punctuation that follows words."""

_INNER = re.compile(r", | and ")
_STOP = re.compile(r"(?<!\bst)(?<!\bdr)(?<!\bmr)(?<!\bmrs)(?<!\bms)[.!?] ")
_DANGLING = re.compile(r" (?:and|or|with|for|at|on|to|from|the)$")
_PREPOSITION = re.compile(
    r" (?:to|from|with|on|at|in|for|by|under|leaving|departing|returning|coming|arriving|starting"
    r"|ending|beginning|finishing|checking|lasting|saying|made|called|titled|labelled)(?= )"
)


def value_cost(slot: SlotLexicon, low: str) -> float:
    """How unlikely a normal text is as a value of a slot."""
    if low in slot.known:
        return 0.1
    if shaped(slot.kind):
        if fits(slot.kind, low):
            return 0.5
        longest = 2 if slot.kind in (Kind.COUNT, Kind.NUMBER) else 5
        if low.rstrip(TRAILING) != low or low.count(" ") > longest:
            return 99.0
        return 2.5 + 0.3 * low.count(" ") + _joints(low)
    if low.rstrip(",;:?") != low or _DANGLING.search(low):
        return 99.0
    return 0.7 + 0.15 * low.count(" ") + _joints(low) + 0.8 * _is_other_kind(low)


def _is_other_kind(low: str) -> bool:
    """Whether a free value is, or ends in, what looks like a date or a time."""
    words = low.split(" ")
    return any(
        fits(what, " ".join(words[-size:]))
        for size in range(1, min(4, len(words)) + 1)
        for what in (Kind.DATE, Kind.TIME)
    )


def _joints(low: str) -> float:
    """What looks inside a value as if it ended before."""
    return (
        0.9 * len(_INNER.findall(low))
        + 1.8 * len(_STOP.findall(low))
        + 1.1 * len(_PREPOSITION.findall(low))
        + 0.4 * low.endswith((".", "!"))
    )
