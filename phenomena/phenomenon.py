"""What a phenomenon is, and what it sees while a dialogue runs."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from schemas.acts import Act, ActType
from schemas.annotation import TurnAnnotation
from schemas.base import Value
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Goal, Placement
from schemas.service import Catalog, ServiceSchema


@dataclass(frozen=True)
class Host:
    """A goal that might host a phenomenon, with what is around it.

    Attributes:
        goals: All goals of the plan, `goal` among them.
        wrong: Another legal value (canonical, surface) for a slot of the goal, or None.
        taken: What other phenomena of the goal claim: slots, or the words `opening` and `end`.
    """

    goal: Goal
    service: ServiceSchema
    goals: tuple[Goal, ...]
    wrong: Callable[[str], tuple[Value, str] | None]
    taken: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Move:
    """What the user does in one turn; a model only words it.

    Attributes:
        acts: In the order in which they are to be said.
        phenomena: Placements (by their place in the plan) that this turn realises.
        ends: Whether the dialogue is over once the system has answered.
    """

    acts: tuple[Act, ...]
    phenomena: tuple[int, ...] = ()
    ends: bool = False

    def has(self, act: ActType, slot: str = "") -> bool:
        """Whether one of the acts is of that type (and about that slot)."""
        return any(a.act is act and slot in ("", a.slot) for a in self.acts)


@dataclass(frozen=True)
class Moment:
    """The dialogue as the user sees it just before a move.

    Attributes:
        goal: The goal the move is about.
        opening: The move opens the goal.
        requested: Slots of the goal that the system has just asked for.
        confirming: The system has asked to confirm the goal's task and waits for the answer.
        told: Slots of the goal that the user has given so far.
        stage: How often the placement has cut in already.
    """

    goal: Goal
    opening: bool
    requested: tuple[str, ...]
    confirming: bool
    told: frozenset[str]
    stage: int

    def inform(self, slot: str) -> Act:
        """The act that gives the goal's own value for a slot."""
        planned = next(s for s in self.goal.slots if s.slot == slot)
        return Act(
            act=ActType.INFORM,
            service=self.goal.service,
            intent=self.goal.intent,
            slot=slot,
            value=planned.value,
            surface="" if planned.reference else planned.surface,
            reference=planned.reference,
        )

    def act(self, act: ActType, slot: str = "", value: Value = None, surface: str = "") -> Act:
        """An act about the goal."""
        return Act(
            act=act,
            service=self.goal.service,
            intent=self.goal.intent,
            slot=slot,
            value=value,
            surface=surface,
        )


@dataclass(frozen=True)
class Cut:
    """What a phenomenon makes of the cooperative move.

    Attributes:
        done: Whether the phenomenon has happened with this move (it may take two).
    """

    acts: tuple[Act, ...]
    done: bool = True
    ends: bool = False


@dataclass(frozen=True)
class Fault:
    """A breach of a phenomenon's rule, at a turn."""

    turn: int
    message: str


Turns = tuple[TurnAnnotation, ...]


@dataclass(frozen=True)
class Phenomenon:
    """One conversational phenomenon.

    Attributes:
        tag: Its name in the data.
        lucid: The label that LUCID's dataset has for it.
        description: One sentence for readers and judges.
        instruction: What the user simulator is told, in the turn where it happens.
        question: What a judge is asked.
        place: A placement in this goal, or None where the goal cannot host it.
        cut: What becomes of the cooperative move at this moment, None where nothing does.
        derive: The user turns where it happened, from the dialogue alone (never the plan).
        faults: Where the system broke the phenomenon's rule.
        examples: User utterances.
    """

    tag: PhenomenonTag
    lucid: str
    description: str
    instruction: str
    question: str
    place: Callable[[Host, Random], Placement | None]
    cut: Callable[[Placement, Moment, Move], Cut | None]
    derive: Callable[[Turns, Catalog], tuple[int, ...]]
    faults: Callable[[Turns, Catalog], tuple[Fault, ...]]
    examples: tuple[str, ...]
