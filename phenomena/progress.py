"""What a cooperative user does next about one goal, given how far the system has come with it."""

from dataclasses import dataclass, field
from random import Random

from phenomena.phenomenon import Moment
from schemas.acts import Act, ActType
from schemas.annotation import SourceKind
from schemas.dialogue import SignalKind
from schemas.plan import Choice, Goal, GoalOutcome, PlannedSlot
from schemas.service import IntentSchema
from world.executor import Executor, Task, TaskStatus
from world.values import same, text_of

_ASKING = frozenset({ActType.REQUEST, ActType.CONFIRM})


@dataclass
class Progress:
    """How far one goal has come.

    Attributes:
        task: The statement number of its task, once the system has opened it.
        told: Slots given so far.
        asked: Result slots asked for so far.
        heard: Slots of its results that the system has told.
        skipped: Results the user has passed over.
        selected: Whether the user has named the result they want.
        closed: Whether nothing is left to do about it.
        thanked: Whether the user has said thanks for it, so that the system goes on.
        openings: How often the user has asked for it.
    """

    goal: Goal
    intent: IntentSchema
    task: int | None = None
    told: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    heard: set[str] = field(default_factory=set)
    skipped: int = 0
    selected: bool = False
    closed: bool = False
    thanked: bool = False
    openings: int = 0

    def listen(self, said: tuple[Act, ...]) -> None:
        """Takes note of what the system tells of its results."""
        for act in said:
            if (act.service, act.intent) == (self.goal.service, self.goal.intent):
                self.heard |= {act.slot} if act.act is ActType.OFFER and act.slot else set()

    def note(self, acts: tuple[Act, ...]) -> None:
        """Takes note of what the user says about it."""
        for act in acts:
            if (act.service, act.intent) != (self.goal.service, self.goal.intent):
                continue
            if act.act is ActType.INFORM:
                self.told.add(act.slot)
            elif act.act is ActType.REQUEST:
                self.asked.add(act.slot)
            elif act.act is ActType.REQUEST_ALTS:
                self.skipped += 1
            elif act.act is ActType.SELECT and not act.slot:
                self.selected = True


@dataclass(frozen=True)
class Standing:
    """One goal with the system's state, just before the user's move.

    Attributes:
        said: The system's last acts.
        claimed: Slots that pending phenomena of the goal keep for themselves.
        waiting: Tasks of other goals that are open.
        goals: All goals of the plan.
    """

    progress: Progress
    executor: Executor | None
    said: tuple[Act, ...]
    claimed: frozenset[str]
    waiting: tuple[Task, ...]
    goals: tuple[Goal, ...]

    @property
    def task(self) -> Task | None:
        """The goal's task, None before the system has opened it."""
        if self.progress.task is None or self.executor is None:
            return None
        return self.executor.tasks[self.progress.task]

    def moment(self, stage: int = 0) -> Moment:
        """The goal as phenomena see it."""
        goal, told, task = self.progress.goal, self.progress.told, self.task
        mine = [a for a in self.said if (a.service, a.intent) == (goal.service, goal.intent)]
        awaiting = task is not None and task.status is TaskStatus.AWAITING_CONFIRMATION
        held = task is not None and task.held
        counts = [a.count for a in mine if a.act is ActType.INFORM_COUNT]
        failed = task is not None and task.status is TaskStatus.FAILED
        return Moment(
            goal=goal,
            opening=task is None,
            requested=tuple(a.slot for a in mine if a.act is ActType.REQUEST),
            confirming=awaiting and (any(a.act is ActType.CONFIRM for a in mine) or held),
            told=frozenset(told),
            left=tuple(slot for slot in self.progress.intent.required if slot not in told),
            found=counts[-1] if counts else None,
            failed=failed and any(a.act is ActType.NOTIFY_FAILURE for a in mine),
            stage=stage,
            offered=self.offered,
        )

    @property
    def offered(self) -> tuple[tuple[str, str], ...]:
        """The intents that the system has just offered, with their services."""
        return tuple((a.service, a.intent) for a in self.said if a.act is ActType.OFFER_INTENT)

    def next_acts(self, rng: Random) -> tuple[Act, ...]:
        """What the goal needs next; nothing once it is through."""
        task = self.task
        if task is None:
            return self.open(rng)
        if task.status is TaskStatus.COLLECTING:
            return self._answer(rng)
        if task.status is TaskStatus.AWAITING_CONFIRMATION:
            return self._confirm()
        if task.status is TaskStatus.FAILED:
            return self._after_failure()
        if task.status is TaskStatus.PERFORMED:
            return self._after_result(task)
        return ()

    def open(self, rng: Random) -> tuple[Act, ...]:
        """The goal's opening, with a value now and then."""
        progress, moment = self.progress, self.moment()
        progress.openings += 1
        goal = progress.goal
        taken_up = (goal.service, goal.intent) in self.offered
        intent = moment.act(ActType.AFFIRM_INTENT if taken_up else ActType.INFORM_INTENT)
        free = [s.slot for s in progress.goal.slots if s.slot not in self.claimed]
        required = progress.intent.required
        # A query runs as soon as nothing is missing, so what narrows it down comes first.
        query = not progress.intent.transactional
        early = [slot for slot in free if query and slot not in required]
        early.sort(key=lambda slot: moment.inform(slot).reference is None)
        says = bool(progress.told or rng.random() < 0.5 or early)
        # A repeated opening says no more than the first one, so that patience can run out.
        if free and says and progress.openings == 1:
            return (intent, moment.inform((early or free)[0]))
        return (intent, *(moment.inform(slot) for slot in free if slot in progress.told))

    def _answer(self, rng: Random) -> tuple[Act, ...]:
        progress, moment = self.progress, self.moment()
        choice = self._clarified()
        if choice is not None:
            return (choice,)
        planned = {s.slot for s in progress.goal.slots}
        asked = [slot for slot in moment.requested if slot in planned]
        unknown = [slot for slot in moment.requested if slot not in planned]
        acts = [moment.inform(slot) for slot in asked]
        acts += [moment.act(ActType.UNANSWERABLE, slot) for slot in unknown]
        if acts and not unknown:
            acts += self._volunteered(moment, rng)
        if not acts:
            left = [s.slot for s in progress.goal.slots if s.slot not in progress.told]
            acts = [moment.inform(slot) for slot in (left or list(progress.told))[:1]]
        return tuple(acts)

    def _clarified(self) -> Act | None:
        """Which result is meant, where the system has just asked."""
        goal = self.progress.goal
        asked = {
            a.slot
            for a in self.said
            if a.act is ActType.CLARIFY and (a.service, a.intent) == (goal.service, goal.intent)
        }
        return next((naming(goal, s.slot) for s in goal.slots if s.slot in asked), None)

    def _volunteered(self, moment: Moment, rng: Random) -> list[Act]:
        progress = self.progress
        optional = [
            s.slot
            for s in progress.goal.slots
            if s.slot not in (*progress.intent.required, *progress.told, *moment.requested)
            and s.slot not in self.claimed
        ]
        return [moment.inform(optional[0])] if optional and rng.random() < 0.5 else []

    def _confirm(self) -> tuple[Act, ...]:
        moment, progress = self.moment(), self.progress
        choice = self._clarified()
        if choice is not None:
            return (choice,)
        left = [
            s.slot
            for s in progress.goal.slots
            if s.slot not in progress.told and not self._holds(s)
        ]
        if left:
            return (moment.inform(left[0]),)
        return (moment.act(ActType.AFFIRM),)

    def _holds(self, planned: PlannedSlot) -> bool:
        """Whether the system has the value already, from an earlier task of the service.

        What a phenomenon still wants to say, and what is to be pointed at, is said all the same.
        """
        state = self.task.slots.get(planned.slot) if self.task is not None else None
        unsaid = planned.slot not in self.claimed and planned.reference is None
        return unsaid and state is not None and same(state.value, planned.value)

    def _after_failure(self) -> tuple[Act, ...]:
        moment = self.moment()
        if not any(act.act is ActType.OFFER for act in self.said):
            return ()
        if self.progress.goal.outcome is GoalOutcome.FAILED:
            return (moment.act(ActType.NEGATE),)
        return (moment.act(ActType.AFFIRM),)

    def _after_result(self, task: Task) -> tuple[Act, ...]:
        moment, progress = self.moment(), self.progress
        if not progress.intent.transactional and progress.goal.choice is Choice.AT_ONCE:
            if progress.skipped < progress.goal.pick:
                return (moment.act(ActType.REQUEST_ALTS),)
            # A choice that is followed by an offer is the last thing said about the results.
            least = 1 if progress.goal.follow_up else 2
            first = self._unasked() if progress.goal.follow_up else None
            if first is None and self._several(task, least) and not progress.selected:
                return (moment.act(ActType.SELECT),)
        slot = self._unasked()
        if slot is not None:
            return (moment.act(ActType.REQUEST, slot),)
        return self._thanks() if not progress.intent.transactional else ()

    def _thanks(self) -> tuple[Act, ...]:
        """Thanks for what was found, where another task waits that the system has not come to."""
        asked = {(a.service, a.intent) for a in self.said if a.act in _ASKING}
        unasked = [t for t in self.waiting if (t.service, t.intent) not in asked]
        if self.progress.thanked or not unasked:
            return ()
        self.progress.thanked = True
        return (Act(act=ActType.THANK_YOU),)

    def _unasked(self) -> str | None:
        """What the user still wants to know of the result."""
        progress = self.progress
        known = progress.asked | progress.heard
        return next((slot for slot in progress.goal.asks if slot not in known), None)

    def _several(self, task: Task, least: int) -> bool:
        """Whether the system's newest result leaves the user that many to choose from."""
        if self.executor is None or task.newest is None:
            return False
        signal = self.executor.signals[task.newest]
        return signal.kind is SignalKind.RESULT and len(signal.entities) >= least


def naming(goal: Goal, slot: str) -> Act | None:
    """The act that says which result a slot of the goal refers to, by the value it has there."""
    planned = next(s for s in goal.slots if s.slot == slot)
    if planned.reference is None:
        return None
    return Act(
        act=ActType.SELECT,
        service=goal.service,
        intent=goal.intent,
        slot=slot,
        value=planned.value,
        surface=text_of(planned.value),
        reference=planned.reference,
    )


def named(acts: tuple[Act, ...], goals: tuple[Goal, ...]) -> tuple[Act, ...]:
    """The acts, each reference followed by which result it means where the user says so at once."""
    said: list[Act] = []
    for act in acts:
        said.append(act)
        if act.act is ActType.INFORM and act.reference is not None:
            source = goals[act.reference.goal]
            mine = [g for g in goals if (g.service, g.intent) == (act.service, act.intent)]
            choice = naming(mine[0], act.slot)
            if source.choice is Choice.WITH_REFERENCE and choice is not None:
                said.append(choice)
    return tuple(said)


def carried(goal: Goal, task: Task) -> set[str]:
    """Slots that the task took over with just the goal's value: the user need not say them."""
    held = {
        name: slot.value
        for name, slot in task.slots.items()
        if slot.source.kind is SourceKind.CARRIED
    }
    return {s.slot for s in goal.slots if s.slot in held and same(held[s.slot], s.value)}
