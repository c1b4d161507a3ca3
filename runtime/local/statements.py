"""The statements that can follow a transcript, as a grammar.

A small model knows what the user wants well before it knows the names, numbers and quotes that a
statement is made of. The grammar leaves it only that: tasks and signals that there are, slots
that their intents have, values that the user has just said.
"""

import json
from collections.abc import Iterator

from runtime.local.gbnf import Grammar, either, group, in_json, literal, rules, span_rules
from runtime.scene import Scene, SignalLine, scene_of
from schemas.calls.simulation import SystemInput
from schemas.calls.views import IntentView, SlotView

_QUOTE = in_json('"')
_NUMBER = '"-"? [0-9]{1,9} ( "." [0-9]{1,4} )?'
_REASON = r"[a-zA-Z ,]{3,60}"
MOST = 8
"""Statements of one program."""


def statements_grammar(data: SystemInput) -> Grammar:
    """The grammar of a StatementsReply to this question."""
    scene = scene_of(data.transcript, data.intents)
    if not scene.answering and scene.signals:
        return _signals(scene)
    spans = span_rules(scene.utterance, _QUOTE)
    readings = dict(_readings(data, scene))
    named = {
        "root": f"{literal(_READING)} {group(_branch(*reading) for reading in readings.items())}",
        "open": either(_quoted(s) for s in _openings(data)),
        "write": either(_quoted(s) for s in _writes(scene)),
        "move": either(_quoted(s) for s in (*_confirms(scene), *_others(scene))),
        "loud": "open | write | move",
        "quiet": either(_quoted(s) for s in (_IGNORE, *_stops(scene), *_choices(scene))),
        "say": either(_quoted(s) for s in (*_agains(scene), *_says(scene), *_CLOSINGS)),
        "text": "span" if spans else in_json('""'),
        "number": _NUMBER,
        "reference": either(_references(scene)) or in_json("unknown"),
        "reason": _REASON,
    }
    kept = {name: body for name, body in named.items() if body}
    if "move" not in kept:
        kept["loud"] = kept["loud"].removesuffix(" | move")
    if "write" not in kept:
        kept["loud"] = kept["loud"].replace(" | write", "")
    names = ", ".join(f'"{reading}"' for reading in readings)
    return Grammar(rules(**kept, **spans), _NOTE.format(names=names))


_HEAD = '{"statements": ['
_TAIL = "]}"
_READING = '{"reading": "'
_NOTE = (
    'First say in "reading" what the user\'s last words do. It is one of: {names}. Then write the '
    'statements for it: {{"reading": "...", "statements": ["..."]}}'
)
_IGNORE = in_json("ignore()")
_CLOSINGS = tuple(in_json(f"say({act})") for act in ("", "more_help()", "goodbye()"))


def _signals(scene: Scene) -> Grammar:
    """Signals wait to be said: together, or one of them; a single one leaves no choice."""
    pending = scene.pending or sorted(set(scene.newest.values()))[-1:]
    together = ", ".join(f"x{number}" for number in pending)
    choices = dict.fromkeys((together, *(f"x{number}" for number in pending)))
    says = group(_quoted(in_json(f"say({what})")) for what in choices)
    only = json.dumps({"statements": [f"say({together})"]}) if len(choices) == 1 else ""
    return Grammar(rules(root=f"{literal(_HEAD)} {says} {literal(_TAIL)}"), only=only)


def _branch(reading: str, program: str) -> str:
    return f"{literal(reading + _BETWEEN)} {program} {literal(_TAIL)}"


_BETWEEN = '", "statements": ['


def _readings(data: SystemInput, scene: Scene) -> Iterator[tuple[str, str]]:
    """What the user's words may do here, each with the programs that follow from it.

    To tell what somebody does is easier than to write it down, and once it is told little is left
    to be written wrong.
    """
    comma = literal(", ")
    question = scene.question
    if question is not None and question.task is not None:
        slot = next((s for s in scene.open[question.task].slots if s.name == question.wants), None)
        if slot is not None:
            answer = _quoted(f"{in_json(f'x{question.task}.{slot.name} = ')} {_value(slot)}")
            reading = f"answers the question for {slot.name}"
            yield reading, f"{answer} ( {comma} write ){{0,{MOST - 1}}}"
    if scene.open:
        yield "gives or corrects another detail", f"write ( {comma} write ){{0,{MOST - 1}}}"
    yield "wants something new", "open"
    if confirms := list(_confirms(scene)):
        yield "agrees to what was asked", group(_quoted(s) for s in confirms)
    if scene.open:
        stops = list(_stops(scene))
        holds, cancels = stops[::2], stops[1::2]
        yield "wants to wait", f"{group(map(_quoted, holds))} {comma} {_quoted(_CLOSINGS[0])}"
        yield "calls it off", f"{group(map(_quoted, cancels))} {comma} {_quoted(_CLOSINGS[1])}"
    if choices := list(_choices(scene)):
        chosen = group(map(_quoted, choices))
        yield "picks an earlier result", f"{chosen} {comma} {_quoted(_CLOSINGS[1])}"
    if others := list(_others(scene)):
        yield "wants another result", group(map(_quoted, others))
    if says := list(_says(scene)):
        yield "asks about a result", group(map(_quoted, says))
    again = list(_agains(scene)) or [_CLOSINGS[0]]
    yield "talks of something else", f"{_quoted(_IGNORE)} {comma} {group(map(_quoted, again))}"
    yield "thanks", _quoted(_CLOSINGS[1])
    yield "needs nothing more", _quoted(_CLOSINGS[2])
    refusal = f"{in_json('say(refuse(')} {_QUOTE} reason {_QUOTE} {in_json('))')}"
    yield "wants what no intent offers", _quoted(refusal)
    loudly = f"loud ( {comma} loud ){{0,{MOST - 1}}}"
    yield (
        "does several things",
        f"( {loudly} | say | quiet ( {comma} quiet )? {comma} ( say | {loudly} ) )",
    )


def _quoted(statement: str) -> str:
    return f"{literal(chr(34))} {statement} {literal(chr(34))}"


def _value(slot: SlotView) -> str:
    special = [in_json("dontcare"), in_json("unknown"), "reference"]
    if slot.type == "boolean":
        return group([in_json("True"), in_json("False"), *special])
    if slot.type in ("integer", "number"):
        return group(["number", *special])
    if slot.type in ("array", "object"):
        return group([f"{in_json('[')} text ( {in_json(', ')} text )* {in_json(']')}", *special])
    return group(["text", *special])


def _arguments(intent: IntentView) -> str:
    each = group(f"{in_json(slot.name + '=')} {_value(slot)}" for slot in intent.slots)
    return f"( {each} ( {in_json(', ')} {each} )* )?" if intent.slots else ""


def _openings(data: SystemInput) -> Iterator[str]:
    for intent in data.intents:
        yield f"{in_json(intent.name + '(')} {_arguments(intent)} {in_json(')')}"


def _writes(scene: Scene) -> Iterator[str]:
    for number, intent in scene.open.items():
        for slot in intent.slots:
            yield f"{in_json(f'x{number}.{slot.name} = ')} {_value(slot)}"
            if slot.type == "array":
                yield f"{in_json(f'x{number}.{slot.name}.append(')} text {in_json(')')}"
        if any(not slot.required for slot in intent.slots):
            names = group(in_json(slot.name) for slot in intent.slots if not slot.required)
            yield f"{in_json(f'clear(x{number}.')} {names} {in_json(')')}"


def _confirms(scene: Scene) -> Iterator[str]:
    asked = {s.task for s in scene.signals.values() if s.confirms}
    yield from (in_json(f"confirm(x{number})") for number in scene.open if number in asked)
    for signal in scene.signals.values():
        if signal.kind == "failed":
            for place in range(signal.entities):
                yield in_json(f"accept(x{signal.number}[{place}])")


def _others(scene: Scene) -> Iterator[str]:
    newest = set(scene.newest.values())
    for signal in scene.signals.values():
        if signal.kind == "result" and signal.entities and signal.number in newest:
            yield in_json(f"more(x{signal.number})")


def _stops(scene: Scene) -> Iterator[str]:
    """For each open task, to wait with it and to call it off."""
    for number in scene.open:
        yield from (in_json(f"{verb}(x{number})") for verb in ("hold", "cancel"))


def _choices(scene: Scene) -> Iterator[str]:
    for signal in scene.signals.values():
        for place in range(signal.entities):
            for verb in _ON_ENTITIES.get(signal.kind, ()):
                yield in_json(f"{verb}(x{signal.number}[{place}])")


_ON_ENTITIES = {"result": ("select", "cancel"), "perform": ("cancel",)}


def _agains(scene: Scene) -> Iterator[str]:
    """To say a task's newest signal again."""
    for number in sorted(set(scene.newest.values()), reverse=True):
        yield in_json(f"say(x{number})")


def _says(scene: Scene) -> Iterator[str]:
    for signal in scene.signals.values():
        for place in range(signal.entities):
            for slot in signal.slots:
                yield in_json(f"say(inform(x{signal.number}[{place}].{slot}))")
    several = [signal for signal in scene.signals.values() if signal.entities > 1]
    for number, intent in scene.open.items():
        for signal in several:
            for shared in (view.name for view in intent.slots if view.name in signal.slots):
                yield in_json(f"say(clarify(x{number}.{shared}, x{signal.number}))")


def _references(scene: Scene) -> Iterator[str]:
    for signal in scene.signals.values():
        yield from _entity_slots(signal)
    for number, intent in scene.tasks.items():
        yield from (in_json(f"x{number}.{slot.name}") for slot in intent.slots)


def _entity_slots(signal: SignalLine) -> Iterator[str]:
    for place in range(signal.entities):
        yield from (in_json(f"x{signal.number}[{place}].{slot}") for slot in signal.slots)
