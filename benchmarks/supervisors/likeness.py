"""The baseline: the choice whose text is most like the name's, by rapidfuzz."""

from collections.abc import Callable, Iterable, Sequence

from rapidfuzz import fuzz

from benchmarks.supervisors.names import Case, spoken
from schemas.calls.supervision import NONE, Choice, SuperviseNameInput

Likeness = Callable[[str, Choice], float]


def by_name(name: str, choice: Choice) -> float:
    """How alike the two names are, whatever the order of their words."""
    return fuzz.token_sort_ratio(name, spoken(choice.name))


def by_description(name: str, choice: Choice) -> float:
    """How alike the name is to the other one or to a part of its description."""
    described = fuzz.partial_token_sort_ratio(name, choice.description.lower())
    return max(by_name(name, choice), described if choice.description else 0.0)


LIKENESSES: dict[str, Likeness] = {"names": by_name, "names, descriptions": by_description}


def most_alike(question: SuperviseNameInput, likeness: Likeness, enough: float) -> str:
    """The most similar choice, none where it is not similar enough."""
    name = spoken(question.name)
    best = max(question.choices, key=lambda choice: likeness(name, choice))
    return best.name if likeness(name, best) >= enough else NONE


def threshold(cases: Sequence[Case], likeness: Likeness) -> float:
    """The likeness that tells best, over these cases, whether a choice is meant at all."""

    def right(enough: float) -> float:
        return sum(
            share(case.right == most_alike(case.question, likeness, enough) for case in half)
            for half in ([c for c in cases if c.there], [c for c in cases if not c.there])
        )

    return max((float(enough) for enough in range(0, 101, 5)), key=right)


def share(hits: Iterable[bool]) -> float:
    """The share of hits, 0 of nothing."""
    found = list(hits)
    return sum(found) / len(found) if found else 0.0
