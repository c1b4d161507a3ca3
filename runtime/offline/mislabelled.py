"""Faults in the labels of good programs: names that the schema does not have, slots left out."""

import json
import re
from collections.abc import Callable, Iterator
from random import Random

from schemas.calls.simulation import SystemInput
from schemas.calls.views import SlotView

FAULTS = ("wrong_slot", "wrong_intent", "wrong_value", "omitted_slot")

_CALL = re.compile(r"^((?:\w+\.)?\w+)\((.*)\)$", re.DOTALL)
_TARGET = re.compile(r"^(x\d+\.)(\w+)( = .*)$", re.DOTALL)
_ARGUMENT = re.compile(r'(\w+)=((?:"(?:[^"\\]|\\.)*"|[^,"])+)(?:, |$)')
_OTHER_WORDS = {
    "city": "town",
    "date": "day",
    "time": "hour",
    "name": "title",
    "price": "cost",
    "number": "count",
    "size": "number",
    "people": "guests",
    "book": "reserve",
    "reserve": "book",
    "find": "search",
    "get": "show",
    "schedule": "arrange",
    "order": "buy",
}
_Program = list[str]


def mislabel(program: tuple[str, ...], data: SystemInput, seed: int, rate: float) -> _Program:
    """The program, or in that share of cases the program with one fault that it can have."""
    rng = Random(f"labels {seed} {len(program)} {len(program[0])}")
    if rng.random() >= rate:
        return list(program)
    order = list(FAULTS)
    rng.shuffle(order)
    for fault in order:
        found = list(_SPOILERS[fault](program, data, rng))
        if found:
            return rng.choice(found)
    return list(program)


def fault_of(program: tuple[str, ...], spoilt: _Program) -> str:
    """What sort of fault made the one program of the other, empty where they are the same."""
    if list(program) == spoilt:
        return ""
    before, after = ([_names(line) for line in lines] for lines in (program, spoilt))
    if sum(len(names) for _, names in after) < sum(len(names) for _, names in before):
        return "omitted_slot"
    if [intent for intent, _ in before] != [intent for intent, _ in after]:
        return "wrong_intent"
    return "wrong_slot" if before != after else "wrong_value"


def _names(line: str) -> tuple[str, tuple[str, ...]]:
    """The intent that a line opens, and the slots that it writes."""
    opening = _opening(line)
    if opening:
        return opening[1], tuple(name for name, _ in _ARGUMENT.findall(opening[2]))
    target = _TARGET.match(line)
    return "", (target[2],) if target else ()


def _opening(line: str) -> re.Match[str] | None:
    found = _CALL.match(line)
    verbs = {"say", "confirm", "cancel", "hold", "ignore", "select", "more", "accept", "decline"}
    return found if found and found[1] not in verbs else None


def _wrong_slot(program: tuple[str, ...], data: SystemInput, rng: Random) -> Iterator[_Program]:
    for place, line in enumerate(program):
        opening, target = _opening(line), _TARGET.match(line)
        if target:
            line = f"{target[1]}{_other(target[2], rng)}{target[3]}"
            yield [*program[:place], line, *program[place + 1 :]]
        for slot, value in _ARGUMENT.findall(opening[2]) if opening else ():
            other = line.replace(f"{slot}={value}", f"{_other(slot, rng)}={value}", 1)
            yield [*program[:place], other, *program[place + 1 :]]


def _wrong_intent(program: tuple[str, ...], data: SystemInput, rng: Random) -> Iterator[_Program]:
    for place, line in enumerate(program):
        opening = _opening(line)
        if opening:
            line = f"{_other(opening[1], rng)}({opening[2]})"
            yield [*program[:place], line, *program[place + 1 :]]


def _wrong_value(program: tuple[str, ...], data: SystemInput, rng: Random) -> Iterator[_Program]:
    closed = {
        slot.name: slot for view in data.intents for slot in view.slots if slot.possible_values
    }
    for place, line in enumerate(program):
        opening, target = _opening(line), _TARGET.match(line)
        pairs = _ARGUMENT.findall(opening[2]) if opening else []
        pairs += [(target[2], target[3].removeprefix(" = "))] if target else []
        for slot, value in pairs:
            if slot in closed and value.startswith('"') and _is_legal(value, closed[slot]):
                other = line.replace(value, f'{value[:-1]} option"', 1)
                yield [*program[:place], other, *program[place + 1 :]]


def _is_legal(value: str, slot: SlotView) -> bool:
    said = str(json.loads(value)).casefold()
    return said in {legal.casefold() for legal in slot.possible_values}


def _omitted(program: tuple[str, ...], data: SystemInput, rng: Random) -> Iterator[_Program]:
    for place, line in enumerate(program):
        opening = _opening(line)
        if _TARGET.match(line) and len(program) > 1:
            yield [*program[:place], *program[place + 1 :]]
        arguments = _ARGUMENT.findall(opening[2]) if opening else []
        for number in range(len(arguments)):
            rest = [f"{s}={v}" for n, (s, v) in enumerate(arguments) if n != number]
            line = f"{opening[1] if opening else ''}({', '.join(rest)})"
            yield [*program[:place], line, *program[place + 1 :]]


def _other(name: str, rng: Random) -> str:
    """Another name that somebody might give to the same thing."""
    before, _, bare = name.rpartition(".")
    words = bare.rstrip("_").split("_")
    known = [n for n, word in enumerate(words) if word.lower() in _OTHER_WORDS]
    ways: list[Callable[[], str]] = [lambda: "_".join([*words, "value"])]
    if len(words) > 1:
        ways.append(lambda: "_".join([words[-1], "of", *words[:-1]]))
    if known:
        ways.append(lambda: "_".join(_OTHER_WORDS.get(word.lower(), word) for word in words))
    found = rng.choice(ways)()
    return f"{before}.{found}" if before else found


_SPOILERS: dict[str, Callable[[tuple[str, ...], SystemInput, Random], Iterator[_Program]]] = {
    "wrong_slot": _wrong_slot,
    "wrong_intent": _wrong_intent,
    "wrong_value": _wrong_value,
    "omitted_slot": _omitted,
}
