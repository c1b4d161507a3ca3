"""Inputs as they come in real runs: the pipeline over the offline model, all calls noted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from phenomena import BY_TAG
from runtime.fingerprint import item_seed
from runtime.gateway import Gateway
from runtime.journal import Journal
from runtime.stage import StageContext
from schemas.calls.call import Call, InputT, ReplyT, Site
from schemas.candidate import Candidate
from schemas.config import DescribedIntent, Mix, ProposedIntents, RunConfig, Sources, Target
from schemas.phenomenon import PhenomenonTag
from schemas.plan import PlanRequest
from schemas.service import Catalog, ServiceSchema
from schemas.verdict import Rejection
from stages import intents, plans, schemas
from stages.annotate import ANNOTATE
from stages.simulate import SIMULATE
from stages.validate import VALIDATE

DESCRIBED = (
    ("restaurants", "book a table at a restaurant"),
    ("travel", "book a flight"),
    ("travel", "rent a car"),
    ("health", "schedule a doctor appointment"),
    ("home", "order food for delivery"),
)
HARD = frozenset(
    {
        PhenomenonTag.CORRECTION,
        PhenomenonTag.TURN_CORRECTION,
        PhenomenonTag.IRRELEVANT_ANSWER,
        PhenomenonTag.OVERHEARD_ANSWER,
        PhenomenonTag.SARCASTIC_ANSWER,
    }
)
"""Phenomena whose statements a model gets wrong first; they come more often than others."""
OFTEN = 0.18
ATTEMPTS = 4
"""At one cell; what fails them all is left out."""
PER_DIALOGUE = 1.5
"""Phenomena in a dialogue, on average."""


@dataclass(frozen=True)
class Asked:
    """A call as a stage made it.

    Attributes:
        check: The stage's own test of the reply, None where it has none.
        replies: What the offline model answered, as JSON.
    """

    call: Call[Any, Any]
    data: Any
    site: Site
    check: Callable[[Any], None] | None
    replies: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Recording:
    """What one offline run leaves: its services, its good dialogues, its calls."""

    catalog: Catalog
    candidates: tuple[Candidate, ...]
    asked: tuple[Asked, ...]


class _Noting:
    """A chat that notes what it is asked."""

    def __init__(self, chat: Gateway) -> None:
        self._chat = chat
        self.asked: list[Asked] = []

    async def ask(
        self,
        call: Call[InputT, ReplyT],
        data: InputT,
        site: Site,
        check: Callable[[ReplyT], None] | None = None,
    ) -> ReplyT:
        asked = Asked(call, data, site, check)
        self.asked.append(asked)
        reply = await self._chat.ask(call, data, site, check)
        asked.replies.append(reply.model_dump_json())
        return reply

    def model_of(self, call: Call[InputT, ReplyT]) -> str:
        return self._chat.model_of(call)


async def record(
    folder: Path, seed: int, dialogues: int, services: Sequence[ServiceSchema] = ()
) -> Recording:
    """Runs the pipeline over the offline model.

    Args:
        folder: Where the journal goes.
        seed: Of the run; the same seed gives the same recording.
        dialogues: How many are planned; those that the ladder refuses are left out.
        services: What they are about; a few described intents where there is none.
    """
    config = _config(seed, dialogues, services)
    chat = _Noting(Gateway(config, Journal(str(folder))))

    def context(stage: str, item: str, catalog: Catalog) -> StageContext:
        return StageContext(chat, item_seed(seed, stage, item), catalog, config)

    written: list[ServiceSchema] = []
    for request in intents.requests(config):
        proposal = await intents.INTENTS.run(
            request, context("intents", request.request_id, Catalog())
        )
        for brief in () if isinstance(proposal, Rejection) else proposal.briefs:
            made = await schemas.SCHEMAS.run(brief, context("schemas", brief.brief_id, Catalog()))
            written += [] if isinstance(made, Rejection) else [made]
    catalog, _ = schemas.assemble([*services, *(() if services else written)])
    candidates = []
    for cell in plans.lay_cells(config, catalog, 0, dialogues):
        for attempt in range(ATTEMPTS):
            ident = f"{cell.index:05d}-{attempt:02d}"
            request_ = PlanRequest(
                dialogue_id=ident, cell=cell, attempt=attempt, clock=config.clock
            )
            candidate = await _dialogue(request_, partial(context, item=ident, catalog=catalog))
            if candidate is not None:
                candidates.append(candidate)
                break
    return Recording(catalog, tuple(candidates), tuple(chat.asked))


async def _dialogue(
    request: PlanRequest, context: Callable[[str], StageContext]
) -> Candidate | None:
    """A good dialogue of one request, None where a stage drops it."""
    plan = await plans.PLANS.run(request, context("plans"))
    if isinstance(plan, Rejection):
        return None
    dialogue = await SIMULATE.run(plan, context("simulate"))
    if isinstance(dialogue, Rejection):
        return None
    labels = await ANNOTATE.run(dialogue, context("annotate"))
    if isinstance(labels, Rejection):
        return None
    candidate = Candidate(plan=plan, dialogue=dialogue, annotation=labels)
    judged = await VALIDATE.run(candidate, context("validate"))
    return judged.candidate if judged.code is None else None


def _config(seed: int, dialogues: int, services: Sequence[ServiceSchema]) -> RunConfig:
    rarely = (PER_DIALOGUE - OFTEN * len(HARD)) / (len(BY_TAG) - len(HARD))
    described = tuple(DescribedIntent(domain=d, description=text) for d, text in DESCRIBED)
    return RunConfig(
        seed=seed,
        intents=Sources(
            described=described,
            propose=(ProposedIntents(domain="home", count=2),),
            imported=("given",) if services else (),
        ),
        target=Target(accepted=dialogues),
        mix=Mix(multi_intent=0.7, query_first=0.5, flow=0.6, max_goals=2, failure=0.1),
        phenomena={tag: OFTEN if tag in HARD else rarely for tag in BY_TAG},
    )
