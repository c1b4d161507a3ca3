"""What every program is held to, whatever is written in it.

An input is two bytes that choose a scene, one that says whether its last line is repeated (to
reach a megabyte), and text in UTF-8: a statement a line, an empty line between programs. After a
`say` the user says again what the scene's user said.
"""

import json
import re
import time
from collections.abc import Sequence
from random import Random

from benchmarks.fuzz.scenes import Scene
from schemas.dialogue import SignalKind, Step
from world.executor import Executor
from world.language import parse, render
from world.names import MAX_LENGTH, MAX_STATEMENTS, ProgramError

HEADER = 3
MOST_PROGRAMS = 8
SECONDS = 2.0
"""Processor time that one input may take; the fuzzer's counting makes it slower."""
_MEGABYTE = 1_000_000
_REPEATED = 250
"""From this third byte on the last line is repeated."""


_PART = re.compile(r'"[^"]*"|\w+|\s+|[^\w\s]')


class Broken(AssertionError):
    """An input that something did not stand up to."""


def encoded(scene: int, programs: Sequence[Sequence[str]]) -> bytes:
    """Programs of a scene as an input."""
    text = "\n\n".join("\n".join(program) for program in programs)
    return scene.to_bytes(2, "big") + b"\0" + text.encode("utf-8", "replace")


def decoded(data: bytes) -> tuple[int, tuple[tuple[str, ...], ...]]:
    """The scene's number and the programs of an input."""
    header, text = data[:HEADER].ljust(HEADER, b"\0"), data[HEADER:].decode("utf-8", "replace")
    programs = [tuple(program.split("\n")) for program in text.split("\n\n")][:MOST_PROGRAMS]
    last = programs[-1][-1]
    if header[2] >= _REPEATED and last:
        programs[-1] = (*programs[-1][:-1], last * (_MEGABYTE // len(last)))
    return int.from_bytes(header[:2], "big"), tuple(programs)


def hold(scenes: Sequence[Scene], data: bytes) -> None:
    """Runs one input.

    Raises:
        Broken: Where what it did is not what the language promises.
    """
    number, programs = decoded(data)
    scene = scenes[number % len(scenes)]
    executor = scene.executor.copy()
    start = time.process_time()
    for program in programs:
        if executor.said is not None:
            executor.hear(scene.user.utterance, scene.user.acts)
        _run(executor, program)
    taken = time.process_time() - start
    if taken > SECONDS:
        raise Broken(f"it took {taken:.1f} s")


def _run(executor: Executor, program: Sequence[str]) -> None:
    for line in program[:MAX_STATEMENTS]:
        _reads_back(line)
    before, index = _standing(executor), executor.next_index
    step = executor.run(program)
    _one_of_two(executor, step, program, index, before)
    json.dumps([frame.model_dump(mode="json") for frame in executor.frames()], allow_nan=False)
    step.model_dump_json()


def _reads_back(line: str) -> None:
    """A statement that parses is rendered, and parses to itself again."""
    try:
        statement = parse(line[: MAX_LENGTH + 1])
    except ProgramError as error:
        error.message.encode()
        return
    again = render(statement)
    if len(again) <= MAX_LENGTH and parse(again) != statement:
        raise Broken(f"{line!r} is rendered as {again!r}, which is another statement")


def _standing(executor: Executor) -> tuple[object, ...]:
    """All that an error must leave alone."""
    return (
        executor.state_hash(),
        dict(executor.tasks),
        executor.said,
        executor.calls(),
        executor.changes(),
        executor.frames(),
    )


def _one_of_two(
    executor: Executor,
    step: Step,
    program: Sequence[str],
    index: int,
    before: tuple[object, ...],
) -> None:
    """Either all was executed, or nothing and there is one error signal."""
    errors = [signal for signal in step.signals if signal.kind is SignalKind.ERROR]
    if errors:
        if step.statements or len(step.signals) != 1:
            raise Broken("an error beside something executed")
        if _standing(executor) != before or executor.next_index != index + 1:
            raise Broken("an error left the state changed")
        return
    numbers = [s.index for s in step.statements] + [s.index for s in step.signals]
    if len(step.statements) != len(program) or numbers != list(range(index, executor.next_index)):
        raise Broken("a program was executed in part, or its numbers do not run on")


def respliced(data: bytes, other: bytes, rng: Random, words: Sequence[str]) -> bytes:
    """An input with some of its words exchanged, doubled, dropped, or taken from another input.

    Bytes changed at random seldom give a statement that Python can read at all; this does.
    """
    number, programs = decoded(data)
    _, others = decoded(other)
    lines = [line for program in programs for line in (*program, "")]
    pool = [line for program in others for line in program if line] or [""]
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(lines))
        choice = rng.random()
        if choice < 0.25:
            lines.insert(place, rng.choice(pool))
        elif choice < 0.35:
            del lines[place]
            lines = lines or [""]
        else:
            lines[place] = _reworded(lines[place], rng.choice(pool), rng, words)
    if rng.random() < 0.2:
        number = rng.randrange(65536)
    header = number.to_bytes(2, "big") + bytes([rng.randrange(256)])
    return header + "\n".join(lines).encode("utf-8", "replace")


def _reworded(line: str, other: str, rng: Random, words: Sequence[str]) -> str:
    parts, others = _parts(line) or [""], _parts(other) or [""]
    place = rng.randrange(len(parts))
    new = rng.choice(words) if rng.random() < 0.5 else rng.choice(others)
    end = place + rng.choice((0, 1, 1, 2))
    return "".join([*parts[:place], new, *parts[end:]])


def _parts(line: str) -> list[str]:
    """Names, strings, numbers and the characters between them."""
    return _PART.findall(line)
