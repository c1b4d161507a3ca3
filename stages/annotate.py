"""The stage `annotate`: a dialogue's labels, by replay and alignment."""

from dataclasses import dataclass

from checks.labels import label
from runtime.stage import StageContext, StageName
from schemas.annotation import AnnotatedDialogue
from schemas.dialogue import Dialogue
from schemas.verdict import Rejection, RejectionCode


@dataclass(frozen=True)
class Annotate:
    """Labels a dialogue; one whose record does not follow from its programs is rejected."""

    name: StageName = StageName.ANNOTATE
    version: int = 4

    async def run(self, item: Dialogue, ctx: StageContext) -> AnnotatedDialogue | Rejection:
        """Replays the dialogue and reads its labels off."""
        labels, divergences = label(item, ctx.catalog)
        if divergences:
            first = divergences[0]
            return Rejection(
                item=item.dialogue_id,
                stage=self.name.value,
                code=RejectionCode.REPLAY,
                detail=f"turn {first.turn}: {first.message}",
            )
        return labels


ANNOTATE = Annotate()
