"""A termination signal as an orderly cancellation."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def cancelled_by_sigterm() -> Iterator[None]:
    """Lets SIGTERM cancel the task that is here; each one that follows cancels it again.

    What was there before (the default ends the process in the middle, Prefect's raises in
    whatever code is at work) is there again afterwards.
    """
    task = asyncio.current_task()
    loop = asyncio.get_running_loop()
    before = signal.getsignal(signal.SIGTERM)
    try:
        if task is not None:
            loop.add_signal_handler(signal.SIGTERM, task.cancel)
    except (RuntimeError, ValueError):  # not in the main thread: signals are not ours
        yield
        return
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGTERM)
        signal.signal(signal.SIGTERM, before)
