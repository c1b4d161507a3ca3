"""What keeps us inside a provider's limits: pacing, adaptive concurrency, a breaker."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

WINDOW_S = 60.0
LONGEST_PAUSE_S = 30.0
BREAKER_AFTER = 5
BREAKER_LONGEST_S = 60.0


class Pace:
    """Requests and tokens in the last minute, kept under the configured numbers."""

    def __init__(self, requests: int | None, tokens: int | None) -> None:
        self._requests = requests
        self._tokens = tokens
        self._log: deque[list[float]] = deque()
        self._tokens_used = 0.0
        self._turn = asyncio.Lock()

    async def admit(self, tokens: int) -> list[float]:
        """Waits until one request of about that many tokens fits; returns its ticket."""
        ticket = [0.0, float(tokens)]
        if self._requests is None and self._tokens is None:
            return ticket
        # First come, first served: a large request cannot starve behind small ones.
        async with self._turn:
            while (wait := self._wait(tokens)) > 0:
                await asyncio.sleep(wait)
            ticket[0] = time.monotonic()
            self._log.append(ticket)
            self._tokens_used += ticket[1]
        return ticket

    def settle(self, ticket: list[float], tokens: int | None) -> None:
        """Replaces an admitted request's estimate by what it really used."""
        if ticket[0] and tokens is not None and ticket[0] > time.monotonic() - WINDOW_S:
            self._tokens_used += tokens - ticket[1]
            ticket[1] = float(tokens)

    def _wait(self, tokens: int) -> float:
        now = time.monotonic()
        while self._log and self._log[0][0] <= now - WINDOW_S:
            self._tokens_used -= self._log.popleft()[1]
        if not self._log:
            # A request larger than a minute's allowance goes alone instead of never.
            return 0.0
        full = self._requests is not None and len(self._log) >= self._requests
        if full or (self._tokens is not None and self._tokens_used + tokens > self._tokens):
            return max(self._log[0][0] + WINDOW_S - now, 0.001)
        return 0.0


class Slots:
    """How many requests may be under way at one endpoint: halved by a 429, grown by successes."""

    def __init__(self, most: int, *, first_pause_s: float = 1.0) -> None:
        self._most = most
        self._first_pause_s = first_pause_s
        self._allowed = float(most)
        self._under_way = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._not_before = 0.0
        self._refusals = 0

    @property
    def allowed(self) -> int:
        """The present bound."""
        return max(1, int(self._allowed))

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Holds one slot; after a 429 nobody gets to ask before the endpoint's Retry-After."""
        while self._under_way >= self.allowed:
            place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(place)
            try:
                await place
            except asyncio.CancelledError:
                if place.done() and not place.cancelled():
                    self._wake()  # this wake-up was ours, and must not be lost
                raise
        self._under_way += 1
        try:
            while (wait := self._not_before - time.monotonic()) > 0:
                await asyncio.sleep(wait)
            yield
        finally:
            self._under_way -= 1
            self._wake()

    def succeeded(self) -> None:
        """Grows the bound by about one per round of requests."""
        self._refusals = 0
        if self._allowed < self._most:
            self._allowed = min(self._most, self._allowed + 1 / self._allowed)
            self._wake()

    def rate_limited(self, retry_after: float | None) -> None:
        """Halves the bound and pauses; a burst of 429s is one piece of news."""
        now = time.monotonic()
        if now >= self._not_before:
            self._allowed = max(1.0, self._allowed / 2)
            self._refusals += 1
        if retry_after is None:
            retry_after = self._first_pause_s * float(2 ** min(self._refusals - 1, 10))
            retry_after = min(retry_after, LONGEST_PAUSE_S)
            if now < self._not_before:
                return
        self._not_before = max(self._not_before, now + retry_after)

    def _wake(self) -> None:
        while self._waiting and self._under_way < self.allowed:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(None)
                return


class Breaker:
    """Keeps a crowd from hammering an endpoint that is down.

    After `BREAKER_AFTER` failures in a row it is open: callers wait, longer each time, and go
    one by one until one succeeds.

    Attributes:
        probes: Failed requests since it opened.
        ever_answered: Whether the endpoint has answered in this process at all.
    """

    def __init__(self, most_probes: int = 5, *, first_pause_s: float = 2.0) -> None:
        self._most_probes = most_probes
        self._first_pause_s = first_pause_s
        self._failures = 0
        self._probing = asyncio.Lock()
        self.probes = 0
        self.ever_answered = False

    @property
    def open(self) -> bool:
        """Whether the endpoint counts as down."""
        return self._failures >= BREAKER_AFTER

    @property
    def given_up(self) -> bool:
        """Whether so many probes failed that nobody should wait any longer."""
        return self.probes >= self._most_probes

    @asynccontextmanager
    async def guard(self) -> AsyncIterator[None]:
        """Lets requests through freely while closed, one at a time after a pause while open.

        Once it has given up it lets everybody through at once: they should look before asking.
        """
        if not self.open:
            yield
            return
        async with self._probing:
            if self.open and not self.given_up:
                pause = self._first_pause_s * float(2 ** min(self.probes, 10))
                await asyncio.sleep(min(pause, BREAKER_LONGEST_S))
            yield

    def succeeded(self) -> None:
        """Closes it."""
        self._failures = 0
        self.probes = 0
        self.ever_answered = True

    def failed(self) -> None:
        """Counts a failure."""
        if self.open:
            self.probes += 1
        self._failures += 1
