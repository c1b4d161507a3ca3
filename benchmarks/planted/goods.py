"""Good dialogues to plant faults into: those of runs, and imported ones."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.planted.kind import Good
from formats.sgd import read_dialogue, read_schema
from runtime.store import ArtifactStore
from schemas.annotation import AnnotatedDialogue
from schemas.candidate import Candidate
from schemas.dialogue import Dialogue
from schemas.plan import Plan
from schemas.service import Catalog, ServiceSchema

Import = Callable[[Dialogue, Catalog], Candidate]
"""Makes a candidate of a dialogue that has no plan."""


def of_run(folder: str) -> Iterator[Good]:
    """Every dialogue that a run simulated, whatever its ladder said of it.

    A run with an offline model that makes no mistakes is good throughout: what its ladder
    rejected was rejected wrongly.
    """
    store = ArtifactStore(folder)
    catalog = Catalog(services=store.read("services", "part-00000", ServiceSchema))
    plans = {plan.dialogue_id: plan for plan in store.read_all("plans", Plan)}
    dialogues = {d.dialogue_id: d for d in store.read_all("dialogues", Dialogue)}
    for labels in sorted(
        store.read_all("annotations", AnnotatedDialogue), key=lambda a: a.dialogue_id
    ):
        name = labels.dialogue_id
        candidate = Candidate(plan=plans[name], dialogue=dialogues[name], annotation=labels)
        yield Good(candidate, catalog)


def of_sgd(folder: Path, imported: Import) -> Iterator[Good]:
    """SGD's dialogues in a folder, each with the schema file whose name is like its own.

    Those that contradict themselves are left out: their labels are not good.
    """
    for path in sorted(folder.glob("dialogues_*.json")):
        schema = folder / path.name.replace("dialogues_", "schema_")
        if not schema.exists():
            schema = folder / f"{schema.stem.removesuffix('_subset')}.json"
        catalog = read_schema(json.loads(schema.read_text(encoding="utf-8")))
        for raw in json.loads(path.read_text(encoding="utf-8")):
            read = read_dialogue(raw, catalog)
            if not read.contradictions:
                yield Good(imported(read.dialogue, catalog), catalog, planned=False)
