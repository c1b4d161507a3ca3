"""Which slots a value may go between: what slots are for, and what programs take from where.

Imported dialogues have no plan that says where a value comes from. Their schemas say what slots are
for, in names and descriptions: the city that a bus goes to may be the one that a hotel is in, and
never the name of a film.
"""

import re
from collections.abc import Iterator, Sequence

from schemas.annotation import TurnAnnotation
from schemas.service import Catalog, SlotSchema
from world.language import parse
from world.lookup import find_intent
from world.statements import Assign, Expression, Open, Ref

_FLAGS = frozenset({"True", "False"})
_SMALL = frozenset(
    {"name", "number", "whether", "where", "which", "that", "thi", "with", "from", "want", "user"}
    | {"will", "have", "there", "their", "into", "taking", "given", "each", "other", "used", "type"}
    | {"good", "thing", "like", "time", "date"}
)
"""Words of descriptions that do not say what a slot is about."""
_KINDS = {
    "place": {"city", "town", "area", "location", "destination", "addres", "place", "venue"},
    "people": {"seat", "people", "person", "rider", "passenger", "traveler", "party", "guest"}
    | {"adult", "ticket"},
    "day": {"date", "day"},
    "hour": {"time", "hour"},
}
"""What a slot is of a kind with, by the words that say so."""


def alike(source: SlotSchema, target: SlotSchema) -> bool:
    """Whether a value may go over from one slot to another of a different service.

    A closed set of values goes only into another one that has some of them.
    """
    both = source.categorical and target.categorical
    if both and not set(source.possible_values) & set(target.possible_values):
        return False
    return _is_flag(source) == _is_flag(target) and bool(_topics(source) & _topics(target))


def _is_flag(slot: SlotSchema) -> bool:
    return bool(slot.possible_values) and set(slot.possible_values) <= _FLAGS


def _topics(slot: SlotSchema) -> set[str]:
    told = re.findall(r"[a-z]+", f"{slot.name} {slot.description}".lower().replace("_", " "))
    words = {word.removesuffix("s") for word in told if len(word) > 2}
    kinds = {kind for kind, named in _KINDS.items() if words & named}
    return kinds | {word for word in words - _SMALL if len(word) > 3}


Slot = tuple[str, str]
"""A service and the name of one of its slots."""


def unlike_references(
    turns: Sequence[TurnAnnotation], catalog: Catalog
) -> Iterator[tuple[int, str]]:
    """Where a program fills a slot from one that holds something else, with the turn.

    Only services whose slots carry over, as SGD's do, are looked at.
    """
    sources = _Sources(catalog)
    for turn in turns:
        for step in turn.steps:
            for done in step.statements:
                for target, value in sources.writes(done.index, done.text):
                    wrong = sources.unlike(target, value)
                    if wrong:
                        yield turn.index, f"{target[1]} is filled with the {wrong}"
            for signal in step.signals:
                sources.made_by[signal.index] = sources.made_by.get(signal.task or 0, "")
        for act in turn.acts:
            if act.slot:
                sources.said.setdefault(turn.index, set()).add((act.service, act.slot))
        for index in (done.index for step in turn.steps for done in step.statements):
            sources.turn_of[index] = turn.index


class _Sources:
    """What the numbers of a dialogue's statements and signals stand for."""

    def __init__(self, catalog: Catalog) -> None:
        """Starts with nothing numbered."""
        self._catalog = catalog
        self.made_by: dict[int, str] = {}
        self.said: dict[int, set[Slot]] = {}
        self.turn_of: dict[int, int] = {}

    def writes(self, index: int, text: str) -> Iterator[tuple[Slot, Expression]]:
        """The slots that a statement writes, with what it writes there."""
        statement = parse(text)
        if isinstance(statement, Open):
            service, _ = find_intent(statement.name, self._catalog)
            self.made_by[index] = service.name
            yield from (((service.name, slot), value) for slot, value in statement.arguments)
        elif isinstance(statement, Assign):
            for target, value in zip(statement.targets, statement.values, strict=True):
                yield (self.made_by.get(target.task, ""), target.slot), value

    def unlike(self, target: Slot, value: Expression) -> str:
        """The slot that a value comes from, where it is none that it may come from."""
        service, slot = target
        if not isinstance(value, Ref) or not value.slot or not service:
            return ""
        if not self._catalog.service(service).carries_slots:
            return ""
        schema = self._catalog.service(service).slot(slot)
        for origin in self._origins(value):
            if origin == service and value.slot == slot:
                return ""
            if origin != service and self._may_go(origin, value.slot, schema):
                return ""
        return f"{value.slot} of {'what was said' if value.entity is None else 'a result'}"

    def _origins(self, ref: Ref) -> Sequence[str]:
        """The services that a reference's slot is of: several may have been spoken of at once."""
        if ref.index in self.made_by:
            return [self.made_by[ref.index]]
        said = self.said.get(self.turn_of.get(ref.index, -1), set())
        return sorted({service for service, name in said if name == ref.slot and service})

    def _may_go(self, service: str, name: str, target: SlotSchema) -> bool:
        named = {slot.name: slot for slot in self._catalog.service(service).slots}
        return name in named and alike(named[name], target)
