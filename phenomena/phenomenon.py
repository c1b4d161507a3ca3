"""What a phenomenon is."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from schemas.annotation import TurnAnnotation
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Goal, Placement
from schemas.service import Catalog, ServiceSchema


@dataclass(frozen=True)
class Host:
    """A goal that might host a phenomenon, with what is around it.

    Attributes:
        goals: All goals of the plan, `goal` among them.
        wrong: Gives another legal value (canonical, surface) for a slot of the goal, or None.
    """

    goal: Goal
    service: ServiceSchema
    goals: tuple[Goal, ...]
    wrong: Callable[[str], tuple[object, str] | None]


@dataclass(frozen=True)
class Fault:
    """A breach of a phenomenon's rule, at a turn."""

    turn: int
    message: str


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
    derive: Callable[[tuple[TurnAnnotation, ...], Catalog], tuple[int, ...]]
    faults: Callable[[tuple[TurnAnnotation, ...], Catalog], tuple[Fault, ...]]
    examples: tuple[str, ...]
