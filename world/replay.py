"""Replay: a dialogue's programs executed again from its record alone, compared with the record."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from schemas.acts import Act
from schemas.annotation import Frame, ToolCall
from schemas.dialogue import Dialogue, Speaker, Step, Supervisor, Turn
from schemas.service import Catalog
from schemas.world import Entity
from world.executor import Executor


@dataclass(frozen=True)
class Divergence:
    """Something recorded that does not follow from the programs.

    Attributes:
        turn: Index of the turn.
        message: One sentence.
    """

    turn: int
    message: str


@dataclass(frozen=True)
class Exchange:
    """A user turn and the system turn that answers it, recomputed.

    Attributes:
        user: Index of the user turn.
        system: Index of the system turn, None where the dialogue ends with the user's words.
        acts: The system's acts.
        frames: The user turn's, after the system's statements.
        state_hash: After the system turn.
    """

    user: int
    system: int | None
    steps: tuple[Step, ...]
    acts: tuple[Act, ...]
    frames: tuple[Frame, ...]
    calls: tuple[ToolCall, ...]
    state_hash: str
    divergences: tuple[Divergence, ...]


def replay(dialogue: Dialogue, catalog: Catalog) -> Iterator[Exchange]:
    """Executes the recorded programs as they were written, exchange by exchange.

    Args:
        dialogue: The record; its acts of user turns are input, all else is recomputed.
        catalog: With at least the dialogue's services.
    """
    executor = Executor(catalog.only(dialogue.services), dialogue.world, dialogue.clock)
    for user, system, wrong in _exchanges(dialogue):
        yield _exchange(executor, user, system, wrong)


def replay_all(
    dialogue: Dialogue, catalog: Catalog
) -> tuple[tuple[Exchange, ...], tuple[Entity, ...]]:
    """All exchanges, and the entities that the programs add or cancel, in one execution."""
    executor = Executor(catalog.only(dialogue.services), dialogue.world, dialogue.clock)
    exchanges = tuple(_exchange(executor, *exchange) for exchange in _exchanges(dialogue))
    return exchanges, executor.changes()


def final(dialogue: Dialogue, catalog: Catalog) -> tuple[Entity, ...]:
    """The entities that the dialogue's programs add or cancel."""
    return replay_all(dialogue, catalog)[1]


def _exchanges(
    dialogue: Dialogue,
) -> Iterator[tuple[Turn, Turn | None, tuple[Divergence, ...]]]:
    """User turns with their answers; turns out of order are said with the next exchange."""
    wrong: list[Divergence] = []
    waiting: Turn | None = None
    for place, turn in enumerate(dialogue.turns):
        if turn.index != place:
            wrong.append(Divergence(turn.index, f"turn {place} is numbered {turn.index}"))
        if turn.speaker is Speaker.USER:
            if waiting is not None:
                wrong.append(Divergence(turn.index, "two user turns follow each other"))
                yield waiting, None, tuple(wrong)
                wrong = []
            waiting = turn
        elif waiting is None:
            wrong.append(Divergence(turn.index, "a system turn answers no user turn"))
        else:
            yield waiting, turn, tuple(wrong)
            wrong, waiting = [], None
    if waiting is not None:
        yield waiting, None, tuple(wrong)


def _exchange(
    executor: Executor, user: Turn, system: Turn | None, wrong: tuple[Divergence, ...]
) -> Exchange:
    executor.hear(user.utterance, user.acts)
    divergences = list(wrong)
    if user.steps:
        divergences.append(Divergence(user.index, "a user turn has no programs"))
    steps: list[Step] = []
    for number, recorded in enumerate(system.steps if system else ()):
        # Who mended a program is recorded; what the program does is not taken on trust.
        ran = executor.run(recorded.written)
        step = ran.model_copy(update={"supervised": recorded.supervised})
        steps.append(step)
        if system is not None and step != recorded:
            divergences.append(Divergence(system.index, _difference(number, recorded, step)))
        if system is not None and recorded.supervised:
            before = steps[number - 1] if number else None
            wrong_mends = _unfounded(recorded, before)
            divergences += [Divergence(system.index, f"step {number}: {w}") for w in wrong_mends]
    if system is not None:
        divergences += _ending(executor, system)
    return Exchange(
        user=user.index,
        system=None if system is None else system.index,
        steps=tuple(steps),
        acts=executor.said or (),
        frames=executor.frames(),
        calls=executor.calls(),
        state_hash=executor.state_hash(),
        divergences=tuple(divergences),
    )


def _unfounded(step: Step, before: Step | None) -> Iterator[str]:
    """How what is recorded of supervisors does not fit the programs."""
    written = "\n".join(step.written)
    for mend in step.supervised:
        if _quoted(mend.given) not in written:
            yield f"the program does not have the supervisor's {mend.given}"
        if mend.supervisor is Supervisor.PARSER:
            continue
        if before is None or before.statements:
            yield "a supervisor mended what was not refused"
        elif _quoted(mend.found) not in "\n".join(before.written):
            yield f"the refused program does not have {mend.found}"


def _quoted(name: str) -> str:
    """A name or value as it stands in programs, quotation marks aside."""
    return json.dumps(name, ensure_ascii=False)[1:-1]


def _ending(executor: Executor, system: Turn) -> Iterator[Divergence]:
    if executor.said is None:
        yield Divergence(system.index, "the turn does not end with say")
    elif executor.said != system.acts:
        yield Divergence(
            system.index,
            f"its say stands for {_acts(executor.said)}, the record has {_acts(system.acts)}",
        )


def _acts(acts: tuple[Act, ...]) -> str:
    return ", ".join(f"{a.act.value}({a.slot}={a.value!r})" for a in acts) or "nothing"


def _difference(number: int, recorded: Step, step: Step) -> str:
    for what in ("statements", "signals"):
        was, now = getattr(recorded, what), getattr(step, what)
        for old, new in zip(was, now, strict=False):
            if old != new:
                return f"step {number}: {old.text} was recorded, {new.text} follows"
        if len(was) != len(now):
            more = [item.text for item in (*was[len(now) :], *now[len(was) :])]
            side = "recorded" if len(was) > len(now) else "not recorded"
            return f"step {number}: {more[0]} is {side}"
    return f"step {number}: the written program is not as recorded"
