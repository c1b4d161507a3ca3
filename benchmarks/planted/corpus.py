"""Faults that no dialogue shows by itself: it takes the others, or the splits."""

from dataclasses import dataclass
from random import Random

from benchmarks.planted.kind import Good
from schemas.candidate import Candidate
from schemas.plan import Split


@dataclass(frozen=True)
class Twin:
    """A dialogue, and one that should not be published beside it."""

    good: Candidate
    twin: Candidate
    where: str


def renamed(good: Good, rng: Random) -> Twin:
    """The dialogue again, under a new id and in another cell."""
    name = f"{90_000 + rng.randrange(9_999)}-00"
    old = good.candidate
    cell = old.plan.cell.model_copy(update={"index": int(name[:5])})
    twin = Candidate(
        plan=old.plan.model_copy(update={"dialogue_id": name, "cell": cell, "attempt": 0}),
        dialogue=old.dialogue.model_copy(update={"dialogue_id": name}),
        annotation=old.annotation.model_copy(update={"dialogue_id": name}),
    )
    return Twin(old, twin, f"{old.dialogue.dialogue_id} again as {name}")


def leaked(good: Good, rng: Random) -> tuple[Candidate, str]:
    """The dialogue, planned for training, with the name of one of its intents to be held out."""
    goals = good.candidate.plan.goals
    goal = goals[rng.randrange(len(goals))]
    cell = good.candidate.plan.cell.model_copy(update={"split": Split.TRAIN})
    plan = good.candidate.plan.model_copy(update={"cell": cell})
    held = f"{goal.service}.{goal.intent}"
    return good.candidate.model_copy(update={"plan": plan}), held
