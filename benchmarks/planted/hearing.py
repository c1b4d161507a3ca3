"""Faults in what the user's words are taken for: values that are not the ones that were said."""

import json
from collections.abc import Iterator
from itertools import islice
from random import Random

from benchmarks.planted.kind import (
    Change,
    Good,
    Kind,
    Planted,
    any_of,
    other_values,
    places,
    shuffled,
    unheard,
)
from benchmarks.planted.script import Exchange, Script, newest
from benchmarks.planted.writing import Write, is_of, writes
from schemas.acts import Act, ActType
from schemas.base import Value
from schemas.dialogue import EndReason
from world.statements import Assign, Literal, Statement, Target
from world.values import canonical, same


def wrong_value(good: Good, rng: Random) -> Planted | None:
    """The label has another value than the words."""
    return any_of(good, rng, _wrong_values(good))


def _wrong_values(good: Good) -> Iterator[Change]:
    for write, act in _given(good):
        for words, value in _others(good, act, write):
            said = f"{write.slot} is {words!r} instead of {act.surface!r}"
            changed = act.model_copy(update={"value": value, "surface": words})
            literal = Literal(json.dumps(words, ensure_ascii=False))
            written = write.put(good, write.other(write.slot, literal))
            yield said, _with_act(written, write, act, changed)
            if good.planned:
                # The words stay in the act; only what they are taken to mean is wrong.
                meant = act.model_copy(update={"value": value})
                yield f"{said}, read so", _with_act(good.script, write, act, meant)


def user_says_another(good: Good, rng: Random) -> Planted | None:
    """The user says, and gets, another value than the plan has."""
    return any_of(good, rng, _said_otherwise(good))


def _said_otherwise(good: Good) -> Iterator[Change]:
    for write, act in _given(good):
        exchange = good.script.exchanges[write.exchange]
        if act.surface not in exchange.user.utterance:
            continue
        for words, value in _others(good, act, write):
            changed = act.model_copy(update={"value": value, "surface": words})
            literal = Literal(json.dumps(words, ensure_ascii=False))
            written = _with_act(
                write.put(good, write.other(write.slot, literal)), write, act, changed
            )
            heard = written.exchanges[write.exchange].heard(
                utterance=exchange.user.utterance.replace(act.surface, words)
            )
            yield f"the user says {words!r}", written.put(write.exchange, heard)


def _given(good: Good) -> Iterator[tuple[Write, Act]]:
    """What is written as the user's words gave it, with the act; not what is closed-set there."""
    for write in writes(good):
        if not isinstance(write.value, Literal):
            continue
        acts = good.script.exchanges[write.exchange].user.acts
        mine = [act for act in acts if is_of(act, write) and act.surface]
        if mine and (good.planned or not good.slot(mine[-1]).categorical):
            yield write, mine[-1]


def _others(good: Good, act: Act, write: Write) -> Iterator[tuple[str, Value]]:
    slot = good.slot(act)
    for words in other_values(good, slot, write.intent, act.value):
        try:
            value = canonical(words, slot, good.dialogue.clock)
        except ValueError:
            continue
        if not same(value, act.value) and words.casefold() != act.surface.casefold():
            yield words, value


def _with_act(script: Script, write: Write, old: Act, new: Act) -> Script:
    exchange = script.exchanges[write.exchange]
    acts = tuple(new if act is old else act for act in exchange.user.acts)
    return script.put(write.exchange, exchange.heard(acts=acts))


def not_yet_said(good: Good, rng: Random) -> Planted | None:
    """A value is labelled and written before the user says it."""
    return any_of(good, rng, _early_values(good))


def _early_values(good: Good) -> Iterator[Change]:
    for write, act in _given(good):
        task = write.task
        if task is None:
            continue
        for number in range(write.exchange):
            exchange = good.script.exchanges[number]
            if not _is_open(good, task, number):
                continue
            statement: Statement = Assign((Target(task, write.slot),), (write.value,))
            changed = exchange.with_first(statement).heard(acts=(*exchange.user.acts, act))
            yield (
                f"{act.surface!r} before it is said",
                good.script.put(number, _saying(changed, task)),
            )


def _is_open(good: Good, task: int, number: int) -> bool:
    opened = [
        n for n, exchange in places(good) for _, line in exchange.statements if line.origin == task
    ]
    return bool(opened) and opened[0] < number


def _saying(exchange: Exchange, task: int) -> Exchange:
    """The exchange with the task's newest signal said, where one of its signals was."""
    mine = {s.index for program in exchange.programs for s in program.signals if s.task == task}
    says = {ref.index for speech in exchange.said.acts for ref in speech.refs}
    return exchange.closing(newest(task)) if mine & says else exchange


def inventing(good: Good, rng: Random) -> Planted | None:
    """The user adds a value that nobody planned; the system takes it, or does not."""
    return any_of(good, rng, _inventions(good, rng))


def _inventions(good: Good, rng: Random) -> Iterator[Change]:
    for number, exchange in places(good):
        for task, (service, intent) in good.tasks.items():
            if not _is_open(good, task, number) or not _is_meant(exchange):
                continue
            for name in shuffled(intent.slot_names, rng):
                slot = service.slot(name)
                if name == intent.created_slot:
                    continue
                for words in islice(unheard(good, slot, None), 3):
                    added = f"{exchange.user.utterance} And the {_plain(name)} is {words}."
                    louder = exchange.heard(utterance=added)
                    yield f"the user adds {words!r}", good.script.put(number, louder)
                    act = Act(
                        act=ActType.INFORM,
                        service=service.name,
                        intent=intent.name,
                        slot=name,
                        value=words,
                        surface=words,
                    )
                    literal = Literal(json.dumps(words, ensure_ascii=False))
                    written = Assign((Target(task, name),), (literal,))
                    taken = louder.with_first(written).heard(acts=(*exchange.user.acts, act))
                    yield (
                        f"the user adds {words!r}, and it is taken",
                        good.script.put(number, _saying(taken, task)),
                    )


def _is_meant(exchange: Exchange) -> bool:
    """Whether a value in this turn would be meant: in chatter and asides anything may be said."""
    acts = exchange.user.acts
    return bool(acts[0].intent) and not any(act.act in _ASIDE for act in acts)


_ASIDE = frozenset({ActType.IRRELEVANT, ActType.OVERHEARD, ActType.SARCASTIC})


def _plain(name: str) -> str:
    return name.replace("_", " ")


def ending_early(good: Good, rng: Random) -> Planted | None:
    """The user leaves before the plan is through."""
    return any_of(good, rng, _endings(good))


def _endings(good: Good) -> Iterator[Change]:
    exchanges = good.script.exchanges
    for number in range(1, len(exchanges) - 1):
        cut = Script(good.dialogue, (*exchanges[:number], exchanges[-1]))
        yield f"leaves in turn {2 * number}", cut
        early = good.dialogue.model_copy(update={"end": EndReason.EARLY_END})
        yield f"leaves early in turn {2 * number}", Script(early, cut.exchanges)


def not_realised(good: Good, rng: Random) -> Planted | None:
    """A turn that was to show a phenomenon has plain words and acts instead."""
    return any_of(good, rng, _plain_turns(good))


_INSTEAD = {
    ActType.HOLD: ("Yes, go ahead.", ActType.AFFIRM),
    ActType.CANCEL: ("Yes, please do.", ActType.AFFIRM),
    ActType.IRRELEVANT: ("One moment, let me check.", ActType.HOLD),
    ActType.OVERHEARD: ("One moment, let me check.", ActType.HOLD),
    ActType.SARCASTIC: ("One moment, let me check.", ActType.HOLD),
}


def _plain_turns(good: Good) -> Iterator[Change]:
    for number, exchange in places(good):
        if not exchange.user.planned_phenomena:
            continue
        acts = exchange.user.acts
        for act in acts:
            if act.act in _INSTEAD:
                words, kind = _INSTEAD[act.act]
                plain = act.model_copy(
                    update={"act": kind, "slot": "", "value": None, "surface": ""}
                )
                changed = exchange.heard(acts=(plain,), utterance=words)
                yield f"no {act.act.value}", good.script.put(number, changed)
        kept = tuple(act for act in acts if act.act is not ActType.NEGATE)
        first = _first_value(kept)
        if first is not None and len(kept) > 1:
            said = exchange.user.utterance
            changed = exchange.heard(acts=(*_openings(kept), first), utterance=said)
            yield "only one value", good.script.put(number, changed)


def _first_value(acts: tuple[Act, ...]) -> Act | None:
    return next((act for act in acts if act.act is ActType.INFORM), None)


def _openings(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    return tuple(act for act in acts if act.act is ActType.INFORM_INTENT)


KINDS = (
    Kind("wrong value", wrong_value, unplanned=True),
    Kind("user says another value", user_says_another),
    Kind("value not yet said", not_yet_said, unplanned=True),
    Kind("user invents a value", inventing),
    Kind("user ends early", ending_early),
    Kind("phenomenon not realised", not_realised),
)
