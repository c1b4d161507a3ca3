"""An SGD system turn as the arguments of a `say`: each act refers to what holds its value."""

from collections.abc import Iterable, Iterator

from formats.sgd.records import SgdAction, SgdFrame, SgdTurn
from schemas.acts import Act, ActType
from schemas.dialogue import Signal, SignalKind
from world.executor import Executor
from world.language import ProgramError
from world.rendering import render_value
from world.statements import Literal, Name, Ref, Say, Speech
from world.values import text_of

_VERBS = {
    "REQUEST": "request",
    "CONFIRM": "confirm",
    "OFFER": "offer",
    "INFORM": "inform",
    "INFORM_COUNT": "count",
    "NOTIFY_SUCCESS": "success",
    "NOTIFY_FAILURE": "failure",
    "OFFER_INTENT": "offer_intent",
    "REQ_MORE": "more_help",
    "GOODBYE": "goodbye",
}


class SystemTurn:
    """The acts of one system turn, worded as speech.

    Attributes:
        entities: The entities offered, by service and place.
    """

    def __init__(self, turn: SgdTurn, executor: Executor, last: dict[str, Ref]) -> None:
        self._turn = turn
        self._executor = executor
        self._last = last
        self.entities: dict[str, dict[int, Ref]] = {}

    def say(self) -> Say:
        """The statement.

        Raises:
            ValueError: Where an act is none of SGD's.
        """
        return Say(tuple(speech for frame in self._turn.frames for speech in self._frame(frame)))

    def _frame(self, frame: SgdFrame) -> Iterator[Speech]:
        offers = [action for action in frame.actions if action.act == "OFFER"]
        places = max((len(action.values) for action in offers), default=0)
        chosen = {place: self._entity(frame.service, offers, place) for place in range(places)}
        self.entities[frame.service] = {p: ref for p, ref in chosen.items() if ref is not None}
        for action in frame.actions:
            yield from self._action(frame.service, action)

    def _action(self, service: str, action: SgdAction) -> Iterator[Speech]:
        if action.act not in _VERBS:
            raise ValueError(f"SGD's system has no act {action.act!r}")
        verb = _VERBS[action.act]
        if verb == "offer_intent":
            for value in action.values:
                yield Speech(verb, name=Name(service, value))
        elif not action.values:
            yield self._plain(service, verb, action)
        else:
            pairs = zip(action.values, action.canonical_values, strict=True)
            for place, (surface, canonical) in enumerate(pairs):
                yield self._valued(service, verb, action, place, surface, canonical)

    def _plain(self, service: str, verb: str, action: SgdAction) -> Speech:
        task = self._executor.latest(service)
        wanted = Act(act=ActType(action.act), service=service, slot=action.slot)
        if task is not None and verb in {"request", "confirm", "success", "failure"}:
            speech = Speech(verb, (Ref(task.number, None, action.slot),))
            if self._says(speech, wanted):
                return speech
        return Speech(verb, name=_unreferred(service, action.slot))

    def _valued(
        self, service: str, verb: str, action: SgdAction, place: int, surface: str, canonical: str
    ) -> Speech:
        slot = "" if verb == "count" else action.slot
        wanted = Act(
            act=ActType(action.act), service=service, slot=slot, value=canonical, surface=surface
        )
        for ref in self._refs(service, verb, slot, place):
            for wording, value in (("", None), (surface, None), (surface, _literal(canonical))):
                speech = Speech(verb, (ref,), wording=wording, value=value)
                plain = value is None or verb == "request"
                if plain and self._says(speech, wanted):
                    return speech
        name = _unreferred(service, slot)
        return Speech(verb, name=name, wording=surface, value=_literal(canonical))

    def _says(self, speech: Speech, wanted: Act) -> bool:
        try:
            acts = self._executor.expand(speech)
        except ProgramError:
            return False
        return len(acts) == 1 and _same(acts[0], wanted)

    def _refs(self, service: str, verb: str, slot: str, place: int) -> Iterator[Ref]:
        task = self._executor.latest(service)
        if verb == "count":
            yield from (Ref(signal.index) for signal in self._signals(service))
        if verb in {"request", "confirm"} and task is not None:
            yield Ref(task.number, None, slot)
        if verb in {"offer", "inform"}:
            for entity in self._entities(service, place if verb == "offer" else 0):
                yield Ref(entity.index, entity.entity, slot)
        if verb == "inform" and task is not None:
            yield Ref(task.number, None, slot)

    def _entities(self, service: str, place: int) -> Iterable[Ref]:
        """Entities that may hold what is said: the offered one, the last one, then the newest."""
        first = [self.entities.get(service, {}).get(place), self._last.get(service)]
        rest = [
            Ref(signal.index, entity)
            for signal in self._signals(service)
            for entity in range(len(signal.entities))
        ]
        return dict.fromkeys([*(ref for ref in first if ref is not None), *rest])

    def _signals(self, service: str) -> list[Signal]:
        """The service's signals that bring entities or count them, newest first."""
        tasks = self._executor.tasks
        return [
            signal
            for signal in reversed(tuple(self._executor.signals.values()))
            if signal.task is not None
            and tasks[signal.task].service == service
            and (signal.entities or signal.kind is SignalKind.RESULT)
        ]

    def _entity(self, service: str, offers: list[SgdAction], place: int) -> Ref | None:
        """The newest entity that holds all that is offered at that place."""
        wanted = {
            action.slot: action.canonical_values[place]
            for action in offers
            if place < len(action.canonical_values)
        }
        for signal in self._signals(service):
            for number, entity in enumerate(signal.entities):
                if all(entity.values.get(slot) == value for slot, value in wanted.items()):
                    return Ref(signal.index, number)
        return None


def _literal(value: str) -> Literal:
    return Literal(render_value(value))


def _unreferred(service: str, slot: str) -> Name:
    return Name(service, slot) if slot else Name("", service)


def _same(act: Act, wanted: Act) -> bool:
    """Whether an act says just what is wanted; a count is a number here, words in SGD."""
    return (act.act, act.service, act.slot, text_of(act.value), act.surface) == (
        wanted.act,
        wanted.service,
        wanted.slot,
        text_of(wanted.value),
        wanted.surface,
    )
