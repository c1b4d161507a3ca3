"""The pipeline's steps: which stage, where its parts go, what it rests on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from runtime.stage import ItemStage
from runtime.store import ArtifactStore
from schemas.annotation import AnnotatedDialogue
from schemas.authoring import IntentProposal, IntentRequest
from schemas.base import Record
from schemas.calls.call import Call
from schemas.candidate import Candidate, Judged, Judgement
from schemas.config import RunConfig
from schemas.dialogue import Dialogue
from schemas.plan import Cell, Plan, PlanRequest
from schemas.service import Catalog, ServiceSchema
from schemas.verdict import Rejection, Verdict
from stages.compile import Compiled, Selection

ItemT = TypeVar("ItemT", bound=Record)
OutT = TypeVar("OutT", bound=Record)
RecordT = TypeVar("RecordT", bound=Record)

AnyCall = Call[Any, Any]


class Storage(Protocol[OutT]):
    """How a step's outputs are kept."""

    def save(
        self, store: ArtifactStore, part: str, outputs: Sequence[OutT], fingerprint: str
    ) -> None:
        """Writes one part."""
        ...

    def load(
        self, store: ArtifactStore, part: str, items: Sequence[Record], fingerprint: str
    ) -> tuple[OutT, ...] | None:
        """The outputs of a part that is done, else None."""
        ...

    def forget(self, store: ArtifactStore, part: str) -> None:
        """Removes a part where there is one."""
        ...


@dataclass(frozen=True)
class RowStorage(Generic[OutT]):
    """Outputs are rows of a table as they are."""

    table: str
    row: type[OutT]

    def save(
        self, store: ArtifactStore, part: str, outputs: Sequence[OutT], fingerprint: str
    ) -> None:
        """Writes one part."""
        store.write(self.table, part, outputs, self.row, fingerprint)

    def load(
        self, store: ArtifactStore, part: str, items: Sequence[Record], fingerprint: str
    ) -> tuple[OutT, ...] | None:
        """The outputs of a part that is done, else None."""
        return store.load(self.table, part, self.row, fingerprint)

    def forget(self, store: ArtifactStore, part: str) -> None:
        """Removes a part where there is one."""
        store.remove(self.table, part)


@dataclass(frozen=True)
class JudgedStorage:
    """Judged candidates: a row each in `judgements`, a row for each check in `verdicts`.

    Plan, dialogue and labels lie in their own tables already and are joined by id.
    """

    table: str = "judgements"
    verdicts: str = "verdicts"

    def save(
        self, store: ArtifactStore, part: str, outputs: Sequence[Judged], fingerprint: str
    ) -> None:
        """Writes both parts, that of the judgements last: it proves that the step is done."""
        rows = [verdict for judged in outputs for verdict in judged.verdicts]
        store.write(self.verdicts, part, rows, Verdict, fingerprint)
        store.write(
            self.table, part, [_judgement(judged) for judged in outputs], Judgement, fingerprint
        )

    def load(
        self, store: ArtifactStore, part: str, items: Sequence[Record], fingerprint: str
    ) -> tuple[Judged, ...] | None:
        """The judged candidates of a part that is done, else None."""
        judgements = store.load(self.table, part, Judgement, fingerprint)
        verdicts = store.load(self.verdicts, part, Verdict, fingerprint)
        if judgements is None or verdicts is None:
            return None
        candidates = {i.plan.dialogue_id: i for i in items if isinstance(i, Candidate)}
        return tuple(
            Judged(
                candidate=row.cut or candidates[row.dialogue_id],
                verdicts=tuple(v for v in verdicts if v.dialogue_id == row.dialogue_id),
                code=row.code,
                detail=row.detail,
            )
            for row in judgements
        )

    def forget(self, store: ArtifactStore, part: str) -> None:
        """Removes both parts where there are any."""
        store.remove(self.table, part)
        store.remove(self.verdicts, part)


def _judgement(judged: Judged) -> Judgement:
    """The row of a judged candidate; what truncation changed is kept with it."""
    candidate = judged.candidate
    return Judgement(
        dialogue_id=candidate.plan.dialogue_id,
        code=judged.code,
        detail=judged.detail,
        cut=candidate if candidate.dialogue.end == "truncated" else None,
    )


@dataclass(frozen=True)
class Step(Generic[ItemT, OutT]):
    """One item stage in its place.

    Attributes:
        identify: The id of an item, unique among all items of the stage in a run.
        calls: The model calls that it makes; their prompts and models are part of its identity.
        settings: Config fields that it reads, by dotted path.
    """

    stage: ItemStage[ItemT, OutT]
    storage: Storage[OutT]
    identify: Callable[[ItemT], str]
    calls: tuple[AnyCall, ...] = ()
    settings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pipeline:
    """Everything that a run composes."""

    requests: Callable[[RunConfig], tuple[IntentRequest, ...]]
    intents: Step[IntentRequest, IntentProposal]
    schemas: Step[Any, ServiceSchema]
    assemble: Callable[[Sequence[ServiceSchema]], tuple[Catalog, tuple[Rejection, ...]]]
    lay_cells: Callable[[RunConfig, Catalog, int, int], tuple[Cell, ...]]
    plans: Step[PlanRequest, Plan]
    simulate: Step[Plan, Dialogue]
    annotate: Step[Dialogue, AnnotatedDialogue]
    validate: Step[Candidate, Judged]
    select: Callable[[Sequence[Judged], Sequence[str]], Selection]
    compile: Callable[[Sequence[Judged], Catalog, RunConfig, Sequence[str]], Compiled]

    @property
    def steps(self) -> tuple[Step[Any, Any], ...]:
        """All item stages, in order."""
        return (self.intents, self.schemas, self.plans, self.simulate, self.annotate, self.validate)
