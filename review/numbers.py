"""Rates, intervals and agreement; the formulas are statsmodels'."""

from collections.abc import Sequence

import numpy as np
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.proportion import proportion_confint

from schemas.review import Estimate, Rate


def rate(outcomes: Sequence[bool]) -> Rate:
    """The share of true outcomes with its 95% Wilson interval."""
    count, of = sum(outcomes), len(outcomes)
    if not of:
        return Rate(count=0, of=0)
    low, high = _wilson(count, of)
    return Rate(count=count, of=of, rate=count / of, low=low, high=high)


def estimate(outcomes: Sequence[tuple[bool, float]]) -> Estimate | None:
    """The share of true outcomes in the population that the weighted items stand for.

    Args:
        outcomes: Each with its weight: how many of the population it stands for.
    """
    total = sum(weight for _, weight in outcomes)
    if not total:
        return None
    share = sum(weight for outcome, weight in outcomes if outcome) / total
    effective = total**2 / sum(weight**2 for _, weight in outcomes)
    low, high = _wilson(share * effective, effective)
    return Estimate(rate=share, low=low, high=high, effective=effective)


def agreement(pairs: Sequence[tuple[bool, bool]]) -> tuple[float, float | None]:
    """The share of equal verdicts, and Cohen's kappa: None where chance alone explains all."""
    table = np.zeros((2, 2))
    for first, second in pairs:
        table[int(first), int(second)] += 1
    observed = float(np.trace(table) / len(pairs))
    expected = float(table.sum(axis=0) @ table.sum(axis=1)) / len(pairs) ** 2
    if expected == 1:
        return observed, None
    return observed, float(cohens_kappa(table, return_results=False))


def _wilson(count: float, of: float) -> tuple[float, float]:
    low, high = proportion_confint(count, of, alpha=0.05, method="wilson")
    return max(0.0, float(low)), min(1.0, float(high))
