"""What a phenomenon is, and what it sees while a dialogue is planned and while it runs."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from schemas.acts import Act, ActType
from schemas.annotation import TurnAnnotation
from schemas.base import Value
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Goal, Placement
from schemas.service import Catalog, ServiceSchema

Words = tuple[Value, str]
"""A canonical value and how the user says it."""


@dataclass(frozen=True)
class Needs:
    """What a phenomenon needs of a dialogue, as far as schemas tell before a value is drawn.

    Attributes:
        slots: Required slots of its goal that it keeps for itself.
        confirmed: Its goal's intent has to be confirmed.
        query: A query among the goals.
        results: How many entities that query has to find at least.
        goals: How many goals there have to be of which none rests on another's result.
        flow: A value that flows from an earlier goal.
        ends: It decides how its goal ends; a dialogue has one such phenomenon.
        opening: It decides what is said when its goal is opened; likewise.
        told: A required slot that the user says a value for, whatever else happens to it.
        counted: False for what lies over a turn's words, follows from a flowing value, or is the
            system's to begin: it takes nothing from the number of phenomena that a dialogue may
            have.
    """

    slots: int = 0
    confirmed: bool = False
    query: bool = False
    results: int = 0
    goals: int = 1
    flow: bool = False
    ends: bool = False
    opening: bool = False
    told: bool = False
    counted: bool = True


@dataclass(frozen=True)
class Host:
    """A goal that might host a phenomenon, with what is around it.

    Attributes:
        goals: All goals of the plan, `goal` among them.
        catalog: The run's services.
        placed: The placements so far, of all goals.
        wrong: Another legal value for a slot of the goal, or None.
        missing: Another value for a slot of the goal, a query, with which it finds nothing.
        found: What a query goal of the plan finds in the world as the dialogue starts.
    """

    goal: Goal
    service: ServiceSchema
    goals: tuple[Goal, ...]
    catalog: Catalog
    placed: tuple[Placement, ...]
    wrong: Callable[[str], Words | None]
    missing: Callable[[str], Words | None]
    found: Callable[[int], tuple[dict[str, Value], ...]]

    @property
    def taken(self) -> frozenset[str]:
        """What other phenomena of the goal claim: slots, or the words `opening` and `end`."""
        return self.claimed(self.goal.number)

    def claimed(self, goal: int) -> frozenset[str]:
        """What the placements so far claim of a goal."""
        own = {claim for p in self.placed if p.goal == goal for claim in p.claims}
        together = any(
            p.other == goal and p.tag is PhenomenonTag.TWO_INTENTS_IN_A_TURN for p in self.placed
        )
        return frozenset(own | {"opening"}) if together else frozenset(own)

    @property
    def next_goal(self) -> Goal | None:
        """The goal that follows, where it does not rest on this one's result."""
        after = next((g for g in self.goals if g.number == self.goal.number + 1), None)
        if after is None or any(
            s.reference and s.reference.goal == self.goal.number for s in after.slots
        ):
            return None
        return after

    @property
    def confirmed(self) -> bool:
        """Whether the goal's intent has to be confirmed."""
        return self.service.intent(self.goal.intent).needs_confirmation

    @property
    def carried(self) -> frozenset[str]:
        """Slots whose values the service's state brings along: nobody asks for them."""
        if not self.service.carries_slots:
            return frozenset()
        before = [g for g in self.goals if g.number < self.goal.number]
        return frozenset(s.slot for g in before if g.service == self.goal.service for s in g.slots)

    @property
    def asked(self) -> tuple[str, ...]:
        """Free required slots of the goal, in the order in which the system asks for them."""
        planned = {s.slot for s in self.goal.slots} - self.taken - self.carried
        return tuple(
            slot for slot in self.service.intent(self.goal.intent).required if slot in planned
        )

    def put(self, tag: PhenomenonTag, slot: str = "", words: Words = (None, "")) -> Placement:
        """A placement in this goal that claims its slot, where it concerns one."""
        return Placement(
            tag=tag,
            goal=self.goal.number,
            slot=slot,
            value=words[0],
            surface=words[1],
            claims=(slot,) if slot else (),
        )


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

    @property
    def informs(self) -> bool:
        """Whether it gives values, each slot's once, and does nothing else beside opening."""
        slots = [act.slot for act in self.acts if act.act is ActType.INFORM]
        opening = {ActType.INFORM_INTENT, ActType.AFFIRM_INTENT}
        kinds = {act.act for act in self.acts} - {ActType.INFORM, *opening}
        return bool(slots) and len(set(slots)) == len(slots) and not kinds


@dataclass(frozen=True)
class Moment:
    """The dialogue as the user sees it just before a move.

    Attributes:
        goal: The goal the move is about.
        opening: The move opens the goal.
        requested: Slots of the goal that the system has just asked for.
        confirming: The system has asked to confirm the goal's task and waits for the answer.
        told: Slots of the goal that the user has given so far.
        left: Required slots of the goal that the user has not given yet.
        found: How many results the system has just told of, None where of none.
        failed: The system has just said that the goal's call failed.
        stage: How often the placement has cut in already.
        offered: The intents that the system has just offered to go on with, with their services.
    """

    goal: Goal
    opening: bool
    requested: tuple[str, ...]
    confirming: bool
    told: frozenset[str]
    left: tuple[str, ...] = ()
    found: int | None = None
    failed: bool = False
    stage: int = 0
    offered: tuple[tuple[str, str], ...] = ()

    @property
    def asked(self) -> bool:
        """Whether the system waits for the user to say something about the goal."""
        return not self.opening and (bool(self.requested) or self.confirming)

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
        opens: Another goal that is opened in this turn: after this one's acts, or in their place.
    """

    acts: tuple[Act, ...]
    done: bool = True
    ends: bool = False
    opens: int | None = None


@dataclass(frozen=True)
class Fault:
    """A breach of a phenomenon's rule, at a turn."""

    turn: int
    message: str


Turns = tuple[TurnAnnotation, ...]


def as_planned(placement: Placement, goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
    """The goals as they are: most phenomena leave them alone."""
    return goals


def any_words(utterance: str, values: tuple[str, ...]) -> str:
    """No complaint: most phenomena show in the acts, whatever the words."""
    return ""


@dataclass(frozen=True)
class Phenomenon:
    """One conversational phenomenon.

    Attributes:
        tag: Its name in the data.
        lucid: The label that LUCID's dataset has for it, empty where it has none.
        description: One sentence for readers and judges.
        instruction: What the user simulator is told, in the turn where it happens; empty where
            the user need not know.
        question: What a judge is asked.
        needs: What it needs, as far as schemas tell.
        place: A placement in this goal, or None where the goal cannot host it.
        cut: What becomes of the cooperative move at this moment, None where nothing does.
        derive: The user turns where it happened, from the dialogue alone (never the plan).
        faults: Where the system broke the phenomenon's rule.
        rule: The rule in words.
        examples: User utterances.
        shape: What the placement makes of the goals.
        complaint: What is wrong with a wording that does not show it, empty where nothing is;
            it gets the utterance and the wordings of the values in it.
    """

    tag: PhenomenonTag
    lucid: str
    description: str
    instruction: str
    question: str
    rule: str
    place: Callable[[Host, Random], Placement | None]
    cut: Callable[[Placement, Moment, Move], Cut | None]
    derive: Callable[[Turns, Catalog], tuple[int, ...]]
    faults: Callable[[Turns, Catalog], tuple[Fault, ...]]
    examples: tuple[str, ...]
    needs: Needs = Needs()
    shape: Callable[[Placement, tuple[Goal, ...]], tuple[Goal, ...]] = as_planned
    complaint: Callable[[str, tuple[str, ...]], str] = any_words
