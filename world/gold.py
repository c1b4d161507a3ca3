"""The gold system: what a system that understands every word writes, worked out from the acts.

It sees the user's acts, not the words, and knows which task belongs to which of the user's
goals. A plan is tried out on it before a model is asked for anything, and a system model's
programs are held against what it would have done.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from schemas.acts import Act, ActType, Reference
from schemas.base import Value
from schemas.dialogue import Signal, SignalKind, Step
from schemas.service import Catalog
from world.effects import differing_slots, effects
from world.executor import Executor, Task, TaskStatus
from world.language import render
from world.lookup import is_unique
from world.policy import told, waiting
from world.statements import (
    Assign,
    Decline,
    Do,
    Expression,
    Literal,
    Name,
    Open,
    Ref,
    Say,
    Special,
    Speech,
    Statement,
    Target,
)
from world.values import same

__all__ = ["Gold", "GoldError", "differing_slots", "effects"]

_OPEN = frozenset({TaskStatus.COLLECTING, TaskStatus.AWAITING_CONFIRMATION, TaskStatus.FAILED})
_ASKS = frozenset({ActType.REQUEST, ActType.CONFIRM, ActType.OFFER, ActType.CLARIFY})
_OPENS = frozenset({ActType.INFORM_INTENT, ActType.AFFIRM_INTENT})
_GIVES = frozenset({ActType.INFORM, ActType.SELECT})
_NO_ANSWER = frozenset({ActType.IRRELEVANT, ActType.OVERHEARD, ActType.SARCASTIC})
_MORE = Say((Speech("more_help"),))
_BYE = Say((Speech("goodbye"),))


class GoldError(Exception):
    """The gold system cannot act on the user's acts: the plan or the agenda is at fault."""


@dataclass(frozen=True)
class Gold:
    """The gold system of one dialogue.

    Attributes:
        task_of: The statement number of a planned goal's task, None before it is opened.
    """

    catalog: Catalog
    task_of: Callable[[int], int | None]

    def answer(self, executor: Executor, acts: Sequence[Act]) -> tuple[Step, ...]:
        """Answers the user's acts, on an executor that has just heard them.

        Raises:
            GoldError: Where the executor refuses what it writes.
        """
        steps = []
        program, closing = self._program(executor, acts)
        touched = _touched(program)
        if program:
            steps.append(_run(executor, program))
            signals = [s for s in steps[0].signals if s.kind is not SignalKind.ERROR]
            if signals:
                # Of several tasks opened at once the first is served first.
                closing = told(executor, signals[0] if _opens(program) else signals[-1])
        question = self._question(executor, acts)
        if question is not None:
            closing = Say((question,))
        elif closing is None:
            closing = self._again(executor, touched)
        elif closing == _MORE:
            closing = _back(executor) or closing
        steps.append(_run(executor, [closing]))
        return tuple(steps)

    def _program(
        self, executor: Executor, acts: Sequence[Act]
    ) -> tuple[list[Statement], Statement | None]:
        """Statements, and the say that closes the turn where no new signal comes."""
        kinds = {act.act for act in acts}
        program: list[Statement] = []
        closing: Statement | None = None
        program += self._openings(executor, acts)
        opened = {_about(a) for a in acts if a.act in _OPENS}
        program += self._writes(executor, [a for a in acts if _about(a) not in opened])
        for act in acts:
            statement, say = self._act(executor, act, kinds)
            program += [statement] if statement is not None else []
            closing = say or closing
        if not program and closing is None and not self._unclear(executor, acts):
            raise GoldError(f"no program follows from {', '.join(sorted(kinds))}")
        return program, closing

    def _openings(self, executor: Executor, acts: Sequence[Act]) -> Iterable[Statement]:
        unclear = self._unclear(executor, acts)
        for act in acts:
            if act.act in _OPENS:
                informed = {
                    a.slot: self._expression(executor, a)
                    for a in acts
                    if a.act in _GIVES and a.slot and _about(a) == _about(act) and a not in unclear
                }
                yield Open(self._name(act), tuple(informed.items()))

    def _writes(self, executor: Executor, acts: Sequence[Act]) -> Iterable[Statement]:
        last: dict[Target, Expression] = {}
        unclear = self._unclear(executor, acts)
        for act in acts:
            if act.act in _GIVES and act.slot and act not in unclear:
                target = Target(self._task(executor, act), act.slot)
                last.pop(target, None)
                last[target] = self._expression(executor, act)
            elif act.act is ActType.UNANSWERABLE:
                last[Target(self._task(executor, act), act.slot)] = Special.UNKNOWN
        return [Assign((target,), (value,)) for target, value in last.items()]

    def _unclear(self, executor: Executor, acts: Sequence[Act]) -> list[Act]:
        """References of the user's that leave open which of several results is meant."""
        named = {(*_about(a), a.slot) for a in acts if a.act is ActType.SELECT}
        return [
            act
            for act in acts
            if act.act is ActType.INFORM
            and act.reference is not None
            and ((*_about(act), act.slot) in named or self._several(executor, act.reference))
        ]

    def _several(self, executor: Executor, reference: Reference) -> bool:
        signal = self._pointed_at(executor, reference)
        task = executor.tasks[signal.task or 0]
        if signal.kind is not SignalKind.RESULT or task.selected is not None:
            return False
        values = [entity.values.get(reference.slot) for entity in signal.entities]
        return any(not same(value, values[0]) for value in values[1:])

    def _question(self, executor: Executor, acts: Sequence[Act]) -> Speech | None:
        """Which result is meant, where the user leaves that open."""
        named = {(*_about(a), a.slot) for a in acts if a.act is ActType.SELECT}
        for act in self._unclear(executor, acts):
            if (*_about(act), act.slot) not in named and act.reference is not None:
                signal = self._pointed_at(executor, act.reference)
                target = Ref(self._task(executor, act), None, act.slot)
                return Speech("clarify", (target, Ref(signal.index)))
        return None

    def _act(
        self, executor: Executor, act: Act, kinds: set[ActType]
    ) -> tuple[Statement | None, Statement | None]:
        match act.act:
            case ActType.AFFIRM:
                return self._assent(executor, act), None
            case ActType.NEGATE if act.intent and ActType.INFORM not in kinds:
                return Do("cancel", Ref(self._task(executor, act))), _MORE
            case ActType.NEGATE_INTENT:
                return Decline(self._name(act)), _MORE
            case ActType.CANCEL:
                return Do("cancel", Ref(self._task(executor, act))), _MORE
            case ActType.HOLD:
                return Do("hold", Ref(self._task(executor, act))), Say(())
            case ActType.REQUEST_ALTS:
                return Do("more", Ref(self._result(executor, act).index)), None
            case ActType.SELECT if not act.slot:
                return Do("select", Ref(self._result(executor, act).index, 0)), _MORE
        if act.act in _NO_ANSWER:
            return Do("ignore", None), None
        return None, self._reply(executor, act, kinds)

    def _reply(self, executor: Executor, act: Act, kinds: set[ActType]) -> Statement | None:
        """What to say to an act that asks for no statement."""
        match act.act:
            case ActType.OUT_OF_SCOPE | ActType.PRESUME:
                return self._refusal(executor, act)
            case ActType.REQUEST:
                held = Ref(self._result(executor, act).index, 0, act.slot)
                return Say((Speech("inform", (held,)),))
            case ActType.GOODBYE:
                return _BYE
            case ActType.THANK_YOU:
                return _BYE if ActType.NEGATE in kinds else _MORE
        return None

    def _assent(self, executor: Executor, act: Act) -> Statement:
        number = self._task(executor, act)
        task = executor.tasks[number]
        if task.status is TaskStatus.FAILED:
            return Do("accept", Ref(_newest(task), 0))
        return Do("confirm", Ref(number))

    def _refusal(self, executor: Executor, act: Act) -> Statement:
        """A refusal with its reason, and what the system had asked once more."""
        reason = "that is nothing this assistant can do"
        if act.act is ActType.PRESUME:
            noun = self.catalog.intent(act.service, act.intent).entity.replace("_", " ")
            reason = f"there are no {noun} from this conversation yet"
        again = self._again(executor, set())
        asked = again.acts if again != _MORE else ()
        return Say((Speech("refuse", reason=reason), *asked))

    def _again(self, executor: Executor, touched: set[int]) -> Say:
        """Says the newest signal of the task that is still waiting for an answer."""
        waiting = [n for n, task in executor.tasks.items() if task.status in _OPEN]
        addressed = [n for n in waiting if n in _addressed(executor)]
        chosen = [n for n in waiting if n in touched] or addressed or waiting
        if not chosen:
            return _MORE
        return Say((Speech("signal", (Ref(_newest(executor.tasks[chosen[-1]])),)),))

    def _name(self, act: Act) -> Name:
        return Name("" if is_unique(act.intent, self.catalog) else act.service, act.intent)

    def _task(self, executor: Executor, act: Act) -> int:
        mine = [
            number
            for number, task in executor.tasks.items()
            if (task.service, task.intent) == _about(act) and self._takes_values(task)
        ]
        if not mine:
            raise GoldError(f"{act.act} finds no open task of {act.service}.{act.intent}")
        return mine[-1]

    def _takes_values(self, task: Task) -> bool:
        """Whether it is open; a query that was answered runs again with another value."""
        asked = task.status is TaskStatus.PERFORMED
        query = not self.catalog.intent(task.service, task.intent).transactional
        return task.status in _OPEN or (asked and query)

    def _result(self, executor: Executor, act: Act) -> Signal:
        """The newest signal of the act's task that brought entities."""
        tasks = [
            n for n, task in executor.tasks.items() if (task.service, task.intent) == _about(act)
        ]
        return _newest_with_entities(executor, set(tasks[-1:]))

    def _expression(self, executor: Executor, act: Act) -> Expression:
        if act.reference is None:
            said: Value = act.surface if isinstance(act.value, str) and act.surface else act.value
            return Literal(json.dumps(said))
        signal = self._pointed_at(executor, act.reference)
        task = executor.tasks[signal.task or 0]
        place = 0
        if act.act is ActType.SELECT:
            slot = act.reference.slot
            places = [
                place
                for place, entity in enumerate(signal.entities)
                if same(entity.values.get(slot), act.value)
            ]
            if not places:
                raise GoldError(f"no result has {act.value!r} as its {slot}")
            place = places[0]
        elif task.selected is not None and task.selected[0] == signal.index:
            place = task.selected[1]
        return Ref(signal.index, place, act.reference.slot)

    def _pointed_at(self, executor: Executor, reference: Reference) -> Signal:
        task = self.task_of(reference.goal)
        if task is None:
            raise GoldError(f"goal {reference.goal} has no task to refer to")
        return _newest_with_entities(executor, {task})


def _opens(program: Sequence[Statement]) -> bool:
    return bool(program) and all(isinstance(statement, Open) for statement in program)


def _back(executor: Executor) -> Say | None:
    """The way back to a task that still waits, once there is nothing left of another."""
    asked = waiting(executor)
    return Say(asked) if asked else None


def _addressed(executor: Executor) -> list[int]:
    """Tasks that the system's last words ask about."""
    asked = {_about(act) for act in executor.last_said if act.act in _ASKS}
    return [n for n, task in executor.tasks.items() if (task.service, task.intent) in asked]


def _about(act: Act) -> tuple[str, str]:
    return act.service, act.intent


def _newest(task: Task) -> int:
    if task.newest is None:
        raise GoldError(f"x{task.number} has no signal yet")
    return task.newest


def _touched(program: Sequence[Statement]) -> set[int]:
    found = set()
    for statement in program:
        if isinstance(statement, Assign):
            found |= {target.task for target in statement.targets}
        elif isinstance(statement, Do) and statement.ref is not None:
            found.add(statement.ref.index)
    return found


def _newest_with_entities(executor: Executor, tasks: set[int]) -> Signal:
    found = [s for s in executor.signals.values() if s.task in tasks and s.entities]
    if not found:
        raise GoldError("the user refers to a result that there is not")
    return found[-1]


def _run(executor: Executor, program: Sequence[Statement]) -> Step:
    step = executor.run([render(statement) for statement in program])
    errors = [signal.reason for signal in step.signals if signal.kind is SignalKind.ERROR]
    if errors:
        raise GoldError(f"{'; '.join(step.written)}: {errors[0]}")
    return step
