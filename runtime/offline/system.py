"""The system's part: programs from words, signals and the schema, and nothing else."""

import json
import re

from runtime.offline.context import Context, Result, Task, read_context
from runtime.offline.kinds import kind
from runtime.offline.understanding import Expected, Heard, understand
from runtime.offline.words import content_words, humanize, number, plural, polarity, singular
from schemas.acts import ActType
from schemas.calls.simulation import StatementsReply, SystemInput
from schemas.calls.views import IntentView, SlotView

_NO_ANSWER = frozenset({ActType.IRRELEVANT, ActType.OVERHEARD, ActType.SARCASTIC})
_MORE = "say(more_help())"
_BYE = "say(goodbye())"


def statements(data: SystemInput) -> StatementsReply:
    """The system's next statements."""
    context = read_context(data.intents, data.transcript)
    if context.fresh and context.fresh != "error":
        return StatementsReply(statements=(f"say({context.fresh})",))
    if context.executed:
        return StatementsReply(statements=(_closing(context),))
    heard = hear(data, context)
    return StatementsReply(statements=tuple(_program(context, heard, data)))


def hear(data: SystemInput, context: Context) -> tuple[Heard, ...]:
    """What the user's last words express in this context."""
    task = context.current if context.current and context.current.open else None
    asked = context.asked[1] if context.asked and task and context.asked[0] == task.number else ""
    expected = Expected(current=task.intent if task else None, asked=asked)
    return understand(context.utterance, data.intents, expected)


def _closing(context: Context) -> str:
    """What to say where a program ran and brought no signal."""
    last = context.executed[-1]
    if last.startswith("hold("):
        return "say()"
    if last.startswith("ignore("):
        return _again(context)
    return _MORE


def _again(context: Context) -> str:
    """Says the newest signal of the task that waits for an answer."""
    task = context.current if context.current and context.current.open else None
    if task is None:
        waiting = [t for t in context.tasks.values() if t.open]
        task = waiting[-1] if waiting else None
    return f"say(x{task.newest})" if task is not None and task.newest is not None else _MORE


def _program(context: Context, heard: tuple[Heard, ...], data: SystemInput) -> list[str]:
    acts = {h.act for h in heard}
    written = _openings(heard, context) + _writes(heard, context, acts)
    if written:
        return written
    for handle in (_leave, _task_acts, _result_acts):
        program = handle(heard, acts, context)
        if program:
            return program
    return ["ignore()", _again(context)]


def _openings(heard: tuple[Heard, ...], context: Context) -> list[str]:
    program = []
    for place, opening in enumerate(heard):
        if opening.act is not ActType.INFORM_INTENT or opening.intent is None:
            continue
        values: dict[str, str] = {}
        for act in heard[place + 1 :]:
            if act.act is ActType.INFORM_INTENT:
                break
            if act.act is ActType.INFORM:
                values.pop(act.slot, None)
                values[act.slot] = _expression(act, opening.intent, context)
        arguments = ", ".join(f"{slot}={value}" for slot, value in values.items())
        program.append(f"{opening.intent.name}({arguments})")
    return program


def _writes(heard: tuple[Heard, ...], context: Context, acts: set[ActType]) -> list[str]:
    task = context.current
    if task is None or not task.open or ActType.INFORM_INTENT in acts:
        return []
    values: dict[str, str] = {}
    for act in heard:
        if act.act is ActType.INFORM:
            values.pop(act.slot, None)
            values[act.slot] = _expression(act, task.intent, context)
        elif act.act is ActType.UNANSWERABLE:
            values[act.slot] = "unknown"
    if not values and context.asked and not acts & _NO_ANSWER:
        values = _yes_or_no(context.asked[1], task.intent, acts)
    return [f"x{task.number}.{slot} = {value}" for slot, value in values.items()]


def _yes_or_no(asked: str, intent: IntentView, acts: set[ActType]) -> dict[str, str]:
    slot = next((s for s in intent.slots if s.name == asked), None)
    if slot is None or slot.type != "boolean":
        return {}
    if ActType.AFFIRM in acts:
        return {asked: "True"}
    return {asked: "False"} if ActType.NEGATE in acts else {}


def _leave(heard: tuple[Heard, ...], acts: set[ActType], context: Context) -> list[str]:
    if acts & {ActType.AFFIRM, ActType.CANCEL, ActType.HOLD, ActType.REQUEST, ActType.SELECT}:
        return []
    done = any(h.group == "done" for h in heard) or (
        ActType.NEGATE in acts and (ActType.THANK_YOU in acts or context.more_help)
    )
    idle = context.current is None or not context.current.open
    if ActType.GOODBYE in acts or (done and idle):
        return [_BYE]
    if ActType.THANK_YOU in acts and idle and ActType.REQUEST_ALTS not in acts:
        return [_MORE]
    return []


def _task_acts(heard: tuple[Heard, ...], acts: set[ActType], context: Context) -> list[str]:
    task = _waiting(context)
    if task is None:
        return []
    if ActType.CANCEL in acts:
        return [f"cancel(x{task.number})", _MORE]
    if ActType.HOLD in acts:
        return [f"hold(x{task.number})", "say()"]
    if ActType.AFFIRM in acts and task.state == "confirming":
        return [f"confirm(x{task.number})"]
    if acts & {ActType.AFFIRM, ActType.SELECT} and task.state == "failed":
        return [f"accept(x{task.newest}[0])"]
    if ActType.NEGATE in acts and task.state == "failed":
        return [f"cancel(x{task.number})", _MORE]
    if ActType.NEGATE in acts and not acts & _NO_ANSWER:
        return [_again(context)]
    return []


def _waiting(context: Context) -> Task | None:
    if context.current is not None and context.current.open:
        return context.current
    waiting = [t for t in context.tasks.values() if t.open]
    return waiting[-1] if waiting else None


def _result_acts(heard: tuple[Heard, ...], acts: set[ActType], context: Context) -> list[str]:
    if not context.results:
        return []
    asked = [h.slot for h in heard if h.act is ActType.REQUEST]
    if asked:
        facts = [
            f"inform(x{_holder(slot, context).number}[0].{slot})" for slot in dict.fromkeys(asked)
        ]
        return [f"say({', '.join(facts)})"]
    newest = _current_result(context)
    if ActType.REQUEST_ALTS in acts:
        return [f"more(x{newest.number})"]
    named = next((h for h in heard if h.act is ActType.SELECT), None)
    if named is not None:
        return [f"select(x{newest.number}[{_named(newest, named.words)}])", _MORE]
    if ActType.AFFIRM in acts and newest.kind == "result" and not context.more_help:
        return [f"select(x{newest.number}[0])", _MORE]
    return []


def _current_result(context: Context) -> Result:
    mine = [r for r in context.results if r.task is context.current]
    return (mine or context.results)[-1]


def _named(result: Result, words: str) -> int:
    low = words.lower()
    return next((n for n, text in enumerate(result.entities) if low and low in text.lower()), 0)


def _holder(slot: str, context: Context) -> Result:
    """The newest result whose entity has the slot, that of the current task first."""
    current = _current_result(context)
    for result in (current, *reversed(context.results)):
        if re.search(rf"\b{re.escape(slot)}=", result.entities[0]):
            return result
    return current


def _expression(act: Heard, intent: IntentView, context: Context) -> str:
    slot = next(s for s in intent.slots if s.name == act.slot)
    if act.entity:
        return _reference(act.entity, slot, context)
    return literal(act.words, slot)


def literal(words: str, slot: SlotView) -> str:
    """A value in the user's words as programs write it."""
    if slot.type == "boolean":
        meant = polarity(words)
        return json.dumps(words) if meant is None else str(meant)
    if slot.type in ("integer", "number"):
        said = number(words)
        return json.dumps(words) if said is None else repr(said)
    return json.dumps(words, ensure_ascii=False)


def _reference(noun: str, slot: SlotView, context: Context) -> str:
    """The slot of an earlier result that the user points at."""
    named = [r for r in context.results if _is_named(r.task.intent, noun)] or context.results
    if not named:
        return "unknown"
    holders = [r for r in named if re.search(rf"\b{re.escape(slot.name)}=", r.entities[0])]
    held = (holders or named)[-1]
    return f"x{held.number}[0].{_matching_slot(held, slot)}"


def _is_named(intent: IntentView, noun: str) -> bool:
    entity = humanize(intent.entity)
    return singular(noun) in (singular(entity), singular(entity.rpartition(" ")[2])) or plural(
        noun
    ) == plural(entity)


def _matching_slot(held: Result, slot: SlotView) -> str:
    """The entity's slot of that name, or the one most like it."""
    text = held.entities[0]
    if re.search(rf"\b{re.escape(slot.name)}=", text):
        return slot.name
    views = (*held.task.intent.slots, *held.task.intent.result_slots)
    present = [v for v in views if re.search(rf"\b{re.escape(v.name)}=", text)]
    if not present:
        return slot.name
    wanted, words = kind(humanize(slot.name), slot.type), content_words(humanize(slot.name))

    def likeness(view: SlotView) -> tuple[int, int]:
        mine = content_words(humanize(view.name))
        return len(mine & words), int(kind(humanize(view.name), view.type) is wanted)

    return max(present, key=likeness).name
