"""The stage `validate`: the ladder, cheapest rungs first."""

from stages.validate.stage import VALIDATE, Validate

__all__ = ["VALIDATE", "Validate"]
