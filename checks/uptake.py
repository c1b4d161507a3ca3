"""Rung 3: what the user gives is taken, and nothing else.

The rules hold whatever was planned, so imported dialogues are held to them too: what an act gives
is in the state, a change has an act or a source that the turn justifies, tasks are performed when
the user says yes, once, and at no other time, and what is in the state stays there.
"""

from collections.abc import Iterator, Mapping

from checks.adoption import Memory, adopted, unheard_of
from checks.check import Check, Finding
from checks.imported import is_planned
from checks.likeness import unlike_references
from phenomena.reading import Exchange, exchanges
from schemas.acts import Act, ActType
from schemas.annotation import Frame, SlotState, SourceKind
from schemas.candidate import Candidate
from schemas.dialogue import SignalKind
from schemas.service import Catalog
from schemas.verdict import RejectionCode
from world.values import same

_GIVING = frozenset({ActType.INFORM, ActType.SELECT, ActType.UNANSWERABLE})
_INTENDING = frozenset({ActType.INFORM_INTENT, ActType.AFFIRM_INTENT})
_BRINGING = frozenset({ActType.AFFIRM, ActType.SELECT, *_INTENDING})
"""Acts after which a value may come from what the system said or found."""
_OUTCOMES = frozenset({SignalKind.PERFORM, SignalKind.FAILED})


def run(candidate: Candidate, catalog: Catalog) -> tuple[Finding, ...]:
    """Finds what was given and not taken, and what was taken and not given."""
    return tuple(
        Finding(RejectionCode.SYSTEM_OFF_WORDS, f"the system: {detail}", turn)
        for turn, detail in _faults(candidate, catalog)
    )


def _faults(candidate: Candidate, catalog: Catalog) -> Iterator[tuple[int, str]]:
    memory = Memory(catalog, is_planned(candidate))
    if not memory.planned:
        yield from unlike_references(candidate.annotation.turns, catalog)
    for exchange in exchanges(candidate.annotation.turns):
        if exchange.answer is None:
            continue
        memory.hear(exchange)
        now = {frame.service: frame for frame in exchange.user.frames}
        details = [
            *_lost(exchange, now),
            *_other_intent(exchange, now),
            *_confirmations(exchange, catalog),
            *(d for frame in now.values() for d in _changes(exchange, frame, memory)),
            *adopted(exchange, now, memory),
            *(d for frame in now.values() for d in unheard_of(exchange, frame, memory)),
            *memory.done_again(exchange),
        ]
        yield from ((exchange.answer.index, detail) for detail in details)
        memory.keep(exchange)


def _slots(frame: Frame | None) -> Mapping[str, SlotState]:
    return {} if frame is None else {state.slot: state for state in frame.state}


def _lost(exchange: Exchange, now: Mapping[str, Frame]) -> Iterator[str]:
    """What an act gives last for a slot, and the state does not have.

    A value that the system asks about in its answer ('which of the two?') waits for that.
    """
    given: dict[tuple[str, str], Act] = {}
    # Where the system asks which one is meant, the value comes with the answer.
    asked = {
        (act.service, act.slot)
        for act in (exchange.answer.acts if exchange.answer else ())
        if act.act is ActType.CLARIFY
    }
    for act in exchange.user.acts:
        if act.act is ActType.INFORM and act.slot and act.value is not None:
            given[act.service, act.slot] = act
    for act in exchange.answer.acts if exchange.answer is not None else ():
        if act.act is ActType.CLARIFY:
            given.pop((act.service, act.slot), None)
    for (service, slot), act in given.items():
        state = _slots(now.get(service)).get(slot)
        if state is None and (service, slot) in asked:
            continue
        if state is None:
            yield f"{slot} is not taken"
        elif not same(state.value, act.value) and act.surface not in state.variants:
            yield f"{slot} is taken for {state.value!r}, and it is {act.value!r}"


def _other_intent(exchange: Exchange, now: Mapping[str, Frame]) -> Iterator[str]:
    wanted = {act.service: act.intent for act in exchange.user.acts if act.act in _INTENDING}
    for service, intent in wanted.items():
        frame = now.get(service)
        if frame is None or frame.active_intent != intent:
            found = "nothing" if frame is None else frame.active_intent
            yield f"{found} is active where the user wants {intent}"


def _confirmations(exchange: Exchange, catalog: Catalog) -> Iterator[str]:
    says_yes = exchange.has(ActType.AFFIRM)
    if exchange.runs("confirm") and not says_yes:
        yield "it confirms, and the user has not said yes"
    if not says_yes or exchange.before is None:
        return
    asked = {
        (act.service, act.intent)
        for act in exchange.before.acts
        if act.act is ActType.CONFIRM and act.intent
    }
    needing = {pair for pair in asked if catalog.intent(*pair).needs_confirmation}
    done = any(signal.kind in _OUTCOMES for signal in exchange.signals)
    if needing and not done and not exchange.has(ActType.INFORM):
        yield f"{sorted(needing)[0][1]} is not performed, and the user has said yes"


def _changes(exchange: Exchange, frame: Frame, memory: Memory) -> Iterator[str]:
    """What changed in a service's state without the user."""
    opens = any(act.act in _INTENDING for act in exchange.user.acts)
    old = memory.before(frame)
    if old is None and not opens:
        return
    yield from _unasked(exchange, frame, _slots(old))
    # After something was done, SGD's services begin anew.
    if not opens or (memory.carries(frame.service) and frame.service not in memory.done):
        gone = sorted(_slots(old).keys() - _slots(frame).keys())
        yield from (f"{slot} is lost from the state" for slot in gone)


def _unasked(exchange: Exchange, frame: Frame, old: Mapping[str, SlotState]) -> Iterator[str]:
    named = {(act.service, act.slot) for act in exchange.user.acts if act.act in _GIVING}
    brought = any(act.act in _BRINGING for act in exchange.user.acts)
    for slot, state in _slots(frame).items():
        earlier = old.get(slot)
        same_as_before = earlier is not None and same(earlier.value, state.value)
        if same_as_before or (frame.service, slot) in named:
            continue
        if state.source.kind is SourceKind.USER:
            yield f"{slot} is taken for {state.value!r}, and no act gives it"
        elif not brought:
            yield f"{slot} becomes {state.value!r}, and the user has not brought that about"


CHECK = Check("uptake", 3, 3, frozenset({RejectionCode.SYSTEM_OFF_WORDS}), run)
