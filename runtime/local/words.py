"""What the two speakers may say, as grammars: the model chooses among ways to say it.

Values stand in the utterance letter by letter; where the model speaks freely, in what is said
beside the matter, no digit can stand.
"""

from collections.abc import Iterator, Mapping, Sequence

from runtime.local import phrases
from runtime.local.gbnf import either, group, literal, rules
from schemas.acts import ActType
from schemas.calls.simulation import ActView, MoveView, ResponseInput, UserTurnInput

_FREE = "\\x41-\\x5A\\x61-\\x7A\\u00C0-\\u024F',"
STRETCH = 60
"""Characters of the model's own words."""
_SINCE = "date of "


def user_grammar(data: UserTurnInput) -> str:
    """What a user may say for these moves."""
    return _grammar(list(_user_parts(data.moves)))


def response_grammar(data: ResponseInput) -> str:
    """What an assistant may say for these acts."""
    return _grammar(list(_voice_parts(data)))


def pointed_at(move: MoveView) -> bool:
    """Whether the value is not to be said, but the earlier thing that has it."""
    return bool(move.refers_to) and move.act is ActType.INFORM


def one(noun: str) -> str:
    """The noun for a single entity."""
    return noun.removesuffix("s")


def _grammar(parts: Sequence[str]) -> str:
    space = literal(" ")
    return rules(
        root=f" {space} ".join(parts) or either(map(literal, phrases.NODS)),
        free=f"[a-zA-Z] letter{{8,{STRETCH}}} [a-z]",
        letter=f"[{_FREE}] | {space} [a-zA-Z']",
    )


def _user_parts(moves: Sequence[MoveView]) -> Iterator[str]:
    """A sentence for each move; a wish takes its details with it."""
    acts = {move.act for move in moves}
    rest = list(moves)
    if ActType.INFORM_INTENT in acts:
        opened = [move for move in rest if move.act is ActType.INFORM_INTENT]
        names = {move.intent for move in opened}
        with_them = [m for m in rest if m.act is ActType.INFORM and m.intent in names]
        yield _wish(opened, with_them)
        rest = [move for move in rest if move not in opened and move not in with_them]
    while rest:
        move = rest.pop(0)
        if move.act is ActType.INFORM and rest and rest[0].slot == move.slot:
            yield _ways(phrases.SLIPS, v=move.words, w=rest.pop(0).words, s=move.slot)
        else:
            yield _sentence(move, acts, alone=len(moves) == 1)


def _plural(name: str) -> bool:
    return name.endswith("s") and not name.endswith("ss")


def _counts(words: str, slot: str) -> bool:
    """Whether a value says how many there are of what the slot names."""
    return words.isdigit() and _plural(slot)


def _counted(words: str, slot: str) -> str:
    return one(slot) if words == "1" else slot


def _wish(opened: Sequence[MoveView], details: Sequence[MoveView]) -> str:
    parts = []
    for place, move in enumerate(opened):
        parts.append(_ways(phrases.FURTHER if place else phrases.OPENINGS, i=move.intent))
        parts += [_detail(detail) for detail in details if detail.intent == move.intent]
    return f"{' '.join(parts)} {literal('.')}"


def _detail(move: MoveView) -> str:
    if pointed_at(move):
        return _ways(phrases.WITH_SAME, s=move.slot, n=one(move.refers_to))
    if move.type == "boolean":
        return literal(f", {phrases.FLAG_ITEMS[move.words].format(s=move.slot)}")
    if move.slot.startswith(_SINCE):
        return _ways(phrases.SINCE, v=move.words)
    if _counts(move.words, move.slot):
        return literal(f" for {move.words} {_counted(move.words, move.slot)}")
    return _ways(phrases.WITH, v=move.words, s=move.slot)


def _sentence(move: MoveView, acts: set[ActType], *, alone: bool) -> str:
    if move.remark:
        return literal(move.remark)
    match move.act:
        case ActType.INFORM:
            return _given(move, phrases.GIVES if alone else phrases.NAMES)
        case ActType.SELECT if move.words:
            return _ways(phrases.WHICH, v=move.words)
        case ActType.OVERHEARD:
            return _aside(move)
        case ActType.GOODBYE if len(acts) == 1:
            return _ways(phrases.LEAVES)
        case ActType.NEGATE if ActType.THANK_YOU in acts:
            return _ways(phrases.ENOUGH)
        case ActType.NEGATE if len(acts) == 1:
            return _ways(phrases.REFUSES)
    ways = phrases.MOVES.get(move.act, phrases.NODS)
    return _ways(ways, s=move.slot, v=move.words, i=move.intent, n=one(move.entity))


def _given(move: MoveView, ways: phrases.Ways) -> str:
    if pointed_at(move):
        return _ways(phrases.SAME, s=move.slot, n=one(move.refers_to))
    if move.type == "boolean":
        return _ways(phrases.FLAGS[move.words], s=move.slot)
    if move.slot.startswith(_SINCE):
        return _ways(phrases.SINCE_ALONE, v=move.words)
    if _counts(move.words, move.slot):
        return _ways(phrases.COUNTS, v=move.words, s=_counted(move.words, move.slot))
    return _ways(ways, v=move.words, s=move.slot)


def _aside(move: MoveView) -> str:
    ways = phrases.ASIDES_WITH if move.words else phrases.ASIDES
    return group(
        _way(way, {"v": move.words, "p": person}) for person in phrases.PEOPLE for way in ways
    )


def _voice_parts(data: ResponseInput) -> Iterator[str]:
    confirms = [act for act in data.acts if act.act is ActType.CONFIRM]
    offers = [act for act in data.acts if act.act is ActType.OFFER]
    failed = any(act.act is ActType.NOTIFY_FAILURE for act in data.acts)
    for act in data.acts:
        if act.act is ActType.CONFIRM:
            if act is confirms[0]:
                yield f"{_ways(phrases.CHECKS)} {_items(confirms)} {_ways(phrases.CHECKED)}"
        elif act.act is ActType.OFFER:
            if failed:
                yield _ways(phrases.INSTEAD, v=act.words, s=act.slot)
            elif act is offers[0]:
                yield f"{_ways(_offer_ways(data.acts))} {_items(offers)} {literal('.')}"
        else:
            yield _said(act)
    if not data.acts:
        held = any(statement.startswith("hold(") for statement in data.done)
        yield _ways(phrases.STANDS_BY if held else phrases.NODS)


def _offer_ways(acts: Sequence[ActView]) -> phrases.Ways:
    alone = any(act.act is ActType.INFORM_COUNT and act.words == "1" for act in acts)
    return phrases.OFFERS_ONE if alone else phrases.OFFERS


def _said(act: ActView) -> str:
    if act.act is ActType.REQUEST and act.slot.startswith(_SINCE):
        return _ways(phrases.ASKS_SINCE, r=act.slot.removeprefix(_SINCE))
    if act.act is ActType.REQUEST:
        return _ways(phrases.ASKS_SEVERAL if _plural(act.slot) else phrases.ASKS, s=act.slot)
    if act.act is ActType.INFORM_COUNT:
        number = {"0": phrases.FOUND_NONE, "1": phrases.FOUND_ONE}.get(act.words, phrases.FOUND)
        noun = one(act.entity) if act.words == "1" else act.entity
        return _ways(number, v=act.words, n=noun)
    return _ways(phrases.ACTS[act.act], s=act.slot, v=act.words, i=act.intent, n=one(act.entity))


def _items(acts: Sequence[ActView]) -> str:
    parts = []
    for place, act in enumerate(acts):
        if place:
            parts.append(literal(" and " if place == len(acts) - 1 else ", "))
        flag = phrases.FLAG_ITEMS.get(act.words)
        if flag:
            parts.append(literal(flag.format(s=act.slot)))
        elif _counts(act.words, act.slot):
            counted = _counted(act.words, act.slot)
            parts.append(_ways(phrases.COUNT_ITEM, v=act.words, s=counted))
        else:
            parts.append(_ways(phrases.ITEM, v=act.words, s=act.slot))
    return " ".join(parts)


def _ways(ways: phrases.Ways, **words: str) -> str:
    if _plural(words.get("s", "")):
        ways = tuple(way for way in ways if "{s} is" not in way and "is the {s}" not in way)
    return group(_way(way, words) for way in ways)


def _way(way: str, words: Mapping[str, str]) -> str:
    """A way to say it as grammar; a value that begins it may get a capital."""
    said = way.format(**words)
    if way.startswith("{v}") and words["v"][:1].islower():
        capital = f"{words['v'][0].upper()}{said[1:]}"
        return group((literal(said), literal(capital)))
    if "~" in way:
        before, _, after = said.partition("~")
        ending = literal(after) if after else "[.!]"
        return f"{literal(before)} free {ending}"
    return literal(said)
