"""The published part of a run: the dataset's tables and card, the reviewers' sample."""

from collections.abc import Sequence

from flows.outcome import quotas_of, unmet_cells
from flows.reviews import CARD, SUMMARY
from flows.workspace import Workspace
from formats.services import services_text
from review.page import with_review
from runtime.fingerprint import digest, digest_records
from runtime.store import ArtifactStore
from schemas.annotation import AnnotatedDialogue
from schemas.candidate import Candidate, Judged, Judgement
from schemas.dataset import DialogueRow, FrameRow, NearDuplicateRow, ReviewRow, SlotRow, TurnRow
from schemas.dialogue import Dialogue
from schemas.plan import Cell, Plan
from schemas.review import ReviewSummary
from schemas.service import Catalog, ServiceSchema
from schemas.verdict import Rejection
from stages.compile import NAME as COMPILE
from stages.compile import VERSION as COMPILE_VERSION
from stages.compile import Compiled
from stages.compile.card import dataset_card
from stages.review_sample import draw, to_csv
from stages.simulate.supervise.accounting import account

REVIEW_SIZE = 50
"""Dialogues in the sample that every run draws; `dialoom review sample` draws another."""


async def publish(
    workspace: Workspace,
    catalog: Catalog,
    judged: Sequence[Judged],
    chosen: tuple[str, ...],
    dropped: Sequence[Rejection],
    cells: Sequence[Cell] = (),
) -> Compiled:
    """Writes the dataset anew, whatever was there; what reviewers found stays in its card.

    Args:
        workspace: The opened run.
        catalog: Its services.
        judged: All judged dialogues.
        chosen: Ids of those that the rounds chose.
        dropped: What stages before the ladder dropped, for the card.
        cells: The partition, for the card.
    """
    store, config = workspace.store, workspace.config
    compiled = workspace.pipeline.compile(judged, catalog, config, chosen)
    identity = digest(
        [
            COMPILE.value,
            COMPILE_VERSION,
            [workspace.identity(step, catalog) for step in workspace.pipeline.steps],
            digest_records(compiled.dialogues),
        ]
    )
    own = [rejection for rejection in compiled.rejections if rejection.stage == COMPILE.value]
    store.write("rejects", COMPILE.value, own, Rejection, identity)
    store.write("dataset", "dialogues", compiled.dialogues, DialogueRow, identity)
    store.write("dataset", "turns", compiled.turns, TurnRow, identity)
    store.write("dataset", "frames", compiled.frames, FrameRow, identity)
    store.write("dataset", "slots", compiled.slots, SlotRow, identity)
    store.write(
        "near_duplicates",
        COMPILE.value,
        compiled.near_duplicates,
        NearDuplicateRow,
        identity,
    )
    store.write_text("dataset/services.json", services_text(catalog.services))
    reasons = [*dropped, *compiled.rejections]
    filled = {candidate.plan.cell.index for candidate in compiled.chosen}
    unmet = unmet_cells(cells, filled, reasons)
    quotas = quotas_of(config, catalog, cells, judged, unmet)
    card = dataset_card(
        compiled.dialogues,
        compiled.turns,
        reasons,
        catalog,
        config,
        quotas,
        compiled.panel,
        account((item.candidate.dialogue for item in judged), dropped),
    )
    review = store.read_document(SUMMARY, ReviewSummary)
    store.write_text(CARD, card if review is None else with_review(card, review))
    return compiled


def write_sample(
    store: ArtifactStore, candidates: Sequence[Candidate], n: int, seed: int
) -> tuple[ReviewRow, ...]:
    """Draws the reviewers' sample and writes it as Parquet and as CSV."""
    rows = draw(candidates, n, seed)
    store.write("review", "sample", rows, ReviewRow, digest([n, seed, digest_records(rows)]))
    store.write_text("review/sample.csv", to_csv(rows))
    return rows


def published(store: ArtifactStore) -> tuple[tuple[Candidate, ...], Catalog]:
    """The published dialogues of a finished run, with their services, out of its tables.

    Raises:
        StorageFailure: Where a part is missing or damaged.
    """
    wanted = [row.dialogue_id for row in store.read("dataset", "dialogues", DialogueRow)]
    plans = {plan.dialogue_id: plan for plan in store.read_all("plans", Plan)}
    dialogues = {d.dialogue_id: d for d in store.read_all("dialogues", Dialogue)}
    labels = {a.dialogue_id: a for a in store.read_all("annotations", AnnotatedDialogue)}
    cuts = {j.dialogue_id: j.cut for j in store.read_all("judgements", Judgement) if j.cut}
    candidates = tuple(
        cuts.get(ident)
        or Candidate(plan=plans[ident], dialogue=dialogues[ident], annotation=labels[ident])
        for ident in wanted
    )
    services = store.read("services", "part-00000", ServiceSchema)
    return candidates, Catalog(services=services)
