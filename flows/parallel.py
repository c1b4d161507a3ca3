"""The same work over many items, in as many processes as there are cores."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")

CHUNK = 25
"""Items handed over at once: enough that handing over costs little."""
FEW = 4 * CHUNK
"""Up to so many are done here: starting processes takes longer."""


def spread(
    work: Callable[[Sequence[ItemT]], Sequence[ResultT]], items: Sequence[ItemT]
) -> Iterator[Sequence[ResultT]]:
    """The results, chunk by chunk, in the order of the items.

    Args:
        work: A module's function, or a partial of one: it travels to other processes.
        items: They travel, too.
    """
    chunks = [items[start : start + CHUNK] for start in range(0, len(items), CHUNK)]
    processes = min(os.cpu_count() or 1, len(chunks))
    if len(items) <= FEW or processes == 1:
        yield from map(work, chunks)
        return
    # Spawned, not forked: Arrow's threads would be missing in a fork.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, chunks)
