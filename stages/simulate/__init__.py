"""Stage 4: the conversation itself, turn by turn."""

from stages.simulate.stage import SIMULATE

__all__ = ["SIMULATE"]
