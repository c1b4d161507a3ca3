"""Publishing anew: what people added to the dataset's card is kept."""

from pathlib import Path

from flows.reviews import review_run
from runtime.store import ArtifactStore
from schemas.dataset import ReviewRow
from schemas.run import RunStatus
from stages.review_sample import to_csv
from tests.flows.fakes import config, toy_run


async def test_the_card_keeps_the_review_when_the_dataset_is_published_anew(tmp_path: Path) -> None:
    run = tmp_path / "run"
    await toy_run(run, config(accepted=4))
    sample = ArtifactStore(str(run)).read("review", "sample", ReviewRow)
    filled = tmp_path / "anna.csv"
    judged = [row.model_copy(update={"label_right": True}) for row in sample]
    filled.write_text(to_csv(judged), encoding="utf-8", newline="")
    section = review_run(str(run), [filled])
    assert "People judged 4 of 4 sampled dialogues" in section
    reviewed = (run / "dataset" / "README.md").read_text()
    assert section in reviewed
    again = await toy_run(run, config(accepted=4))
    assert again.status is RunStatus.COMPLETE
    assert (run / "dataset" / "README.md").read_text() == reviewed
