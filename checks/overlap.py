"""Rung 7: nothing generated repeats a published dialogue, such as a benchmark's.

A dialogue overlaps with a published text where a large part of one's word sequences is the
other's. Which texts count is named in the configuration; whoever runs the ladder reads them.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from checks.check import Check, Finding
from schemas.candidate import Candidate
from schemas.service import Catalog
from schemas.verdict import RejectionCode

SHINGLE = 5
"""Words of a sequence: short ones are everybody's."""
SHORTEST = 12
"""A text with fewer sequences is a sentence, and no dialogue."""
LARGEST = 0.5
"""From this share of the shorter text's sequences on, two texts overlap."""
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


@dataclass(frozen=True)
class PublishedText:
    """A published text.

    Attributes:
        name: Where it is, such as file and line.
        utterances: Its turns, or all of it in one.
    """

    name: str
    utterances: tuple[str, ...]


@dataclass
class Published:
    """Published texts, to be asked whether a dialogue repeats one."""

    _sizes: dict[str, int] = field(default_factory=dict)
    _texts: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, text: PublishedText) -> None:
        """Takes in a text; what is too short to be a dialogue is passed over."""
        sequences = _sequences(text.utterances)
        if len(sequences) >= SHORTEST:
            self._sizes[text.name] = len(sequences)
            for sequence in sequences:
                self._texts[hash(sequence)].append(text.name)

    def closest(self, utterances: Sequence[str]) -> tuple[str, float] | None:
        """The text that shares the largest part with a dialogue, and which part that is."""
        sequences = _sequences(utterances)
        shared = Counter(
            name for sequence in sequences for name in self._texts.get(hash(sequence), ())
        )
        shares = [
            (number / min(len(sequences), self._sizes[name]), name)
            for name, number in shared.items()
        ]
        if not shares:
            return None
        share, name = max(shares, key=lambda pair: (pair[0], pair[1]))
        return name, round(share, 4)


def published(texts: Iterable[PublishedText]) -> Published:
    """An index over the texts."""
    index = Published()
    for text in texts:
        index.add(text)
    return index


def nothing_published(names: tuple[str, ...]) -> Published:
    """Stands where nobody can read files.

    Raises:
        ValueError: Where files are named all the same: what is not read is not compared.
    """
    if names:
        raise ValueError(f"nobody reads {names[0]}: give the stage a reader")
    return Published()


def overlap(index: Published) -> Check:
    """The check against these texts."""

    def run(candidate: Candidate, catalog: Catalog) -> tuple[Finding, ...]:
        return tuple(_findings(candidate, index))

    return Check("overlap", 1, 7, frozenset({RejectionCode.OVERLAP}), run)


def _findings(candidate: Candidate, index: Published) -> Iterator[Finding]:
    closest = index.closest([turn.utterance for turn in candidate.dialogue.turns])
    if closest is not None and closest[1] >= LARGEST:
        name, share = closest
        detail = f"{share:.0%} of its word sequences are those of {name}"
        yield Finding(RejectionCode.OVERLAP, detail)


def _sequences(utterances: Sequence[str]) -> frozenset[str]:
    found: set[str] = set()
    for utterance in utterances:
        words = _WORD.findall(utterance.casefold())
        found |= {" ".join(words[i : i + SHINGLE]) for i in range(len(words) - SHINGLE + 1)}
    return frozenset(found)
