"""What a check of the validation ladder is, and how its findings become verdicts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from schemas.candidate import Candidate
from schemas.service import Catalog
from schemas.verdict import Outcome, RejectionCode, Verdict


@dataclass(frozen=True)
class Finding:
    """Something wrong with a dialogue.

    Attributes:
        turn: Where it shows, None where it is the whole dialogue.
        detail: One sentence for whoever reads the verdicts.
    """

    code: RejectionCode
    detail: str
    turn: int | None = None


@dataclass(frozen=True)
class Check:
    """A check that needs no model.

    Attributes:
        name: Its name in the verdicts.
        version: Bumped when its meaning changes.
        rung: Its place on the ladder, cheapest first.
        codes: The codes that its findings may have.
        run: Finds what is wrong; nothing found is a pass.
        needs_plan: Whether it says nothing of a dialogue that nobody planned, such as an import.
        needs_no_plan: Whether it is for such dialogues alone.
    """

    name: str
    version: int
    rung: int
    codes: frozenset[RejectionCode]
    run: Callable[[Candidate, Catalog], tuple[Finding, ...]]
    needs_plan: bool = False
    needs_no_plan: bool = False

    def verdicts(self, candidate: Candidate, catalog: Catalog) -> tuple[Verdict, ...]:
        """Runs the check: a verdict for each finding, or one that says pass."""
        return self._as_verdicts(candidate.dialogue.dialogue_id, self.run(candidate, catalog))

    def _as_verdicts(self, dialogue_id: str, findings: Sequence[Finding]) -> tuple[Verdict, ...]:
        undeclared = {finding.code for finding in findings} - self.codes
        if undeclared:
            raise ValueError(f"the check {self.name} does not declare {min(undeclared)!r}")
        failed = tuple(
            Verdict(
                dialogue_id=dialogue_id,
                check=self.name,
                version=self.version,
                rung=self.rung,
                outcome=Outcome.FAIL,
                code=finding.code,
                turn=finding.turn,
                detail=finding.detail,
            )
            for finding in findings
        )
        passed = Verdict(
            dialogue_id=dialogue_id,
            check=self.name,
            version=self.version,
            rung=self.rung,
            outcome=Outcome.PASS,
        )
        return failed or (passed,)
