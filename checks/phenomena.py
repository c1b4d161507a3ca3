"""Rung 3: what was planned happened where it was planned, and its rules were kept."""

from collections.abc import Iterator

from checks.check import Check, Finding
from phenomena import ALL
from schemas.candidate import Candidate
from schemas.service import Catalog
from schemas.verdict import RejectionCode


def run(candidate: Candidate, catalog: Catalog) -> tuple[Finding, ...]:
    """Finds planned phenomena that did not happen, and rules that were broken.

    The rules say what our own systems have to do; imported ones had others.
    """
    return (*_missing(candidate), *_broken(candidate, catalog))


def _missing(candidate: Candidate) -> Iterator[Finding]:
    shown = candidate.annotation.shown
    for tag in candidate.plan.cell.phenomena:
        if tag not in shown:
            yield Finding(
                RejectionCode.PHENOMENON_MISSING, f"{tag.value} was planned and did not happen"
            )
    for turn in candidate.annotation.turns:
        for tag in turn.planned_phenomena:
            if tag not in turn.phenomena:
                yield Finding(
                    RejectionCode.PHENOMENON_MISSING,
                    f"the user was told {tag.value} here, and it did not happen",
                    turn.index,
                )


def _broken(candidate: Candidate, catalog: Catalog) -> Iterator[Finding]:
    for phenomenon in ALL:
        for fault in phenomenon.faults(candidate.annotation.turns, catalog):
            yield Finding(
                RejectionCode.PHENOMENON_RULE,
                f"{phenomenon.tag.value}: {fault.message}",
                fault.turn,
            )


CHECK = Check(
    "phenomena",
    1,
    3,
    frozenset({RejectionCode.PHENOMENON_MISSING, RejectionCode.PHENOMENON_RULE}),
    run,
    needs_plan=True,
)
