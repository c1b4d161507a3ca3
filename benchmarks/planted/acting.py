"""Faults in what the system does: confirmations, performances, cancellations, what it says."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from benchmarks.planted.kind import Change, Good, Kind, Planted, any_of, places, shuffled
from benchmarks.planted.script import Exchange, Line, Program, Script, newest
from schemas.acts import Act, ActType
from schemas.dialogue import Signal, SignalKind
from world.statements import Assign, Do, Literal, Name, Open, Ref, Say, Speech, Statement, Target

_SECOND = -1
"""The number of a planted task, for what is planted after it."""


def _doings(good: Good, verb: str) -> Iterator[tuple[int, Exchange, Program, Line, Ref]]:
    for number, exchange in places(good):
        for program, line in exchange.statements:
            statement = line.statement
            if isinstance(statement, Do) and statement.verb == verb and statement.ref is not None:
                yield number, exchange, program, line, statement.ref


def missing_confirm(good: Good, rng: Random) -> Planted | None:
    """The user says yes, and the task is not confirmed."""
    changes = (
        ("the yes is not acted on", good.script.put(n, e.changed(p, p.without(line))))
        for n, e, p, line, _ in _doings(good, "confirm")
    )
    return any_of(good, rng, changes)


def early_confirm(good: Good, rng: Random) -> Planted | None:
    """A task is confirmed in a turn in which the user does not say yes."""
    return any_of(good, rng, _early(good))


def _early(good: Good) -> Iterator[Change]:
    waiting: set[int] = set()
    for number, exchange in places(good):
        if not any(act.act is ActType.AFFIRM for act in exchange.user.acts):
            for task in sorted(waiting):
                confirmed = exchange.answered([Do("confirm", Ref(task))], [newest(task)])
                yield "confirmed without a yes", good.script.put(number, confirmed)
        for signal in _signals(exchange):
            if signal.kind is SignalKind.HINT_CONFIRM and signal.task is not None:
                waiting.add(signal.task)
            elif signal.task is not None:
                waiting.discard(signal.task)


def _signals(exchange: Exchange) -> Iterator[Signal]:
    for program in exchange.programs:
        yield from program.signals


def cancelled_performed(good: Good, rng: Random) -> Planted | None:
    """The user calls a task off, and the system performs it."""
    changes = (
        ("confirmed instead of cancelled", good.script.put(n, _confirmed(e, ref.index)))
        for n, e, _, _, ref in _doings(good, "cancel")
        if ref.entity is None
    )
    return any_of(good, rng, changes)


def _confirmed(exchange: Exchange, task: int) -> Exchange:
    return exchange.answered([Do("confirm", Ref(task))], [newest(task)])


def performed_twice(good: Good, rng: Random) -> Planted | None:
    """The same thing is done a second time, with the values of the first."""
    return any_of(good, rng, (*_twice_at_once(good), *_twice_confirmed(good)))


def _again(good: Good, task: int) -> Open:
    service, intent = good.tasks[task]
    given = {
        slot
        for exchange in good.script.exchanges
        for _, line in exchange.statements
        for number, slot in _slots_of(line)
        if number == task
    }
    values = tuple((slot, Ref(task, None, slot)) for slot in intent.slot_names if slot in given)
    return Open(Name(service.name, intent.name), values)


def _slots_of(line: Line) -> Iterator[tuple[int | None, str]]:
    statement = line.statement
    if isinstance(statement, Open):
        yield from ((line.origin, slot) for slot, _ in statement.arguments)
    elif isinstance(statement, Assign):
        yield from ((target.task, target.slot) for target in statement.targets)


def _twice_at_once(good: Good) -> Iterator[Change]:
    done: list[int] = []
    for number, exchange in places(good):
        for task in done:
            again = exchange.with_first(_again(good, task))
            yield "done again", good.script.put(number, again)
        done += [
            signal.task
            for signal in _signals(exchange)
            if signal.kind is SignalKind.PERFORM and signal.task is not None
            if not good.tasks[signal.task][1].needs_confirmation
        ]


def _twice_confirmed(good: Good) -> Iterator[Change]:
    """The question asks for both, and so does the confirmation."""
    for number, _, _, _, ref in _doings(good, "confirm"):
        before = good.script.exchanges[number - 1]
        opened = Program((Line(_again(good, ref.index), _SECOND),))
        asking = Say((*before.said.acts, *newest(_SECOND).acts))
        doubled = before.closing(asking)
        doubled = replace(doubled, programs=(*doubled.programs[:-1], opened, doubled.programs[-1]))
        confirmed = good.script.exchanges[number].with_first(Do("confirm", Ref(_SECOND)))
        changed = good.script.put(number - 1, doubled)
        yield "done twice at once", changed.put(number, confirmed)


def stale_hint(good: Good, rng: Random) -> Planted | None:
    """The system asks again for what it has been given, in the words it asked in before or not."""
    return any_of(good, rng, _stale(good))


def _stale(good: Good) -> Iterator[Change]:
    asked: list[tuple[Ref, str]] = []
    for number, exchange in places(good):
        # The question before this exchange is answered in it: it may well be the newest still.
        requested = {act.slot for act in exchange.answer.acts if act.act is ActType.REQUEST}
        for ref, words in asked[:-1]:
            if ref.slot in requested:
                continue
            again = exchange.closing(Say((Speech("request", (ref,)),)))
            yield f"{ref.slot} is asked for again", good.script.put(number, again.saying(words))
            yield f"{ref.slot} is asked for again, unsaid", good.script.put(number, again)
        for signal in _signals(exchange):
            if signal.kind is SignalKind.HINT_VALUE and signal.task is not None:
                ref = Ref(signal.task, None, signal.slots[0])
                asked.append((ref, exchange.answer.utterance))


def wrong_act(good: Good, rng: Random) -> Planted | None:
    """A turn is labelled with another act than the words have, the user's or the system's."""
    if rng.random() < 0.5:
        return any_of(good, rng, _other_say(good)) or any_of(good, rng, _other_user_act(good))
    return any_of(good, rng, _other_user_act(good)) or any_of(good, rng, _other_say(good))


_BARE = (
    Say((Speech("more_help"),)),
    Say((Speech("goodbye"),)),
    Say((Speech("refuse", reason="that is not possible here"),)),
)


def _other_say(good: Good) -> Iterator[Change]:
    for number, exchange in places(good):
        tasks = {signal.task for signal in _signals(exchange) if signal.task is not None}
        others = [*_BARE, *(_about(good, task) for task in tasks if good.tasks[task][1].slot_names)]
        for say in others:
            if say != exchange.said and not (exchange.said.acts == () and say in _BARE):
                yield "the system's act", good.script.put(number, exchange.closing(say))


def _about(good: Good, task: int) -> Say:
    _, intent = good.tasks[task]
    return Say((Speech("request", (Ref(task, None, intent.slot_names[-1]),)),))


_OTHERS = {
    ActType.AFFIRM: ActType.NEGATE,
    ActType.NEGATE: ActType.AFFIRM,
    ActType.HOLD: ActType.AFFIRM,
    ActType.CANCEL: ActType.AFFIRM,
    ActType.SELECT: ActType.REQUEST_ALTS,
    ActType.REQUEST_ALTS: ActType.SELECT,
    ActType.IRRELEVANT: ActType.HOLD,
    ActType.GOODBYE: ActType.REQUEST_ALTS,
}


def _other_user_act(good: Good) -> Iterator[Change]:
    for number, exchange in places(good):
        for place, act in enumerate(exchange.user.acts):
            other = _OTHERS.get(act.act)
            if other is not None and (act.intent or good.planned):
                changed = act.model_copy(update={"act": other})
                acts = exchange.user.acts
                acts = (*acts[:place], changed, *acts[place + 1 :])
                yield (
                    f"{act.act.value} as {other.value}",
                    good.script.put(number, exchange.heard(acts=acts)),
                )


def taken_at_its_word(good: Good, rng: Random) -> Planted | None:
    """Overheard or sarcastic words are labelled, and written, as an answer."""
    return any_of(good, rng, _taken(good, rng))


_NOT_MEANT = frozenset({ActType.OVERHEARD, ActType.SARCASTIC})


def _taken(good: Good, rng: Random) -> Iterator[Change]:
    asked: Act | None = None
    task: int | None = None
    for number, exchange in places(good):
        acts = exchange.user.acts
        if asked is not None and task is not None and acts and acts[0].act in _NOT_MEANT:
            for words in _remarks(exchange, good, asked, rng):
                yield (
                    f"{words!r} is taken for {asked.slot}",
                    _answering(good, number, asked, task, words),
                )
        asked, task = _open_question(exchange) or (asked, task)


def _open_question(exchange: Exchange) -> tuple[Act, int] | None:
    for signal in _signals(exchange):
        if signal.kind is SignalKind.HINT_VALUE and signal.task is not None:
            for act in exchange.answer.acts:
                if act.act is ActType.REQUEST and act.slot:
                    return act, signal.task
    return None


def _remarks(exchange: Exchange, good: Good, asked: Act, rng: Random) -> Iterator[str]:
    """What could be taken for the value: marked words, a legal value, any of the words."""
    yield from (act.surface for act in exchange.user.acts if act.surface)
    slot = good.slot(asked)
    yield from (
        v for v in slot.example_values if v.casefold() in exchange.user.utterance.casefold()
    )
    words = exchange.user.utterance.rstrip(".!?").split()
    yield from shuffled((word.strip(",.!?") for word in words if len(word) > 3), rng)[:3]


def _answering(good: Good, number: int, asked: Act, task: int, words: str) -> Script:
    exchange = good.script.exchanges[number]
    value = Literal(json.dumps(words, ensure_ascii=False))
    informed = asked.model_copy(update={"act": ActType.INFORM, "value": words, "surface": words})
    written: Statement = Assign((Target(task, asked.slot),), (value,))
    changed = exchange.heard(acts=(informed,)).answered([written], [newest(task)])
    return good.script.put(number, changed)


KINDS = (
    Kind("missing confirm", missing_confirm, unplanned=True),
    Kind("early confirm", early_confirm, unplanned=True),
    Kind("perform twice", performed_twice, unplanned=True),
    Kind("stale hint", stale_hint),
    Kind("cancelled task performed", cancelled_performed, unplanned=True),
    Kind("wrong act", wrong_act, unplanned=True),
    Kind("overheard or sarcastic value taken", taken_at_its_word),
)
