"""A dialogue in other words: the same plan, simulated with other draws of the offline model."""

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.planted.kind import Good
from runtime.offline import reply
from runtime.stage import BadReply, StageContext
from schemas.calls.call import Call, InputT, ReplyT, Site
from schemas.config import RunConfig, Sources
from schemas.dialogue import Dialogue
from stages.simulate import SIMULATE

ATTEMPTS = 3


@dataclass(frozen=True)
class OfflineChat:
    """The offline model without a gateway."""

    seed: int

    async def ask(
        self,
        call: Call[InputT, ReplyT],
        data: InputT,
        site: Site,
        check: Callable[[ReplyT], None] | None = None,
    ) -> ReplyT:
        """Its answer, asked for again where the caller finds it unusable."""
        complaint = ""
        for attempt in range(ATTEMPTS):
            seed = hash((self.seed, site.turn, site.step, site.draw, attempt)) & 0x7FFFFFFF
            answer = call.reply.model_validate_json(reply(call.name, data, seed))
            try:
                if check is not None:
                    check(answer)
                return answer
            except ValueError as problem:
                complaint = str(problem)
        raise BadReply(complaint)

    def model_of(self, call: Call[InputT, ReplyT]) -> str:
        """Its name."""
        return "offline/agenda"


async def reworded(good: Good, seed: int) -> Dialogue | None:
    """The dialogue's plan played with other words, None where that did not work out."""
    context = StageContext(
        chat=OfflineChat(seed),
        seed=seed,
        catalog=good.catalog,
        config=RunConfig(intents=Sources(imported=("none",))),
    )
    played = await SIMULATE.run(good.candidate.plan, context)
    return played if isinstance(played, Dialogue) else None
