"""Amounts as people read them: decimal dollars, and unknown prices said to be that."""

from decimal import ROUND_HALF_UP, Decimal

from schemas.run import Spend

CENT = Decimal("0.01")
DIGITS = 2
"""Of an amount below a dollar, at least."""


def dollars(amount: Decimal | str) -> str:
    """An amount to the cent, or to its first two digits where it is smaller than that."""
    exact = Decimal(amount)
    finest = CENT
    if exact and abs(exact) < CENT * Decimal("9.95"):
        finest = Decimal(1).scaleb(exact.adjusted() - DIGITS + 1)
    return f"${exact.quantize(finest, ROUND_HALF_UP):,f}"


def cost_so_far(spend: Spend, accepted: int) -> str:
    """What was spent, in all and for each accepted dialogue; empty where nothing costs anything."""
    usd, beyond = Decimal(spend.usd), Decimal(spend.unfinished_usd)
    if not usd and not beyond and not spend.unpriced:
        return ""
    least = "at least " if spend.unpriced else ""
    each = f", {least}{dollars(usd / accepted)} per accepted dialogue" if accepted else ""
    unknown = f", {spend.unpriced} calls of unknown price" if spend.unpriced else ""
    unfinished = f", {dollars(beyond)} more for work that was not finished" if beyond else ""
    return f"{least}{dollars(usd)}{each}{unknown}{unfinished}"
