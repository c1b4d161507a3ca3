"""The tasks of a dialogue as its programs open them, read from the annotations alone."""

from dataclasses import dataclass, field

from phenomena.phenomenon import Turns
from phenomena.reading import Exchange, exchanges
from schemas.dialogue import Signal, SignalKind
from schemas.service import Catalog
from world.language import parse
from world.lookup import find_intent
from world.names import ProgramError
from world.statements import Do, Open

_ASKING = frozenset({SignalKind.HINT_VALUE, SignalKind.HINT_CONFIRM})


@dataclass
class OpenedTask:
    """A task.

    Attributes:
        turn: The user turn that brought it.
        signals: Its signals with the user turn in whose answer they came, in order.
        chosen: Signals of which an entity was selected.
        ended: The user turn in whose answer it was performed, answered, or called off.
    """

    number: int
    service: str
    intent: str
    turn: int
    signals: list[tuple[int, Signal]] = field(default_factory=list)
    chosen: set[int] = field(default_factory=set)
    ended: int | None = None

    def waits(self, turn: int) -> bool:
        """Whether it was open just before that user turn, waiting for the user to say something."""
        before = [signal for when, signal in self.signals if when < turn]
        over = self.ended is not None and self.ended < turn
        return not over and bool(before) and before[-1].kind in _ASKING


def opened_tasks(turns: Turns, catalog: Catalog) -> tuple[OpenedTask, ...]:
    """Every task, in the order in which they were opened."""
    tasks: dict[int, OpenedTask] = {}
    signals: dict[int, OpenedTask] = {}
    for exchange in exchanges(turns):
        for number, task in _opened(exchange, catalog):
            tasks[number] = task
        for signal in exchange.signals:
            owner = tasks.get(-1 if signal.task is None else signal.task)
            if owner is not None and signal.kind is not SignalKind.HINT_OFFER:
                signals[signal.index] = owner
                owner.signals.append((exchange.user.index, signal))
                over = signal.kind in (SignalKind.PERFORM, SignalKind.RESULT)
                owner.ended = exchange.user.index if over else None
        _act(exchange, tasks, signals)
    return tuple(tasks[number] for number in sorted(tasks))


def _opened(exchange: Exchange, catalog: Catalog) -> list[tuple[int, OpenedTask]]:
    found = []
    for step in exchange.answer.steps if exchange.answer else ():
        for statement in step.statements:
            try:
                parsed = parse(statement.text)
                if isinstance(parsed, Open):
                    service, intent = find_intent(parsed.name, catalog)
                    task = OpenedTask(
                        statement.index, service.name, intent.name, exchange.user.index
                    )
                    found.append((statement.index, task))
            except ProgramError:
                continue
    return found


def _act(exchange: Exchange, tasks: dict[int, OpenedTask], signals: dict[int, OpenedTask]) -> None:
    for text in exchange.statements:
        try:
            statement = parse(text)
        except ProgramError:
            continue
        if not isinstance(statement, Do) or statement.ref is None:
            continue
        number = statement.ref.index
        if statement.verb == "cancel" and number in tasks:
            tasks[number].ended = exchange.user.index
        elif statement.verb == "select" and number in signals:
            signals[number].chosen.add(number)
