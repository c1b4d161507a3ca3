"""Where a slot's value comes from: every write names a source, and the source must hold it."""

from dataclasses import dataclass
from functools import lru_cache

from schemas.acts import Act, ActType
from schemas.annotation import Source, SourceKind
from schemas.base import Value
from schemas.dialogue import Named
from schemas.service import IntentSchema, ServiceSchema, SlotSchema, SlotType
from schemas.world import Clock
from world.align import find, said_special
from world.created import created
from world.names import Outside, ProgramError, nearest
from world.rendering import render_ref
from world.state import State
from world.statements import Expression, Literal, Ref, Special
from world.values import canonical, collapse, same, text_of

_NO_VALUES = frozenset({ActType.OVERHEARD, ActType.SARCASTIC, ActType.IRRELEVANT, ActType.REQUEST})
"""What these acts mention is not meant as a slot value."""
_ARTICLES = frozenset({"a", "an", "the", "my", "our", "some"})


@dataclass(frozen=True)
class Sourced:
    """A value to write, with the words it came in and its source.

    Attributes:
        chosen: True where the user picked it out of what was offered.
    """

    value: Value
    variants: tuple[str, ...]
    source: Source
    special: bool = False
    chosen: bool = False


@dataclass(frozen=True)
class Place:
    """The slot that is written to."""

    service: ServiceSchema
    intent: IntentSchema
    slot: SlotSchema

    @property
    def is_created(self) -> bool:
        """Whether it is LUCID's date_of_<entity>: a creation time, kept in words."""
        return self.slot.name == self.intent.created_slot


@lru_cache(maxsize=512)
def _as_string(name: str) -> SlotSchema:
    return SlotSchema(name=name, type=SlotType.STRING)


def source(expression: Expression, place: Place, state: State, clock: Clock) -> Sourced:
    """The value that an expression stands for, once its source is found to hold it.

    Raises:
        ProgramError: Where it has no source, or the slot cannot have it.
    """
    match expression:
        case Special():
            return _special(expression, place, state)
        case Ref():
            found = reference(expression, state, place.service.name)
            return found if _is_own(expression, place, state) else _fitted(found, place, clock)
        case Literal():
            return _heard(expression.value, place, state, clock)


def _special(name: Special, place: Place, state: State) -> Sourced:
    for act in _acts(place, state):
        if act.value == name.value or (act.act is ActType.UNANSWERABLE and name is Special.UNKNOWN):
            surface = act.surface or name.value
            return Sourced(name.value, (surface,), Source(kind=SourceKind.USER), special=True)
    found = said_special(name.value, state.utterance)
    if found is None:
        raise ProgramError(
            f"{place.slot.name} = {name.value} has no source: the user did not say so in this turn"
        )
    return Sourced(name.value, (found.surface,), Source(kind=SourceKind.USER), special=True)


def _acts(place: Place, state: State) -> list[Act]:
    return [
        act
        for act in state.acts
        if act.slot == place.slot.name
        and act.service in {"", place.service.name}
        and act.act not in _NO_VALUES
    ]


def _heard(raw: Value, place: Place, state: State, clock: Clock) -> Sourced:
    """A literal: the user's words of this turn hold it, in an act or found by alignment."""
    written = collapse(text_of(raw)).casefold()
    for act in _acts(place, state):
        if act.surface and act.value is not None and collapse(act.surface).casefold() == written:
            return _acted(act)
    value = _canonical(raw, place, clock)
    for act in _acts(place, state):
        if act.value is not None and same(act.value, value):
            return _acted(act)
        if isinstance(value, str) and _same_but_for_nouns(written, act, place.slot):
            found = find(value, state.utterance, place.slot, clock, text_of(raw))
            if found is not None:
                return _acted(act)
    slot = _as_string(place.slot.name) if place.is_created else place.slot
    found = find(value, state.utterance, slot, clock, text_of(raw))
    if found is None:
        raise ProgramError(
            f"{place.slot.name} = {text_of(raw)!r} has no source: the user's words of this turn "
            f"do not say it; refer to where it comes from, such as x5[0].{place.slot.name}"
        )
    return Sourced(value, (found.surface,), Source(kind=SourceKind.USER))


def _same_but_for_nouns(written: str, act: Act, slot: SlotSchema) -> bool:
    """Whether words are an act's but for an article or the slot's own noun.

    'Compact' and 'a compact car' are one car type: how far a value reaches is nobody's error.
    """
    if slot.categorical or slot.type is not SlotType.STRING or not isinstance(act.value, str):
        return False
    some, others = sorted((written.split(), collapse(act.surface).casefold().split()), key=len)
    places = range(len(others) - len(some) + 1)
    begin = next((n for n in places if others[n : n + len(some)] == some), None)
    if begin is None or not some:
        return False
    rest = {*others[:begin], *others[begin + len(some) :]}
    return rest <= _ARTICLES | set(slot.name.split("_"))


def _acted(act: Act) -> Sourced:
    """The value of one of the user's acts."""
    words = act.surface or text_of(act.value)
    chosen = act.act is ActType.SELECT
    return Sourced(act.value, (words,), Source(kind=SourceKind.USER), chosen=chosen)


def _canonical(raw: Value, place: Place, clock: Clock) -> Value:
    try:
        if place.is_created:
            created(text_of(raw), clock)
            return collapse(text_of(raw))
        return canonical(raw, place.slot, clock)
    except ValueError as error:
        if not place.slot.categorical:
            raise ProgramError(str(error)) from None
        legal = nearest(text_of(raw), place.slot.possible_values)
        raise ProgramError(str(error), legal, _outside(text_of(raw), place)) from None


def _outside(value: str, place: Place) -> Outside | None:
    """The value as a name that the schema does not have; items of a list are no names."""
    if place.slot.type is SlotType.ARRAY or not place.slot.possible_values:
        return None
    return Outside(Named.VALUE, value, place.service.name, place.intent.name, place.slot.name)


def _is_own(ref: Ref, place: Place, state: State) -> bool:
    """Whether the reference is to the very slot it is written to: its value is canonical."""
    number = ref.index if ref.entity is None else None
    if ref.index in state.signals:
        number = state.signals[ref.index].task
    elif ref.index in state.says:
        return ref.slot == place.slot.name and any(
            act.slot == ref.slot and act.service == place.service.name
            for act in state.says[ref.index]
        )
    task = state.tasks.get(-1 if number is None else number)
    own = task is not None and task.service == place.service.name
    return own and ref.slot == place.slot.name


def _fitted(found: Sourced, place: Place, clock: Clock) -> Sourced:
    """A referenced value in the terms of the slot it is written to."""
    if found.special:
        return found
    plain = place.slot.type is SlotType.STRING and not place.slot.categorical
    if plain and not place.is_created:
        value: Value = found.value if isinstance(found.value, str) else text_of(found.value)
    else:
        value = _canonical(found.value, place, clock)
    return Sourced(value, found.variants, found.source)


def reference(ref: Ref, state: State, service: str = "") -> Sourced:
    """What a reference holds.

    Args:
        ref: With a slot.
        state: What is there.
        service: Whose mention is meant where a turn mentions the slot for several services.

    Raises:
        ProgramError: Where it points at nothing.
    """
    if ref.index in state.tasks and ref.entity is None:
        return _of_task(ref, state)
    if ref.index in state.says:
        return _of_say(ref, state, service)
    if ref.index in state.signals:
        return _of_entity(ref, state)
    known = [f"x{i}" for i in (*state.tasks, *state.says, *state.signals)]
    raise ProgramError(f"there is no x{ref.index} to refer to", nearest(f"x{ref.index}", known))


def _missing(ref: Ref, legal: list[str]) -> ProgramError:
    return ProgramError(f"{render_ref(ref)} holds no value", nearest(ref.slot, legal))


def _of_task(ref: Ref, state: State) -> Sourced:
    slots = state.tasks[ref.index].slots
    if ref.slot not in slots:
        raise _missing(ref, list(slots))
    held = slots[ref.slot]
    origin = Source(kind=SourceKind.SERVICE, index=ref.index, slot=ref.slot)
    return Sourced(held.value, held.variants, origin, held.special)


def _of_say(ref: Ref, state: State, service: str) -> Sourced:
    """What the system said of a slot: the last value, or with `x8[0].slot` the first and so on."""
    acts = [a for a in state.says[ref.index] if a.slot == ref.slot and a.value is not None]
    if not acts:
        raise _missing(ref, [a.slot for a in state.says[ref.index] if a.slot])
    mine = [a for a in acts if a.service == service] or acts
    if ref.entity is not None and ref.entity >= len(mine):
        raise ProgramError(f"x{ref.index} mentions {ref.slot} {len(mine)} times, from [0]")
    act = mine[-1 if ref.entity is None else ref.entity]
    origin = Source(kind=SourceKind.MENTION, index=ref.index, entity=ref.entity, slot=ref.slot)
    special = act.value == Special.DONTCARE.value
    return Sourced(act.value, (act.surface or text_of(act.value),), origin, special)


def _of_entity(ref: Ref, state: State) -> Sourced:
    signal = state.signals[ref.index]
    if ref.entity is None:
        raise ProgramError(
            f"name an entity of the signal: x{ref.index}[0].{ref.slot}",
            [f"x{ref.index}[{i}].{ref.slot}" for i in range(min(3, len(signal.entities)))],
        )
    if ref.entity >= len(signal.entities):
        raise ProgramError(f"x{ref.index} brought {len(signal.entities)} entities, from [0]")
    values = signal.entities[ref.entity].values
    if values.get(ref.slot) is None:
        raise _missing(ref, list(values))
    origin = Source(kind=SourceKind.ENTITY, index=ref.index, entity=ref.entity, slot=ref.slot)
    value = values[ref.slot]
    return Sourced(value, (text_of(value),), origin)
