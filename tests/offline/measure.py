"""Measures understanding: random moves are worded, heard again, and compared."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from schemas.acts import ActType
from schemas.calls.simulation import ActView, MoveView
from schemas.calls.views import Line
from tests.offline.exchange import act, inform, line, program, respond, say, slot_words
from tests.offline.random_services import SLOTS, Sample, draw

NUMBERS = {"two": 2}


@dataclass
class Score:
    """How often each kind of move was heard right, and the cases that were not."""

    right: Counter[str] = field(default_factory=Counter)
    tried: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[str, str, tuple[str, ...], tuple[str, ...]]] = field(default_factory=list)

    def note(self, kind: str, words: str, got: tuple[str, ...], wanted: tuple[str, ...]) -> None:
        self.tried[kind] += 1
        if sorted(got) == sorted(wanted):
            self.right[kind] += 1
        else:
            self.wrong.append((kind, words, got, wanted))

    def share(self, kind: str = "") -> float:
        if kind:
            return self.right[kind] / self.tried[kind]
        return sum(self.right.values()) / sum(self.tried.values())


def literal(sample: Sample, slot: str, words: str) -> str:
    """The value as a program has it."""
    type_ = next(s.type for s in sample.intent.slots if s.name == slot)
    if type_ == "boolean":
        return str(words == "yes")
    if type_ in ("integer", "number"):
        number = NUMBERS.get(words) or (float(words) if "." in words else int(words))
        return repr(number)
    return json.dumps(words, ensure_ascii=False)


def opening(sample: Sample, slots: Sequence[str]) -> tuple[str, ...]:
    """The program of an opening; argument order is the words' order."""
    arguments = ", ".join(f"{s}={literal(sample, s, sample.values[s])}" for s in slots)
    return (f"{sample.intent.name}({arguments})",)


def asked(sample: Sample, slot: str, seed: int) -> tuple[list[Line], list[Line]]:
    """A dialogue in which the system has just asked for a slot: conversation, transcript."""
    first = line("user", "I'd like to do something")
    question = respond((ActView(act=ActType.REQUEST, slot=slot_words(slot)),), (), (first,), seed)
    talk = [first, line("system", question)]
    steps = [
        line("statement", f"{sample.intent.name}()", 0),
        line("signal", f'hint("ask for value: {slot}", ref=x0)', 1),
        line("statement", "say(x1)", 2),
    ]
    return talk, [first, *steps, talk[1]]


def confirming(sample: Sample, seed: int) -> tuple[list[Line], list[Line]]:
    """A dialogue in which the system has just asked to confirm all values."""
    first = line("user", "I'd like to do something")
    acts = tuple(
        ActView(
            act=ActType.CONFIRM,
            slot=slot_words(slot),
            words=words,
            intent=sample.intent.description,
            entity=sample.intent.entity,
        )
        for slot, words in sample.values.items()
    )
    question = respond(acts, (), (first,), seed)
    steps = [
        line("statement", opening(sample, tuple(sample.values))[0], 0),
        line("signal", 'hint("please confirm", ref=x0)', 1),
        line("statement", "say(x1)", 2),
    ]
    return [first, line("system", question)], [first, *steps, line("system", question)]


def other_value(sample: Sample, slot: str, rng: Random) -> str:
    pool = next(p for name, _, p in SLOTS if name == slot.rstrip("_"))
    rest = [v for v in pool if v != sample.values[slot] and v not in sample.values.values()]
    return rng.choice(rest) if rest else ""


def measure(rounds: int, seed: int = 0) -> Score:
    """Scores all kinds of moves over random samples."""
    score = Score()
    for place in range(rounds):
        rng = Random(f"{seed}:{place}")
        sample = draw(rng)
        for kind, test in TESTS.items():
            test(score, kind, sample, rng, rng.randrange(10**6))
    return score


Test = Callable[[Score, str, Sample, Random, int], None]


def _open(count: int) -> Test:
    def test(score: Score, kind: str, sample: Sample, rng: Random, seed: int) -> None:
        slots = list(sample.values)[: count if count else len(sample.values)]
        moves = [act(sample, ActType.INFORM_INTENT), *(inform(sample, s) for s in slots)]
        words = say(sample, moves, (), seed)
        got = program(sample, [line("user", words)], rng)
        score.note(kind, words, got, opening(sample, slots))

    return test


def _answer(score: Score, kind: str, sample: Sample, rng: Random, seed: int) -> None:
    slot = rng.choice(list(sample.values))
    _turn(score, kind, sample, rng, seed, slot, [inform(sample, slot)], [slot])


def _wrong_slot(score: Score, kind: str, sample: Sample, rng: Random, seed: int) -> None:
    slot, other = rng.sample(list(sample.values), 2)
    _turn(score, kind, sample, rng, seed, slot, [inform(sample, other)], [other])


def _two_slots(score: Score, kind: str, sample: Sample, rng: Random, seed: int) -> None:
    slot, other = rng.sample(list(sample.values), 2)
    moves = [inform(sample, slot), inform(sample, other)]
    _turn(score, kind, sample, rng, seed, slot, moves, [slot, other])


def _turn_correction(score: Score, kind: str, sample: Sample, rng: Random, seed: int) -> None:
    slot = rng.choice(list(sample.values))
    wrong = other_value(sample, slot, rng)
    if not wrong or wrong in ("yes", "no"):
        return
    moves = [inform(sample, slot, wrong), inform(sample, slot)]
    _turn(score, kind, sample, rng, seed, slot, moves, [slot])


def _turn(
    score: Score,
    kind: str,
    sample: Sample,
    rng: Random,
    seed: int,
    slot: str,
    moves: Sequence[MoveView],
    given: Sequence[str],
) -> None:
    talk, transcript = asked(sample, slot, seed)
    words = say(sample, moves, talk, seed)
    got = program(sample, [*transcript, line("user", words)], rng)
    wanted = tuple(f"x0.{s} = {literal(sample, s, sample.values[s])}" for s in given)
    score.note(kind, f"{talk[1].text} | {words}", got, wanted)


def _correction(score: Score, kind: str, sample: Sample, rng: Random, seed: int) -> None:
    slot = rng.choice(list(sample.values))
    right = other_value(sample, slot, rng)
    if not right:
        return
    talk, transcript = confirming(sample, seed)
    moves = [inform(sample, slot, right)]
    if seed % 3:
        moves.insert(0, act(sample, ActType.NEGATE))
    words = say(sample, moves, talk, seed)
    got = program(sample, [*transcript, line("user", words)], rng)
    score.note(
        kind, f"{talk[1].text} | {words}", got, (f"x0.{slot} = {literal(sample, slot, right)}",)
    )


def _at_confirmation(kind_of: ActType, wanted: tuple[str, ...]) -> Test:
    def test(score: Score, kind: str, sample: Sample, rng: Random, seed: int) -> None:
        talk, transcript = confirming(sample, seed)
        words = say(sample, [act(sample, kind_of)], talk, seed)
        got = program(sample, [*transcript, line("user", words)], rng)
        score.note(kind, words, got, wanted)

    return test


def _aside(kind_of: ActType, *, valued: bool = False) -> Test:
    def test(score: Score, kind: str, sample: Sample, rng: Random, seed: int) -> None:
        slot = rng.choice(list(sample.values))
        talk, transcript = asked(sample, slot, seed)
        heard = sample.values[slot] if valued else ""
        words = say(sample, [act(sample, kind_of, slot=slot_words(slot), words=heard)], talk, seed)
        got = program(sample, [*transcript, line("user", words)], rng)
        score.note(kind, f"{talk[1].text} | {words}", got, ("ignore()", "say(x1)"))

    return test


def _after_success(moves: tuple[ActType, ...], wanted: tuple[str, ...]) -> Test:
    def test(score: Score, kind: str, sample: Sample, rng: Random, seed: int) -> None:
        first = line("user", "Do it")
        talk = [first, line("system", "Done. Is there anything else I can do for you?")]
        steps = [
            line("statement", opening(sample, tuple(sample.values))[0], 0),
            line("signal", 'perform(x0, [0] id="7")', 1),
            line("statement", "say(x1)", 2),
        ]
        words = say(sample, [act(sample, m) for m in moves], talk, seed)
        got = program(sample, [first, *steps, talk[1], line("user", words)], rng)
        score.note(kind, words, got, wanted)

    return test


def _result(make: Callable[[Sample, Random], tuple[MoveView, tuple[str, ...]]]) -> Test:
    def test(score: Score, kind: str, sample: Sample, rng: Random, seed: int) -> None:
        found = " ".join(f"{s}={json.dumps(v)}" for s, v in sample.values.items())
        first = line("user", "Look it up")
        talk = [first, line("system", "I found 2. Is it this one?")]
        steps = [
            line("statement", f"{sample.intent.name}()", 0),
            line("signal", f"result(x0, count=2, [0] {found}; [1] {found})", 1),
            line("statement", "say(x1)", 2),
        ]
        move, wanted = make(sample, rng)
        words = say(sample, [move], talk, seed)
        got = program(sample, [first, *steps, talk[1], line("user", words)], rng)
        score.note(kind, words, got, wanted)

    return test


def _request(sample: Sample, rng: Random) -> tuple[MoveView, tuple[str, ...]]:
    slot = rng.choice(list(sample.values))
    move = act(sample, ActType.REQUEST, slot=slot_words(slot))
    return move, (f"say(inform(x1[0].{slot}))",)


def _reference(score: Score, kind: str, sample: Sample, rng: Random, seed: int) -> None:
    """A value that is pointed at: it stands in a result of another intent."""
    slot = rng.choice(list(sample.values))
    source = sample.others[0]
    talk, transcript = asked(sample, slot, seed)
    noun = source.entity.replace("_", " ")
    before = [
        line("user", "Look it up"),
        line("statement", f"{source.name}()", 0),
        line("signal", f"result(x0, count=1, [0] {slot}={json.dumps(sample.values[slot])})", 1),
        line("statement", "say(x1)", 2),
        line("system", "I found 1."),
    ]
    later = [
        line(
            x.kind,
            x.text.replace("x1", "x4").replace("x0", "x3"),
            None if x.number is None else x.number + 3,
        )
        for x in transcript
    ]
    words = say(sample, [inform(sample, slot, refers_to=noun)], talk, seed)
    got = program(sample, [*before, *later, line("user", words)], rng)
    score.note(kind, words, got, (f"x3.{slot} = x1[0].{slot}",))


TESTS: dict[str, Test] = {
    "open": _open(1),
    "open_many": _open(3),
    "open_all": _open(0),
    "answer": _answer,
    "wrong_slot": _wrong_slot,
    "two_slots": _two_slots,
    "turn_correction": _turn_correction,
    "correction": _correction,
    "affirm": _at_confirmation(ActType.AFFIRM, ("confirm(x0)",)),
    "hold": _at_confirmation(ActType.HOLD, ("hold(x0)", "say()")),
    "cancel": _at_confirmation(ActType.CANCEL, ("cancel(x0)", "say(more_help())")),
    "early_end": _at_confirmation(ActType.GOODBYE, ("say(goodbye())",)),
    "irrelevant": _aside(ActType.IRRELEVANT),
    "overheard": _aside(ActType.OVERHEARD),
    "overheard_value": _aside(ActType.OVERHEARD, valued=True),
    "sarcastic": _aside(ActType.SARCASTIC),
    "sarcastic_value": _aside(ActType.SARCASTIC, valued=True),
    "thanks": _after_success((ActType.THANK_YOU,), ("say(more_help())",)),
    "done": _after_success((ActType.NEGATE, ActType.THANK_YOU), ("say(goodbye())",)),
    "leave": _after_success((ActType.THANK_YOU, ActType.GOODBYE), ("say(goodbye())",)),
    "request": _result(_request),
    "alternatives": _result(lambda s, r: (act(s, ActType.REQUEST_ALTS), ("more(x1)",))),
    "select": _result(lambda s, r: (act(s, ActType.SELECT), ("select(x1[0])",))),
    "reference": _reference,
}
