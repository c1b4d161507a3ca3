"""The schema writer's part for imported tools: nouns, and what queries give back."""

from runtime.offline.domain_bank import INTENTS
from runtime.offline.words import humanize, plural, singular
from schemas.calls.authoring import (
    CompleteServiceInput,
    CompleteServiceReply,
    DraftSlot,
    EntityNoun,
    FoundSlots,
)
from schemas.calls.views import IntentView

_Fact = tuple[str, str, tuple[str, ...]]
_FACTS: tuple[_Fact, ...] = (
    ("status", "string", ("open", "confirmed", "closed")),
    ("price", "number", ()),
    ("rating", "integer", ()),
    ("contact_name", "string", ()),
)
"""What could be said of almost anything."""
_WEATHER: tuple[_Fact, ...] = (
    ("conditions", "string", ("sunny", "cloudy", "rainy", "windy")),
    ("temperature", "integer", ()),
)
_TOLD = 2
"""Facts for an intent of which the bank knows nothing better."""


def complete_service(data: CompleteServiceInput) -> CompleteServiceReply:
    """Plural nouns by rule, and facts from the bank or for anything."""
    views = {view.name: view for view in data.intents}
    return CompleteServiceReply(
        nouns=tuple(EntityNoun(entity=e, noun=_noun(e, data.renamed)) for e in data.renamed),
        found=tuple(
            FoundSlots(intent=name, slots=tuple(_draft(fact, views[name]) for fact in facts))
            for name in data.asked
            if (facts := _facts(views[name], data))
        ),
    )


def _noun(entity: str, all_entities: tuple[str, ...]) -> str:
    """The plural, unless another entity already has that name."""
    noun = plural(humanize(entity)).replace(" ", "_")
    noun = "".join(letter for letter in noun if letter.isalnum() or letter == "_").strip("_")
    others = [other for other in all_entities if other != entity]
    return noun if noun[:1].isalpha() and noun not in others else f"kind_{noun}"


def _facts(view: IntentView, data: CompleteServiceInput) -> tuple[_Fact, ...]:
    types = {slot.name: slot.type for each in data.intents for slot in each.slots}
    own = {slot.name for slot in view.slots}
    bank = _WEATHER if "weather" in view.entity else (*_known(view.entity), *_FACTS)
    free = tuple(f for f in bank if f[0] not in own and types.get(f[0], f[1]) == f[1])
    return free[:_TOLD] or (("reference", "string", ()),)


def _known(entity: str) -> tuple[_Fact, ...]:
    """Facts that the bank has for things of this name."""
    noun = singular(humanize(entity))
    for group in INTENTS.values():
        for _, _, known, text in group:
            facts = text.partition(" ! ")[0].partition(" => ")[2].split()
            if facts and singular(humanize(known)) == noun:
                pairs = (fact.rstrip("?").partition(":") for fact in facts)
                return tuple((name, kind or "string", ()) for name, _, kind in pairs)
    return ()


def _draft(fact: _Fact, view: IntentView) -> DraftSlot:
    name, kind, values = fact
    return DraftSlot.model_validate(
        {
            "name": name,
            "description": f"the {humanize(name)} of the {singular(humanize(view.entity))}",
            "type": kind,
            "required": False,
            "possible_values": values,
        }
    )
