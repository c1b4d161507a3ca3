"""The user's agenda: which goal is pursued next, and where phenomena cut in.

An agenda-based user in the sense of Schatzmann et al. (2007). Code decides every move from the
plan and the state of the dialogue; models only word it.
"""

from random import Random

from phenomena import BY_TAG
from phenomena.phenomenon import Cut, Move
from phenomena.progress import Progress, Standing, carried, named
from schemas.acts import Act, ActType
from schemas.plan import Placement, Plan
from schemas.service import Catalog
from world.executor import Executor, TaskStatus

MAX_PATIENCE = 3
"""How often the user says the same thing before giving up on the system."""


_OPEN = frozenset({TaskStatus.COLLECTING, TaskStatus.AWAITING_CONFIRMATION})


class LostPatience(Exception):
    """The system has not done what the user asked for, however often it was said."""


class Agenda:
    """Decides the user's moves, one dialogue long.

    Call `move` for the next move and `answered` once the system's turn is over, until `move`
    gives a move that ends the dialogue.
    """

    def __init__(self, plan: Plan, catalog: Catalog) -> None:
        self._plan = plan
        self._rng = Random(plan.seed)
        self._progress = [
            Progress(goal, catalog.intent(goal.service, goal.intent)) for goal in plan.goals
        ]
        self._queue = list(range(len(plan.goals)))
        self._stages = [0] * len(plan.placements)
        self._pending = set(range(len(plan.placements)))
        self._executor: Executor | None = None
        self._said: tuple[Act, ...] = ()
        self._last: tuple[Act, ...] = ()
        self._repeats = 0

    def task_of(self, goal: int) -> int | None:
        """The statement number of a goal's task, once there is one."""
        return self._progress[goal].task

    @property
    def reached(self) -> int:
        """How many goals the user has come to; later ones are not spoken of yet."""
        begun = [place for place, p in enumerate(self._progress) if p.openings or p.closed]
        return 1 + max([*begun, *self._queue[:1]], default=0)

    @property
    def pending(self) -> tuple[Placement, ...]:
        """Placements that have not happened yet."""
        return tuple(self._plan.placements[place] for place in sorted(self._pending))

    def answered(self, executor: Executor, said: tuple[Act, ...]) -> None:
        """Takes note of the system's turn."""
        self._executor, self._said = executor, said
        taken = {p.task for p in self._progress}
        for progress in self._progress:
            progress.listen(said)
            if progress.task is not None or not progress.openings:
                continue
            key = (progress.goal.service, progress.goal.intent)
            for number, task in executor.tasks.items():
                if (task.service, task.intent) == key and number not in taken:
                    progress.task = number
                    progress.told |= carried(progress.goal, task)

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
        while self._queue:
            standing = self._standing(self._queue[0])
            acts = () if standing.progress.closed else standing.next_acts(self._rng)
            # Where the user is through with a goal, a phenomenon may still go on.
            move = self._cut(standing, Move(acts))
            if move.acts:
                acts = named(move.acts, self._plan.goals)
                for progress in self._progress:
                    progress.note(acts)
                return Move(acts, move.phenomena, move.ends)
            standing.progress.closed = True
            self._queue.pop(0)
        return Move(self._leave(), ends=True)

    def _leave(self) -> tuple[Act, ...]:
        polite = Act(act=ActType.THANK_YOU)
        if any(act.act is ActType.REQ_MORE for act in self._said):
            return (Act(act=ActType.NEGATE), polite)
        return (polite, Act(act=ActType.GOODBYE))

    def _standing(self, goal: int) -> Standing:
        claims = {
            claim
            for placement in self.pending
            if placement.goal == goal
            for claim in placement.claims
        }
        others = [p.task for n, p in enumerate(self._progress) if n != goal and p.task is not None]
        tasks = [] if self._executor is None else [self._executor.tasks[n] for n in others]
        return Standing(
            progress=self._progress[goal],
            executor=self._executor,
            said=self._said,
            claimed=frozenset(claims),
            waiting=tuple(t for t in tasks if t.status in _OPEN and not t.held),
            goals=self._plan.goals,
        )

    # Where phenomena cut in.

    def _cut(self, standing: Standing, move: Move) -> Move:
        """The move as the goal's phenomena remake it.

        Those that change it come first, at most one of them with its effect; those that lie
        over it see what became of it.
        """
        started: dict[int, tuple[Act, ...]] = {}
        changed = False
        for place in self._places(standing):
            cut = self._try(place, standing, move)
            if cut is None or not _changes(cut, move) or (cut.done and changed):
                continue
            if cut.done:
                changed = True
                move = self._done(place, cut, move)
            else:
                self._stages[place] += 1
                started[place] = tuple(act for act in cut.acts if act not in move.acts)
                move = Move(cut.acts, move.phenomena, move.ends)
        for place, acts in started.items():
            # It was not said after all where another phenomenon took its turn.
            if any(act not in move.acts for act in acts):
                self._stages[place] -= 1
        for place in self._places(standing) if move.acts else ():
            cut = self._try(place, standing, move)
            if cut is not None and cut.done and not _changes(cut, move):
                move = self._done(place, cut, move)
        return move

    def _places(self, standing: Standing) -> list[int]:
        """The goal's pending placements; one that ends the goal waits for all the others."""
        mine = [
            place
            for place in sorted(self._pending)
            if self._plan.placements[place].goal == standing.progress.goal.number
        ]
        return [p for p in mine if len(mine) == 1 or "end" not in self._plan.placements[p].claims]

    def _try(self, place: int, standing: Standing, move: Move) -> Cut | None:
        placement = self._plan.placements[place]
        moment = standing.moment(self._stages[place])
        return BY_TAG[placement.tag].cut(placement, moment, move)

    def _done(self, place: int, cut: Cut, move: Move) -> Move:
        """The move with a phenomenon's effect."""
        self._pending.discard(place)
        acts, happened = cut.acts, (*move.phenomena, place)
        if cut.opens is not None:
            other = self._standing(cut.opens)
            opening = Move(other.open(self._rng))
            if acts:
                # Opened bare, so that it waits until the first one is done.
                opening = Move(opening.acts[:1])
            else:
                self._queue.remove(cut.opens)
                self._queue.insert(0, cut.opens)
            opening = self._cut(other, opening)
            acts, happened = (*acts, *opening.acts), (*happened, *opening.phenomena)
        return Move(acts, happened, move.ends or cut.ends)


def _changes(cut: Cut, move: Move) -> bool:
    return cut.acts != move.acts or cut.opens is not None or cut.ends
