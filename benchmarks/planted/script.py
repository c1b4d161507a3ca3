"""A dialogue taken apart into programs that can be changed and run again.

Statements and signals share one count, so a planted statement shifts every number after it. A
script keeps the numbers of the record it was made from, and puts the new ones in while it is run.
"""

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from schemas.dialogue import Dialogue, Signal, SignalKind, Speaker, Step, Turn
from schemas.service import Catalog
from world.executor import Executor
from world.language import parse, render
from world.statements import Ref, Say, Speech, Statement, Target

NodeT = TypeVar("NodeT")


class Refused(Exception):
    """The executor does not take the changed programs: this fault cannot be planted here."""


@dataclass(frozen=True)
class Line:
    """A statement, its references by the record's numbers.

    Attributes:
        origin: The number it had in the record, None where it was planted.
    """

    statement: Statement
    origin: int | None = None


def newest(task: int) -> Say:
    """`say` of the newest signal that a task then has."""
    return Say((Speech("signal", (Ref(task),)),))


@dataclass(frozen=True)
class Program:
    """What the system wrote at once, and the record's signals for it."""

    lines: tuple[Line, ...]
    signals: tuple[Signal, ...] = ()

    def without(self, line: Line) -> "Program":
        """The program with one line less."""
        return replace(self, lines=tuple(other for other in self.lines if other is not line))

    def instead(self, line: Line, *lines: Statement) -> "Program":
        """The program with other statements in the place of a line; the first has its number."""
        put = [Line(s, line.origin if n == 0 else None) for n, s in enumerate(lines)]
        place = next(n for n, other in enumerate(self.lines) if other is line)
        return replace(self, lines=(*self.lines[:place], *put, *self.lines[place + 1 :]))


@dataclass(frozen=True)
class Exchange:
    """A user turn, the programs that answer it, and the turn whose words they end in."""

    user: Turn
    programs: tuple[Program, ...]
    answer: Turn

    @property
    def statements(self) -> Iterator[tuple[Program, Line]]:
        """Every statement with its program."""
        for program in self.programs:
            for line in program.lines:
                yield program, line

    def changed(self, old: Program, new: Program) -> "Exchange":
        """The exchange with another program; one without statements is left out."""
        programs = (new if program is old else program for program in self.programs)
        return replace(self, programs=tuple(p for p in programs if p.lines))

    def with_first(self, *statements: Statement) -> "Exchange":
        """The exchange with more statements in its first program, or in one before its `say`."""
        first = self.programs[0]
        lines = tuple(Line(statement) for statement in statements)
        if isinstance(first.lines[-1].statement, Say):
            return replace(self, programs=(Program(lines), *self.programs))
        grown = replace(first, lines=(*first.lines, *lines))
        return replace(self, programs=(grown, *self.programs[1:]))

    def answered(self, *programs: Sequence[Statement]) -> "Exchange":
        """The exchange with other programs throughout."""
        made = tuple(Program(tuple(Line(s) for s in program)) for program in programs)
        return replace(self, programs=made)

    def closing(self, say: Say) -> "Exchange":
        """The exchange with another `say` at its end."""
        last = self.programs[-1]
        return self.changed(last, last.instead(last.lines[-1], say))

    @property
    def said(self) -> Say:
        """The `say` at its end."""
        statement = self.programs[-1].lines[-1].statement
        if not isinstance(statement, Say):
            raise ValueError("the exchange does not end in say")
        return statement

    def saying(self, words: str) -> "Exchange":
        """The exchange with other words of the system."""
        return replace(self, answer=reworded(self.answer, words))

    def heard(self, **changes: object) -> "Exchange":
        """The exchange with another user turn."""
        words = changes.pop("utterance", None)
        user = self.user.model_copy(update=changes)
        return replace(self, user=user if words is None else reworded(user, str(words)))


@dataclass(frozen=True)
class Script:
    """A dialogue's exchanges, with the dialogue they are of."""

    dialogue: Dialogue
    exchanges: tuple[Exchange, ...]

    def put(self, place: int, *exchanges: Exchange) -> "Script":
        """The script with other exchanges in the place of one."""
        kept = self.exchanges
        return replace(self, exchanges=(*kept[:place], *exchanges, *kept[place + 1 :]))


def script(dialogue: Dialogue) -> Script:
    """Takes a dialogue apart; programs that were refused are left out."""
    turns = dialogue.turns
    exchanges = tuple(
        Exchange(user, tuple(_program(step) for step in answer.steps if _stands(step)), answer)
        for user, answer in zip(turns[::2], turns[1::2], strict=False)
    )
    return Script(dialogue, exchanges)


def perform(script: Script, catalog: Catalog) -> Dialogue:
    """Runs the script and records what the executor makes of it.

    Raises:
        Refused: Where it refuses a program, or a turn does not end in `say`.
    """
    own = catalog.only(script.dialogue.services)
    executor = Executor(own, script.dialogue.world, script.dialogue.clock)
    numbers = _Numbers(executor, _tasks_of_signals(script.dialogue))
    turns: list[Turn] = []
    for exchange in script.exchanges:
        numbers.executor.hear(exchange.user.utterance, exchange.user.acts)
        turns.append(_numbered(exchange.user, turns))
        steps = tuple(numbers.run(program) for program in exchange.programs)
        if numbers.executor.said is None:
            raise Refused("the turn does not end in say")
        answer = exchange.answer.model_copy(
            update={"acts": numbers.executor.said, "steps": steps, "speaker": Speaker.SYSTEM}
        )
        turns.append(_numbered(answer, turns))
    return script.dialogue.model_copy(update={"turns": tuple(turns)})


def reworded(turn: Turn, words: str) -> Turn:
    """The turn with other words; spans it came with are kept where their surface still stands."""
    spans = []
    for span in turn.spans:
        start = words.find(span.surface)
        if start >= 0:
            end = start + len(span.surface)
            spans.append(span.model_copy(update={"start": start, "end": end}))
    return turn.model_copy(update={"utterance": words, "spans": tuple(spans)})


def renumbered(node: NodeT, number: "dict[int, int]") -> NodeT:
    """A statement, or part of one, with other numbers in its references.

    Raises:
        Refused: Where it refers to something that is not there any more.
    """
    if isinstance(node, tuple):
        return type(node)(renumbered(part, number) for part in node)
    if isinstance(node, Ref | Target) or dataclasses.is_dataclass(node):
        changes: dict[str, Any] = {}
        for field in dataclasses.fields(node):
            value = getattr(node, field.name)
            if isinstance(node, Ref | Target) and field.name in ("index", "task"):
                if value not in number:
                    raise Refused(f"x{value} is not there any more")
                changes[field.name] = number[value]
            elif isinstance(value, tuple) or dataclasses.is_dataclass(value):
                changes[field.name] = renumbered(value, number)
        return replace(node, **changes)  # type: ignore[type-var]
    return node


class _Numbers:
    """An executor, and the numbers it has for those of the record."""

    def __init__(self, executor: Executor, task_of: dict[int, int]) -> None:
        """Starts with nothing numbered; `task_of` has the record's signals with their tasks."""
        self.executor = executor
        self._now: dict[int, int] = {}
        self._task_of = task_of

    def run(self, program: Program) -> Step:
        """Runs a program.

        Raises:
            Refused: Where the executor does.
        """
        statements = [self._statement(line.statement) for line in program.lines]
        try:
            step = self.executor.run([render(statement) for statement in statements])
        except ValueError as problem:  # The world trusts acts: their values fit their slots.
            raise Refused(str(problem)) from None
        if not _stands(step):
            raise Refused(step.signals[0].reason)
        for line, done in zip(program.lines, step.statements, strict=True):
            if line.origin is not None:
                self._now[line.origin] = done.index
        for signal in program.signals:
            self._match(signal, step.signals)
        return step

    def _match(self, recorded: Signal, signals: Sequence[Signal]) -> None:
        task = self._now.get(-1 if recorded.task is None else recorded.task)
        for signal in signals:
            if task is not None and signal.task == task:
                self._now[recorded.index] = signal.index

    def _statement(self, statement: Statement) -> Statement:
        if isinstance(statement, Say):
            return Say(tuple(self._speech(speech) for speech in statement.acts))
        return renumbered(statement, self._now)

    def _speech(self, speech: Speech) -> Speech:
        """A signal that is said is the newest one its task has now; a task's number will do."""
        if speech.verb != "signal":
            return renumbered(speech, self._now)
        named = speech.refs[0].index
        task = self._now.get(self._task_of.get(named, named), -1)
        newest = self.executor.tasks[task].newest if task in self.executor.tasks else None
        offer = self.executor.signals.get(self._now.get(named, -1))
        if offer is not None and offer.kind is SignalKind.HINT_OFFER:
            newest = offer.index  # It stands beside its task's newest signal.
        if newest is None:
            raise Refused("the task whose signal is said has none")
        return Speech("signal", (Ref(newest),))


def _tasks_of_signals(dialogue: Dialogue) -> dict[int, int]:
    return {
        signal.index: signal.task
        for turn in dialogue.turns
        for step in turn.steps
        for signal in step.signals
        if signal.task is not None
    }


def _program(step: Step) -> Program:
    lines = tuple(Line(parse(done.text), done.index) for done in step.statements)
    return Program(lines, step.signals)


def _stands(step: Step) -> bool:
    return not any(signal.kind is SignalKind.ERROR for signal in step.signals)


def _numbered(turn: Turn, before: Sequence[Turn]) -> Turn:
    return turn.model_copy(update={"index": len(before)})
