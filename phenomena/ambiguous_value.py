"""The user refers to 'the X' where there are several and none was chosen."""

from random import Random

from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import Exchange, exchanges
from phenomena.tasks import OpenedTask, opened_tasks
from schemas.acts import Act, ActType
from schemas.annotation import SourceKind
from schemas.base import Value
from schemas.dialogue import Signal, SignalKind
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Choice, Goal, Placement
from schemas.service import Catalog
from world.values import same, text_of


def place(host: Host, rng: Random) -> Placement | None:
    """A slot that flows from a query whose results differ in it."""
    for slot in host.goal.slots:
        if slot.reference is None or slot.slot in host.taken:
            continue
        values = [row.get(slot.reference.slot) for row in host.found(slot.reference.goal)]
        if len(values) > 1 and _differ(values):
            placement = host.put(
                PhenomenonTag.AMBIGUOUS_VALUE, slot.slot, (slot.value, text_of(slot.value))
            )
            return placement.model_copy(update={"other": slot.reference.goal})
    return None


def _differ(values: list[Value]) -> bool:
    """Whether all values are there and no two are the same."""
    return all(value is not None for value in values) and not any(
        same(one, other) for n, one in enumerate(values) for other in values[:n]
    )


def shape(placement: Placement, goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
    """The user chooses none of the query's results until asked."""
    return choosing(placement, goals, Choice.WHEN_ASKED)


def choosing(placement: Placement, goals: tuple[Goal, ...], when: Choice) -> tuple[Goal, ...]:
    """The goals with the query's results chosen from at that time, and nothing asked of them."""
    return tuple(
        goal.model_copy(update={"choice": when, "asks": ()})
        if goal.number == placement.other
        else goal
        for goal in goals
    )


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """Referring is the phenomenon; the acts stay as they are."""
    return Cut(move.acts) if move.has(ActType.INFORM, placement.slot) else None


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns that refer to one of several results, none of them chosen or named."""
    tasks = opened_tasks(turns, catalog)
    return tuple(e.user.index for e in exchanges(turns) if _ambiguous(e, tasks))


def _ambiguous(exchange: Exchange, tasks: tuple[OpenedTask, ...]) -> list[Act]:
    named = {act.slot for act in exchange.user.acts if act.act is ActType.SELECT}
    return [
        act
        for act in exchange.user.acts
        if act.act is ActType.INFORM
        and act.reference is not None
        and act.slot not in named
        and act.reference.goal < len(tasks)
        and _open_choice(tasks[act.reference.goal], act.reference.slot, exchange.user.index)
    ]


def _open_choice(task: OpenedTask, slot: str, turn: int) -> bool:
    """Whether the task's newest result leaves open which entity's slot is meant."""
    brought: list[Signal] = [s for when, s in task.signals if when < turn and s.entities]
    if not brought or brought[-1].kind is not SignalKind.RESULT or task.chosen:
        return False
    values = [entity.values.get(slot) for entity in brought[-1].entities]
    return any(not same(value, values[0]) for value in values[1:])


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """The system asks which is meant and writes nothing, then takes the one that is named."""
    tasks = opened_tasks(turns, catalog)
    found = []
    waiting: set[tuple[str, str]] = set()
    for exchange in exchanges(turns):
        found += [
            Fault(exchange.user.index, f"{act.slot} was not taken from the result that was named")
            for act in exchange.user.acts
            if act.act is ActType.SELECT and (act.service, act.slot) in waiting
            if not _taken(exchange, act)
        ]
        waiting -= {(a.service, a.slot) for a in exchange.user.acts if a.act is ActType.SELECT}
        for act in _ambiguous(exchange, tasks):
            waiting.add((act.service, act.slot))
            found += [Fault(exchange.user.index, why) for why in _guessed(exchange, act)]
    return tuple(found)


def _guessed(exchange: Exchange, act: Act) -> list[str]:
    asked = exchange.answer is not None and any(
        a.act is ActType.CLARIFY and a.slot == act.slot for a in exchange.answer.acts
    )
    written = any(
        state.slot == act.slot
        for frame in exchange.user.frames
        if frame.service == act.service
        for state in frame.state
    )
    why = [] if asked else [f"the system did not ask which {act.slot} is meant"]
    return [*why, f"the system guessed {act.slot}"] if written else why


def _taken(exchange: Exchange, act: Act) -> bool:
    return any(
        state.slot == act.slot
        and same(state.value, act.value)
        and state.source.kind is SourceKind.ENTITY
        for frame in exchange.user.frames
        if frame.service == act.service
        for state in frame.state
    )


AMBIGUOUS_VALUE = Phenomenon(
    tag=PhenomenonTag.AMBIGUOUS_VALUE,
    lucid="",
    description="The user refers to one of several results without having said which.",
    instruction="Refer to it as if it were clear which one you mean; do not say which.",
    question="Does the user refer to one of several things without saying which one they mean?",
    rule="The system asks which one is meant, writes nothing, and takes the one that is named.",
    needs=Needs(query=True, results=2, flow=True),
    place=place,
    shape=shape,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("At the same restaurant as my reservation. (when there are two reservations)",),
)
