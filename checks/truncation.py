"""Keeping the good beginning of a dialogue that fails later: the cut at a checkpoint."""

from collections.abc import Iterator

from checks.labels import label
from schemas.annotation import SourceKind
from schemas.candidate import Candidate
from schemas.dialogue import EndReason, Speaker
from schemas.service import Catalog
from world.executor import Executor, TaskStatus

_OVER = frozenset({TaskStatus.PERFORMED, TaskStatus.CANCELLED})


def checkpoints(candidate: Candidate, catalog: Catalog) -> Iterator[int]:
    """System turns after which no task is open and one was performed, the last turn aside."""
    dialogue = candidate.dialogue
    executor = Executor(catalog.only(dialogue.services), dialogue.world, dialogue.clock)
    for turn in dialogue.turns[:-1]:
        if turn.speaker is Speaker.USER:
            executor.hear(turn.utterance, turn.acts)
            continue
        for step in turn.steps:
            executor.run(step.written)
        statuses = [task.status for task in executor.tasks.values()]
        held = any(task.held for task in executor.tasks.values())
        if not held and TaskStatus.PERFORMED in statuses and set(statuses) <= _OVER:
            yield turn.index


def cut(candidate: Candidate, last: int, catalog: Catalog) -> Candidate | None:
    """The candidate up to and with turn `last`, labelled anew and marked as truncated.

    None where what is left does not fill the candidate's cell: its intent, its phenomena, and
    the value that has to flow.
    """
    dialogue = candidate.dialogue.model_copy(
        update={"turns": candidate.dialogue.turns[: last + 1], "end": EndReason.TRUNCATED}
    )
    labels, _ = label(dialogue, catalog)
    cell = candidate.plan.cell
    flows = any(
        state.source.kind in (SourceKind.ENTITY, SourceKind.SERVICE)
        for turn in labels.turns
        for frame in turn.frames
        for state in frame.state
    )
    fills = (
        f"{cell.service}.{cell.intent}" in labels.intents
        and set(cell.phenomena) <= set(labels.shown)
        and (flows or not cell.flow)
    )
    kept = candidate.model_copy(update={"dialogue": dialogue, "annotation": labels})
    return kept if fills else None
