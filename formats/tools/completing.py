"""What tools do not say of themselves, asked of the schema writer and put in its place.

That is a noun for what they are about, and what the reading ones give back. `unsaid` of an intent
names such parts, before and after.
"""

from collections.abc import Iterator

from schemas.calls.authoring import (
    CompleteServiceInput,
    CompleteServiceReply,
    DraftSlot,
    FoundSlots,
)
from schemas.service import IntentSchema, ServiceSchema, SlotSchema, SlotType
from world.names import escape
from world.transcript import intent_view


def question(service: ServiceSchema) -> CompleteServiceInput | None:
    """What is to be asked about a service, None where nothing is."""
    renamed = tuple(dict.fromkeys(i.entity for i in service.intents if "entity" in i.unsaid))
    asked = tuple(escape(intent.name) for intent in service.intents if _mute(intent))
    if not renamed and not asked:
        return None
    return CompleteServiceInput(
        domain=", ".join(service.domains),
        intents=tuple(intent_view(service, intent) for intent in service.intents),
        renamed=renamed,
        asked=asked,
    )


def check(reply: CompleteServiceReply, service: ServiceSchema) -> None:
    """Raises ValueError where the reply leaves something out or does not fit the service."""
    asking = question(service)
    if asking is None:
        return
    _check_names("noun", [noun.entity for noun in reply.nouns], asking.renamed)
    _check_names("list of facts", [found.intent for found in reply.found], asking.asked)
    nouns = [noun.noun for noun in reply.nouns]
    kept = [i.entity for i in service.intents if i.entity not in asking.renamed]
    twice = sorted({noun for noun in nouns if [*nouns, *kept].count(noun) > 1})
    if twice:
        raise ValueError(f"the noun {twice[0]!r} stands for two different entities")
    known = {slot.name: slot.type for slot in service.slots}
    for found in reply.found:
        for slot in _facts(found):
            kind = known.setdefault(slot.name, SlotType(slot.type))
            if kind is not SlotType(slot.type):
                raise ValueError(f"the slot {slot.name!r} is there already, as a {kind.value}")


def completed(service: ServiceSchema, reply: CompleteServiceReply) -> ServiceSchema:
    """The service with what the schema writer said, once `check` has let it pass."""
    nouns = {noun.entity: noun.noun for noun in reply.nouns}
    facts = {found.intent: tuple(_facts(found)) for found in reply.found}
    slots = {slot.name: slot for slot in service.slots}
    for drafts in facts.values():
        for draft in drafts:
            slots.setdefault(draft.name, _slot(draft))
    intents = tuple(
        intent.model_copy(
            update={
                "entity": nouns.get(intent.entity, intent.entity),
                "result_slots": intent.result_slots or _results(service, intent, facts),
            }
        )
        for intent in service.intents
    )
    return service.model_copy(update={"slots": tuple(slots.values()), "intents": intents})


def _results(
    service: ServiceSchema, intent: IntentSchema, facts: dict[str, tuple[DraftSlot, ...]]
) -> tuple[str, ...]:
    """What a query gives back: what was put into the things that it finds, and the new facts."""
    new = [draft.name for draft in facts.get(escape(intent.name), ())]
    put = [
        slot
        for maker in service.intents
        if new and maker.transactional and maker.entity == intent.entity
        for slot in maker.slot_names
        if slot not in intent.slot_names
    ]
    return tuple(dict.fromkeys((*put, *new)))


def _mute(intent: IntentSchema) -> bool:
    return "result_slots" in intent.unsaid and not intent.result_slots


def _check_names(what: str, given: list[str], wanted: tuple[str, ...]) -> None:
    missing = [name for name in wanted if name not in given]
    if missing:
        raise ValueError(f"a {what} for {missing[0]!r} is missing")
    wrong = [name for name in given if name not in wanted or given.count(name) > 1]
    if wrong:
        raise ValueError(f"{wrong[0]!r} was not asked for, or is there twice")


def _facts(found: FoundSlots) -> Iterator[DraftSlot]:
    """The facts, each once."""
    seen: set[str] = set()
    for slot in found.slots:
        if slot.name not in seen:
            seen.add(slot.name)
            yield slot


def _slot(draft: DraftSlot) -> SlotSchema:
    return SlotSchema(
        name=draft.name,
        description=draft.description,
        type=SlotType(draft.type),
        categorical=bool(draft.possible_values),
        possible_values=draft.possible_values,
    )
