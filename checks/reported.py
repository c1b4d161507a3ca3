"""What can be held against words that nobody planned: those of imported dialogues.

People said them in their own way, and the record has their acts. Closed-set values are said in
any words ('somewhere outdoors' for a nature preserve), and people say more than their acts have
('within 2-3 business days', a phone number), so only what an act has in words is looked for.
"""

from collections.abc import Iterator, Sequence

from checks.claims import claim_faults, count_faults, value_faults
from checks.explain import Known
from checks.stance import stance_faults
from schemas.acts import Act, ActType
from schemas.annotation import TurnAnnotation
from schemas.service import Catalog
from schemas.world import Clock
from world.align import find
from world.statements import Special

_GIVING = frozenset({ActType.INFORM, ActType.SELECT})
_SPECIALS = frozenset(special.value for special in Special)


def user_reported(turn: TurnAnnotation, catalog: Catalog, clock: Clock) -> Iterator[str]:
    """Values that the user's acts have in words, and the utterance has not."""
    for act in turn.acts:
        if act.act in _GIVING and act.surface and _in_words(act, catalog):
            slot = catalog.service(act.service).slot(act.slot)
            if find(act.value, turn.utterance, slot, clock, act.surface) is None:
                yield f"it does not say {act.surface!r}"
    yield from stance_faults(turn.utterance, turn.acts, catalog, clock)
    yield from _spans_of_nothing(turn, catalog)


def system_reported(
    turn: TurnAnnotation,
    known: Sequence[Known],
    catalog: Catalog,
    clock: Clock,
) -> Iterator[str]:
    """Values that the system's acts tell otherwise than the words.

    Args:
        turn: The system's turn.
        known: The dialogue state after it, and the entities of all signals so far.
        catalog: The dialogue's services.
        clock: The dialogue's clock.
    """
    acts = [act for act in turn.acts if not act.slot or _in_words(act, catalog)]
    yield from value_faults(turn.utterance, acts, known, catalog, clock)
    yield from count_faults(turn.utterance, turn.acts)
    signals = {signal.kind for step in turn.steps for signal in step.signals}
    yield from claim_faults(turn.utterance, turn.acts, signals)
    yield from _spans_of_nothing(turn, catalog)


def _in_words(act: Act, catalog: Catalog) -> bool:
    """Whether people say the value in the words it is recorded in."""
    if not act.service or not act.slot or act.value in _SPECIALS or isinstance(act.value, bool):
        return False
    return not catalog.service(act.service).slot(act.slot).categorical


def _spans_of_nothing(turn: TurnAnnotation, catalog: Catalog) -> Iterator[str]:
    """Spans whose words no act of the turn has for that slot."""
    said = {(act.service, act.slot, act.surface.casefold()) for act in turn.acts}
    for span in turn.spans:
        closed = catalog.service(span.service).slot(span.slot).categorical
        if not closed and (span.service, span.slot, span.surface.casefold()) not in said:
            yield f"the span of {span.slot} marks {span.surface!r}, which no act has"
