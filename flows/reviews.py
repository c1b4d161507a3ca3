"""A run's review: verdicts read, numbers kept beside the sample and printed in the card."""

from collections.abc import Sequence
from pathlib import Path

from review.page import card_section, with_review
from review.sheet import ReviewError, read_sheet
from review.summary import summarise
from runtime.store import ArtifactStore
from schemas.dataset import ReviewRow

CARD = "dataset/README.md"
SUMMARY = "review/summary"


def review_run(run: str, files: Sequence[Path]) -> str:
    """Reads the filled samples of a run, writes `review/summary.json` and the card's section.

    Args:
        run: The run's folder or URL.
        files: Filled copies of the run's sample.

    Returns:
        The section's text.

    Raises:
        ReviewError: Where a file does not fit the sample.
        StorageFailure: Where the run has no sample, or cannot be written.
    """
    store = ArtifactStore(run)
    names = [file.name for file in files]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ReviewError(f"two files are named {twice[0]}: rename one, the names tell them apart")
    sample = store.read("review", "sample", ReviewRow)
    summary = summarise(sample, [read_sheet(file, sample) for file in files])
    store.write_document(SUMMARY, summary)
    card = store.files.read(CARD)
    if card is not None:
        store.write_text(CARD, with_review(card.decode("utf-8"), summary))
    return card_section(summary)
