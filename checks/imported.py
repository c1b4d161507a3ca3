"""Dialogues that nobody planned: imported ones, whose words and records are all there is."""

from checks.labels import label
from schemas.annotation import AnnotatedDialogue
from schemas.candidate import Candidate
from schemas.dialogue import Dialogue
from schemas.plan import Cell, Persona, Plan
from schemas.service import Catalog


def is_planned(candidate: Candidate) -> bool:
    """Whether there is a plan to hold the dialogue against; a plan has goals."""
    return bool(candidate.plan.goals)


def imported(dialogue: Dialogue, catalog: Catalog) -> Candidate:
    """An imported dialogue as a candidate, labelled, its plan without goals.

    Args:
        dialogue: The record.
        catalog: With at least the dialogue's services.
    """
    labels, _ = label(dialogue, catalog)
    return unplanned(dialogue, labels)


def unplanned(dialogue: Dialogue, labels: AnnotatedDialogue) -> Candidate:
    """A labelled dialogue as a candidate whose plan has no goals.

    Args:
        dialogue: The record.
        labels: What `label` makes of it.
    """
    named = labels.intents[0].split(".", 1) if labels.intents else ("", "")
    plan = Plan(
        dialogue_id=dialogue.dialogue_id,
        cell=Cell(index=0, service=named[0], intent=named[1]),
        attempt=0,
        seed=0,
        services=dialogue.services,
        clock=dialogue.clock,
        persona=Persona(name="", style=""),
        story="",
        goals=(),
        world=dialogue.world,
    )
    return Candidate(plan=plan, dialogue=dialogue, annotation=labels)
