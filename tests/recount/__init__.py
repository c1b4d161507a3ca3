"""A second, small interpreter of dialogues, to hold the first one's labels against.

It imports nothing of the product: it reads plain dicts, has a parser of its own, and follows
ARCHITECTURE.md alone.
"""

from tests.recount.comparison import compare

__all__ = ["compare"]
