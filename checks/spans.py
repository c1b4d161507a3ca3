"""Where slot values stand in utterances, in characters."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from schemas.acts import Act, ActType
from schemas.annotation import Frame
from schemas.dialogue import Span
from schemas.service import Catalog, SlotSchema, SlotType
from schemas.world import Clock
from world.align import Match, find_all, said_special, verbatim
from world.statements import Special
from world.values import same

_NOT_MEANT = frozenset({ActType.IRRELEVANT, ActType.OVERHEARD, ActType.SARCASTIC})
_SPECIALS = frozenset(special.value for special in Special)

Wordings = Callable[[Act], Sequence[str]]
"""How an act's value may be worded, beside its own surface."""


def user_spans(
    utterance: str, acts: Sequence[Act], catalog: Catalog, clock: Clock
) -> tuple[Span, ...]:
    """Where the user says values that are meant as slot values."""
    meant = [act for act in acts if act.act not in _NOT_MEANT and act.reference is None]
    return _spans(utterance, meant, lambda act: (), catalog, clock)


def system_spans(
    utterance: str,
    acts: Sequence[Act],
    frames: Mapping[str, Frame],
    catalog: Catalog,
    clock: Clock,
) -> tuple[Span, ...]:
    """Where the system says values, in its own wording or in one it has heard.

    Args:
        utterance: The system's words.
        acts: What they stand for.
        frames: The newest frame of each service.
        catalog: The dialogue's services.
        clock: The dialogue's clock.
    """
    return _spans(utterance, acts, lambda act: heard(act, frames), catalog, clock)


def heard(act: Act, frames: Mapping[str, Frame]) -> tuple[str, ...]:
    """The wordings that the state has recorded for the act's value."""
    frame = frames.get(act.service)
    states = frame.state if frame is not None else ()
    return tuple(
        variant
        for state in states
        if state.slot == act.slot and same(state.value, act.value)
        for variant in state.variants
    )


def _spans(
    utterance: str, acts: Iterable[Act], wordings: Wordings, catalog: Catalog, clock: Clock
) -> tuple[Span, ...]:
    taken: list[Span] = []
    for act in acts:
        if not (act.service and act.slot) or act.value is None:
            continue
        slot = _aligned_as(act, catalog)
        places = _places(act, slot, utterance, wordings(act), clock)
        free = (p for p in places if all(p.end <= s.start or s.end <= p.start for s in taken))
        place = next(free, None)
        if place is not None:
            taken.append(
                Span(
                    service=act.service,
                    slot=act.slot,
                    start=place.start,
                    end=place.end,
                    surface=place.surface,
                    value=act.value,
                )
            )
    return tuple(sorted(taken, key=lambda span: (span.start, span.slot)))


def _aligned_as(act: Act, catalog: Catalog) -> SlotSchema:
    """The slot; a creation time stays in words ('last week'), whatever its type."""
    service = catalog.service(act.service)
    for intent in service.intents:
        if intent.name == act.intent and intent.created_slot == act.slot:
            return SlotSchema(name=act.slot, type=SlotType.STRING)
    return service.slot(act.slot)


def _places(
    act: Act, slot: SlotSchema, utterance: str, wordings: Sequence[str], clock: Clock
) -> Iterator[Match]:
    for wording in (act.surface, *wordings):
        yield from verbatim(wording, utterance)
    if isinstance(act.value, str) and act.value in _SPECIALS:
        found = said_special(act.value, utterance)
        yield from (found,) if found is not None else ()
    else:
        yield from find_all(act.value, utterance, slot, clock)
