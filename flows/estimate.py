"""What a run will cost, worked out from a few dialogues that were tried.

A cell is tried until a dialogue of it is accepted, `target.attempts` times at most, and a dialogue
costs about as much as it has goals. So the cost of a run is what authoring costs once, plus the
goals of all cells times attempts per cell times the cost of a goal. The last two are known from a
small sample only: each has an interval, and the ends of the range take both at their worse or
better end.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from flows.outcome import cell_of
from schemas.calls.call import Role
from schemas.run import CallOutcome, CallRecord

LEVEL = 0.8
"""Of each of the two intervals."""

ONE_ALONE = (Decimal("0.5"), Decimal(2))
"""What a mean may be off by where one attempt is all there is."""

_FINEST = Decimal("0.0001")


@dataclass(frozen=True)
class Range:
    """An amount that is not known exactly."""

    low: Decimal
    likely: Decimal
    high: Decimal

    @classmethod
    def exactly(cls, amount: Decimal) -> "Range":
        """An amount that is known."""
        return cls(amount, amount, amount)

    def __add__(self, other: "Range") -> "Range":
        return Range(self.low + other.low, self.likely + other.likely, self.high + other.high)

    def __mul__(self, other: "Range") -> "Range":
        return Range(self.low * other.low, self.likely * other.likely, self.high * other.high)


CERTAIN = Range.exactly(Decimal(1))


@dataclass(frozen=True)
class Usage:
    """What a number of calls used.

    Attributes:
        unpriced: Calls whose cost is unknown; `usd` leaves them out.
    """

    calls: Decimal = Decimal(0)
    tokens_in: Decimal = Decimal(0)
    tokens_cached: Decimal = Decimal(0)
    tokens_out: Decimal = Decimal(0)
    usd: Decimal = Decimal(0)
    unpriced: Decimal = Decimal(0)

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.calls + other.calls,
            self.tokens_in + other.tokens_in,
            self.tokens_cached + other.tokens_cached,
            self.tokens_out + other.tokens_out,
            self.usd + other.usd,
            self.unpriced + other.unpriced,
        )

    def times(self, factor: Decimal) -> "Usage":
        """The usage of so many as these."""
        return Usage(
            self.calls * factor,
            self.tokens_in * factor,
            self.tokens_cached * factor,
            self.tokens_out * factor,
            self.usd * factor,
            self.unpriced * factor,
        )


def usage(calls: Iterable[CallRecord]) -> Usage:
    """What calls used, failed and repeated ones too."""
    total = Usage()
    for call in calls:
        total += Usage(
            Decimal(1),
            Decimal(call.tokens_in or 0),
            Decimal(call.tokens_cached or 0),
            Decimal(call.tokens_out or 0),
            Decimal(call.cost_usd or 0),
            Decimal(call.cost_usd is None and call.outcome is not CallOutcome.ERROR),
        )
    return total


@dataclass(frozen=True)
class Sample:
    """A few dialogues that were tried.

    Attributes:
        calls: All that were made, those of authoring among them.
        goals: How many goals each dialogue has that was tried, those that cost no call too.
        accepted: How many of them were accepted.
    """

    calls: Sequence[CallRecord]
    goals: Mapping[str, int]
    accepted: int

    @property
    def tried(self) -> int:
        """How many dialogues were tried."""
        return len(self.goals)


@dataclass(frozen=True)
class Whole:
    """What the whole run is to fill: so many cells with so many goals between them."""

    cells: int
    goals: int


@dataclass(frozen=True)
class Estimate:
    """What a run will cost.

    Attributes:
        attempts: Per cell.
        dialogues: Accepted in the end; fewer than wanted where attempts run out.
        authoring: What is done once, in the sample already.
        roles: The likely usage of each role, authoring among it.
        total: Their sum.
        usd: The whole run.
        per_dialogue: US dollars for each accepted dialogue, None where none is likely.
    """

    whole: Whole
    sample: Sample
    acceptance: Range
    attempts: Range
    dialogues: Range
    authoring: Usage
    roles: Mapping[Role, Usage]
    total: Usage
    usd: Range
    calls: Range
    tokens: Range
    per_dialogue: Range | None


def estimate(
    sample: Sample,
    whole: Whole,
    most_attempts: int,
    *,
    acceptance: Range | None = None,
    doubt: Range = CERTAIN,
) -> Estimate:
    """Works out what a run costs.

    Args:
        sample: Dialogues of the same configuration.
        whole: What the run is to fill.
        most_attempts: Per cell.
        acceptance: Share of attempts that are accepted, where the sample cannot tell.
        doubt: What the sample's own costs may be off by.
    """
    share = acceptance or accepted_share(sample.accepted, sample.tried)
    attempts = Range(
        attempts_per_cell(share.high, most_attempts),
        attempts_per_cell(share.likely, most_attempts),
        attempts_per_cell(share.low, most_attempts),
    )
    once = [call for call in sample.calls if cell_of(call.item) is None]
    tries = by_dialogue(sample)
    scale = attempts.likely * whole.goals / sum(sample.goals.values())
    roles = {
        role: (
            usage(call for call in once if call.role is role)
            + usage(
                c for c in sample.calls if c.role is role and cell_of(c.item) is not None
            ).times(scale)
        ).times(doubt.likely)
        for role in Role
    }
    dialogues = Range(
        filled(share.low, most_attempts) * whole.cells,
        filled(share.likely, most_attempts) * whole.cells,
        filled(share.high, most_attempts) * whole.cells,
    )
    goals = Range.exactly(Decimal(whole.goals))

    def run(figure: Callable[[Usage], Decimal]) -> Range:
        each = per_goal([(figure(used), number) for used, number in tries])
        return Range.exactly(figure(authoring)) + each * attempts * goals

    authoring = usage(once)
    usd = run(lambda used: used.usd) * doubt
    return Estimate(
        whole=whole,
        sample=sample,
        acceptance=share,
        attempts=attempts,
        dialogues=dialogues,
        authoring=authoring,
        roles={role: used for role, used in roles.items() if used.calls},
        total=sum(roles.values(), Usage()),
        usd=usd,
        # How many calls are made is no matter of doubt about their tokens.
        calls=run(lambda used: used.calls),
        tokens=run(lambda used: used.tokens_in + used.tokens_out) * doubt,
        per_dialogue=_each(usd, dialogues),
    )


def by_dialogue(sample: Sample) -> list[tuple[Usage, int]]:
    """What each dialogue used that was tried, with its goals."""
    calls: defaultdict[str, list[CallRecord]] = defaultdict(list)
    for call in sample.calls:
        calls[call.item].append(call)
    return [(usage(calls[dialogue]), goals) for dialogue, goals in sample.goals.items()]


def accepted_share(accepted: int, tried: int) -> Range:
    """The share that is accepted: Wilson's interval around Laplace's (accepted + 1)/(tried + 2)."""
    low, high = proportion_confint(accepted, tried, alpha=1 - LEVEL, method="wilson")
    return Range(
        _decimal(max(0.0, low)),
        ((Decimal(accepted) + 1) / (tried + 2)).quantize(_FINEST),
        _decimal(min(1.0, high)),
    )


def attempts_per_cell(share: Decimal, most: int) -> Decimal:
    """How many attempts a cell takes on average, given the share of them that is accepted."""
    return filled(share, most) / share if share else Decimal(most)


def filled(share: Decimal, most: int) -> Decimal:
    """The share of cells in which one of the attempts is accepted."""
    return 1 - (1 - share) ** most


def per_goal(amounts: Sequence[tuple[Decimal, int]]) -> Range:
    """The ratio of amounts to goals; what dialogues differ by beyond their goals widens it."""
    goals = sum(number for _, number in amounts)
    ratio = sum((amount for amount, _ in amounts), Decimal(0)) / goals
    usual = Decimal(goals) / len(amounts)
    return mean([ratio + (amount - ratio * number) / usual for amount, number in amounts])


def mean(amounts: Sequence[Decimal]) -> Range:
    """The mean of a sample, with Student's interval."""
    middle = sum(amounts, Decimal(0)) / len(amounts)
    if len(amounts) == 1:
        return Range(middle * ONE_ALONE[0], middle, middle * ONE_ALONE[1])
    if not middle:
        return Range.exactly(middle)
    # As shares of the mean: what is money stays a decimal number.
    shares = [float(amount / middle) for amount in amounts]
    low, high = DescrStatsW(shares).tconfint_mean(alpha=1 - LEVEL)
    return Range(middle * _decimal(max(0.0, low)), middle, middle * _decimal(high))


def _each(usd: Range, dialogues: Range) -> Range | None:
    """The cost of one dialogue: a dear run is one in which few are accepted."""
    if not dialogues.low or not dialogues.likely:
        return None
    return Range(usd.low / dialogues.high, usd.likely / dialogues.likely, usd.high / dialogues.low)


def _decimal(number: float) -> Decimal:
    return Decimal(repr(float(number))).quantize(_FINEST)
