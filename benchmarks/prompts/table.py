"""Figures of a measurement as text."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.prompts.measure import Result


@dataclass(frozen=True)
class Row:
    """One call's figures; shares are of the cases that were asked.

    Attributes:
        wanted: Cases there were.
        realised: Usable turns of those that had to realise a phenomenon, None without any.
    """

    call: str
    wanted: int
    asked: int
    at_once: float
    valid: float
    usable: float
    realised: float | None
    tokens_in: float
    tokens_new: float
    tokens_out: float
    seconds: float


def summary_row(call: str, wanted: int, results: Sequence[Result]) -> Row:
    """The figures of one call."""
    count = max(len(results), 1)
    planned = [r for r in results if r.case.phenomenon]
    return Row(
        call=call,
        wanted=wanted,
        asked=len(results),
        at_once=sum(r.at_once for r in results) / count,
        valid=sum(r.valid for r in results) / count,
        usable=sum(r.usable for r in results) / count,
        realised=sum(r.usable for r in planned) / len(planned) if planned else None,
        tokens_in=sum(r.tokens_in for r in results) / count,
        tokens_new=sum(r.tokens_in - r.tokens_cached for r in results) / count,
        tokens_out=sum(r.tokens_out for r in results) / count,
        seconds=sum(r.seconds for r in results) / count,
    )


def summary_table(rows: Sequence[Row]) -> str:
    """The figures of all calls."""
    head = (
        "call                 asked  at once   valid  usable  realised  "
        "tokens in  not cached  tokens out  seconds"
    )
    lines = [head]
    for row in rows:
        realised = "       -" if row.realised is None else f"{row.realised:8.0%}"
        lines.append(
            f"{row.call:20} {row.asked:3}/{row.wanted:<3} {row.at_once:7.1%} {row.valid:7.1%} "
            f"{row.usable:7.1%}  {realised}  {row.tokens_in:9.0f} {row.tokens_new:11.0f} "
            f"{row.tokens_out:11.0f} {row.seconds:8.1f}"
        )
    return "\n".join(lines)


def kinds_table(results: Sequence[Result]) -> str:
    """How many of each kind of case were usable."""
    kinds: defaultdict[str, list[bool]] = defaultdict(list)
    for result in results:
        kinds[result.case.kind].append(result.usable)
    return "\n".join(
        f"    {kind or 'all':44} {sum(found):3} of {len(found)}"
        for kind, found in sorted(kinds.items())
    )
