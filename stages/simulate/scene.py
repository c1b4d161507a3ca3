"""What the parts of the simulation share."""

from dataclasses import dataclass, field

from phenomena.agenda import Agenda
from runtime.stage import StageContext
from schemas.calls.call import Site
from schemas.dialogue import Turn
from schemas.plan import Plan
from schemas.service import Catalog
from schemas.verdict import RejectionCode
from stages.simulate.supervise import Memory
from world.executor import Executor
from world.gold import Gold


class Stopped(Exception):
    """The dialogue cannot go on; it becomes a rejection."""

    def __init__(self, code: RejectionCode, detail: str) -> None:
        super().__init__(detail)
        self.code = code


@dataclass
class Scene:
    """A dialogue under way.

    Attributes:
        services: The catalog cut down to the plan's services.
        executor: As it stands after the last finished turn.
        memory: The supervisors'.
    """

    plan: Plan
    ctx: StageContext
    services: Catalog
    agenda: Agenda
    gold: Gold
    executor: Executor
    turns: list[Turn] = field(default_factory=list)
    memory: Memory = field(default_factory=Memory)

    def site(self, step: int = 0, draw: int = 0) -> Site:
        """Where a call for the turn under way is made."""
        return Site(item=self.plan.dialogue_id, turn=len(self.turns), step=step, draw=draw)

    @property
    def attempts(self) -> int:
        """How often a turn may be worded or programmed."""
        return 1 + self.ctx.config.simulation.repairs

    @property
    def earlier(self) -> list[str]:
        """All utterances so far."""
        return [turn.utterance for turn in self.turns]
