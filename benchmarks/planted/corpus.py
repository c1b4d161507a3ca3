"""Faults that no dialogue shows by itself: it takes the others, or the splits."""

from random import Random

from benchmarks.planted.kind import Good
from schemas.candidate import Candidate
from schemas.plan import Split


def called(candidate: Candidate, name: str) -> Candidate:
    """The dialogue under another id, in the cell and attempt that the id names."""
    cell = candidate.plan.cell.model_copy(update={"index": int(name[:5])})
    plan = {"dialogue_id": name, "cell": cell, "attempt": int(name[6:])}
    return Candidate(
        plan=candidate.plan.model_copy(update=plan),
        dialogue=candidate.dialogue.model_copy(update={"dialogue_id": name}),
        annotation=candidate.annotation.model_copy(update={"dialogue_id": name}),
    )


def leaked(good: Good, rng: Random) -> tuple[Candidate, str]:
    """The dialogue, planned for training, with the name of one of its intents to be held out."""
    goals = good.candidate.plan.goals
    goal = goals[rng.randrange(len(goals))]
    cell = good.candidate.plan.cell.model_copy(update={"split": Split.TRAIN})
    plan = good.candidate.plan.model_copy(update={"cell": cell})
    held = f"{goal.service}.{goal.intent}"
    return good.candidate.model_copy(update={"plan": plan}), held
