"""Stage 1: descriptions of intents, given by the user or proposed for a domain."""

from dataclasses import dataclass

from rapidfuzz import fuzz

from runtime.stage import BadReply, StageContext, StageName
from schemas.authoring import IntentBrief, IntentProposal, IntentRequest
from schemas.calls.authoring import PROPOSE_INTENTS, ProposeIntentsInput, ProposeIntentsReply
from schemas.calls.call import Site
from schemas.config import RunConfig
from schemas.verdict import Rejection, RejectionCode

TOO_ALIKE = 88.0
"""Similarity in percent (token sort ratio) from which two descriptions count as the same."""


def requests(config: RunConfig) -> tuple[IntentRequest, ...]:
    """The stage's items: one for each described intent, one for each domain to propose for."""
    given = config.intents.described
    existing = tuple(intent.description for intent in given)
    wishes = [
        IntentRequest(
            request_id=f"described-{number:03d}",
            domain=intent.domain,
            described=(
                IntentBrief(
                    brief_id=f"described-{number:03d}",
                    domain=intent.domain,
                    description=intent.description,
                    existing=tuple(text for text in existing if text != intent.description),
                    slots=intent.slots,
                    constraints=intent.constraints,
                ),
            ),
        )
        for number, intent in enumerate(given)
    ]
    wishes += [
        IntentRequest(
            request_id=f"proposed-{number:03d}",
            domain=wish.domain,
            propose=wish.count,
            existing=existing,
        )
        for number, wish in enumerate(config.intents.propose)
    ]
    return tuple(wishes)


@dataclass(frozen=True)
class ProposeIntents:
    """Passes described intents on and asks for the proposed ones."""

    name: StageName = StageName.INTENTS
    version: int = 1

    async def run(self, item: IntentRequest, ctx: StageContext) -> IntentProposal | Rejection:
        """The briefs of one request.

        A request that the model cannot fill with new descriptions is rejected as a whole.
        """
        if not item.propose:
            return IntentProposal(domain=item.domain, briefs=item.described)
        question = ProposeIntentsInput(
            domain=item.domain, count=item.propose, existing=item.existing
        )

        def all_new(reply: ProposeIntentsReply) -> None:
            new = _distinct(reply.descriptions, item.existing)
            if len(new) < item.propose:
                raise ValueError(
                    f"only {len(new)} of {item.propose} descriptions differ from each other "
                    "and from those that exist"
                )

        try:
            reply = await ctx.chat.ask(
                PROPOSE_INTENTS, question, Site(item=item.request_id), check=all_new
            )
        except BadReply as problem:
            code = RejectionCode.REFUSED if problem.refused else RejectionCode.DUPLICATE_INTENT
            return Rejection(item=item.request_id, stage=self.name, code=code, detail=str(problem))
        texts = _distinct(reply.descriptions, item.existing)[: item.propose]
        return IntentProposal(
            domain=item.domain,
            briefs=tuple(
                IntentBrief(
                    brief_id=f"{item.request_id}-{number:02d}",
                    domain=item.domain,
                    description=text,
                    existing=(*item.existing, *texts[:number]),
                    proposed=True,
                )
                for number, text in enumerate(texts)
            ),
        )


def _distinct(texts: tuple[str, ...], existing: tuple[str, ...]) -> list[str]:
    kept: list[str] = []
    for text in texts:
        others = (*existing, *kept)
        if all(fuzz.token_sort_ratio(text.lower(), other.lower()) < TOO_ALIKE for other in others):
            kept.append(text)
    return kept


INTENTS = ProposeIntents()
