"""The rungs that need no model, cheapest first."""

from collections.abc import Sequence

from checks import (
    corrections,
    course,
    grounding,
    phenomena,
    replay,
    say_newest,
    sequence,
    structure,
    uptake,
    wording,
)
from checks.check import Check
from checks.imported import is_planned
from schemas.candidate import Candidate
from schemas.service import Catalog
from schemas.verdict import Outcome, Verdict

CHECKS: tuple[Check, ...] = (
    structure.CHECK,
    replay.CHECK,
    say_newest.CHECK,
    course.CHECK,
    phenomena.CHECK,
    corrections.CHECK,
    uptake.CHECK,
    sequence.CHECK,
    wording.CHECK,
    grounding.CHECK,
)


def climb(checks: Sequence[Check], candidate: Candidate, catalog: Catalog) -> tuple[Verdict, ...]:
    """The verdicts of all checks; where the record's shape is wrong, no other check is run.

    Checks that hold a dialogue against its plan are not run on one without a plan, and those
    that make do without one are not run on one with a plan.

    Raises:
        ValueError: Where there is no check: nothing checked is no pass.
    """
    if not checks:
        raise ValueError("the validation ladder has no checks; nothing checked is no pass")
    verdicts: list[Verdict] = []
    lowest = min(check.rung for check in checks)
    planned = is_planned(candidate)
    for check in sorted(checks, key=lambda check: check.rung):
        if check.needs_no_plan if planned else check.needs_plan:
            continue
        if check.rung > lowest and first_failure(verdicts, lowest) is not None:
            break
        verdicts += check.verdicts(candidate, catalog)
    return tuple(verdicts)


def first_failure(verdicts: Sequence[Verdict], up_to: int = 99) -> Verdict | None:
    """The first verdict, in the order given, that is no pass."""
    return next((v for v in verdicts if v.outcome is not Outcome.PASS and v.rung <= up_to), None)
