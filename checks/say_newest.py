"""Rung 2: the system's `say` answers with what is newest.

The executor refuses a `say(x7)` whose task has a newer signal; this check holds the record
itself to it, and also to LUCID's rule that a turn which brought signals speaks of one of them.
"""

import re

from checks.check import Check, Finding
from schemas.candidate import Candidate
from schemas.dialogue import Signal, SignalKind, Turn
from schemas.service import Catalog
from schemas.verdict import RejectionCode

_SAY = re.compile(r"^say\(x(\d+)\)$")


def run(candidate: Candidate, catalog: Catalog) -> tuple[Finding, ...]:
    """Finds a `say` of a signal that is not its task's newest."""
    signals: dict[int, Signal] = {}
    newest: dict[int, int] = {}
    findings = []
    for turn in candidate.dialogue.turns:
        fresh: set[int] = set()
        for step in turn.steps:
            for statement in step.statements:
                said = _SAY.match(statement.text)
                detail = _stale(int(said[1]), signals, newest, fresh) if said else ""
                if detail:
                    findings.append(Finding(RejectionCode.STALE_SAY, detail, turn.index))
            for signal in step.signals:
                if signal.kind is not SignalKind.ERROR and signal.task is not None:
                    signals[signal.index] = signal
                    newest[signal.task] = signal.index
                    fresh.add(signal.index)
        if fresh and _says_nothing(turn):
            findings.append(
                Finding(
                    RejectionCode.STALE_SAY, "a signal came and the system says nothing", turn.index
                )
            )
    return tuple(findings)


def _stale(number: int, signals: dict[int, Signal], newest: dict[int, int], fresh: set[int]) -> str:
    signal = signals.get(number)
    if signal is None or signal.task is None:
        return f"say(x{number}) refers to no signal"
    if newest[signal.task] != number:
        return (
            f"say(x{number}) is old: the newest signal of x{signal.task} is x{newest[signal.task]}"
        )
    if fresh and number not in fresh:
        return f"say(x{number}) passes over x{max(fresh)}, which came in this turn"
    return ""


def _says_nothing(turn: Turn) -> bool:
    executed = [statement.text for step in turn.steps for statement in step.statements]
    return bool(executed) and executed[-1] == "say()"


CHECK = Check("say_newest", 1, 2, frozenset({RejectionCode.STALE_SAY}), run)
