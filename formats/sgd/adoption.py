"""What a selection adopts in SGD: offered values of slots that some intent requires.

In our dialogues a selection only names an entity, and its values are referred to later; SGD's
state has them from the selection on.
"""

from collections.abc import Iterable

from schemas.acts import Act, ActType
from schemas.annotation import Frame
from schemas.service import Catalog
from world.values import same, text_of

Values = dict[str, tuple[str, ...]]
"""Variants by slot, as a state has them."""


class Adoptions:
    """The adopted values of a dialogue, exchange by exchange."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._offers: dict[str, list[Act]] = {}
        self._held: dict[str, dict[str, tuple[str, tuple[str, ...] | None]]] = {}

    def heard(self, acts: Iterable[Act]) -> None:
        """Remembers what the system offers of each service."""
        offers: dict[str, list[Act]] = {}
        for act in acts:
            if act.act is ActType.OFFER and act.slot:
                offers.setdefault(act.service, []).append(act)
        self._offers |= offers

    def values(self, frame: Frame, acts: Iterable[Act]) -> Values:
        """The frame's slot values as SGD has them.

        Args:
            frame: As it was replayed.
            acts: The user's acts of its service.
        """
        now = {slot.slot: slot.variants for slot in frame.state if slot.value != "unknown"}
        held = self._held.setdefault(frame.service, {})
        for slot, (_, before) in list(held.items()):
            if now.get(slot) != before:
                del held[slot]  # something was written since
        if any(act.act is ActType.SELECT for act in acts):
            for act in self._selected(frame.service, acts):
                known = next((s.value for s in frame.state if s.slot == act.slot), None)
                if known is None or not same(known, act.value):
                    surface = act.surface or text_of(act.value)
                    held[act.slot] = (surface, now.get(act.slot))
        return now | {slot: (surface,) for slot, (surface, _) in held.items()}

    def _selected(self, service: str, acts: Iterable[Act]) -> list[Act]:
        """What was offered of the entity that is meant: the only one, or the one named."""
        offers = self._offers.get(service, [])
        required = {
            slot for intent in self._catalog.service(service).intents for slot in intent.required
        }
        slots = [act.slot for act in offers]
        several = {slot for slot in slots if slots.count(slot) > 1}
        if several:
            offers = _at(offers, several, [act for act in acts if act.slot])
        said = {act.slot for act in acts if act.act in {ActType.INFORM, ActType.SELECT}}
        return [act for act in offers if act.slot in required and act.slot not in said]


def _at(offers: list[Act], several: set[str], said: list[Act]) -> list[Act]:
    """Of entities offered side by side, the values of the one that the user's words name."""
    places = [
        [a.slot for a in offers[:number]].count(act.slot) if act.slot in several else None
        for number, act in enumerate(offers)
    ]
    named = [
        place
        for act, place in zip(offers, places, strict=True)
        if place is not None and any(s.slot == act.slot and same(s.value, act.value) for s in said)
    ]
    if not named:
        return []
    return [a for a, place in zip(offers, places, strict=True) if place in (None, named[0])]
