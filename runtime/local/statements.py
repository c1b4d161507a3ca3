"""The statements that can follow a transcript, as a grammar.

A small model knows what the user wants well before it knows the names, numbers and quotes that a
statement is made of. The grammar leaves it only that: tasks and signals that there are, slots
that their intents have, values that the user has just said.
"""

from collections.abc import Iterator

from runtime.local.gbnf import either, group, in_json, literal, rules, span_rules
from runtime.scene import Scene, SignalLine, scene_of
from schemas.calls.simulation import SystemInput
from schemas.calls.views import IntentView, SlotView

_QUOTE = in_json('"')
_NUMBER = '"-"? [0-9]{1,9} ( "." [0-9]{1,4} )?'
_REASON = r"[a-zA-Z ,]{3,60}"
MOST = 8
"""Statements of one program."""


def statements_grammar(data: SystemInput) -> str:
    """The grammar of a StatementsReply to this question."""
    scene = scene_of(data.transcript, data.intents)
    if not scene.answering and scene.signals:
        pending = scene.pending or sorted(set(scene.newest.values()))[-1:]
        together = ", ".join(f"x{number}" for number in pending)
        says = (in_json(f"say({what})") for what in (together, *(f"x{n}" for n in pending)))
        return rules(root=f"{literal(_HEAD)} {group(_quoted(s) for s in says)} {literal(_TAIL)}")
    spans = span_rules(scene.utterance, _QUOTE)
    loud = [*_openings(data), *_writes(scene), *_moves(scene)]
    quiet = list(_quiet(scene))
    named: dict[str, str] = {
        "loud": either(_quoted(s) for s in loud),
        "quiet": either(_quoted(s) for s in quiet),
        "say": either(_quoted(s) for s in _says(data, scene)),
        "loudly": f'loud ( ", " loud ){{0,{MOST - 1}}}',
        "root": (
            f"{literal(_HEAD)} ( loudly | say | quiet ( {literal(', ')} quiet )? "
            f"{literal(', ')} ( say | loudly ) ) {literal(_TAIL)}"
        ),
        "text": "span" if spans else in_json('""'),
        "number": _NUMBER,
        "reference": either(_references(scene)) or in_json("unknown"),
        "reason": _REASON,
    }
    return rules(**named, **spans)


_HEAD = '{"statements": ['
_TAIL = "]}"


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


def _moves(scene: Scene) -> Iterator[str]:
    """What brings a signal without writing a value."""
    asked = {s.task for s in scene.signals.values() if s.confirms}
    for number in scene.open:
        if number in asked:
            yield in_json(f"confirm(x{number})")
    for signal in scene.signals.values():
        if signal.kind == "result" and signal.entities:
            yield in_json(f"more(x{signal.number})")
        if signal.kind == "failed":
            yield from (
                in_json(f"accept(x{signal.number}[{place}])") for place in range(signal.entities)
            )


def _quiet(scene: Scene) -> Iterator[str]:
    """What brings no signal, so that something has to be said in the same reply."""
    yield in_json("ignore()")
    for number in scene.open:
        yield from (in_json(f"{verb}(x{number})") for verb in ("hold", "cancel"))
    for signal in scene.signals.values():
        if signal.kind in ("result", "perform"):
            for place in range(signal.entities):
                found = f"x{signal.number}[{place}]"
                yield from (in_json(f"{verb}({found})") for verb in _ON_ENTITIES[signal.kind])


_ON_ENTITIES = {"result": ("select", "cancel"), "perform": ("cancel",)}


def _says(data: SystemInput, scene: Scene) -> Iterator[str]:
    for number in sorted(set(scene.newest.values()), reverse=True):
        yield in_json(f"say(x{number})")
    yield from (in_json(f"say({act})") for act in ("", "more_help()", "goodbye()"))
    for signal in scene.signals.values():
        for place in range(signal.entities):
            for slot in signal.slots:
                yield in_json(f"say(inform(x{signal.number}[{place}].{slot}))")
    for number, intent in scene.open.items():
        yield from (in_json(f"say(request(x{number}.{slot.name}))") for slot in intent.slots)
        yield from (
            in_json(f"say(clarify(x{number}.{slot.name}, x{signal.number}))")
            for signal in scene.signals.values()
            if signal.entities > 1
            for slot in intent.slots
            if slot.name in signal.slots
        )
    yield f"{in_json('say(refuse(')} {_QUOTE} reason {_QUOTE} {in_json('))')}"


def _references(scene: Scene) -> Iterator[str]:
    for signal in scene.signals.values():
        yield from _entity_slots(signal)
    for number, intent in scene.tasks.items():
        yield from (in_json(f"x{number}.{slot.name}") for slot in intent.slots)


def _entity_slots(signal: SignalLine) -> Iterator[str]:
    for place in range(signal.entities):
        yield from (in_json(f"x{signal.number}[{place}].{slot}") for slot in signal.slots)
