"""A pipeline of toy stages over the real records, and a chat that answers at random times."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flows.outcome import Progress
from flows.pipeline import JudgedStorage, Pipeline, RowStorage, Step
from flows.runs import open_run
from flows.weave import weave
from flows.workspace import Workspace
from runtime.errors import BudgetExhausted
from runtime.stage import BadReply, StageContext, StageName
from runtime.store import ArtifactStore
from schemas.annotation import AnnotatedDialogue, TurnAnnotation
from schemas.authoring import IntentBrief, IntentProposal, IntentRequest
from schemas.calls.call import Site
from schemas.calls.simulation import USER_TURN, UserTurnInput, UserTurnReply
from schemas.candidate import Candidate, Judged
from schemas.config import DescribedIntent, Limits, RunConfig, Sources, Target
from schemas.dialogue import Dialogue, Speaker, Turn
from schemas.plan import Cell, Goal, Persona, Plan, PlannedSlot, PlanRequest
from schemas.run import CallOutcome, CallRecord, RunManifest
from schemas.service import Catalog, IntentSchema, ServiceSchema, SlotSchema
from schemas.verdict import Outcome, Rejection, RejectionCode, Verdict
from schemas.world import WorldSpec
from stages.compile import compile_dataset, select

SERVICE = ServiceSchema(
    name="tables",
    domains=("food",),
    slots=(SlotSchema(name="place", example_values=("Rome",)),),
    intents=(
        IntentSchema(
            name="book_table",
            transactional=True,
            needs_confirmation=False,
            required=("place",),
            entity="tables",
        ),
    ),
)

SYLLABLES = ("ka", "lo", "mi", "ru", "te", "vo", "sa", "ni", "pe", "zu")


def words(seed: int) -> str:
    """Text that no two seeds share much of."""
    rng = random.Random(seed)
    return " ".join("".join(rng.choices(SYLLABLES, k=3)) for _ in range(30))


@dataclass
class RandomChat:
    """Answers after random times.

    Attributes:
        budget: Calls that may be made; the next one exhausts it.
        bad: Items whose replies stay unusable.
    """

    budget: int | None = None
    bad: frozenset[str] = frozenset()
    longest_s: float = 0.002
    asked: Counter[str] = field(default_factory=Counter)
    most_at_once: int = 0
    _at_once: int = 0
    _records: dict[str, list[CallRecord]] = field(default_factory=dict)

    async def ask(self, call: Any, data: Any, site: Site, check: Any = None) -> Any:
        if self.budget is not None and sum(self.asked.values()) >= self.budget:
            raise BudgetExhausted("the budget limits.max_cost_usd = 1 is reached")
        self.asked[site.item] += 1
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            await asyncio.sleep(random.uniform(0, self.longest_s))
        finally:
            self._at_once -= 1
        self._records.setdefault(site.item, []).append(
            CallRecord(
                role=call.role,
                call=call.name,
                model="toy",
                item=site.item,
                turn=site.turn,
                prompt_hash="p",
                asked="a",
                cost_usd="0.01",
                tokens_in=10,
                tokens_out=2,
                outcome=CallOutcome.OK,
            )
        )
        if site.item in self.bad:
            raise BadReply("no JSON in it")
        return UserTurnReply(utterance=data.persona)

    def model_of(self, call: Any) -> str:
        return "toy"

    def records(self, item: str) -> list[CallRecord]:
        return self._records.pop(item, [])


@dataclass(frozen=True)
class Toy:
    """A stage that is a function."""

    name: StageName
    make: Callable[[Any, StageContext], Any]
    version: int = 1

    async def run(self, item: Any, ctx: StageContext) -> Any:
        made = self.make(item, ctx)
        return await made if asyncio.iscoroutine(made) else made


def propose(item: IntentRequest, ctx: StageContext) -> IntentProposal:
    return IntentProposal(domain=item.domain, briefs=item.described)


def plan(item: PlanRequest, ctx: StageContext) -> Plan | Rejection:
    if ctx.seed % 6 == 0:
        return Rejection(
            item=item.dialogue_id, stage="plans", code=RejectionCode.PLAN_INCOHERENT, detail="no"
        )
    value = f"place {ctx.seed}"
    return Plan(
        dialogue_id=item.dialogue_id,
        cell=item.cell,
        attempt=item.attempt,
        seed=ctx.seed,
        services=("tables",),
        clock=item.clock,
        persona=Persona(name="Ada", style="plain"),
        story="",
        goals=(
            Goal(
                number=0,
                service="tables",
                intent="book_table",
                slots=(PlannedSlot(slot="place", value=value, surface=value),),
            ),
        ),
        world=WorldSpec(),
    )


async def simulate(item: Plan, ctx: StageContext) -> Dialogue:
    question = UserTurnInput(persona=words(ctx.seed), style="", goals=(), conversation=(), moves=())
    reply = await ctx.chat.ask(USER_TURN, question, Site(item=item.dialogue_id))
    return Dialogue(
        dialogue_id=item.dialogue_id,
        services=item.services,
        clock=item.clock,
        world=item.world,
        turns=(
            Turn(index=0, speaker=Speaker.USER, utterance=reply.utterance),
            Turn(index=1, speaker=Speaker.SYSTEM, utterance="Done."),
        ),
    )


def annotate(item: Dialogue, ctx: StageContext) -> AnnotatedDialogue:
    return AnnotatedDialogue(
        dialogue_id=item.dialogue_id,
        services=item.services,
        goal_summary="wants a table",
        turns=tuple(
            TurnAnnotation(index=t.index, speaker=t.speaker, utterance=t.utterance)
            for t in item.turns
        ),
    )


def judge(item: Candidate, ctx: StageContext) -> Judged:
    bad = ctx.seed % 5 == 0
    ident = item.plan.dialogue_id
    verdict = Verdict(
        dialogue_id=ident,
        check="toy",
        version=1,
        rung=5,
        outcome=Outcome.FAIL if bad else Outcome.PASS,
    )
    code = RejectionCode.LABEL_DISAGREEMENT if bad else None
    return Judged(candidate=item, verdicts=(verdict,), code=code)


def requests(config: RunConfig) -> tuple[IntentRequest, ...]:
    brief = IntentBrief(brief_id="b0", domain="food", description="book a table")
    return (IntentRequest(request_id="r0", domain="food", described=(brief,)),)


def lay(config: RunConfig, catalog: Catalog, start: int, count: int) -> tuple[Cell, ...]:
    return tuple(
        Cell(index=start + place, service="tables", intent="book_table") for place in range(count)
    )


def toy_pipeline(**makes: Callable[[Any, StageContext], Any]) -> Pipeline:
    """The toy pipeline, single stages of it replaced by name."""

    def stage(name: StageName, make: Callable[[Any, StageContext], Any]) -> Toy:
        return Toy(name, makes.get(name.value, make))

    return Pipeline(
        requests=requests,
        intents=Step(
            stage(StageName.INTENTS, propose),
            RowStorage("intents", IntentProposal),
            lambda item: item.request_id,
        ),
        schemas=Step(
            stage(StageName.SCHEMAS, lambda item, ctx: SERVICE),
            RowStorage("schemas", ServiceSchema),
            lambda item: item.brief_id,
        ),
        assemble=lambda services: (Catalog(services=tuple(services)), ()),
        lay_cells=lay,
        plans=Step(
            stage(StageName.PLANS, plan),
            RowStorage("plans", Plan),
            lambda item: item.dialogue_id,
            settings=("seed",),
        ),
        simulate=Step(
            stage(StageName.SIMULATE, simulate),
            RowStorage("dialogues", Dialogue),
            lambda item: item.dialogue_id,
            (USER_TURN,),
            ("seed",),
        ),
        annotate=Step(
            stage(StageName.ANNOTATE, annotate),
            RowStorage("annotations", AnnotatedDialogue),
            lambda item: item.dialogue_id,
        ),
        validate=Step(
            stage(StageName.VALIDATE, judge),
            JudgedStorage(),
            lambda item: item.plan.dialogue_id,
            settings=("seed",),
        ),
        select=select,
        compile=compile_dataset,
    )


@dataclass
class Watcher:
    """An observer that keeps what it was told."""

    performed: list[str] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    rounds: int = 0

    async def perform(self, name: str, work: Callable[[], Any]) -> Any:
        self.performed.append(name)
        return await work()

    async def progressed(self, progress: Progress) -> None:
        self.shares.append(progress.share)

    async def warned(self, sentence: str) -> None:
        self.warnings.append(sentence)

    async def round_over(self, manifest: RunManifest) -> None:
        self.rounds += 1


def config(
    accepted: int = 12, attempts: int = 8, shard_size: int = 5, concurrency: int = 16, seed: int = 0
) -> RunConfig:
    described = (DescribedIntent(domain="food", description="book a table"),)
    return RunConfig(
        name="toy",
        seed=seed,
        intents=Sources(described=described),
        target=Target(accepted=accepted, attempts=attempts),
        limits=Limits(shard_size=shard_size, concurrency=concurrency),
    )


async def toy_run(
    folder: Path | str,
    wanted: RunConfig,
    chat: RandomChat | None = None,
    pipeline: Pipeline | None = None,
    watcher: Watcher | None = None,
) -> RunManifest:
    """Makes a toy run, or goes on with it."""
    pipeline = pipeline or toy_pipeline()
    manifest = open_run(str(folder), wanted, pipeline)
    workspace = Workspace(
        config=wanted,
        store=ArtifactStore(str(folder)),
        pipeline=pipeline,
        chat=chat or RandomChat(),
        close_item=lambda item: None,
        prompt_hash=lambda call: "p",
    )
    return await weave(manifest, workspace, watcher or Watcher())


def dataset(folder: Path) -> dict[str, bytes]:
    """The published files, byte for byte."""
    return {path.name: path.read_bytes() for path in sorted((folder / "dataset").iterdir())}


def ids(folder: Path | str, table: str, cls: type[Any]) -> Sequence[str]:
    """The dialogue ids in a table."""
    return [row.dialogue_id for row in ArtifactStore(str(folder)).read_all(table, cls)]
