"""The executor: runs the system's programs against the simulated backend and says signals back.

State, calls, acts and frames of a dialogue are read off it; it never guesses what was meant.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from schemas.acts import Act, ActType
from schemas.annotation import Frame, ToolCall
from schemas.base import Value
from schemas.dialogue import Signal, SignalKind, Statement, Step
from schemas.service import Catalog
from schemas.world import Clock, Entity, WorldSpec
from world import signals
from world.backend import Backend
from world.language import parse, parse_reference, render
from world.lookup import intent_of
from world.names import MAX_LENGTH, MAX_STATEMENTS, Outside, ProgramError
from world.run import Run
from world.settling import settle
from world.sources import reference
from world.speech import acts_of
from world.state import State, Task, TaskStatus
from world.statements import Speech
from world.steps import execute

__all__ = ["Executor", "Task", "TaskStatus"]


class Executor:
    """One dialogue's executor.

    An exchange is a user turn and the system turn that answers it: `hear` once, then `run` until
    `said` is not None.
    """

    def __init__(self, catalog: Catalog, world: WorldSpec, clock: Clock) -> None:
        self._catalog = catalog
        self._clock = clock
        self._backend = Backend(world, clock)
        self._state = State()

    def copy(self) -> "Executor":
        """An executor that goes on from here on its own."""
        twin = object.__new__(Executor)
        twin._catalog, twin._clock, twin._backend = self._catalog, self._clock, self._backend
        twin._state = self._state.copy()
        return twin

    def hear(self, utterance: str, acts: Sequence[Act]) -> None:
        """Starts an exchange with the user's words and what they express."""
        state = self._state
        state.exchange += 1
        state.utterance, state.acts, state.said = utterance, tuple(acts), None
        state.touched, state.calls = {}, []

    def run(self, program: Sequence[str]) -> Step:
        """Executes a program: all of its statements, or none and an error signal.

        Args:
            program: One statement each. After a `say` nothing more runs until `hear`.
        """
        written = tuple(_storable(line) for line in program[: MAX_STATEMENTS + 1])
        scratch = self._state.copy()
        try:
            step = self._execute(written, scratch)
        except ProgramError as error:
            return self._refused(written, error)
        self._state = scratch
        return step

    def outside(self, program: Sequence[str]) -> Outside | None:
        """The first name for which a program would be refused because the schema has it not."""
        try:
            self._execute(tuple(map(_storable, program)), self._state.copy())
        except ProgramError as error:
            return error.outside
        return None

    def _execute(self, written: tuple[str, ...], state: State) -> Step:
        if not state.exchange:
            raise ProgramError("nobody has said anything yet")
        if state.said is not None:
            raise ProgramError("the turn is over: it ended with say")
        if not written:
            raise ProgramError("the program has no statement")
        if len(written) > MAX_STATEMENTS:
            raise ProgramError(f"a program has at most {MAX_STATEMENTS} statements")
        statements = [parse(line) for line in written]
        run = Run(self._catalog, self._clock, self._backend, state)
        done = []
        for place, statement in enumerate(statements):
            index = state.take_index()
            with _placed(place):
                execute(run, statement, index)
            done.append(Statement(index=index, text=render(statement)))
        return Step(written=written, statements=tuple(done), signals=settle(run))

    def _refused(self, written: tuple[str, ...], error: ProgramError) -> Step:
        index = self._state.take_index()
        signal = Signal(
            index=index,
            kind=SignalKind.ERROR,
            reason=error.message,
            legal=error.legal,
            text=signals.error(error.message, error.legal),
        )
        self._state.signals[index] = signal
        return Step(written=written, signals=(signal,))

    @property
    def said(self) -> tuple[Act, ...] | None:
        """The system acts of this exchange's say; None before it."""
        return self._state.said

    @property
    def last_said(self) -> tuple[Act, ...]:
        """The system acts of the newest say, in whichever exchange it was."""
        says = self._state.says
        return says[max(says)] if says else ()

    @property
    def clock(self) -> Clock:
        """The dialogue's clock."""
        return self._clock

    @property
    def tasks(self) -> Mapping[int, Task]:
        """Every task by its number."""
        return self._state.tasks

    @property
    def signals(self) -> Mapping[int, Signal]:
        """Every signal by its number."""
        return self._state.signals

    @property
    def next_index(self) -> int:
        """The number that the next statement or signal will have."""
        return self._state.next_index

    def calls(self) -> tuple[ToolCall, ...]:
        """The backend calls of this exchange."""
        return tuple(self._state.calls)

    def changes(self) -> tuple[Entity, ...]:
        """Entities that the dialogue added or cancelled, as they now are."""
        return self._backend.changes(self._state)

    def state_hash(self) -> str:
        """Hash over tasks, slots and entities."""
        return self._state.hash(self._backend.base_hash)

    def resolve(self, text: str) -> Value:
        """The value behind a reference such as `x5[0].time`.

        Raises:
            ProgramError: Where it points at nothing.
        """
        return reference(parse_reference(text), self._state).value

    def pointed(self, task: Task) -> frozenset[str]:
        """Slots that the user may still give by pointing at a result."""
        service, intent = intent_of(task, self._catalog)
        # What was carried over may still be given anew.
        told = () if service.carries_slots else task.slots
        return frozenset(intent.slot_names) - frozenset(told)

    def latest(self, service: str) -> Task | None:
        """The task last touched in a service: its state is the service's."""
        return self._state.tasks.get(self._state.latest.get(service, -1))

    def expand(self, speech: Speech) -> tuple[Act, ...]:
        """The acts that an argument of `say` would stand for now.

        Raises:
            ProgramError: Where it cannot be said.
        """
        return tuple(acts_of(speech, self._state.copy(), self._catalog))

    def frames(self) -> tuple[Frame, ...]:
        """The user turn's frames: the services it touches, in the state they are in now.

        Touched are the services that the user's acts or the executed statements are about; where
        there is none, the one touched last.
        """
        state = self._state
        known = {service.name for service in self._catalog.services}
        touched = {act.service for act in state.acts if act.service in known} | set(state.touched)
        if not touched and state.current:
            touched = {state.current}
        return tuple(self._frame(service) for service in sorted(touched))

    def _frame(self, service: str) -> Frame:
        state = self._state
        task = self.latest(service)
        active = task is not None and task.open and service not in state.idle
        requested = {
            act.slot
            for act in state.acts
            if act.act is ActType.REQUEST and act.slot and (act.service or service) == service
        }
        slots = () if task is None else tuple(task.slots[name] for name in sorted(task.slots))
        return Frame(
            service=service,
            active_intent=task.intent if task is not None and active else "NONE",
            requested_slots=tuple(sorted(requested)),
            state=slots,
        )


def _storable(line: str) -> str:
    """A statement as it can be recorded: bounded, and without lone surrogates."""
    return line[: MAX_LENGTH + 1].encode("utf-8", "replace").decode()


@contextmanager
def _placed(statement: int) -> Iterator[None]:
    """Notes in which statement a name stands that the schema does not have."""
    try:
        yield
    except ProgramError as error:
        if error.outside is not None:
            error.outside = replace(error.outside, statement=statement)
        raise
