"""Where the acts leave it open, the annotated state chooses among the sources that are legal.

A choice has to explain the annotated value entirely, and to agree with what the service's next
frames say of it (`formats.sgd.evidence`).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from formats.sgd.draft import Draft, Held, held
from formats.sgd.evidence import ADOPTING, OPENING, Variants, ranked, witnesses
from formats.sgd.frame import UserFrame, heard
from formats.sgd.memory import Mention
from schemas.service import SlotSchema
from world.statements import Expression, Ref
from world.values import canonical, same, text_of


@dataclass(frozen=True)
class Candidate:
    """A legal source.

    Attributes:
        strong: Whether it is one that SGD takes as a matter of course.
        adopted: Whether the user's yes or selection is about it.
    """

    expression: Expression
    found: Held
    strong: bool = False
    adopted: bool = False


def denied(frame: UserFrame, slot: str, surface: str) -> bool:
    """Whether all of at least two frames agree that the slot has not this variant."""
    found = _witnesses(frame, slot)
    return len(found) > 1 and not any(surface in variants for variants in found)


def _witnesses(frame: UserFrame, slot: str) -> list[Variants]:
    offered = [mention.slot for mention in frame.memory.offers]
    return witnesses(frame.raw, frame.rest, slot, offered)


def choose(frame: UserFrame, draft: Draft) -> None:
    """Writes what explains annotated values that the acts alone do not give."""
    if draft.number is None:
        return
    for schema in frame.service.slots:
        for candidate in _chosen(frame, draft, schema):
            draft.write(schema.name, candidate.expression, candidate.found)


def _chosen(frame: UserFrame, draft: Draft, schema: SlotSchema) -> list[Candidate]:
    """The sources of the best attested value that is legal; none where it is there already."""
    now = draft.slots.get(schema.name)
    here = now.variants if now is not None else frozenset()
    votes = ranked(_witnesses(frame, schema.name))
    if votes[0][1] == here and (len(votes) == 1 or votes[0][0] > votes[1][0]):
        return []
    candidates = list(_candidates(frame, draft, schema))
    options: list[tuple[int, bool, list[Candidate]]] = []
    for count, wanted in votes:
        sources = _explained(draft, schema.name, wanted, candidates)
        lone = count == 1 and len(votes) > 1
        if wanted == here:
            if here or not lone:  # of two frames, one with nothing says little
                options.append((count, True, []))
        elif sources and (not lone or _sure(frame, draft, schema.name, sources, votes)):
            replaces = now is not None and not same(now.value, sources[0].found.value)
            if not replaces or _may_replace(frame, sources, count):
                options.append((count, all(source.strong for source in sources), sources))
    return max(options, key=lambda option: option[:2])[2] if options else []


def _sure(
    frame: UserFrame,
    draft: Draft,
    slot: str,
    sources: list[Candidate],
    votes: list[tuple[int, Variants]],
) -> bool:
    """Whether sources of a value settle a tie: of two frames one is wrong.

    The new intent has to have a use for the slot, or the value be there now, and be what new
    intents take over as a matter of course.
    """
    intent = frame.intent(draft.intent)
    if slot not in draft.slots and intent is not None and slot in intent.slot_names:
        return True
    return bool(votes[0][1]) and all(source.strong for source in sources)


def _may_replace(frame: UserFrame, sources: list[Candidate], votes: int) -> bool:
    """A value gives way to what the user adopts, or where several frames agree that it did."""
    return votes > 1 or (bool(frame.acts & ADOPTING) and sources[0].adopted)


def _explained(
    draft: Draft, slot: str, wanted: Variants, candidates: list[Candidate]
) -> list[Candidate]:
    """The fewest sources that together give the wanted variants, or none."""
    if not wanted:
        return []
    fitting = [c for c in candidates if c.found.variants <= wanted]
    for candidate in fitting:
        if draft.would_hold(slot, candidate.found).variants == wanted:
            return [candidate]
    now = draft.slots.get(slot)
    for first in fitting:
        group = [c for c in fitting if same(c.found.value, first.found.value)]
        grows = now is not None and same(now.value, first.found.value)
        chosen = _joined(group, now.variants if now is not None and grows else frozenset(), wanted)
        if chosen:
            return chosen
    return []


def _joined(candidates: list[Candidate], covered: Variants, wanted: Variants) -> list[Candidate]:
    """Sources of one value that cover the wanted variants between them."""
    chosen: list[Candidate] = []
    for candidate in candidates:
        if not candidate.found.variants <= covered:
            chosen.append(candidate)
            covered |= candidate.found.variants
    return chosen if covered == wanted else []


def _candidates(frame: UserFrame, draft: Draft, schema: SlotSchema) -> Iterator[Candidate]:
    """Legal sources, the likeliest first."""
    now = draft.slots.get(schema.name)
    taken = {slot for intent in frame.service.intents for slot in intent.slot_names}
    said = {slot for slot, _, _ in frame.informed}
    if schema.name in said & taken and frame.acts & OPENING:
        yield from (c for c in _carried(frame, schema) if now and same(c.found.value, now.value))
    if schema.name in taken - said:
        yield from _adopted(frame, schema, new=now is None)
        if frame.acts & OPENING:
            intent = frame.intent(draft.intent)
            own = intent is not None and schema.name in intent.slot_names
            yield from (c for c in _carried(frame, schema) if own or c.strong)
    for mention in reversed(frame.memory.mentions):
        grows = now is not None and not now.special and same(now.value, mention.value)
        if mention.slot == schema.name and grows:
            yield _said(mention)


def _said(mention: Mention, *, adopted: bool = False) -> Candidate:
    return Candidate(mention.ref, heard(mention), adopted=adopted)


def _adopted(frame: UserFrame, schema: SlotSchema, *, new: bool) -> Iterator[Candidate]:
    """What a selection or a yes may adopt."""
    if "SELECT" in frame.acts or frame.acts & OPENING:
        yield from (_said(m, adopted=True) for m in frame.memory.offers if m.slot == schema.name)
    required = {slot for intent in frame.service.intents for slot in intent.required}
    if new and "SELECT" in frame.acts and schema.name in required:
        yield from _unsaid(frame, tuple(frame.memory.entities.values()), schema.name)
    if "AFFIRM" in frame.acts:
        told = [m for m in frame.memory.fresh if m.slot == schema.name]
        yield from (
            candidate
            for candidate in _carried(frame, schema)
            if any(same(candidate.found.value, m.value) for m in told)
        )
        yield from (_said(mention, adopted=True) for mention in told)


def _carried(frame: UserFrame, schema: SlotSchema) -> Iterator[Candidate]:
    """What a new intent may take over: first whole slots of other services."""
    found = [
        *_other_tasks(frame, schema.name),
        *(_said(mention) for mention in frame.others),
        *_unsaid(frame, frame.other_entities, ""),
    ]
    yield from (c for c in found if _fits(c.found, schema, frame))


def _fits(found: Held, schema: SlotSchema, frame: UserFrame) -> bool:
    """Whether a value of another slot is legal in this one."""
    try:
        return same(canonical(found.value, schema, frame.executor.clock), found.value)
    except ValueError:
        return False


def _other_tasks(frame: UserFrame, slot: str) -> list[Candidate]:
    """Slots of other services' tasks; of this service's only the slot itself, as it was before.

    Other services come before this one, the same name first, the newest task first.
    """
    tasks = frame.executor.tasks.values()
    slots = {task.number: (task.service, held(task.slots)) for task in tasks}
    for service, (number, after) in frame.slots_after.items():
        if number is not None:
            slots[number] = (service, after)
    own = frame.service.name
    found = sorted(
        (service == own, name != slot, -number, name)
        for number, (service, values) in slots.items()
        for name, value in values.items()
        if not value.special and (service != own or name == slot)
    )
    return [
        Candidate(Ref(-number, None, name), slots[-number][1][name], strong=True)
        for _, _, number, name in found
    ]


def _unsaid(frame: UserFrame, entities: tuple[Ref, ...], slot: str) -> Iterator[Candidate]:
    """Slots of entities that nobody said; all of them where none is named."""
    for ref in entities:
        values = frame.executor.signals[ref.index].entities[ref.entity or 0].values
        for name, value in values.items():
            if slot in {"", name}:
                held_value = Held(value, frozenset({text_of(value)}))
                yield Candidate(Ref(ref.index, ref.entity, name), held_value)
