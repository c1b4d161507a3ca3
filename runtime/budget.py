"""A hard cap on what a run may spend."""

import asyncio
from decimal import Decimal

from runtime.errors import BudgetExhausted


class Budget:
    """Sets an estimate aside before each call and books the real cost after it.

    The estimates are upper bounds, so the cap is passed only where calls under way cost more
    than their bound.

    Attributes:
        spent: US dollars so far, those of an earlier process of the run included.
    """

    def __init__(self, cap: Decimal | None, spent: Decimal = Decimal(0)) -> None:
        self._cap = cap
        self.spent = spent
        self._reserved = Decimal(0)
        self._waiting: list[asyncio.Future[None]] = []

    @property
    def capped(self) -> bool:
        """Whether there is a cap."""
        return self._cap is not None

    async def reserve(self, estimate: Decimal) -> Decimal:
        """Sets an estimate aside; waits where only calls under way stand in its way.

        Raises:
            BudgetExhausted: Where the call does not fit, even if those under way cost nothing.
        """
        if self._cap is None or not estimate:
            return Decimal(0)
        while self.spent + self._reserved + estimate > self._cap:
            if self.spent + estimate > self._cap:
                raise BudgetExhausted(
                    f"the budget limits.max_cost_usd = {self._cap} is reached: {self.spent:.6f} "
                    f"spent, and the next call may cost {estimate:.6f}; raise it to go on"
                )
            change = asyncio.get_running_loop().create_future()
            self._waiting.append(change)
            await change
        self._reserved += estimate
        return estimate

    def settle(self, reserved: Decimal, cost: Decimal | None) -> None:
        """Gives a reservation back and books the real cost."""
        self.spent += cost or Decimal(0)
        self._reserved -= reserved
        waiting, self._waiting = self._waiting, []
        for change in waiting:
            if not change.done():
                change.set_result(None)
