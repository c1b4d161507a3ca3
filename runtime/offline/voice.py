"""Who speaks: a style, and the draw that chooses among wordings."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

_STYLES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("terse", ("terse", "short", "brief", "laconic", "few words", "concise", "to the point")),
    ("hurried", ("hurr", "rush", "busy", "quick", "impatient", "stress", "brisk")),
    ("chatty", ("chatty", "talk", "friendly", "warm", "rambl", "casual", "cheer", "hesita")),
    ("polite", ("polite", "formal", "courteous", "careful", "gentle", "kind", "precise")),
)
_BRIEF = frozenset({"terse", "hurried"})
_WORDY = frozenset({"chatty", "polite"})


@dataclass
class Voice:
    """A speaker.

    Attributes:
        style: `plain`, `terse`, `hurried`, `chatty` or `polite`.
        plain: True after a complaint: only the plainest wordings.
    """

    style: str
    rng: Random
    plain: bool = False

    def pick(self, options: Sequence[str]) -> str:
        """One of the options; brief speakers lean to short ones, wordy ones to long ones."""
        one = options[self.rng.randrange(len(options))]
        if self.style not in _BRIEF | _WORDY or self.rng.random() < 0.5:
            return one
        other = options[self.rng.randrange(len(options))]
        shorter, longer = sorted((one, other), key=len)
        return shorter if self.style in _BRIEF else longer

    def chance(self, share: float) -> bool:
        """True in that share of draws."""
        return self.rng.random() < share


def style_of(text: str, rng: Random) -> str:
    """The style that a persona's description means; now and then they speak plainly."""
    low = text.lower()
    for style, marks in _STYLES:
        if any(mark in low for mark in marks):
            return style if rng.random() < 0.75 else "plain"
    return "plain"
