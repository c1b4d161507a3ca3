"""The system's program, asked for in questions so small that a small model can answer them.

A model of a billion weights knows what somebody means well before it can write it down in a
language it has never seen. So it is asked one thing at a time (what do these words do? which
details do they give? which wish is it?), in a prompt of a few lines whose examples never change,
under a grammar that leaves nothing but legal answers; the statements follow from the answers.
"""

from collections.abc import Generator, Sequence

from runtime.local.details import Details
from runtime.local.examples import (
    ASKED_FOR,
    DETAILS,
    ONE_OF_SEVERAL,
    READINGS,
    WISHES,
    Reading,
)
from runtime.local.gbnf import either, group, literal, rules
from runtime.local.shots import Shots, Small, messages
from runtime.local.situation import Just, Situation, situation_of
from runtime.scene import Scene
from schemas.calls.simulation import SystemInput
from schemas.calls.views import IntentView

_READ = "You are told what a user said to an assistant. Say what the user's words do."
_DETAILS = "Say which details the user's words give, in the user's own words."
_WISHES = "Say which of the wishes the user has."
_WHICH_DETAIL = "Say which detail the user asks for."
_WHICH_ONE = "Say which one the user means."
_NO_WISH = "none of them"
_MORE_HELP = "say(more_help())"

Interview = Generator[Small, str, list[str]]
"""Small questions; in the end, statements."""


def interview(data: SystemInput) -> Interview:
    """Asks until the statements are known; returns them."""
    now = situation_of(data.transcript, data.intents)
    if data.transcript[-1].kind == "statement":
        return [_again(now, _MORE_HELP)]
    if now.scene.signals and not now.scene.answering:
        return [_signal(now.scene)]
    if now.just is Just.NOTHING:
        return (yield from _wish(data, now))
    if now.just is Just.WHICH:
        return (yield from _which_one(now))
    shots = READINGS[now.just]
    options = dict.fromkeys(answer for _, answer in shots)
    if not now.found:
        options.pop(Reading.ASKS, None)
    said = yield _choice(_READ, shots, _heard(now), list(options))
    return (yield from _follow(data, now, Reading(said)))


def _signal(scene: Scene) -> str:
    """Says the signal that is pending; of several tasks, the first one's."""
    return f"say(x{min(scene.pending, default=max(scene.signals))})"


def _choice(task: str, shots: Shots, text: str, options: Sequence[str]) -> Small:
    grammar = rules(root=either(map(literal, options)))
    return Small(messages(task, shots, text), grammar, tuple(options))


def _heard(now: Situation) -> str:
    if now.just is Just.ASKED:
        return f"Asked for: {now.slot.strip('_').replace('_', ' ')}\n{now.said}"
    return now.said


def _follow(data: SystemInput, now: Situation, reading: Reading) -> Interview:
    match reading:
        case Reading.GIVES | Reading.CHANGES:
            return (yield from _given(now))
        case Reading.NEW:
            return (yield from _wish(data, now))
        case Reading.BOTH:
            return [f"confirm(x{now.task})", *(yield from _wish(data, now))]
        case Reading.ASKS:
            return (yield from _asked(now))
        case Reading.YES if now.just is Just.PROPOSED:
            named = [intent for intent in data.intents if intent.name == now.proposed]
            return [(yield from _opening(named[0], now))] if named else _done(now, Reading.BYE)
    return _done(now, reading)


def _done(now: Situation, reading: Reading) -> list[str]:
    """What follows without a further question."""
    newest = now.newest_of_task
    takes = f"accept(x{newest}[0])" if now.just is Just.FAILED else f"select(x{newest}[0])"
    return {
        Reading.UNSURE: [f"x{now.task}.{now.slot} = unknown"],
        Reading.ASIDE: ["ignore()", _again(now, "say()")],
        Reading.YES: [f"confirm(x{now.task})"],
        Reading.DECLINES: [f"decline({now.proposed})"],
        Reading.WAIT: [f"hold(x{now.task})", "say()"],
        Reading.OFF: [f"cancel({_called_off(now)})", _next(now)],
        Reading.TAKES: [takes],
        Reading.OTHERS: [f"more(x{newest})"],
        Reading.THANKS: [_again(now, _MORE_HELP)],
        Reading.REFUSED: [_refusal(now)],
        Reading.BYE: ["say(goodbye())"],
    }[reading]


def _again(now: Situation, otherwise: str) -> str:
    """What still waits for the user's answer is asked again."""
    return otherwise if now.waiting is None else f"say(x{now.waiting})"


def _next(now: Situation) -> str:
    """What is said once a task was called off: the question of another one, where there is one."""
    return _MORE_HELP if now.waiting_beside is None else f"say(x{now.waiting_beside})"


def _called_off(now: Situation) -> str:
    if now.task in now.scene.open or now.newest is None:
        return f"x{now.task}"
    return f"x{now.newest.signal.number}[{now.newest.chosen or 0}]"


def _refusal(now: Situation) -> str:
    again = "" if now.waiting is None else f", x{now.waiting}"
    return f'say(refuse("that is nothing I can do"){again})'


def _given(now: Situation) -> Interview:
    task = max(now.scene.tasks) if now.task is None else now.task
    question = Details(now.scene.tasks[task], now.slot, now)
    answer = yield _details(question, some=True)
    given, unclear = question.read(answer)
    statements = [f"x{task}.{slot} = {value}" for slot, value in given.items()]
    if unclear:
        statements.append(f"say(clarify(x{task}.{unclear}))")
    return statements or ["ignore()"]


def _details(question: Details, *, some: bool) -> Small:
    return Small(messages(_DETAILS, DETAILS, question.text()), question.grammar(some=some))


def _wish(data: SystemInput, now: Situation) -> Interview:
    by_name = {intent.description: intent for intent in data.intents}
    one = group(map(literal, by_name))
    answer = yield Small(
        messages(_WISHES, WISHES, f"Wishes: {'; '.join(by_name)}\n{now.said}"),
        rules(root=f"{literal(_NO_WISH)} | {one} ( {literal(' + ')} {one} )?"),
    )
    statements = []
    for name in dict.fromkeys(answer.split(" + ")):
        if name in by_name:
            statements.append((yield from _opening(by_name[name], now)))
    return statements or _done(now, Reading.REFUSED)


def _opening(intent: IntentView, now: Situation) -> Generator[Small, str, str]:
    question = Details(intent, "", now)
    given, _ = question.read((yield _details(question, some=False)))
    return f"{intent.name}({', '.join(f'{slot}={value}' for slot, value in given.items())})"


def _asked(now: Situation) -> Interview:
    found = now.newest
    if found is None:
        return _done(now, Reading.REFUSED)
    names = {slot.replace("_", " "): slot for slot in found.signal.slots}
    text = f"Details: {', '.join(names)}\n{now.said}"
    answer = yield _choice(_WHICH_DETAIL, ASKED_FOR, text, list(names))
    entity = f"x{found.signal.number}[{found.chosen or 0}]"
    return [f"say(inform({entity}.{names[answer]}))"]


def _which_one(now: Situation) -> Interview:
    found = next((one for one in now.found if one.signal.number == now.among), None)
    held = [] if found is None else [values.get(now.slot, "") for values in found.values]
    choices = {value: place for place, value in enumerate(held) if value}
    if not choices:
        return _done(now, Reading.ASIDE)
    text = f"Choices: {'; '.join(choices)}\n{now.said}"
    answer = yield _choice(_WHICH_ONE, ONE_OF_SEVERAL, text, list(choices))
    return [f"x{now.task}.{now.slot} = x{now.among}[{choices[answer]}].{now.slot}"]
