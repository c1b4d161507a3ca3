"""SGD's annotation against the replay of a record: what does not follow is a contradiction."""

from collections.abc import Iterator
from dataclasses import dataclass

from formats.sgd.records import SgdDialogue, SgdFrame, SgdTurn
from schemas.annotation import Frame, ToolCall
from schemas.dialogue import Dialogue
from schemas.service import Catalog
from world.replay import Exchange, replay


@dataclass(frozen=True)
class Contradiction:
    """Something annotated that does not follow from the acts.

    Attributes:
        turn: Index of the turn.
        what: 'slot', 'intent', 'requested', 'frame', 'call', 'span', 'program' or 'record'.
        message: One sentence.
    """

    dialogue_id: str
    turn: int
    service: str
    what: str
    message: str


def contradictions(
    source: SgdDialogue, dialogue: Dialogue, catalog: Catalog
) -> Iterator[Contradiction]:
    """Replays the record and compares every user state and every call with the annotation."""
    turns = source.turns
    for exchange in replay(dialogue, catalog):
        for fault in exchange.divergences:
            yield Contradiction(source.dialogue_id, fault.turn, "", "record", fault.message)
        for service, what, message in _states(turns[exchange.user], exchange):
            yield Contradiction(source.dialogue_id, exchange.user, service, what, message)
        if exchange.system is not None:
            for service, message in _calls(turns[exchange.system], exchange):
                yield Contradiction(source.dialogue_id, exchange.system, service, "call", message)


def state_changes(source: SgdDialogue) -> int:
    """How often the annotated states set a slot, change it or take it away."""
    count = 0
    before: dict[str, dict[str, tuple[str, ...]]] = {}
    for turn in source.turns:
        for frame in turn.frames:
            if frame.state is not None:
                was, now = before.get(frame.service, {}), frame.state.slot_values
                count += sum(was.get(slot) != now.get(slot) for slot in was.keys() | now.keys())
                before[frame.service] = now
    return count


def _states(turn: SgdTurn, exchange: Exchange) -> Iterator[tuple[str, str, str]]:
    computed = {frame.service: frame for frame in exchange.frames}
    annotated = {frame.service: frame for frame in turn.frames}
    for service in sorted(computed.keys() ^ annotated.keys()):
        side = "annotated" if service in annotated else "not annotated"
        yield service, "frame", f"a frame of {service} is {side}"
    for service in sorted(computed.keys() & annotated.keys()):
        for what, message in _state(annotated[service], computed[service]):
            yield service, what, message


def _state(annotated: SgdFrame, computed: Frame) -> Iterator[tuple[str, str]]:
    state = annotated.state
    if state is None:
        yield "frame", "the user's frame has no state"
        return
    if state.active_intent != computed.active_intent:
        yield (
            "intent",
            f"the active intent is {computed.active_intent}, annotated is {state.active_intent}",
        )
    if state.requested_slots != computed.requested_slots:
        yield (
            "requested",
            f"requested are {list(computed.requested_slots)}, "
            f"annotated are {list(state.requested_slots)}",
        )
    values = {slot.slot: slot.variants for slot in computed.state}
    for slot in sorted(values.keys() | state.slot_values.keys()):
        now, said = values.get(slot), state.slot_values.get(slot)
        if now != said:
            yield "slot", f"{slot} is {_listed(now)}, annotated is {_listed(said)}"


def _listed(variants: tuple[str, ...] | None) -> str:
    return "not there" if variants is None else str(list(variants))


def _calls(turn: SgdTurn, exchange: Exchange) -> Iterator[tuple[str, str]]:
    calls = {call.service: call for call in exchange.calls}
    for frame in turn.frames:
        message = _call(frame, calls.pop(frame.service, None))
        if message:
            yield frame.service, message
    for service, call in calls.items():
        yield service, f"{call.intent} is called, and the annotation has no such call"
    if len(exchange.calls) > len({call.service for call in exchange.calls}):
        yield exchange.calls[0].service, "a service is called twice in one turn"


def _call(frame: SgdFrame, call: ToolCall | None) -> str:
    """How a system frame's call differs from the one that was made, in a sentence."""
    wanted = frame.service_call
    if wanted is None or call is None:
        if wanted is None and call is None:
            return ""
        made = f"{call.intent} is called" if call is not None else "nothing is called"
        return f"{made}, annotated is {wanted.method if wanted else 'no call'}"
    if (wanted.method, wanted.parameters) != (call.intent, call.parameters):
        return (
            f"{call.intent} is called with {call.parameters}, "
            f"annotated is {wanted.method} with {wanted.parameters}"
        )
    results = tuple(entity.values for entity in call.results)
    return "" if results == (frame.service_results or ()) else "its results are not as annotated"
