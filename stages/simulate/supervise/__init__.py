"""The supervisors that mend the system's programs: of names, and of slots left out.

Both see what the system sees, never the plan. Whatever they write goes through the executor, and
the turn still has to do what the gold system would have done.
"""

from stages.simulate.supervise.attempt import Attempt, Memory
from stages.simulate.supervise.names import mended
from stages.simulate.supervise.omissions import asked_again, recovered

__all__ = ["Attempt", "Memory", "asked_again", "mended", "recovered"]
