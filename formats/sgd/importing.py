"""SGD dialogues as records.

Their annotations become programs, and executing these has to give the annotated state and calls
back. What it does not give back is a contradiction, and is listed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from formats.sgd.compare import Contradiction, contradictions, state_changes
from formats.sgd.evidence import OPENING
from formats.sgd.frame import SlotsAfter, UserFrame
from formats.sgd.memory import Memory
from formats.sgd.records import SgdDialogue, SgdError, SgdFrame, SgdTurn
from formats.sgd.system import SystemTurn
from formats.sgd.user import frame_statements
from schemas.acts import Act, ActType
from schemas.dialogue import Dialogue, SignalKind, Span, Speaker, Step, Turn
from schemas.service import Catalog
from schemas.world import Clock, RecordedCall, WorldSpec
from world.executor import Executor, TaskStatus
from world.rendering import render
from world.statements import Do, Ref, Statement

SGD_CLOCK = Clock(now=datetime(2019, 3, 1, 9, 0))
"""The day that SGD's 'today' is."""


@dataclass(frozen=True)
class Imported:
    """A dialogue with what contradicts itself in it, by turn.

    Attributes:
        writes: How often its annotated states change a slot.
    """

    dialogue: Dialogue
    contradictions: tuple[Contradiction, ...]
    writes: int


def read_dialogue(raw: Mapping[str, Any], catalog: Catalog) -> Imported:
    """One dialogue of a dialogues_*.json file.

    Args:
        raw: As JSON has it.
        catalog: With at least the dialogue's services.

    Raises:
        SgdError: With a sentence, where it is not what SGD's files look like.
    """
    try:
        source = SgdDialogue.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        name = raw.get("dialogue_id", "without an id")
        raise SgdError(f"the dialogue {name} is not readable: {where}: {first['msg']}") from None
    if not source.turns:
        raise SgdError(f"the dialogue {source.dialogue_id} has no turns")
    named = set(source.services)
    missing = named - {service.name for service in catalog.services}
    if missing:
        raise SgdError(f"{source.dialogue_id} needs the service {min(missing)!r}")
    missing = {frame.service for turn in source.turns for frame in turn.frames} - named
    if missing:
        raise SgdError(f"{source.dialogue_id} does not list its service {min(missing)!r}")
    return _Import(source, catalog).read()


class _Import:
    def __init__(self, source: SgdDialogue, catalog: Catalog) -> None:
        self._source = source
        self._catalog = catalog.only(source.services)
        self._world = WorldSpec(recorded=tuple(_recorded(source, self._catalog)))
        self._executor = Executor(self._catalog, self._world, SGD_CLOCK)
        self._memory = Memory()
        self._last: dict[str, Ref] = {}
        self._turns: list[Turn] = []
        self._found: list[Contradiction] = []

    def read(self) -> Imported:
        turns = self._source.turns
        for number in range(0, len(turns), 2):
            pair = turns[number : number + 2]
            if [turn.speaker for turn in pair] != ["USER", "SYSTEM"][: len(pair)]:
                raise SgdError(f"{self._source.dialogue_id}: user and system do not take turns")
            self._exchange(number, pair[0], pair[1] if len(pair) == 2 else None)
        dialogue = Dialogue(
            dialogue_id=self._source.dialogue_id,
            services=self._source.services,
            clock=SGD_CLOCK,
            world=self._world,
            turns=tuple(self._turns),
        )
        found = [*self._found, *contradictions(self._source, dialogue, self._catalog)]
        in_order = tuple(sorted(found, key=lambda c: c.turn))
        return Imported(dialogue, in_order, state_changes(self._source))

    def _contradict(self, turn: int, service: str, what: str, message: str) -> None:
        self._found.append(Contradiction(self._source.dialogue_id, turn, service, what, message))

    def _exchange(self, number: int, user: SgdTurn, system: SgdTurn | None) -> None:
        frames = [self._frame(number, frame, 0, {}) for frame in user.frames]
        acts = tuple(act for frame in frames for act in _user_acts(frame))
        spans = tuple(self._spans(number, user))
        self._executor.hear(user.utterance, acts)
        self._turns.append(
            Turn(
                index=number,
                speaker=Speaker.USER,
                utterance=user.utterance,
                acts=acts,
                spans=spans,
            )
        )
        if system is not None:
            steps = self._user_steps(number, user, system)
            steps += self._say(number + 1, system)
            self._turns.append(
                Turn(
                    index=number + 1,
                    speaker=Speaker.SYSTEM,
                    utterance=system.utterance,
                    acts=self._executor.said or (),
                    steps=tuple(steps),
                    spans=tuple(self._spans(number + 1, system)),
                )
            )

    def _frame(
        self, number: int, frame: SgdFrame, first: int, slots_after: SlotsAfter
    ) -> UserFrame:
        return UserFrame(
            raw=frame,
            rest=self._source.turns[number + 1 :],
            service=self._catalog.service(frame.service),
            memory=self._memory.of(frame.service),
            executor=self._executor,
            first=first,
            others=self._memory.elsewhere(frame.service),
            other_entities=self._memory.entities_elsewhere(frame.service),
            slots_after=slots_after,
        )

    def _user_steps(self, number: int, user: SgdTurn, system: SgdTurn) -> list[Step]:
        statements: list[Statement] = []
        slots_after: SlotsAfter = {}
        for frame in sorted(user.frames, key=_opens):
            first = self._executor.next_index + len(statements)
            statements += frame_statements(self._frame(number, frame, first, slots_after))
        for frame in user.frames:
            self._memory.of(frame.service).fresh.clear()
        statements += self._waits(statements, system)
        return self._run(number + 1, statements) if statements else []

    def _waits(self, statements: list[Statement], system: SgdTurn) -> list[Statement]:
        """A system that could query and does not holds the task; one may also query again."""
        trial = self._executor.copy()
        step = trial.run([render(statement) for statement in statements or [Do("ignore", None)]])
        called = {frame.service for frame in system.frames if frame.service_call is not None}
        early = [
            signal.task
            for signal in step.signals
            if signal.kind is SignalKind.RESULT
            and signal.task is not None
            and trial.tasks[signal.task].service not in called
        ]
        asked = {call.service for call in trial.calls()}
        again = [
            task.number
            for service in sorted(called - asked)
            if (task := trial.latest(service)) is not None and task.status is TaskStatus.PERFORMED
            if not self._catalog.intent(service, task.intent).transactional
        ]
        return [
            *(Do("hold", Ref(number)) for number in early),
            *(Do("query", Ref(number)) for number in again),
        ]

    def _run(self, number: int, statements: list[Statement]) -> list[Step]:
        """All at once; where that fails, one by one, so that one fault does not hide the rest."""
        program = [render(statement) for statement in statements]
        trial = self._executor.copy()
        if any(s.kind is SignalKind.ERROR for s in trial.run(program).signals):
            return [self._noted(number, self._executor.run([line])) for line in program]
        return [self._executor.run(program)]

    def _noted(self, number: int, step: Step) -> Step:
        for signal in step.signals:
            if signal.kind is SignalKind.ERROR:
                message = f"{step.written[0]}: {signal.reason}"
                self._contradict(number, "", "program", message)
        return step

    def _say(self, number: int, system: SgdTurn) -> list[Step]:
        turn = SystemTurn(system, self._executor, self._last)
        step = self._noted(number, self._executor.run([render(turn.say())]))
        if step.statements:
            index = step.statements[-1].index
            self._memory.hear_system(index, self._executor.said or (), turn.entities)
            for service, entities in turn.entities.items():
                if 0 in entities:
                    self._last[service] = entities[0]
        return [step]

    def _spans(self, number: int, turn: SgdTurn) -> Iterator[Span]:
        for frame in turn.frames:
            values = {
                (action.slot, value.casefold()): canonical
                for action in frame.actions
                for value, canonical in zip(action.values, action.canonical_values, strict=True)
            }
            for span in frame.slots:
                surface = turn.utterance[span.start : span.exclusive_end]
                if (span.slot, surface.casefold()) not in values:
                    message = f"no act has {surface!r} for {span.slot}, which a span marks"
                    self._contradict(number, frame.service, "span", message)
                yield Span(
                    service=frame.service,
                    slot=span.slot,
                    start=span.start,
                    end=span.exclusive_end,
                    surface=surface,
                    value=values.get((span.slot, surface.casefold()), surface),
                )


def _opens(frame: SgdFrame) -> bool:
    """A new intent may take up what the turn settles in another service: it comes last."""
    return any(action.act in OPENING for action in frame.actions)


def _recorded(source: SgdDialogue, catalog: Catalog) -> Iterator[RecordedCall]:
    """The backend's answers; only a transaction fails, a query that finds nothing is answered."""
    for turn in source.turns:
        for frame in turn.frames:
            if frame.service_call is not None:
                acts = {action.act for action in frame.actions}
                failed = "NOTIFY_FAILURE" in acts and any(
                    intent.transactional
                    for intent in catalog.service(frame.service).intents
                    if intent.name == frame.service_call.method
                )
                yield RecordedCall(
                    service=frame.service,
                    intent=frame.service_call.method,
                    parameters=dict(frame.service_call.parameters),
                    results=tuple(dict(row) for row in frame.service_results or ()),
                    success=not failed,
                )


def _user_acts(frame: UserFrame) -> Iterator[Act]:
    if not frame.raw.actions:
        # The turn is about the service all the same: it has a frame of it.
        yield Act(act=ActType.IRRELEVANT, service=frame.service.name)
    for action in frame.raw.actions:
        intent = frame.intent_of(action)
        base = Act(act=ActType(action.act), service=frame.service.name, intent=intent)
        if action.act == "INFORM_INTENT" or not action.values:
            slot = "" if action.act == "INFORM_INTENT" else action.slot
            yield base.model_copy(update={"slot": slot})
            continue
        for value, canonical in zip(action.values, action.canonical_values, strict=True):
            yield base.model_copy(
                update={"slot": action.slot, "value": canonical, "surface": value}
            )
