"""The planner's part: stories, contexts, and values that go together."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from random import Random

from runtime.offline.dates import clock_time, minutes, read_date, some_time, spoken, today
from runtime.offline.intent_phrases import verb_phrases
from runtime.offline.kinds import Kind, kind
from runtime.offline.values import some_values
from runtime.offline.words import content_words, humanize, schema_name
from schemas.calls.planning import (
    CoherenceChange,
    CoherenceInput,
    CoherenceReply,
    IntentPathInput,
    IntentPathReply,
    LikelyValueInput,
    LikelyValueReply,
    NextContextInput,
    NextContextReply,
    QueryEntityInput,
    QueryEntityReply,
    RealisticValuesInput,
    RealisticValuesReply,
    WordsForSlot,
)
from schemas.calls.views import GoalView, IntentView, SlotValues

_LATER = (
    "return", "check out", "checkout", "end", "dropoff", "drop off", "arrival", "departure from",
    "finish", "to date", "until", "expiry", "due",
)  # fmt: skip
_REASONS = (
    "It is all for the same plan.", "One thing leads to the next.",
    "They want to settle everything in one go.", "These belong together for this user.",
)  # fmt: skip
_CONTEXTS = (
    "They want to {vp} today.", "They would like to {vp} and have the details ready.",
    "They need to {vp} for themselves.", "They are planning ahead and want to {vp}.",
    "They promised a friend to {vp}.", "They finally get around to it: they want to {vp}.",
)  # fmt: skip
_NEXT_CONTEXTS = (
    "With that settled, they also want to {vp}.", "Since it fits the plan, they want to {vp} too.",
    "Having sorted out the first part, they want to {vp}.", "Next they would like to {vp}.",
)  # fmt: skip


def intent_path(data: IntentPathInput, seed: int) -> IntentPathReply:
    """A path of the wanted length with the primary intent in it."""
    rng = Random(f"path {seed} {data.primary.name}")
    others = [c for c in _unique(data.candidates) if c.name != data.primary.name]
    rng.shuffle(others)
    others.sort(key=lambda view: -_kinship(view, data.primary))
    chosen = _companions(others, data, rng)
    path = _ordered(chosen, data)
    told = [verb_phrases(view.description or view.name, view.entity).short for view in path]
    reason = f"The user wants to {', then '.join(told)}. {rng.choice(_REASONS)}"
    return IntentPathReply(reason=reason[:400], path=tuple(view.name for view in path))


def _unique(views: Sequence[IntentView]) -> list[IntentView]:
    return list({view.name: view for view in views}.values())


def _kinship(view: IntentView, primary: IntentView) -> float:
    """How much two intents have to do with each other: shared slots, words, service."""
    mine = {s.name for s in primary.slots} & {s.name for s in (*view.slots, *view.result_slots)}
    return 2.0 * len(mine) + 1.0 * (view.service == primary.service) + 0.5 * view.transactional


def _companions(others: list[IntentView], data: IntentPathInput, rng: Random) -> list[IntentView]:
    wanted = max(0, data.goals - 1)
    queries = [view for view in others if not view.transactional]
    lead = (data.query_first or data.needs_query) and data.primary.transactional
    first = [queries[rng.randrange(min(3, len(queries)))]] if lead and queries and wanted else []
    pool = [view for view in others if view not in first]
    near = pool[: max(4, wanted)]
    rng.shuffle(near)
    return first + (near + pool[len(near) :])[: wanted - len(first)]


def _ordered(chosen: list[IntentView], data: IntentPathInput) -> list[IntentView]:
    if not chosen:
        return [data.primary]
    if data.primary_last:
        rest = sorted(chosen, key=lambda v: v.transactional) if data.query_first else chosen
        return [*rest, data.primary]
    if data.query_first and data.primary.transactional:
        rest = sorted(chosen, key=lambda v: v.transactional)
        return [rest[0], data.primary, *rest[1:]]
    return [data.primary, *chosen]


def next_context(data: NextContextInput, seed: int) -> NextContextReply:
    """One sentence on what the user is after next."""
    rng = Random(f"context {seed} {data.intent.name} {len(data.before)}")
    phrases = verb_phrases(data.intent.description or data.intent.name, data.intent.entity)
    template = rng.choice(_NEXT_CONTEXTS if data.before else _CONTEXTS)
    return NextContextReply(context=template.replace("{vp}", phrases.full)[:400])


def likely_value(data: LikelyValueInput, seed: int) -> LikelyValueReply:
    """The likeliest value: one that an earlier goal has, else one of the candidates."""
    rng = Random(f"likely {seed} {data.slot.name}")
    candidates = data.slot.possible_values or data.slot.example_values
    shared = _earlier(data.slot, data.before, candidates)
    if shared and rng.random() < 0.6:
        return LikelyValueReply(value=shared)
    if candidates:
        return LikelyValueReply(value=rng.choice(candidates))
    made = _made(data.slot, date(2026, 3, 2), rng)
    return LikelyValueReply(value=made)


def _earlier(slot: SlotValues, before: Sequence[GoalView], candidates: Sequence[str]) -> str:
    """A value of an earlier goal's slot of that name, where the slot may have it."""
    for goal in reversed(before):
        for value in goal.values:
            legal = not slot.possible_values or value.words in candidates
            if value.slot == slot.name and legal and not value.slot.startswith("date_of_"):
                return value.words
    return ""


def _made(slot: SlotValues, base: date, rng: Random) -> str:
    words = humanize(slot.name)
    return some_values(words, slot.type, slot.description, 1, base, rng)[0]


def realistic_values(data: RealisticValuesInput, seed: int) -> RealisticValuesReply:
    """A value for each slot: shared with earlier goals, or an example; times in order."""
    rng = Random(f"realistic {seed} {data.intent.name} {data.context}")
    base = today(data.now)
    chosen = {value.slot: value.words for value in data.fixed}
    types = {slot.name: slot.type for slot in data.slots}
    for slot in data.slots:
        shared = _earlier(slot, data.before, slot.possible_values)
        use = shared and rng.random() < 0.35 and shared not in chosen.values()
        chosen[slot.name] = shared if use else _example(slot, base, rng, chosen.values())
    free = {slot.name: slot for slot in data.slots}
    _put_in_order(chosen, free, types, base, rng)
    return RealisticValuesReply(
        values=tuple(WordsForSlot(slot=schema_name(name), words=chosen[name]) for name in free)
    )


def _example(slot: SlotValues, base: date, rng: Random, taken: object) -> str:
    known = list(slot.possible_values or slot.example_values)
    rng.shuffle(known)
    used = {str(value).lower() for value in taken}  # type: ignore[attr-defined]
    if kind(humanize(slot.name), slot.type) is Kind.DATE:
        ahead = [value for value in known if _not_past(value, base)]
        known = ahead or known
    for value in known:
        if value.lower() not in used:
            return value
    return known[0] if known else _made(slot, base, rng)


def _not_past(value: str, base: date) -> bool:
    day = read_date(value, base)
    return day is None or day >= base


def _put_in_order(
    chosen: dict[str, str],
    free: dict[str, SlotValues],
    types: dict[str, str],
    base: date,
    rng: Random,
) -> None:
    """Makes later dates and times later than earlier ones: check-out after check-in."""
    for first, second in _pairs(chosen, types):
        if kind(humanize(second), types.get(second, "string")) is Kind.DATE:
            _order_dates(chosen, free, first, second, base, rng)
        else:
            _order_times(chosen, free, first, second, rng)


def _pairs(chosen: dict[str, str], types: dict[str, str]) -> list[tuple[str, str]]:
    """Slots of the same kind of which the second has to come later."""
    found = []
    for second in chosen:
        what = kind(humanize(second), types.get(second, "string"))
        if what not in (Kind.DATE, Kind.TIME) or not _is_later(second):
            continue
        for first in chosen:
            same = kind(humanize(first), types.get(first, "string")) is what
            if first != second and same and not _is_later(first):
                found.append((first, second))
                break
    return found


def _is_later(name: str) -> bool:
    words = humanize(name)
    return any(re.search(rf"\b{mark}\b", words) for mark in _LATER)


def _order_dates(
    chosen: dict[str, str],
    free: dict[str, SlotValues],
    first: str,
    second: str,
    base: date,
    rng: Random,
) -> None:
    start, end = read_date(chosen[first], base), read_date(chosen[second], base)
    if start is not None and end is not None and start < end <= start + timedelta(days=30):
        return
    if second in free:
        later = [
            value
            for value in free[second].example_values
            if start is not None
            and (day := read_date(value, base)) is not None
            and start < day <= start + timedelta(days=21)
        ]
        if start is None:
            start = base + timedelta(days=rng.randint(3, 30))
            if first in free:
                chosen[first] = spoken(start, rng)
        after = start + timedelta(days=rng.randint(1, 9))
        chosen[second] = rng.choice(later) if later else spoken(after, rng)
    elif first in free and end is not None:
        chosen[first] = spoken(max(base, end - timedelta(days=rng.randint(1, 5))), rng)


def _order_times(
    chosen: dict[str, str], free: dict[str, SlotValues], first: str, second: str, rng: Random
) -> None:
    start, end = minutes(chosen[first]), minutes(chosen[second])
    if start is not None and end is not None and start < end:
        return
    if second in free:
        if start is None or start > 1260:
            start = 60 * rng.randint(8, 18)
            if first in free:
                chosen[first] = clock_time(start, rng)
        chosen[second] = clock_time(min(1425, start + 30 * rng.randint(1, 6)), rng)
    elif first in free:
        chosen[first] = some_time(rng, 6, 8) if end is None else clock_time(max(0, end - 60), rng)


def coherence(data: CoherenceInput, seed: int) -> CoherenceReply:
    """Changes where a later date comes before an earlier one within a goal."""
    rng = Random(f"coherence {seed} {data.story}")
    base = today(data.now)
    changes = []
    for goal in data.goals:
        words = {value.slot: value.words for value in goal.values}
        fixed = {value.slot for value in goal.values if value.stays}
        for first, second in _pairs(words, {}):
            if second in fixed:
                continue
            start, end = read_date(words[first], base), read_date(words[second], base)
            if start is not None and end is not None and end <= start:
                better = spoken(start + timedelta(days=rng.randint(1, 7)), rng)
                changes.append(CoherenceChange(goal=goal.number, slot=second, words=better))
    return CoherenceReply(changes=tuple(changes[:12]))


def query_entity(data: QueryEntityInput, seed: int) -> QueryEntityReply:
    """An entity that the query finds."""
    rng = Random(f"entity {seed} {data.intent.name} {data.context}")
    base = today(data.now)
    chosen = {value.slot: value.words for value in data.asked}
    types = {slot.name: slot.type for slot in data.slots}
    free = {slot.name: slot for slot in data.slots}
    for slot in data.slots:
        chosen[slot.name] = _example(slot, base, rng, chosen.values())
    _put_in_order(chosen, free, types, base, rng)
    entity = content_words(data.intent.entity) or {"entry"}
    return QueryEntityReply(
        rationale=f"A typical {min(entity)} of this user, made when they say.",
        values=tuple(WordsForSlot(slot=schema_name(name), words=chosen[name]) for name in free),
    )
