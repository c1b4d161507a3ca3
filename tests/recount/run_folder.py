"""Recounts every published dialogue of a run folder."""

from pathlib import Path

from flows.publish import published
from runtime.store import ArtifactStore
from tests.recount.comparison import compare


def recount_run(folder: Path) -> tuple[int, dict[str, list[str]]]:
    """How many dialogues a finished run publishes, and where the labels of which are wrong."""
    candidates, catalog = published(ArtifactStore(str(folder)))
    found = {
        item.dialogue.dialogue_id: compare(item.dialogue, item.annotation, catalog)
        for item in candidates
    }
    return len(candidates), {name: wrong for name, wrong in found.items() if wrong}
