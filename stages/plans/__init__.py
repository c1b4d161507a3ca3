"""Stage 3: what a dialogue is to be, down to its gold program."""

from stages.plans.cells import QuotaError, lay_cells
from stages.plans.plan import PLANS

__all__ = ["PLANS", "QuotaError", "lay_cells"]
