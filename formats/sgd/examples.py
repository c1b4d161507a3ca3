"""Values that SGD's dialogues have for slots whose schema lists none: what users may say."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from formats.sgd.records import SgdDialogue, SgdFrame
from schemas.service import Catalog, ServiceSchema, SlotSchema

MOST = 24
"""Examples kept of one slot, the most frequent first."""
_NO_VALUES = frozenset({"dontcare", ""})

_Counts = dict[tuple[str, str], Counter[str]]


def with_examples(catalog: Catalog, dialogues: Iterable[Mapping[str, Any]]) -> Catalog:
    """The catalog with example values for open slots, from acts and results of the dialogues.

    A dialogue that is not readable gives none; reading it says what is wrong.
    """
    counts: _Counts = {}
    for raw in dialogues:
        try:
            dialogue = SgdDialogue.model_validate(raw)
        except ValidationError:
            continue
        for turn in dialogue.turns:
            for frame in turn.frames:
                for slot, value in _values(frame):
                    counts.setdefault((frame.service, slot), Counter())[value] += 1
    return Catalog(services=tuple(_service(service, counts) for service in catalog.services))


def _values(frame: SgdFrame) -> Iterator[tuple[str, str]]:
    for action in frame.actions:
        yield from ((action.slot, value) for value in action.values)
    for row in frame.service_results or ():
        yield from row.items()


def _service(service: ServiceSchema, counts: _Counts) -> ServiceSchema:
    slots = tuple(_slot(slot, counts.get((service.name, slot.name))) for slot in service.slots)
    return service.model_copy(update={"slots": slots})


def _slot(slot: SlotSchema, seen: Counter[str] | None) -> SlotSchema:
    if seen is None or slot.categorical:
        return slot
    ranked = sorted(seen.items(), key=lambda item: (-item[1], item[0]))
    values = [value for value, _ in ranked if value not in _NO_VALUES][:MOST]
    examples = tuple(dict.fromkeys([*slot.example_values, *values]))
    return slot.model_copy(update={"example_values": examples})
