"""An SGD user frame as statements, each write with the source that the acts name.

What the user's acts imply is written whatever the annotated state says. Only where several
sources are legal (values taken over from another service, optional slots of a selection) does the
annotated state choose among them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from formats.sgd_draft import Draft, Held, held
from formats.sgd_memory import Mention, ServiceMemory
from formats.sgd_records import SgdAction, SgdFrame
from schemas.acts import ActType
from schemas.service import IntentSchema, ServiceSchema
from world.executor import Executor, TaskStatus
from world.rendering import render_value
from world.statements import (
    Decline,
    Do,
    Expression,
    Literal,
    Name,
    Ref,
    Special,
    Statement,
)
from world.values import same

_OPENING = frozenset({"INFORM_INTENT", "AFFIRM_INTENT"})
_CHOOSING = frozenset({"SELECT", "AFFIRM", *_OPENING})
_VALUED = frozenset({"INFORM", "SELECT"})


@dataclass(frozen=True)
class Turn:
    """What a user frame is read in.

    Attributes:
        frame: The frame; its state only chooses among legal sources.
        later: The slot values of the service's next frame, None where there is none.
        service: The service's schema.
        memory: What the system said about it.
        executor: As it is before the turn.
        first: The number that the frame's first statement will have.
        others: What the system said about other services, newest first.
    """

    frame: SgdFrame
    later: Mapping[str, tuple[str, ...]] | None
    service: ServiceSchema
    memory: ServiceMemory
    executor: Executor
    first: int
    others: tuple[Mention, ...] = ()

    @property
    def acts(self) -> frozenset[str]:
        """The names of the user's acts."""
        return frozenset(action.act for action in self.frame.actions)

    @property
    def annotated(self) -> Mapping[str, tuple[str, ...]]:
        """The annotated slot values."""
        return self.frame.state.slot_values if self.frame.state else {}

    @property
    def informed(self) -> list[tuple[str, Expression, Held]]:
        """The values that the user says."""
        return [
            (action.slot, *_said(value, canonical))
            for action in self.frame.actions
            if action.act in _VALUED and action.slot
            for value, canonical in zip(action.values, action.canonical_values, strict=True)
        ]

    def intent(self, name: str) -> IntentSchema | None:
        """The service's intent of that name."""
        return next((i for i in self.service.intents if i.name == name), None)


def _said(value: str, canonical: str) -> tuple[Expression, Held]:
    if canonical == Special.DONTCARE.value:
        return Special.DONTCARE, Held(canonical, frozenset({value}), special=True)
    return Literal(render_value(value)), Held(canonical, frozenset({value}))


def frame_statements(turn: Turn) -> list[Statement]:
    """The statements that a user frame stands for."""
    task = turn.executor.latest(turn.service.name)
    draft = Draft(task, turn.first)
    if task is not None:
        _grow(turn, draft)
        _select(turn, draft)
        _affirm(turn, draft)
    _open(turn, draft)
    _inform(turn, draft)
    _choose(turn, draft)
    _end(turn, draft)
    _confirm(turn, draft)
    return draft.statements()


def _heard(mention: Mention) -> Held:
    special = mention.value == Special.DONTCARE.value
    return Held(mention.value, frozenset({mention.surface}), special)


def _grow(turn: Turn, draft: Draft) -> None:
    """The system's wording of a value joins the variants, unless the user replaces the value."""
    replaced = {
        slot
        for slot, _, said in turn.informed
        if slot in draft.slots and not same(draft.slots[slot].value, said.value)
    }
    for mention in turn.memory.fresh:
        old = draft.slots.get(mention.slot)
        if old is None or old.special or mention.slot in replaced:
            continue
        if same(old.value, mention.value) and mention.surface not in old.variants:
            draft.write(mention.slot, mention.ref, _heard(mention))


def _select(turn: Turn, draft: Draft) -> None:
    """A selection adopts what was offered of slots that some intent requires."""
    if "SELECT" not in turn.acts or not turn.memory.offers:
        return
    place = _selected(turn)
    if place is None:
        return
    if place in turn.memory.entities:
        draft.do(Do("select", turn.memory.entities[place]))
    required = {slot for intent in turn.service.intents for slot in intent.required}
    for mention in _at(turn.memory.offers, place):
        old = draft.slots.get(mention.slot)
        if mention.slot not in required or (old is not None and old.special):
            continue
        if old is None or not same(old.value, mention.value):
            draft.write(mention.slot, mention.ref, _heard(mention))


def _at(offers: list[Mention], place: int) -> list[Mention]:
    """What was offered of one entity; what is said once is said of all."""
    counts = {m.slot: sum(n.slot == m.slot for n in offers) for m in offers}
    return [m for m in offers if m.place == place or counts[m.slot] == 1]


def _selected(turn: Turn) -> int | None:
    """Which of the offered entities is meant: the named one, the only one, the adopted one."""
    offers = turn.memory.offers
    for slot, _, said in turn.informed:
        for mention in offers:
            if mention.slot == slot and same(mention.value, said.value):
                return mention.place
    last = max(mention.place for mention in offers)
    if last == 0:
        return 0
    for place in range(last + 1):
        surfaces = [m for m in offers if m.place == place]
        if any(m.surface in turn.annotated.get(m.slot, ()) for m in surfaces):
            return place
    return None


def _affirm(turn: Turn, draft: Draft) -> None:
    """A yes adopts what was asked to be confirmed, and what was offered instead of a failure."""
    if "AFFIRM" not in turn.acts:
        return
    intent = turn.intent(draft.intent)
    own = intent.slot_names if intent else ()
    asked = [m for m in turn.memory.fresh if m.kind in {ActType.CONFIRM, ActType.OFFER}]
    for mention in asked:
        old = draft.slots.get(mention.slot)
        if mention.slot not in own or (old is not None and old.special):
            continue
        if old is None or not same(old.value, mention.value):
            draft.write(mention.slot, mention.ref, _heard(mention))
    for slot, mention in turn.memory.confirms.items():
        if slot in own and slot not in draft.slots:
            draft.write(slot, mention.ref, _heard(mention))
    turn.memory.confirms.clear()


def _open(turn: Turn, draft: Draft) -> None:
    names = [a.values[0] for a in turn.frame.actions if a.act == "INFORM_INTENT" and a.values]
    if not names and "AFFIRM_INTENT" in turn.acts and turn.memory.intent:
        names = [turn.memory.intent]
    task = turn.executor.latest(turn.service.name)
    intent = turn.intent(draft.intent)
    done = task is not None and task.status is TaskStatus.PERFORMED
    done = done and intent is not None and intent.transactional
    if not names and done and turn.informed:
        names = [draft.intent]  # what is done is not changed: the user begins anew
    if not names:
        return
    turn.memory.confirms.clear()
    first: dict[str, tuple[str, Expression, Held]] = {}
    for said in turn.informed:
        first.setdefault(said[0], said)
    carry = False if done and not _keeps(turn, draft) else None
    draft.open(Name(turn.service.name, names[0]), first.values(), carry)


def _keeps(turn: Turn, draft: Draft) -> bool:
    """Whether any old slot is still there, that the user does not say anew."""
    anew = {slot for slot, _, _ in turn.informed}
    old = {slot: value for slot, value in draft.slots.items() if slot not in anew}
    return not old or any(
        frozenset(turn.annotated.get(slot, ())) == value.variants for slot, value in old.items()
    )


def _inform(turn: Turn, draft: Draft) -> None:
    """What the user says; an opening took the first value of each slot with it."""
    opened = any(action.act in _OPENING for action in turn.frame.actions)
    taken: set[str] = set()
    for slot, expression, said in turn.informed:
        if opened and slot not in taken:
            taken.add(slot)
        elif draft.number is not None:
            draft.write(slot, expression, said)


def _choose(turn: Turn, draft: Draft) -> None:
    """Optional sources: taken where they explain the annotated value, and it stays."""
    if draft.number is None:
        return
    for slot, variants in turn.annotated.items():
        wanted = frozenset(variants)
        now = draft.slots.get(slot)
        if now is not None and now.variants == wanted:
            continue
        if _stays(turn, slot, wanted):
            for expression, found in _explained(turn, draft, slot, wanted):
                draft.write(slot, expression, found)


def _stays(turn: Turn, slot: str, wanted: frozenset[str]) -> bool:
    """A value that was really taken over is still there when the service comes up again."""
    if turn.later is None:
        return True
    return (slot in turn.later and bool(wanted & frozenset(turn.later[slot]))) or (
        slot not in turn.later
    )


def _explained(
    turn: Turn, draft: Draft, slot: str, wanted: frozenset[str]
) -> list[tuple[Expression, Held]]:
    """The fewest sources that together give the wanted variants, or none."""
    candidates = [c for c in _candidates(turn, draft, slot) if c[1].variants <= wanted]
    for expression, found in candidates:
        if draft.would_hold(slot, found).variants == wanted:
            return [(expression, found)]
    chosen: list[tuple[Expression, Held]] = []
    covered: frozenset[str] = frozenset()
    for expression, found in candidates:
        fits = not chosen or same(chosen[0][1].value, found.value)
        if fits and not found.variants <= covered:
            chosen.append((expression, found))
            covered |= found.variants
    return chosen if covered == wanted else []


def _candidates(turn: Turn, draft: Draft, slot: str) -> Iterator[tuple[Expression, Held]]:
    if turn.acts & _OPENING or "AFFIRM" in turn.acts:
        yield from _elsewhere(turn, slot)
        yield from ((mention.ref, _heard(mention)) for mention in turn.others)
    now = draft.slots.get(slot)
    for mention in reversed(turn.memory.mentions):
        if mention.slot != slot:
            continue
        grows = now is not None and not now.special and same(now.value, mention.value)
        if grows or turn.acts & _CHOOSING:
            yield mention.ref, _heard(mention)


def _elsewhere(turn: Turn, slot: str) -> Iterable[tuple[Expression, Held]]:
    """Slots of other tasks: other services first, the same name first, the newest first."""
    found = [
        (task.service == turn.service.name, name != slot, -task.number, name, value)
        for task in turn.executor.tasks.values()
        for name, value in held(task.slots).items()
        if not value.special and (task.service != turn.service.name or name == slot)
    ]
    found.sort(key=lambda item: item[:4])
    return [(Ref(-number, None, name), value) for _, _, number, name, value in found]


def _end(turn: Turn, draft: Draft) -> None:
    """NEGATE_INTENT, and a no with thanks, leave the service without an active intent."""
    if draft.number is None:
        return
    if "NEGATE_INTENT" in turn.acts and turn.memory.intent:
        draft.do(Decline(Name(turn.service.name, turn.memory.intent)))
    elif "NEGATE_INTENT" in turn.acts or {"NEGATE", "THANK_YOU"} <= turn.acts:
        draft.do(Do("close", Ref(draft.number)))


def _confirm(turn: Turn, draft: Draft) -> None:
    """A yes to what was asked performs a transactional task that has all it needs."""
    intent = turn.intent(draft.intent)
    asked = any(m.kind in {ActType.CONFIRM, ActType.OFFER} for m in turn.memory.fresh)
    if "AFFIRM" not in turn.acts or not asked or intent is None or draft.number is None:
        return
    if intent.transactional and all(slot in draft.slots for slot in intent.required):
        draft.do(Do("confirm", Ref(draft.number)))


def spoken_intent(action: SgdAction, turn: Turn) -> str:
    """The intent that an act of the frame is about."""
    if action.act == "INFORM_INTENT" and action.values:
        return action.values[0]
    if action.act in {"AFFIRM_INTENT", "NEGATE_INTENT"}:
        return turn.memory.intent
    names = [a.values[0] for a in turn.frame.actions if a.act == "INFORM_INTENT" and a.values]
    task = turn.executor.latest(turn.service.name)
    return names[0] if names else ("" if task is None else task.intent)
