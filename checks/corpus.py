"""Rung 7: dialogues beside each other: near-duplicates, and splits that do not leak."""

import json
import re
from collections.abc import Collection, Sequence

from datasketch import MinHash, MinHashLSH  # type: ignore[import-untyped]

from schemas.annotation import AnnotatedDialogue, TurnAnnotation
from schemas.candidate import Candidate
from schemas.dataset import Likeness, NearDuplicateRow
from schemas.dialogue import Speaker
from schemas.plan import Plan, Split
from schemas.service import Catalog

SIMILARITY = 0.85
"""Two dialogues are near-duplicates from this Jaccard similarity of their masked shingles on."""

_SHINGLE = 3
_PERMUTATIONS = 128
_WORD = re.compile(r"<\w+>|[^\W_]+(?:'[^\W_]+)*")


class DuplicateFinder:
    """Finds near-duplicates of the dialogues it was shown before.

    Two plans are duplicates where they have the same intents with the same values in the same
    order; two wordings are where the user's words, values masked, are nearly the same.
    """

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], NearDuplicateRow] = {}
        self._plans: dict[str, str] = {}
        self._shingles: dict[str, frozenset[str]] = {}
        self._index = MinHashLSH(threshold=SIMILARITY, num_perm=_PERMUTATIONS)

    def duplicate_of(self, candidate: Candidate) -> str | None:
        """The id of an earlier dialogue that this one nearly equals, else None."""
        pair = self._closest(candidate)
        if pair is None:
            return None
        self._found[pair.dialogue_id, pair.twin_id] = pair
        return pair.twin_id

    @property
    def pairs(self) -> tuple[NearDuplicateRow, ...]:
        """Every pair that was found, in the order of ids."""
        return tuple(self._found[key] for key in sorted(self._found))

    def _closest(self, candidate: Candidate) -> NearDuplicateRow | None:
        name = candidate.dialogue.dialogue_id
        same_plan = self._plans.get(_plan_key(candidate.plan)) if candidate.plan.goals else None
        shingles = _shingles(candidate.annotation)
        if same_plan is not None:
            similarity = round(_jaccard(shingles, self._shingles[same_plan]), 4)
            return NearDuplicateRow(
                dialogue_id=name, twin_id=same_plan, level=Likeness.PLAN, similarity=similarity
            )
        # The index only proposes: its answer is an estimate, the comparison here is exact.
        close = [
            (-_jaccard(shingles, self._shingles[str(found)]), str(found))
            for found in self._index.query(_minhash(shingles))
        ]
        if not close or -min(close)[0] < SIMILARITY:
            return None
        similarity, twin = min(close)
        return NearDuplicateRow(
            dialogue_id=name, twin_id=twin, level=Likeness.SURFACE, similarity=round(-similarity, 4)
        )

    def add(self, candidate: Candidate) -> None:
        """Remembers a dialogue that is published."""
        name = candidate.dialogue.dialogue_id
        shingles = _shingles(candidate.annotation)
        self._plans.setdefault(_plan_key(candidate.plan), name)
        self._shingles[name] = shingles
        self._index.insert(name, _minhash(shingles))


def masked(turn: TurnAnnotation) -> str:
    """A turn's words with every slot value replaced by `<slot>`."""
    text, end = turn.utterance, len(turn.utterance)
    for span in sorted(turn.spans, key=lambda s: (s.start, s.end), reverse=True):
        if span.end <= end:
            text = f"{text[: span.start]}<{span.slot}>{text[span.end :]}"
            end = span.start
    return text


def held_out_intents(catalog: Catalog, names: Sequence[str]) -> frozenset[tuple[str, str]]:
    """The (service, intent) pairs that training must not see.

    A query intent goes with the transactional intent it is derived from, since it has the same
    slots: naming one of the two holds both out.

    Args:
        catalog: The run's services.
        names: Intent names, bare or as Service.Intent.
    """
    named = {
        (service.name, intent.name)
        for service, intent in catalog.intents()
        if intent.name in names or f"{service.name}.{intent.name}" in names
    }
    twins = {
        pair
        for service, intent in catalog.intents()
        if intent.query_of is not None
        for pair in ((service.name, intent.name), (service.name, intent.query_of))
        if {(service.name, intent.name), (service.name, intent.query_of)} & named
    }
    return frozenset(named | twins)


def split_of(candidate: Candidate, held_out: Collection[tuple[str, str]], planned: Split) -> Split:
    """Where a dialogue may go, whatever was planned.

    Held-out intents alone make it `test_held_out`; beside seen ones they make it `mixed`, which
    is neither training nor held-out test.
    """
    goals = {(goal.service, goal.intent) for goal in candidate.plan.goals}
    active = {tuple(name.split(".", 1)) for name in candidate.annotation.intents}
    involved = goals | active
    outside = {pair for pair in involved if pair in held_out}
    if not outside:
        return Split.TRAIN if planned in (Split.TEST_HELD_OUT, Split.MIXED) else planned
    return Split.TEST_HELD_OUT if outside == involved else Split.MIXED


def _plan_key(plan: Plan) -> str:
    goals = [
        (goal.service, goal.intent, sorted((s.slot, json.dumps(s.value)) for s in goal.slots))
        for goal in plan.goals
    ]
    return json.dumps(goals)


def _shingles(annotation: AnnotatedDialogue) -> frozenset[str]:
    words: list[str] = []
    for turn in annotation.turns:
        if turn.speaker is Speaker.USER:
            words += ["<turn>", *_WORD.findall(masked(turn).lower())]
    if len(words) <= _SHINGLE:
        return frozenset({" ".join(words)})
    return frozenset(" ".join(words[i : i + _SHINGLE]) for i in range(len(words) - _SHINGLE + 1))


def _minhash(shingles: frozenset[str]) -> MinHash:
    sketch = MinHash(num_perm=_PERMUTATIONS)
    sketch.update_batch(shingle.encode() for shingle in sorted(shingles))
    return sketch


def _jaccard(left: frozenset[str], right: frozenset[str]) -> float:
    return len(left & right) / len(left | right)
