"""The user's agenda: what a cooperative user does next, and where phenomena cut in.

An agenda-based user in the sense of Schatzmann et al. (2007), made of goals instead of a stack.
Code decides every move from the plan and the state of the dialogue; models only word it.
"""

from dataclasses import dataclass, field
from random import Random

from phenomena import BY_TAG
from phenomena.phenomenon import Cut, Moment, Move
from schemas.acts import Act, ActType
from schemas.dialogue import SignalKind
from schemas.plan import Goal, GoalOutcome, Placement, Plan
from schemas.service import Catalog, IntentSchema
from world.executor import Executor, Task, TaskStatus

MAX_PATIENCE = 3
"""How often the user says the same thing before giving up on the system."""


class LostPatience(Exception):
    """The system has not done what the user asked for, however often it was said."""


@dataclass
class _Progress:
    """How far one goal has come.

    Attributes:
        task: The statement number of its task, once the system has opened it.
        told: Slots given so far.
        asked: Result slots asked for so far.
        skipped: Results the user has passed over.
        selected: Whether the user has named the result they want.
    """

    goal: Goal
    task: int | None = None
    told: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    skipped: int = 0
    selected: bool = False
    closed: bool = False
    openings: int = 0


class Agenda:
    """Decides the user's moves, one dialogue long.

    Call `move` for the next move and `answered` once the system's turn is over, until `move`
    gives a move that ends the dialogue.
    """

    def __init__(self, plan: Plan, catalog: Catalog) -> None:
        self._plan = plan
        self._catalog = catalog
        self._rng = Random(plan.seed)
        self._progress = [_Progress(goal) for goal in plan.goals]
        self._stages = [0] * len(plan.placements)
        self._pending = set(range(len(plan.placements)))
        self._executor: Executor | None = None
        self._said: tuple[Act, ...] = ()
        self._last: tuple[Act, ...] = ()
        self._repeats = 0
        self.current = 0

    def task_of(self, goal: int) -> int | None:
        """The statement number of a goal's task, once there is one."""
        return self._progress[goal].task

    @property
    def pending(self) -> tuple[Placement, ...]:
        """Placements that have not happened yet."""
        return tuple(self._plan.placements[place] for place in sorted(self._pending))

    def answered(self, executor: Executor, said: tuple[Act, ...]) -> None:
        """Takes note of the system's turn."""
        self._executor, self._said = executor, said
        if self.current >= len(self._progress):
            return
        progress = self._progress[self.current]
        if progress.task is None and progress.openings:
            taken = {p.task for p in self._progress}
            key = (progress.goal.service, progress.goal.intent)
            for number, task in executor.tasks.items():
                if (task.service, task.intent) == key and number not in taken:
                    progress.task = number

    def move(self) -> Move:
        """The next move.

        Raises:
            LostPatience: Where the system leaves the user no way on.
        """
        move = self._next()
        if move.acts == self._last:
            self._repeats += 1
            if self._repeats >= MAX_PATIENCE:
                raise LostPatience(f"the user had to repeat {move.acts[0].act.value}")
        else:
            self._repeats = 0
        self._last = move.acts
        return move

    def _next(self) -> Move:
        while self.current < len(self._progress):
            progress = self._progress[self.current]
            if not progress.closed:
                acts = self._pursue(progress)
                if acts:
                    return self._told(progress, self._cut(progress, Move(acts)))
            self.current += 1
        return Move(self._leave(), ends=True)

    def _leave(self) -> tuple[Act, ...]:
        polite = Act(act=ActType.THANK_YOU)
        if any(act.act is ActType.REQ_MORE for act in self._said):
            return (Act(act=ActType.NEGATE), polite)
        return (polite, Act(act=ActType.GOODBYE))

    # What the goal needs next, cooperatively.

    def _pursue(self, progress: _Progress) -> tuple[Act, ...]:
        task = self._task(progress)
        if task is None:
            progress.openings += 1
            return self._open(progress)
        if task.status is TaskStatus.COLLECTING:
            return self._answer(progress)
        if task.status is TaskStatus.AWAITING_CONFIRMATION:
            return self._confirm(progress)
        if task.status is TaskStatus.FAILED:
            return self._after_failure(progress)
        if task.status is TaskStatus.PERFORMED:
            return self._after_result(progress, task)
        progress.closed = True
        return ()

    def _task(self, progress: _Progress) -> Task | None:
        if progress.task is None or self._executor is None:
            return None
        return self._executor.tasks[progress.task]

    def _open(self, progress: _Progress) -> tuple[Act, ...]:
        moment = self._moment(progress)
        intent = moment.act(ActType.INFORM_INTENT)
        claimed = {
            claim
            for place in self._pending
            if self._plan.placements[place].goal == progress.goal.number
            for claim in self._plan.placements[place].claims
        }
        free = [s.slot for s in progress.goal.slots if s.slot not in claimed]
        # A repeated opening says no more than the first one, so that patience can run out.
        if free and (progress.told or self._rng.random() < 0.5) and progress.openings == 1:
            return (intent, moment.inform(free[0]))
        return (intent, *(moment.inform(slot) for slot in free if slot in progress.told))

    def _answer(self, progress: _Progress) -> tuple[Act, ...]:
        moment = self._moment(progress)
        planned = {s.slot for s in progress.goal.slots}
        asked = [slot for slot in moment.requested if slot in planned]
        unknown = [slot for slot in moment.requested if slot not in planned]
        acts = [moment.inform(slot) for slot in asked]
        acts += [moment.act(ActType.UNANSWERABLE, slot) for slot in unknown]
        if acts and not unknown:
            acts += self._volunteered(progress, moment)
        if not acts:
            left = [s.slot for s in progress.goal.slots if s.slot not in progress.told]
            acts = [moment.inform(slot) for slot in (left or list(progress.told))[:1]]
        return tuple(acts)

    def _volunteered(self, progress: _Progress, moment: Moment) -> list[Act]:
        required = self._intent(progress.goal).required
        claimed = {c for p in self.pending if p.goal == progress.goal.number for c in p.claims}
        optional = [
            s.slot
            for s in progress.goal.slots
            if s.slot not in (*required, *progress.told, *moment.requested)
            and s.slot not in claimed
        ]
        return [moment.inform(optional[0])] if optional and self._rng.random() < 0.5 else []

    def _confirm(self, progress: _Progress) -> tuple[Act, ...]:
        moment = self._moment(progress)
        left = [s.slot for s in progress.goal.slots if s.slot not in progress.told]
        if left:
            return (moment.inform(left[0]),)
        return (moment.act(ActType.AFFIRM),)

    def _after_failure(self, progress: _Progress) -> tuple[Act, ...]:
        moment = self._moment(progress)
        if not any(act.act is ActType.OFFER for act in self._said):
            progress.closed = True
            return ()
        if progress.goal.outcome is GoalOutcome.FAILED:
            return (moment.act(ActType.NEGATE),)
        return (moment.act(ActType.AFFIRM),)

    def _after_result(self, progress: _Progress, task: Task) -> tuple[Act, ...]:
        moment = self._moment(progress)
        if not self._intent(progress.goal).transactional:
            if progress.skipped < progress.goal.pick:
                return (moment.act(ActType.REQUEST_ALTS),)
            if self._choice(task) and not progress.selected:
                return (moment.act(ActType.SELECT),)
        for slot in progress.goal.asks:
            if slot not in progress.asked:
                return (moment.act(ActType.REQUEST, slot),)
        progress.closed = True
        return ()

    def _choice(self, task: Task) -> bool:
        """Whether the system's newest result leaves the user several to choose from."""
        if self._executor is None or task.newest is None:
            return False
        signal = self._executor.signals[task.newest]
        return signal.kind is SignalKind.RESULT and len(signal.entities) > 1

    # Where phenomena cut in.

    def _cut(self, progress: _Progress, move: Move) -> Move:
        changed = False  # a move that one phenomenon has remade is not remade by the next
        places = [
            place
            for place in sorted(self._pending)
            if self._plan.placements[place].goal == progress.goal.number
        ]
        for place in places:
            placement = self._plan.placements[place]
            if "end" in placement.claims and len(places) > 1:
                continue
            cut = self._try(placement, self._stages[place], progress, move)
            changes = cut is not None and cut.done and cut.acts != move.acts
            if cut is None or (changes and changed):
                continue
            changed = changed or changes
            self._stages[place] += 1
            happened = (*move.phenomena, place) if cut.done else move.phenomena
            move = Move(cut.acts, happened, move.ends or cut.ends)
            if cut.done:
                self._pending.discard(place)
        return move

    def _try(self, placement: Placement, stage: int, progress: _Progress, move: Move) -> Cut | None:
        moment = self._moment(progress, stage)
        return BY_TAG[placement.tag].cut(placement, moment, move)

    def _moment(self, progress: _Progress, stage: int = 0) -> Moment:
        goal = progress.goal
        mine = [a for a in self._said if (a.service, a.intent) == (goal.service, goal.intent)]
        task = self._task(progress)
        awaiting = task is not None and task.status is TaskStatus.AWAITING_CONFIRMATION
        return Moment(
            goal=goal,
            opening=task is None,
            requested=tuple(a.slot for a in mine if a.act is ActType.REQUEST),
            confirming=awaiting
            and (any(a.act is ActType.CONFIRM for a in mine) or (task is not None and task.held)),
            told=frozenset(progress.told),
            stage=stage,
        )

    def _told(self, progress: _Progress, move: Move) -> Move:
        for act in move.acts:
            if act.act is ActType.INFORM:
                progress.told.add(act.slot)
            elif act.act is ActType.REQUEST:
                progress.asked.add(act.slot)
            elif act.act is ActType.REQUEST_ALTS:
                progress.skipped += 1
            elif act.act is ActType.SELECT:
                progress.selected = True
        return move

    def _intent(self, goal: Goal) -> IntentSchema:
        return self._catalog.intent(goal.service, goal.intent)
