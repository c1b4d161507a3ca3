"""Climbing the ladder, and cutting a dialogue that fails late at its last good checkpoint."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from checks.check import Check
from checks.ladder import CHECKS, climb, first_failure
from checks.overlap import Published, nothing_published, overlap
from checks.truncation import checkpoints, cut
from runtime.stage import StageContext, StageName
from schemas.candidate import Candidate, Judged
from schemas.verdict import Outcome, Verdict
from stages.validate.models import judge, label_agreement


@dataclass(frozen=True)
class _Climb:
    """How far a candidate has come: as it stands now, and all verdicts on it."""

    candidate: Candidate
    verdicts: tuple[Verdict, ...]
    failure: Verdict | None
    note: str = ""


@dataclass(frozen=True)
class Validate:
    """Judges a candidate: verdicts of every check that ran, and whether it is accepted.

    No model is asked about a candidate that a cheaper rung has failed.

    Attributes:
        published: Reads the files that `validation.overlap` names.
    """

    name: StageName = StageName.VALIDATE
    version: int = 6
    checks: tuple[Check, ...] = CHECKS
    published: Callable[[tuple[str, ...]], Published] = nothing_published

    async def run(self, item: Candidate, ctx: StageContext) -> Judged:
        """Climbs the ladder as far as the candidate carries."""
        state = self._cheap(item, ctx)
        if state.failure is None:
            verdicts = await label_agreement(state.candidate, ctx)
            state = self._after(state, verdicts, ctx)
        if state.failure is None:
            judged = await judge(state.candidate, ctx)
            state = _Climb(
                state.candidate, (*state.verdicts, *judged), first_failure(judged), state.note
            )
        failure = state.failure
        return Judged(
            candidate=state.candidate,
            verdicts=state.verdicts,
            code=None if failure is None else failure.code,
            detail=state.note if failure is None else _said(failure),
        )

    def _ladder(self, ctx: StageContext) -> tuple[Check, ...]:
        named = ctx.config.validation.overlap
        return (*self.checks, overlap(self.published(named))) if named else self.checks

    def _cheap(self, candidate: Candidate, ctx: StageContext) -> _Climb:
        verdicts = climb(self._ladder(ctx), candidate, ctx.catalog)
        return self._settled(candidate, verdicts, ctx, may_cut=True)

    def _after(self, state: _Climb, more: tuple[Verdict, ...], ctx: StageContext) -> _Climb:
        settled = self._settled(state.candidate, more, ctx, may_cut=not state.note)
        return _Climb(
            settled.candidate,
            (*state.verdicts, *settled.verdicts),
            settled.failure,
            settled.note or state.note,
        )

    def _settled(
        self,
        candidate: Candidate,
        verdicts: tuple[Verdict, ...],
        ctx: StageContext,
        *,
        may_cut: bool,
    ) -> _Climb:
        failure = first_failure(verdicts)
        if failure is None or not (may_cut and ctx.config.validation.truncate):
            return _Climb(candidate, verdicts, failure)
        return self._cut(candidate, verdicts, failure, ctx)

    def _cut(
        self,
        candidate: Candidate,
        verdicts: tuple[Verdict, ...],
        failure: Verdict,
        ctx: StageContext,
    ) -> _Climb:
        """The longest beginning that passes all cheap checks and still fills its cell."""
        if failure.rung == min(check.rung for check in self.checks):
            return _Climb(candidate, verdicts, failure)  # What is no record cannot be cut.
        last = _first_bad_turn(verdicts)
        good = [place for place in checkpoints(candidate, ctx.catalog) if place < last]
        for place in reversed(good):
            kept = cut(candidate, place, ctx.catalog)
            again = climb(self._ladder(ctx), kept, ctx.catalog) if kept is not None else ()
            if kept is not None and first_failure(again) is None:
                note = f"cut after turn {place}: {_said(failure)}"
                before = tuple(_of_whole(verdict, place) for verdict in verdicts)
                return _Climb(kept, (*before, *again), None, note)
        return _Climb(candidate, verdicts, failure)


def _first_bad_turn(verdicts: Sequence[Verdict]) -> int:
    """The earliest turn with a finding; findings without a turn speak of the end."""
    turns = [v.turn for v in verdicts if v.outcome is not Outcome.PASS and v.turn is not None]
    return min(turns, default=10**6)


def _of_whole(verdict: Verdict, place: int) -> Verdict:
    """A verdict on the dialogue before it was cut, marked as such."""
    if verdict.outcome is Outcome.PASS:
        return verdict
    return verdict.model_copy(
        update={"detail": f"before the cut after turn {place}: {verdict.detail}"}
    )


def _said(failure: Verdict) -> str:
    where = "" if failure.turn is None else f"turn {failure.turn}: "
    return f"{failure.check}: {where}{failure.detail}"


VALIDATE = Validate()
