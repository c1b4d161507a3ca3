"""An SGD user frame as statements, each write with the source that the acts name.

What the user's acts imply is written whatever the annotated state says, unless the state denies
it twice, in this frame and in the service's next one. Only where several sources are legal does
the annotated state choose among them (`formats.sgd.choice`).
"""

from formats.sgd.choice import choose, denied
from formats.sgd.draft import Draft, Held
from formats.sgd.evidence import OPENING
from formats.sgd.frame import UserFrame, heard
from formats.sgd.memory import Mention
from schemas.acts import ActType
from world.executor import TaskStatus
from world.statements import Decline, Do, Expression, Name, Ref, Statement
from world.values import same


def frame_statements(frame: UserFrame) -> list[Statement]:
    """The statements that a user frame stands for."""
    draft = Draft(frame.task, frame.first)
    if frame.task is not None:
        _grow(frame, draft)
        _select(frame, draft)
        _affirm(frame, draft)
    opens = bool(frame.acts & OPENING)
    if opens:
        _end(frame, draft)  # what is turned down goes before what is wanted instead
    taken = _open(frame, draft)
    _inform(frame, draft, taken)
    choose(frame, draft)
    if not opens:
        _end(frame, draft)
    _confirm(frame, draft)
    frame.slots_after[frame.service.name] = (draft.number, draft.slots)
    return draft.statements()


def _adopt(frame: UserFrame, draft: Draft, mention: Mention) -> None:
    """Writes what the system said, unless that changes nothing or is denied."""
    old = draft.slots.get(mention.slot)
    known = old is not None and (old.special or same(old.value, mention.value))
    if not known and not denied(frame, mention.slot, mention.surface):
        draft.write(mention.slot, mention.ref, heard(mention))


def _grow(frame: UserFrame, draft: Draft) -> None:
    """The system's wording of a value joins the variants, unless the user replaces the value."""
    replaced = {
        slot
        for slot, _, said in frame.informed
        if slot in draft.slots and not same(draft.slots[slot].value, said.value)
    }
    for mention in frame.memory.fresh:
        old = draft.slots.get(mention.slot)
        if old is None or old.special or mention.slot in replaced:
            continue
        if (mention.surface in old.variants) == same(old.value, mention.value):
            continue  # nothing new, or another value; the same words may mean another value now
        if not denied(frame, mention.slot, mention.surface):
            draft.write(mention.slot, mention.ref, heard(mention))


def _select(frame: UserFrame, draft: Draft) -> None:
    """A selection adopts what was offered of slots that some intent requires."""
    place = _selected(frame) if "SELECT" in frame.acts and frame.memory.offers else None
    if place is None:
        return
    if place in frame.memory.entities:
        draft.do(Do("select", frame.memory.entities[place]))
    required = {slot for intent in frame.service.intents for slot in intent.required}
    for mention in _at(frame.memory.offers, place):
        anew = not frame.memory.selected or mention.slot not in draft.slots
        if mention.slot in required and anew:
            _adopt(frame, draft, mention)
    frame.memory.selected = True


def _at(offers: list[Mention], place: int) -> list[Mention]:
    """What was offered of one entity; what is said once is said of all."""
    counts = {m.slot: sum(n.slot == m.slot for n in offers) for m in offers}
    return [m for m in offers if m.place == place or counts[m.slot] == 1]


def _selected(frame: UserFrame) -> int | None:
    """Which of the offered entities is meant: the named one, the only one, the adopted one."""
    offers = frame.memory.offers
    for slot, _, said in frame.informed:
        for mention in offers:
            if mention.slot == slot and same(mention.value, said.value):
                return mention.place
    last = max(mention.place for mention in offers)
    if last == 0:
        return 0
    for place in range(last + 1):
        here = [m for m in offers if m.place == place]
        if any(m.surface in frame.annotated.get(m.slot, ()) for m in here):
            return place
    return None


def _affirm(frame: UserFrame, draft: Draft) -> None:
    """A yes adopts what was asked to be confirmed, and what was offered instead of a failure."""
    if "AFFIRM" not in frame.acts:
        return
    intent = frame.intent(draft.intent)
    own = intent.slot_names if intent else ()
    failed = frame.task is not None and frame.task.status is TaskStatus.FAILED
    offered = frame.memory.proposals.values() if failed else ()
    asked = [mention for mention in frame.memory.fresh if mention.kind is ActType.CONFIRM]
    for mention in (*offered, *asked):
        if mention.slot in own:
            _adopt(frame, draft, mention)
    for slot, mention in frame.memory.confirms.items():
        if slot in own and slot not in draft.slots:
            _adopt(frame, draft, mention)


def _open(frame: UserFrame, draft: Draft) -> set[str]:
    """Opens the intent that is asked for; returns the slots whose values it took along."""
    name = _wanted(frame, draft)
    if not name:
        return set()
    frame.memory.settle()
    first: dict[str, tuple[str, Expression, Held]] = {}
    for said in frame.informed:
        first.setdefault(said[0], said)
    carry = False if frame.is_done and not _keeps(frame, draft) else None
    draft.open(Name(frame.service.name, name), first.values(), carry)
    return set(first)


def _wanted(frame: UserFrame, draft: Draft) -> str:
    if frame.informed_intent:
        return frame.informed_intent
    if "AFFIRM_INTENT" in frame.acts:
        return frame.memory.intent
    # what is done cannot be changed: the user begins anew
    return draft.intent if frame.is_done and frame.informed else ""


def _keeps(frame: UserFrame, draft: Draft) -> bool:
    """Whether most old slots are still there, now or later, those that the user says anew aside."""
    anew = {slot for slot, _, _ in frame.informed}
    old = {slot: value for slot, value in draft.slots.items() if slot not in anew}
    later = frame.later
    said = {a.slot for a in later.actions if a.values} if later else set()
    after = later.state.slot_values if later and later.state else {}
    kept = sum(
        frozenset(frame.annotated.get(slot, ())) >= value.variants
        or (slot not in said and frozenset(after.get(slot, ())) >= value.variants)
        for slot, value in old.items()
    )
    return 2 * kept >= len(old)


def _inform(frame: UserFrame, draft: Draft, taken: set[str]) -> None:
    """What the user says; an opening took the first value of each slot with it."""
    for slot, expression, said in frame.informed:
        if slot in taken:
            taken.discard(slot)
        elif draft.number is not None:
            draft.write(slot, expression, said)


def _end(frame: UserFrame, draft: Draft) -> None:
    """NEGATE_INTENT, and a no with thanks, leave the service without an active intent."""
    if draft.number is None:
        return
    if "NEGATE_INTENT" in frame.acts and frame.memory.intent:
        draft.do(Decline(Name(frame.service.name, frame.memory.intent)))
    elif "NEGATE_INTENT" in frame.acts or {"NEGATE", "THANK_YOU"} <= frame.acts:
        draft.do(Do("close", Ref(draft.number)))


def _confirm(frame: UserFrame, draft: Draft) -> None:
    """A yes to what was asked performs a transactional task that has all it needs."""
    if "AFFIRM" not in frame.acts:
        return
    # The user may have put the answer off; but a value put forward since is what they affirm.
    pending = bool(frame.memory.confirms or frame.memory.proposals)
    last = [mention.kind for mention in frame.memory.fresh]
    asked = pending and (ActType.REQUEST not in last or ActType.CONFIRM in last)
    frame.memory.settle()
    intent = frame.intent(draft.intent)
    if not asked or intent is None or draft.number is None:
        return
    if frame.is_done and frame.task is not None and frame.task.number == draft.number:
        return
    if intent.transactional and all(slot in draft.slots for slot in intent.required):
        draft.do(Do("confirm", Ref(draft.number)))
