"""The system's part: programs from words, signals and the schema, and nothing else."""

import json
import re

from runtime.offline.context import Context, Result, Task, read_context, waiting
from runtime.offline.intent_phrases import gerund
from runtime.offline.pointing import clarify, entity_named, leaves_open, reference
from runtime.offline.understanding import Expected, Heard, understand
from runtime.offline.words import number, polarity
from schemas.acts import ActType
from schemas.calls.simulation import StatementsReply, SystemInput
from schemas.calls.views import IntentView, SlotView

_NO_ANSWER = frozenset({ActType.IRRELEVANT, ActType.OVERHEARD, ActType.SARCASTIC})
_MORE = "say(more_help())"
_BYE = "say(goodbye())"


def statements(data: SystemInput) -> StatementsReply:
    """The system's next statements."""
    context = read_context(data.intents, data.transcript)
    if context.fresh and "error" not in context.fresh:
        return StatementsReply(statements=(_told(context, data),))
    if context.executed:
        return StatementsReply(statements=(_closing(context),))
    heard = hear(data, context)
    return StatementsReply(statements=tuple(_program(context, heard, data)))


def hear(data: SystemInput, context: Context) -> tuple[Heard, ...]:
    """What the user's last words express in this context."""
    task = context.current if context.current and context.current.open else None
    if task is None and context.current is not None and context.current.missed:
        task = context.current  # a search that found nothing may go on with another value
    if task is None:
        task = _waiting(context)
    asked = context.asked[1] if context.asked and task and context.asked[0] == task.number else ""
    if context.clarifying is not None and task and context.clarifying[0] == task.number:
        asked = context.clarifying[1]
    if context.offering is not None:
        return understand(context.utterance, data.intents, Expected(current=context.offering))
    expected = Expected(current=task.intent if task else None, asked=asked)
    return understand(context.utterance, data.intents, expected)


def _told(context: Context, data: SystemInput) -> str:
    """What to say once signals have come."""
    opened = [t for t in context.executed if not re.match(r"x\d+\.|\w+\(x\d", t)]
    together = len(context.fresh) > 1 and len(opened) == len(context.executed)
    signal = context.fresh[0 if together else -1]
    task = context.signals.get(int(signal[1:]))
    if any(result.kind == "result" for result in context.results) and task is not None:
        heard = hear(data, context)
        unclear = [act for act in heard if leaves_open(act, heard, context)]
        if unclear:
            return clarify(task, unclear[0], context)
    if task is not None and task.state == "done" and not task.brings_results:
        return f"say({', '.join([signal, *_next_signal(context)])})"
    return f"say({signal})"


def _next_signal(context: Context) -> list[str]:
    """The signal of the first task that still waits for the user."""
    return [f"x{task.newest}" for task in waiting(context)[:1] if task.newest is not None]


def _back(context: Context) -> str:
    """The way back to a task that waits, where there is one, else the offer of more help."""
    signals = _next_signal(context)
    return f"say({signals[0]})" if signals else _MORE


def _closing(context: Context) -> str:
    """What to say where a program ran and brought no signal."""
    last = context.executed[-1]
    if last.startswith("hold("):
        return "say()"
    if last.startswith("ignore("):
        return _again(context)
    return _back(context)


def _again(context: Context) -> str:
    """Says the newest signal of the task that waits for an answer."""
    task = _waiting(context)
    return f"say(x{task.newest})" if task is not None and task.newest is not None else _MORE


def _program(context: Context, heard: tuple[Heard, ...], data: SystemInput) -> list[str]:
    acts = {h.act for h in heard}
    if context.offering is not None and acts & {ActType.AFFIRM, ActType.NEGATE}:
        return [_answered(context.offering, heard, acts, context)]
    written = _openings(heard, context) + _writes(heard, context, acts)
    if written:
        return written
    for handle in (_unclear, _refuse, _leave, _task_acts, _result_acts):
        program = handle(heard, acts, context)
        if program:
            return program
    return ["ignore()", _again(context)]


def _unclear(heard: tuple[Heard, ...], acts: set[ActType], context: Context) -> list[str]:
    task = _waiting(context)
    for act in heard:
        if task is not None and leaves_open(act, heard, context):
            return [clarify(task, act, context)]
    return []


def _refuse(heard: tuple[Heard, ...], acts: set[ActType], context: Context) -> list[str]:
    for act in heard:
        reason = ""
        if act.act is ActType.OUT_OF_SCOPE and act.group != "unknown":
            wish = re.sub(r"\bmy\b", "your", re.sub(r"\bme\b", "you", act.words.rstrip("?. ")))
            reason = f"{gerund(wish)} is nothing I can do"
        elif act.act is ActType.PRESUME:
            reason = f"there is no {act.entity or 'booking'} yet"
        if reason:
            again = re.findall(r"x\d+", _again(context))
            return [f"say({', '.join([f'refuse({json.dumps(reason)})', *again])})"]
    return []


def _answered(
    offered: IntentView, heard: tuple[Heard, ...], acts: set[ActType], context: Context
) -> str:
    """What was offered to go on with, opened or declined."""
    if ActType.NEGATE in acts:
        return f"decline({offered.name})"
    return _opened(offered, heard, context)


def _opened(intent: IntentView, mine: tuple[Heard, ...], context: Context) -> str:
    values: dict[str, str] = {}
    for act in mine:
        if act.act is ActType.INFORM and not leaves_open(act, mine, context):
            values.pop(act.slot, None)
            values[act.slot] = _expression(act, intent, context, mine)
    arguments = ", ".join(f"{slot}={value}" for slot, value in values.items())
    return f"{intent.name}({arguments})"


def _openings(heard: tuple[Heard, ...], context: Context) -> list[str]:
    program = []
    for place, opening in enumerate(heard):
        if opening.act is not ActType.INFORM_INTENT or opening.intent is None:
            continue
        rest = heard[place + 1 :]
        ends = [n for n, act in enumerate(rest) if act.act is ActType.INFORM_INTENT]
        mine = rest[: ends[0]] if ends else rest
        program.append(_opened(opening.intent, mine, context))
    return program


def _writes(heard: tuple[Heard, ...], context: Context, acts: set[ActType]) -> list[str]:
    task = context.current if context.current and context.current.missed else _waiting(context)
    if task is None or ActType.INFORM_INTENT in acts:
        return []
    values: dict[str, str] = _choice(heard, task, context)
    for act in heard:
        if act.act is ActType.INFORM and not leaves_open(act, heard, context):
            values.pop(act.slot, None)
            values[act.slot] = _expression(act, task.intent, context, heard)
        elif act.act is ActType.UNANSWERABLE:
            values[act.slot] = "unknown"
    if not values and context.asked and not acts & _NO_ANSWER:
        values = _yes_or_no(context.asked[1], task.intent, acts)
    return [f"x{task.number}.{slot} = {value}" for slot, value in values.items()]


def _choice(heard: tuple[Heard, ...], task: Task, context: Context) -> dict[str, str]:
    """The slot that the system asked to tell apart, taken from the result that is named."""
    if context.clarifying is None or context.clarifying[0] != task.number:
        return {}
    _, slot, number = context.clarifying
    result = next(r for r in context.results if r.number == number)
    words = [h.words for h in heard if h.words and h.act in (ActType.SELECT, ActType.INFORM)]
    named = [n for said in words if (n := entity_named(result, said, slot)) is not None]
    return {slot: f"x{number}[{named[0]}].{slot}"} if named else {}


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
        return [_back(context)]
    return []


def _task_acts(heard: tuple[Heard, ...], acts: set[ActType], context: Context) -> list[str]:
    task = _waiting(context)
    if task is None:
        return []
    if ActType.CANCEL in acts:
        return [f"cancel(x{task.number})", _after(task, context)]
    if ActType.HOLD in acts:
        return [f"hold(x{task.number})", "say()"]
    if ActType.AFFIRM in acts and task.state == "confirming":
        return [f"confirm(x{task.number})"]
    if acts & {ActType.AFFIRM, ActType.SELECT} and task.state == "failed":
        return [f"accept(x{task.newest}[0])"]
    if ActType.NEGATE in acts and task.state == "failed":
        return [f"cancel(x{task.number})", _after(task, context)]
    if ActType.NEGATE in acts and not acts & _NO_ANSWER:
        return [_again(context)]
    return []


def _after(task: Task, context: Context) -> str:
    """What to say once a task is called off."""
    left = [t for t in waiting(context) if t is not task]
    return f"say(x{left[0].newest})" if left else _MORE


def _waiting(context: Context) -> Task | None:
    """The task that the user talks about: the one touched or asked about last, else any open."""
    if context.current is not None and context.current.open:
        return context.current
    still = waiting(context) or [t for t in context.tasks.values() if t.open]
    return still[-1] if still else None


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
        place = entity_named(newest, named.words) if named.words else 0
        return [f"select(x{newest.number}[{place or 0}])"]
    if ActType.AFFIRM in acts and newest.kind == "result" and not context.more_help:
        return [f"select(x{newest.number}[0])"]
    return []


def _current_result(context: Context) -> Result:
    mine = [r for r in context.results if r.task is context.current]
    return (mine or context.results)[-1]


def _holder(slot: str, context: Context) -> Result:
    """The newest result whose entity has the slot, that of the current task first."""
    current = _current_result(context)
    for result in (current, *reversed(context.results)):
        if re.search(rf"\b{re.escape(slot)}=", result.entities[0]):
            return result
    return current


def _expression(
    act: Heard, intent: IntentView, context: Context, beside: tuple[Heard, ...] = ()
) -> str:
    slot = next(s for s in intent.slots if s.name == act.slot)
    if act.entity:
        return reference(act.entity, slot, context, beside)
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
