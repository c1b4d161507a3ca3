"""What the process's exit code means."""

from enum import IntEnum


class ExitCode(IntEnum):
    """What the process's exit code means."""

    OK = 0
    BROKEN = 1
    """The run could not go on: a model, the disk, a Prefect server."""
    USAGE = 2
    """The configuration or the command line is wrong; nothing was spent."""
    UNMET = 3
    """The run ended with fewer dialogues than wanted, perhaps none."""
    BUDGET = 4
    """`limits.max_cost_usd` was reached; what was made by then is published."""
    WRONG = 5
    """Labels do not follow from their dialogues, in more places than are let pass."""
    INTERRUPTED = 130
