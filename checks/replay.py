"""Rung 2: every statement executed again from the record alone, and the end is the planned one.

Three things are held together: what the record says was executed, what the labels say follows
from it, and what the plan says is there at the end.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from checks.check import Check, Finding
from checks.imported import is_planned
from checks.labels import label
from schemas.annotation import AnnotatedDialogue, TurnAnnotation
from schemas.candidate import Candidate
from schemas.dialogue import EndReason
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Goal, GoalOutcome
from schemas.service import Catalog
from schemas.verdict import RejectionCode
from schemas.world import Entity

_RECOMPUTED = ("acts", "steps", "frames", "calls", "spans", "state_hash", "phenomena")


def run(candidate: Candidate, catalog: Catalog) -> tuple[Finding, ...]:
    """Finds what does not follow from the record, and ends that were not planned."""
    labels, divergences = label(candidate.dialogue, catalog)
    findings = [Finding(RejectionCode.REPLAY, d.message, d.turn) for d in divergences]
    findings += _labels_differ(labels, candidate.annotation)
    if not is_planned(candidate):
        return tuple(findings)
    if candidate.dialogue.end is EndReason.TRUNCATED:
        return (*findings, *_collateral(candidate, labels.final_entities))
    return (*findings, *_end(candidate, labels))


def _labels_differ(right: AnnotatedDialogue, given: AnnotatedDialogue) -> Iterator[Finding]:
    for turn, claimed in zip(right.turns, given.turns, strict=False):
        what = _difference(turn, claimed)
        if what:
            yield Finding(RejectionCode.REPLAY, f"the labels' {what} do not follow", turn.index)
    if right.final_entities != given.final_entities:
        yield Finding(RejectionCode.REPLAY, "the labels' final entities do not follow")


def _difference(right: TurnAnnotation, given: TurnAnnotation) -> str:
    wrong = [name for name in _RECOMPUTED if getattr(right, name) != getattr(given, name)]
    return " and ".join(wrong)


def _end(candidate: Candidate, labels: AnnotatedDialogue) -> Iterator[Finding]:
    made, planned = _counted(labels.final_entities), _counted(candidate.plan.expected)
    for key in sorted((planned - made).elements()):
        yield Finding(RejectionCode.FINAL_STATE, f"at the end there is no {key}")
    for key in sorted((made - planned).elements()):
        yield Finding(RejectionCode.COLLATERAL, f"at the end there is {key}, which was not planned")
    yield from _unreached(candidate.plan.goals, labels)
    planned_early = any(p.tag is PhenomenonTag.EARLY_END for p in candidate.plan.placements)
    if candidate.dialogue.end is EndReason.EARLY_END and not planned_early:
        yield Finding(RejectionCode.FINAL_STATE, "the user leaves early, which was not planned")


def _collateral(candidate: Candidate, made: Sequence[Entity]) -> Iterator[Finding]:
    """A dialogue cut short may lack what was planned, and must have nothing else."""
    for key in sorted((_counted(made) - _counted(candidate.plan.expected)).elements()):
        yield Finding(RejectionCode.COLLATERAL, f"at the end there is {key}, which was not planned")


def _counted(entities: Sequence[Entity]) -> Counter[str]:
    return Counter(_key(entity) for entity in entities)


def _key(entity: Entity) -> str:
    """What an entity is, ids and times aside; strings by words, as the world compares them."""
    values = {name: _plain(value) for name, value in entity.values.items()}
    gone = "cancelled " if entity.cancelled else ""
    return f"{gone}{entity.service}.{entity.type} {json.dumps(values, sort_keys=True)}"


def _plain(value: object) -> object:
    return " ".join(value.casefold().split()) if isinstance(value, str) else value


def _unreached(goals: Sequence[Goal], labels: AnnotatedDialogue) -> Iterator[Finding]:
    """Goals that were to be performed and have no successful call."""
    done = Counter(
        (call.service, call.intent) for turn in labels.turns for call in turn.calls if call.success
    )
    wanted = Counter(
        (goal.service, goal.intent) for goal in goals if goal.outcome is GoalOutcome.PERFORMED
    )
    for (service, intent), number in sorted(wanted.items()):
        if done[service, intent] < number:
            yield Finding(RejectionCode.FINAL_STATE, f"{service}.{intent} was not performed")


CHECK = Check(
    "replay",
    2,
    2,
    frozenset({RejectionCode.REPLAY, RejectionCode.FINAL_STATE, RejectionCode.COLLATERAL}),
    run,
)
