"""Writes docs/phenomena.md: every phenomenon with its rule, its judge's question and an example.

`python -m benchmarks.phenomena_page > docs/phenomena.md`. The examples are the offline model's,
from plans made for the purpose; they are the same each time.
"""

import asyncio
import hashlib
import sys
from collections.abc import Callable

import runtime.offline
from phenomena import ALL, BY_TAG
from phenomena.phenomenon import Phenomenon
from runtime.stage import BadReply, StageContext
from schemas.annotation import AnnotatedDialogue
from schemas.authoring import IntentProposal
from schemas.calls.call import Call, InputT, ReplyT, Site
from schemas.candidate import Candidate
from schemas.config import DescribedIntent, Mix, RunConfig, Sources, Validation
from schemas.dialogue import Dialogue, Speaker, Turn
from schemas.phenomenon import LUCID, PhenomenonTag
from schemas.plan import Cell, Plan, PlanRequest
from schemas.service import Catalog, ServiceSchema
from stages.annotate import ANNOTATE
from stages.intents import INTENTS, requests
from stages.plans import PLANS
from stages.plans.quotas import can_host
from stages.schemas import SCHEMAS, assemble
from stages.simulate import SIMULATE
from stages.validate import VALIDATE

_INTENTS = (
    ("restaurants", "book a table at a restaurant"),
    ("travel", "book a hotel room"),
    ("travel", "rent a car"),
)
_ATTEMPTS = 60
_BEFORE = {
    PhenomenonTag.AMBIGUOUS_VALUE: 5,
    PhenomenonTag.CONTRADICTION: 3,
    PhenomenonTag.MISTAKEN_DETAIL: 2,
    PhenomenonTag.CORRECTION: 3,
    PhenomenonTag.BACKEND_FAILURE: 2,
    PhenomenonTag.OFFERED_INTENT: 2,
}
"""Turns shown before the one where it happens, 1 where not said."""
_AFTER = {
    PhenomenonTag.AMBIGUOUS_VALUE: 1,
    PhenomenonTag.FALSE_PREMISE: 1,
    PhenomenonTag.OUT_OF_SCOPE: 1,
    PhenomenonTag.DELAY_CONFIRMATION: 1,
    PhenomenonTag.INTENT_SWITCH: 6,
}
"""Exchanges shown after it."""

_HEAD = """# Phenomena

What people do in conversations that a straight path from question to answer does not have. Each
is a module in `phenomena/`: it says which goals can host it, what becomes of the user's turn,
how it is derived from a finished dialogue (never from the plan), and which rule the system has to
keep. LUCID's twelve come first, under names that say what happens, with the labels of LUCID's
dataset; the others have none there. `docs/add-a-phenomenon.md` tells how to add one.

Shares are declared under `phenomena:` in the configuration; `anaphora`, `backend_failure` and
`offered_intent` are also what `mix.flow`, `mix.failure` and `mix.offers` ask for. A judge is asked
the question below about the words up to the turn where it happens. Examples are the offline
model's, that is, templates.

Written by `python -m benchmarks.phenomena_page > docs/phenomena.md`.
"""


class OfflineChat:
    """The offline model, asked directly: no gateway, no journal."""

    async def ask(
        self,
        call: Call[InputT, ReplyT],
        data: InputT,
        site: Site,
        check: Callable[[ReplyT], None] | None = None,
    ) -> ReplyT:
        """Answers, and again where the answer is unusable."""
        complaint = ""
        for attempt in range(3):
            seed = _seed(call.name, site, attempt)
            reply = call.reply.model_validate_json(runtime.offline.reply(call.name, data, seed))
            try:
                if check is not None:
                    check(reply)
                return reply
            except ValueError as problem:
                complaint = str(problem)
        raise BadReply(complaint)

    def model_of(self, call: Call[InputT, ReplyT]) -> str:
        """Its name."""
        return "offline/agenda"


def _seed(*parts: object) -> int:
    return int(hashlib.sha256(repr(parts).encode()).hexdigest()[:8], 16)


def _context(catalog: Catalog, seed: int) -> StageContext:
    return StageContext(chat=OfflineChat(), seed=seed, catalog=catalog, config=_CONFIG)


_CONFIG = RunConfig(
    intents=Sources(
        described=tuple(DescribedIntent(domain=d, description=text) for d, text in _INTENTS)
    ),
    mix=Mix(optional_slot=0),
    validation=Validation(truncate=False),
)


async def _catalog() -> Catalog:
    services: list[ServiceSchema] = []
    for request in requests(_CONFIG):
        proposal = await INTENTS.run(request, _context(Catalog(), 1))
        if isinstance(proposal, IntentProposal):
            for brief in proposal.briefs:
                service = await SCHEMAS.run(brief, _context(Catalog(), _seed(brief.brief_id)))
                services += [service] if isinstance(service, ServiceSchema) else []
    return assemble(services)[0]


async def example(tag: PhenomenonTag, catalog: Catalog) -> tuple[Turn, ...]:
    """The turns of a dialogue around the phenomenon.

    Raises:
        LookupError: Where no attempt gives a dialogue that shows it.
    """
    for attempt in range(_ATTEMPTS):
        candidate = await _candidate(tag, attempt, catalog)
        if candidate is None:
            continue
        judged = await VALIDATE.run(candidate, _context(catalog, 1))
        code = getattr(judged, "code", "rejected")
        turns = candidate.annotation.turns
        where = next((t.index for t in turns if tag in t.phenomena), None)
        if code is None and where is not None:
            last = where + 2 + 2 * _AFTER.get(tag, 0)
            return candidate.dialogue.turns[max(0, where - _BEFORE.get(tag, 1)) : last]
    raise LookupError(f"no example of {tag.value}")


async def _candidate(tag: PhenomenonTag, attempt: int, catalog: Catalog) -> Candidate | None:
    """A dialogue planned to show the phenomenon alone."""
    needs = BY_TAG[tag].needs
    looks_up = needs.query or needs.flow
    cell = Cell(
        index=attempt,
        service=catalog.services[attempt % len(catalog.services)].name,
        intent=catalog.services[attempt % len(catalog.services)].intents[0].name,
        goals=2 if looks_up or needs.goals > 1 else 1,
        query_first=looks_up and not needs.flow,
        flow=needs.flow,
        phenomena=(tag,),
    )
    if not can_host(tag, cell, catalog):
        return None
    ident = f"{tag.value}-{attempt}"
    request = PlanRequest(dialogue_id=ident, cell=cell, attempt=0, clock=_CONFIG.clock)
    plan = await PLANS.run(request, _context(catalog, _seed(ident)))
    if not isinstance(plan, Plan):
        return None
    dialogue = await SIMULATE.run(plan, _context(catalog, _seed("dialogue", ident)))
    if not isinstance(dialogue, Dialogue):
        return None
    labels = await ANNOTATE.run(dialogue, _context(catalog, 1))
    if not isinstance(labels, AnnotatedDialogue):
        return None
    return Candidate(plan=plan, dialogue=dialogue, annotation=labels)


def _section(phenomenon: Phenomenon, turns: tuple[Turn, ...]) -> str:
    label = f"`{phenomenon.lucid}`" if phenomenon.lucid else "none"
    told = f"\n- The user is told: {phenomenon.instruction}" if phenomenon.instruction else ""
    lines = []
    for turn in turns:
        if turn.spoken:
            lines.append(f"  said   {turn.spoken}")
        lines.append(f"{turn.speaker.value:>6}  {turn.utterance}")
        if turn.speaker is Speaker.SYSTEM:
            lines += [f"        {s.text}" for step in turn.steps for s in step.statements]
    shown = "\n".join(lines)
    return (
        f"### {phenomenon.tag.value}\n\n{phenomenon.description}\n\n"
        f"- LUCID's label: {label}\n- Rule: {phenomenon.rule}\n"
        f"- Asked of a judge: {phenomenon.question}{told}\n\n```\n{shown}\n```\n"
    )


async def render() -> str:
    """The page."""
    catalog = await _catalog()
    order = {tag: place for place, tag in enumerate(PhenomenonTag)}
    parts = [_HEAD, "## LUCID's twelve\n"]
    for phenomenon in sorted(ALL, key=lambda p: order[p.tag]):
        if order[phenomenon.tag] == len(LUCID):
            parts.append("## Beyond LUCID\n")
        parts.append(_section(phenomenon, await example(phenomenon.tag, catalog)))
    return "\n".join(parts)


if __name__ == "__main__":
    sys.stdout.write(asyncio.run(render()))
