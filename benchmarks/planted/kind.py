"""What a kind of fault is, and what it is planted into."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import TypeVar

from benchmarks.planted.script import Exchange, Refused, Script, perform, script
from schemas.acts import Act
from schemas.annotation import AnnotatedDialogue
from schemas.base import Value
from schemas.candidate import Candidate
from schemas.dialogue import Dialogue
from schemas.plan import Plan
from schemas.service import Catalog, IntentSchema, ServiceSchema, SlotSchema
from world.language import parse
from world.lookup import find_intent
from world.replay import replay
from world.statements import Do, Open, Say
from world.values import canonical, same

ItemT = TypeVar("ItemT")


@dataclass(frozen=True)
class Good:
    """A good dialogue.

    Attributes:
        catalog: All services of its run; the dialogue's own are named by it.
        planned: Whether it was made from a plan; imported ones have none.
    """

    candidate: Candidate
    catalog: Catalog
    planned: bool = True

    @property
    def dialogue(self) -> Dialogue:
        """The record."""
        return self.candidate.dialogue

    @cached_property
    def script(self) -> Script:
        """The record taken apart."""
        return script(self.dialogue)

    @cached_property
    def own(self) -> Catalog:
        """The dialogue's services."""
        return self.catalog.only(self.dialogue.services)

    @cached_property
    def tasks(self) -> dict[int, tuple[ServiceSchema, IntentSchema]]:
        """The service and intent of every task, by the number of the statement that opens it."""
        return {
            line.origin: find_intent(line.statement.name, self.own)
            for exchange in self.script.exchanges
            for _, line in exchange.statements
            if isinstance(line.statement, Open) and line.origin is not None
        }

    def slot(self, act: Act) -> SlotSchema:
        """The slot that an act is about."""
        return self.own.service(act.service).slot(act.slot)


@dataclass(frozen=True)
class Planted:
    """A dialogue with one fault, to be labelled anew.

    Attributes:
        where: What was planted, in a sentence.
        relabel: A fault in the labels themselves, put in once they are made.
    """

    plan: Plan
    dialogue: Dialogue
    where: str
    relabel: Callable[[AnnotatedDialogue], AnnotatedDialogue] = field(default=lambda labels: labels)


Plant = Callable[[Good, Random], Planted | None]
"""Plants one fault at a random place; None where the dialogue has no place for it."""


@dataclass(frozen=True)
class Kind:
    """A kind of fault.

    Attributes:
        unplanned: Whether it is planted into imported dialogues too, which have no plan.
    """

    name: str
    plant: Plant
    unplanned: bool = False


Change = tuple[str, Script]
"""A changed script, and what was changed in it."""


def any_of(good: Good, rng: Random, changes: Iterable[Change]) -> Planted | None:
    """One of the changes, the first in random order that the executor takes."""
    for where, changed in shuffled(changes, rng):
        try:
            dialogue = perform(changed, good.own)
        except Refused:
            continue
        if _differs(good, dialogue):
            return Planted(good.candidate.plan, dialogue, where)
    return None


def _differs(good: Good, dialogue: Dialogue) -> bool:
    """Whether the planted record says something else: other words, acts, values or calls.

    Another variant of the same value is no fault.
    """
    if dialogue.world != good.dialogue.world or dialogue.end != good.dialogue.end:
        return True
    said = [[(turn.utterance, turn.acts) for turn in d.turns] for d in (dialogue, good.dialogue)]
    return said[0] != said[1] or _states(good, dialogue) != _states(good, good.dialogue)


def _states(good: Good, dialogue: Dialogue) -> list[object]:
    return [
        (
            [
                (frame.service, frame.active_intent, slot.slot, slot.value)
                for frame in exchange.frames
                for slot in frame.state
            ],
            [(call.service, call.intent, call.parameters) for call in exchange.calls],
            [
                done.text.split("(")[0]
                for step in exchange.steps
                for done in step.statements
                if isinstance(parse(done.text), Do | Say)
            ],
        )
        for exchange in replay(dialogue, good.own)
    ]


def shuffled(items: Iterable[ItemT], rng: Random) -> list[ItemT]:
    """The items in random order."""
    mixed = list(items)
    rng.shuffle(mixed)
    return mixed


def places(good: Good) -> Iterator[tuple[int, Exchange]]:
    """Every exchange with its number, from 0."""
    yield from enumerate(good.script.exchanges)


def other_values(
    good: Good, slot: SlotSchema, intent: IntentSchema | None, held: Value
) -> list[str]:
    """Words for other values of a slot than the one it has; never those of a creation time.

    Schemas of imported services list few values: what their backend has answered counts too.
    """
    if intent is not None and intent.created_slot == slot.name:
        return []
    named = list(slot.possible_values if slot.categorical else slot.example_values)
    if not good.planned:
        rows = [row for call in good.dialogue.world.recorded for row in call.results]
        found = {str(row[slot.name]) for row in rows if slot.name in row}
        named += sorted(found - set(named))
    given = " ".join(str(held).casefold().split())
    return [words for words in named if " ".join(words.casefold().split()) != given]


def unheard(good: Good, slot: SlotSchema, held: Value) -> Iterator[str]:
    """Words for values of a slot that the dialogue does not have anywhere, in any words.

    What another slot has, or a result, may be said again, and says nothing new.
    """
    said = " ".join(turn.utterance.casefold() for turn in good.dialogue.turns)
    known = [act.value for turn in good.dialogue.turns for act in turn.acts]
    known += [
        value
        for exchange in good.script.exchanges
        for program in exchange.programs
        for signal in program.signals
        for entity in signal.entities
        for value in entity.values.values()
    ]
    for words in other_values(good, slot, None, held):
        try:
            value = canonical(words, slot, good.dialogue.clock)
        except ValueError:
            continue
        if words.casefold() not in said and not any(same(value, other) for other in known):
            yield words
