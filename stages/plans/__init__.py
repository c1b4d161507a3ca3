"""Stage 3: what a dialogue is to be, down to its gold program."""

from stages.plans.cells import lay_cells
from stages.plans.plan import PLANS
from stages.plans.quotas import QuotaError

__all__ = ["PLANS", "QuotaError", "lay_cells"]
