"""Values that the user takes over from the system: by a yes, by choosing; and what is remembered.

In services whose slots carry over, as SGD's do, a yes adopts what the system asked to confirm
since the last one, and a choice adopts what it offered, as far as an intent requires it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from checks.likeness import alike
from phenomena.reading import Exchange
from schemas.acts import Act, ActType
from schemas.annotation import Frame, SlotState, SourceKind
from schemas.service import Catalog
from world.values import same


@dataclass
class Memory:
    """What the rules have to know of earlier turns.

    Attributes:
        planned: Whether there is a plan; where there is, a choice adopts nothing by itself.
        pending: By service and slot, what the system asked to confirm since the last yes.
        offered: By service and slot, what it offered last.
        done: Services in which something was performed since their last opening.
        said: By service and slot, what either speaker has said for it.
    """

    catalog: Catalog
    planned: bool
    pending: dict[str, dict[str, Act]] = field(default_factory=lambda: defaultdict(dict))
    offered: dict[str, dict[str, list[Act]]] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    said: dict[tuple[str, str], list[Act]] = field(default_factory=lambda: defaultdict(list))
    _frames: dict[tuple[str, str], Frame] = field(default_factory=dict)
    _calls: set[tuple[str, str, str]] = field(default_factory=set)

    def carries(self, service: str) -> bool:
        """Whether the service's slots go from one task to the next."""
        return self.catalog.service(service).carries_slots

    def before(self, frame: Frame) -> Frame | None:
        """The frame that this one follows.

        Where there is a plan, or slots do not carry over, each task has its own, and the state may
        turn from one task's to another's: frames of the same intent are compared then.
        """
        alone = (self.carries(frame.service) and not self.planned) or (
            frame.active_intent == "NONE"
        )
        return self._frames.get((frame.service, "" if alone else frame.active_intent))

    def hear(self, exchange: Exchange) -> None:
        """Takes note of what the system had said before the user's turn."""
        if exchange.before is None:
            return
        offers: dict[str, dict[str, list[Act]]] = {}
        for act in exchange.before.acts:
            self.said[act.service, act.slot].append(act)
            if act.act is ActType.CONFIRM and act.slot:
                self.pending[act.service][act.slot] = act
            elif act.act is ActType.OFFER and act.slot:
                offers.setdefault(act.service, {}).setdefault(act.slot, []).append(act)
        self.offered |= offers

    def done_again(self, exchange: Exchange) -> Iterator[str]:
        """Transactions of this turn that were done before, with the same values."""
        seen = set(self._calls)
        for key, success in _transactions(exchange, self.catalog):
            if key in seen:
                yield f"{key[1]} is performed twice"
            seen |= {key} if success else set()

    def keep(self, exchange: Exchange) -> None:
        """Takes note of the turn once it is judged."""
        if exchange.has(ActType.AFFIRM):
            self.pending.clear()
        self.done -= {
            act.service
            for act in exchange.user.acts
            if act.act in (ActType.INFORM_INTENT, ActType.AFFIRM_INTENT)
        }
        for act in exchange.user.acts:
            self.said[act.service, act.slot].append(act)
        made = {key for key, success in _transactions(exchange, self.catalog) if success}
        self._calls |= made
        self.done |= {service for service, _, _ in made}
        for frame in exchange.user.frames:
            self._frames[frame.service, frame.active_intent] = frame
            self._frames[frame.service, ""] = frame


def _transactions(
    exchange: Exchange, catalog: Catalog
) -> Iterator[tuple[tuple[str, str, str], bool]]:
    """Service, intent and values of each transactional call, and whether it succeeded."""
    for call in exchange.answer.calls if exchange.answer is not None else ():
        if catalog.intent(call.service, call.intent).transactional:
            values = repr(sorted(call.parameters.items()))
            yield (call.service, call.intent, values), call.success


def adopted(exchange: Exchange, now: Mapping[str, Frame], memory: Memory) -> Iterator[str]:
    """What a yes or a choice adopts, and the state does not have."""
    own = {(act.service, act.slot) for act in exchange.user.acts if act.slot}
    for service, frame in now.items():
        if not memory.carries(service):
            continue
        wanted = {**_chosen(exchange, service, memory), **_confirmed(exchange, service, memory)}
        state = {slot.slot: slot for slot in frame.state}
        for slot, acts in wanted.items():
            if (service, slot) not in own and not _holds(state.get(slot), acts):
                yield f"{slot} is not as the user took it over"


def _confirmed(exchange: Exchange, service: str, memory: Memory) -> dict[str, list[Act]]:
    if not exchange.has(ActType.AFFIRM):
        return {}
    return {slot: [act] for slot, act in memory.pending.get(service, {}).items()}


def _chosen(exchange: Exchange, service: str, memory: Memory) -> dict[str, list[Act]]:
    if memory.planned:
        return {}
    if not any(a.act is ActType.SELECT and a.service == service for a in exchange.user.acts):
        return {}
    needed = {slot for i in memory.catalog.service(service).intents for slot in i.required}
    offered = memory.offered.get(service, {})
    return {slot: acts for slot, acts in offered.items() if slot in needed}


def _holds(state: SlotState | None, acts: list[Act]) -> bool:
    if state is None:
        return False
    return state.special or any(
        same(state.value, act.value) or act.surface in state.variants for act in acts
    )


def unheard_of(exchange: Exchange, frame: Frame, memory: Memory) -> Iterator[str]:
    """New values that nobody has said for their slot, nor for one of another service like it.

    Where there is a plan, it says where values come from.
    """
    if memory.planned or not memory.carries(frame.service):
        return
    old = memory.before(frame)
    held = {slot.slot: slot.value for slot in old.state} if old is not None else {}
    for state in frame.state:
        if state.special or same(held.get(state.slot), state.value):
            continue
        if state.source.kind is SourceKind.DEFAULT or _was_said(exchange, frame, state, memory):
            continue
        yield f"{state.slot} becomes {state.value!r}, which nobody has said for it"


def _was_said(exchange: Exchange, frame: Frame, state: SlotState, memory: Memory) -> bool:
    own = [act for act in exchange.user.acts if act.slot == state.slot]
    if _holds(state, [*memory.said.get((frame.service, state.slot), []), *own]):
        return True
    target = memory.catalog.service(frame.service).slot(state.slot)
    elsewhere = [
        act
        for (service, name), acts in memory.said.items()
        if service and name and service != frame.service
        if alike(memory.catalog.service(service).slot(name), target)
        for act in acts
    ]
    return _holds(state, elsewhere)
