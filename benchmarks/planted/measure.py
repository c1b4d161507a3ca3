"""Planting, and counting what is caught and by whom."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from benchmarks.planted.kind import Good, Kind, Planted

ROUNDS = 60
"""How often every dialogue is tried before a kind has too few places."""

Judge = Callable[[Planted, Good], str]
"""Who judges a planted dialogue: the name of the rung and check that catches it, else empty."""


@dataclass(frozen=True)
class Miss:
    """A fault that nobody saw."""

    dialogue_id: str
    where: str


@dataclass
class Count:
    """What came of a kind.

    Attributes:
        source: Where the good dialogues are from.
        by: How often each rung and check was the first to object.
    """

    kind: str
    source: str
    planted: int = 0
    by: Counter[str] = field(default_factory=Counter)
    misses: list[Miss] = field(default_factory=list)

    @property
    def caught(self) -> int:
        """Faults that some check objected to."""
        return sum(self.by.values())

    def numbers(self) -> dict[str, object]:
        """What is written to a file of numbers."""
        return {
            "kind": self.kind,
            "source": self.source,
            "planted": self.planted,
            "caught": self.caught,
            "by": dict(self.by),
            "misses": [[miss.dialogue_id, miss.where] for miss in self.misses],
        }


def measure(kind: Kind, goods: Sequence[Good], each: int, seed: int, judge: Judge) -> Count:
    """Plants faults of a kind, one at a time, until there are enough different ones.

    Args:
        kind: What to plant.
        goods: Into what, all from one source.
        each: How many.
        seed: Of the places.
        judge: Who looks at them.
    """
    count = Count(kind.name, "runs" if goods and goods[0].planned else "imported")
    for good, planted in faults(kind, goods, seed):
        count.planted += 1
        by = judge(planted, good)
        if by:
            count.by[by] += 1
        else:
            count.misses.append(Miss(good.dialogue.dialogue_id, planted.where))
        if count.planted >= each:
            break
    return count


def faults(kind: Kind, goods: Sequence[Good], seed: int) -> Iterator[tuple[Good, Planted]]:
    """Different faults, the dialogues in turn; a dialogue that takes none is not asked again."""
    seen: set[tuple[str, str]] = set()
    fit = list(goods)
    for turn in range(ROUNDS):
        for good in list(fit):
            planted = kind.plant(
                good, Random(f"{seed} {kind.name} {turn} {good.dialogue.dialogue_id}")
            )
            if planted is None:
                fit.remove(good)
                continue
            key = (good.dialogue.dialogue_id, planted.where)
            if key not in seen:
                seen.add(key)
                yield good, planted
