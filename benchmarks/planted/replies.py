"""Faults in user turns that give no value: words that do something else than the acts say."""

from collections.abc import Iterator
from random import Random

from benchmarks.planted.kind import Change, Good, Kind, Planted, any_of, places
from benchmarks.planted.script import Exchange
from schemas.acts import ActType

_PARTING = frozenset({ActType.THANK_YOU, ActType.GOODBYE})
_YES = frozenset({ActType.AFFIRM, ActType.AFFIRM_INTENT})
_NO = frozenset({ActType.NEGATE, ActType.NEGATE_INTENT})
_ASKING = frozenset({ActType.REQUEST, ActType.REQUEST_ALTS})
_OTHERWISE: dict[ActType, frozenset[ActType]] = {
    ActType.AFFIRM: frozenset(
        {ActType.HOLD, ActType.CANCEL, ActType.INFORM_INTENT, ActType.IRRELEVANT, *_NO, *_ASKING}
    ),
    ActType.NEGATE: _YES | _ASKING,
    ActType.HOLD: _YES | _PARTING,
    ActType.CANCEL: _YES | _PARTING,
    ActType.REQUEST_ALTS: _YES | _PARTING,
    ActType.SELECT: _ASKING,
    ActType.REQUEST: _YES | _NO,
    ActType.THANK_YOU: _ASKING,
    ActType.GOODBYE: _ASKING,
}
"""Acts whose words cannot stand for an act."""
_OTHERWISE |= {
    ActType.AFFIRM_INTENT: _OTHERWISE[ActType.AFFIRM],
    ActType.NEGATE_INTENT: _OTHERWISE[ActType.NEGATE],
}
_WISHES = (
    "I need to send a message too.",
    "Could you also look for a cinema?",
    "What is the weather like over there?",
)
_WISHLESS = _YES | _NO | _PARTING
"""Acts that no wish or question can stand for."""


def other_words(good: Good, rng: Random) -> Planted | None:
    """The words of another turn, or a wish, where the user says yes, no, wait or thanks."""
    return any_of(good, rng, _reworded(good))


def _reworded(good: Good) -> Iterator[Change]:
    for number, exchange in places(good):
        act = _stance(exchange)
        if act is None:
            continue
        wishes = _WISHES if act in _WISHLESS else ()
        for words in (*wishes, *_words(good, _OTHERWISE[act])):
            changed = exchange.heard(utterance=words)
            yield f"{words!r} for {act.value}", good.script.put(number, changed)


def _stance(exchange: Exchange) -> ActType | None:
    """The one thing that a turn without values does, thanks and farewells aside."""
    kinds = {act.act for act in exchange.user.acts}
    alone = (kinds - _PARTING) or kinds
    first = min(alone)
    return first if first in _OTHERWISE and (alone <= _PARTING or len(alone) == 1) else None


def _words(good: Good, acts: frozenset[ActType]) -> Iterator[str]:
    """What the dialogue's turns say that have one of these acts and no value."""
    for _, exchange in places(good):
        if _stance(exchange) in acts or _opens(exchange) in acts:
            yield exchange.user.utterance


def _opens(exchange: Exchange) -> ActType | None:
    """What a turn without values does that opens a task or says nothing to the point."""
    kinds = {act.act for act in exchange.user.acts}
    return min(kinds) if kinds in ({ActType.INFORM_INTENT}, {ActType.IRRELEVANT}) else None


KINDS = (Kind("user's words of another act", other_words, unplanned=True),)
