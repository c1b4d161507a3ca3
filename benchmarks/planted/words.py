"""Faults in words alone: acts, programs and labels stay as they were."""

import re
from collections.abc import Iterator
from random import Random

from benchmarks.planted.kind import Change, Good, Kind, Planted, any_of, places, unheard
from benchmarks.planted.script import Exchange, Script
from schemas.acts import Act, ActType
from schemas.dialogue import SignalKind
from world.align import find

_TOLD = frozenset({ActType.OFFER, ActType.INFORM, ActType.CONFIRM})
_COUNT = re.compile(r"\b(?:\d{1,2}|one|two|three|four|five|six)\b", re.IGNORECASE)


def user_leaks(good: Good, rng: Random) -> Planted | None:
    """The user says tags, slot names or instructions, or speaks as the assistant."""
    return any_of(good, rng, _leaks(good))


def _leaks(good: Good) -> Iterator[Change]:
    for number, exchange in places(good):
        said = exchange.user.utterance
        leaks = [
            f"{said} [INFORM]",
            f"User: {said}",
            f"{said} How may I help you today?",
            f"As an AI language model, I would say: {said}",
            f"{said} </user>",
            *(f"{said} ({act.slot}={act.surface})" for act in exchange.user.acts if act.surface),
            *(
                f"{tag.value}: {said}"
                for tag in exchange.user.planned_phenomena
                if "_" in tag.value
            ),
            *(f"{said} ({act.slot})" for act in exchange.user.acts if "_" in act.slot),
        ]
        for words in leaks:
            yield f"says {words!r}", good.script.put(number, exchange.heard(utterance=words))


def foreign_value(good: Good, rng: Random) -> Planted | None:
    """The system names a value that neither state nor results have, instead or besides."""
    return any_of(good, rng, _foreign(good))


def _foreign(good: Good) -> Iterator[Change]:
    for number, exchange in places(good):
        for act, surface in _told(good, exchange):
            for words in unheard(good, good.slot(act), act.value):
                said = exchange.answer.utterance.replace(surface, words)
                yield f"{words!r} for {surface!r}", good.script.put(number, exchange.saying(said))
                if good.planned:
                    more = f"{exchange.answer.utterance} The other {_plain(act.slot)} is {words}."
                    yield f"{words!r} besides", good.script.put(number, exchange.saying(more))


def _told(good: Good, exchange: Exchange) -> Iterator[tuple[Act, str]]:
    """Acts whose value stands in the words just once, with the words for it."""
    said = exchange.answer.utterance
    for act in exchange.answer.acts:
        if act.act not in _TOLD or not act.slot or act.value is None:
            continue
        slot = good.slot(act)
        if isinstance(act.value, bool) or (slot.categorical and not good.planned):
            continue
        found = find(act.value, said, slot, good.dialogue.clock, act.surface)
        if found is not None and said.count(found.surface) == 1:
            yield act, found.surface


def _plain(name: str) -> str:
    return name.replace("_", " ")


def left_out(good: Good, rng: Random) -> Planted | None:
    """A value that is to be told or confirmed is not in the system's words."""
    changes = (
        (f"{surface!r} is not said", good.script.put(n, e.saying(_without(e, surface))))
        for n, e in places(good)
        for _, surface in _told(good, e)
    )
    return any_of(good, rng, changes)


def _without(exchange: Exchange, surface: str) -> str:
    return exchange.answer.utterance.replace(surface, "it")


def false_success(good: Good, rng: Random) -> Planted | None:
    """The system claims a success where a call failed, or none was made."""
    return any_of(good, rng, _claims(good))


def _claims(good: Good) -> Iterator[Change]:
    for number, exchange in places(good):
        kinds = {s.kind for program in exchange.programs for s in program.signals}
        if kinds & {SignalKind.PERFORM, SignalKind.RESULT}:
            continue
        about = next((act for act in exchange.answer.acts if act.intent), None)
        if about is None or not kinds:
            continue
        thing = good.own.intent(about.service, about.intent).entity.replace("_", " ")
        for words in (
            f"Done! Your {thing} request went through.",
            f"I have booked that for you, your {thing} are confirmed.",
            "All set, everything has been scheduled successfully.",
            "That is taken care of: it has been completed.",
            *_own_successes(good),
        ):
            yield f"claims: {words!r}", good.script.put(number, exchange.saying(words))


def _own_successes(good: Good) -> Iterator[str]:
    """How the dialogue itself tells of a success elsewhere."""
    for exchange in good.script.exchanges:
        if {act.act for act in exchange.answer.acts} == {ActType.NOTIFY_SUCCESS}:
            yield exchange.answer.utterance


def wrong_count(good: Good, rng: Random) -> Planted | None:
    """The system counts other results than were found."""
    return any_of(good, rng, _counts(good))


def _counts(good: Good) -> Iterator[Change]:
    for number, exchange in places(good):
        count = next((a.count for a in exchange.answer.acts if a.count is not None), None)
        told = _COUNT.search(exchange.answer.utterance)
        if count is None or told is None or told.group().lower() not in (str(count), _word(count)):
            continue
        said = exchange.answer.utterance
        for other in {count + 1, count + 3} | ({count - 1} if count > 1 else set()):
            words = f"{said[: told.start()]}{other}{said[told.end() :]}"
            yield f"counts {other}", good.script.put(number, exchange.saying(words))


def _word(count: int) -> str:
    words = ("zero", "one", "two", "three", "four", "five", "six")
    return words[count] if count < len(words) else ""


def answers_swapped(good: Good, rng: Random) -> Planted | None:
    """Two system turns have each other's words."""
    changes = (
        (f"the words of turns {2 * i + 1} and {2 * j + 1} are swapped", _swap(good, i, j))
        for i, one in places(good)
        for j, other in places(good)
        if i < j and _differ(one, other)
    )
    return any_of(good, rng, changes)


def _differ(one: Exchange, other: Exchange) -> bool:
    """Whether two answers say different things, and not only in other words."""
    ours, theirs = (
        {(act.act, act.slot, str(act.value)) for act in e.answer.acts} for e in (one, other)
    )
    return bool(ours and theirs) and ours != theirs


def _swap(good: Good, i: int, j: int) -> Script:
    one, other = good.script.exchanges[i], good.script.exchanges[j]
    changed = good.script.put(i, one.saying(other.answer.utterance))
    return changed.put(j, other.saying(one.answer.utterance))


KINDS = (
    Kind("user leaks tags", user_leaks, unplanned=True),
    Kind("response names a value no result has", foreign_value, unplanned=True),
    Kind("response leaves a value out", left_out, unplanned=True),
    Kind("response claims a success", false_success, unplanned=True),
    Kind("response counts wrongly", wrong_count, unplanned=True),
    Kind("two answers swapped", answers_swapped, unplanned=True),
)
