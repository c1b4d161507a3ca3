"""What the two speakers may say, as grammars: the words they are given, in plain prose.

Values stand in the utterance letter by letter, and no digit stands anywhere else: a date, time or
number that nobody gave cannot be written.
"""

import json
import re
from collections.abc import Iterator, Sequence

from runtime.local.gbnf import Grammar, group, in_json, literal, rules
from schemas.acts import ActType
from schemas.calls.simulation import ActView, MoveView, ResponseInput, UserTurnInput

# Everything but digits, quotes, line ends, brackets, markup, and what is drawn instead of written.
_PROSE = r'[^"\\\x00-\x1F0-9_{}\[\]<>*#`|=~^?\u2190-\u2BFF\U0001F000-\U0001FFFF]'
_ASKING = frozenset(
    {
        ActType.REQUEST,
        ActType.CONFIRM,
        ActType.OFFER,
        ActType.REQ_MORE,
        ActType.OFFER_INTENT,
        ActType.CLARIFY,
    }
)
_BOOLEAN = frozenset({"yes", "no"})
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
STRETCH = 90
"""Characters of prose between two values."""
MOST_VALUES = 12


def user_grammar(data: UserTurnInput) -> Grammar:
    """The grammar of a UserTurnReply to this question."""
    remarks = [move.remark for move in data.moves if move.remark]
    if remarks and len(data.moves) == 1:
        only = json.dumps({"utterance": remarks[0]}, ensure_ascii=False)
        return Grammar(rules(root=_reply("utterance", in_json(remarks[0]))), only=only)
    return _with_values("utterance", tuple(_said(data.moves)), "?")


def response_grammar(data: ResponseInput) -> Grammar:
    """The grammar of a ResponseReply to this question."""
    asks = any(act.act in _ASKING for act in data.acts)
    return _with_values("response", tuple(_told(data.acts)), "?" if asks else "")


def _said(moves: Sequence[MoveView]) -> Iterator[str]:
    for move in moves:
        if move.words and move.type != "boolean":
            yield _spoken(move.words)
        elif move.remark:
            yield _spoken(move.remark)


def _told(acts: Sequence[ActView]) -> Iterator[str]:
    for act in acts:
        if act.act is ActType.INFORM_COUNT:
            yield from _counted(act.words)
        elif act.words and act.words.lower() not in _BOOLEAN:
            yield _spoken(act.words)


def _counted(words: str) -> Iterator[str]:
    """A number in digits or in words; that there is nothing is said in many ways."""
    number = int(words) if words.isdigit() else 0
    if 0 < number < len(_COUNTS):
        yield group(in_json(word) for word in (words, _COUNTS[number]))
    elif words and words != "0":
        yield in_json(words)


def _with_values(field: str, values: Sequence[str], question: str) -> Grammar:
    """Prose around the values, all of them, in their order; `question` is its mark or nothing."""
    mark = "[.,!?;:]" if question else "[.,!;:]"
    parts: list[str] = []
    for value in values[:MOST_VALUES]:
        parts += [f"( prose {literal(' ')} )?" if not parts else "between", value]
    parts += ["end"] if parts else ["prose end"]
    letter = group(["letter", literal("?")]) if question else "letter"
    return Grammar(
        rules(
            root=_reply(field, " ".join(parts)),
            letter=_PROSE,
            prose=f"[a-zA-Z\\u00C0-\\u024F'] {letter}{{0,{STRETCH}}}",
            between=f"( {literal(' ')} | {mark} {literal(' ')} ) ( prose {literal(' ')} )?",
            end=f"( {mark} {literal(' ')} prose | {literal(' ')} prose )? [.!{question}]",
        )
    )


def _spoken(value: str) -> str:
    """A value, capital or not at its beginning."""
    first = value[:1]
    if first.upper() == first.lower() or not re.match(r"\w", first):
        return in_json(value)
    return f"{group(in_json(c) for c in (first, first.swapcase()))} {in_json(value[1:])}"


def _reply(field: str, body: str) -> str:
    head, tail = f'{{"{field}": "', '"}'
    return f"{literal(head)} {body} {literal(tail)}"
