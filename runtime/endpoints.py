"""Gets a reply from a model or its fallbacks: the only place that retries."""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt

from runtime.asking import Prices, Question
from runtime.budget import Budget
from runtime.errors import (
    BadRequest,
    CallError,
    FatalModelError,
    ModelUnavailable,
    TransientError,
)
from runtime.files import StorageFailure
from runtime.journal import Completion
from runtime.limits import Breaker, Pace, Slots
from runtime.litellm_client import OFFLINE, LitellmClient
from runtime.local.files import is_local
from schemas.config import Binding, Limits

LONGEST_RETRY_AFTER_S = 300.0
LONGEST_BACKOFF_S = 30.0
CHARACTERS_PER_TOKEN = 3
"""Low, so that estimates of a prompt's length are rather too high."""


Failed = Callable[[Binding, CallError, float], None]
"""Told of a request that brought no reply, and how many seconds it took."""
Arrived = Callable[[Completion], Completion]
"""Files a reply, and says which one is to be used."""


class Client(Protocol):
    """One completion at a time, without retries."""

    async def complete(self, binding: Binding, question: Question) -> Completion:
        """Asks once; raises a CallError or a FatalModelError."""
        ...

    def prices(self, binding: Binding) -> Prices | None:
        """What the model costs, None where nobody knows."""
        ...

    def most_tokens(self, binding: Binding) -> int:
        """How many tokens a reply may have, thinking included."""
        ...

    def close(self) -> None:
        """Gives back what it holds."""
        ...


@dataclass(frozen=True)
class _Endpoint:
    """What we keep of one model at one place."""

    slots: Slots
    breaker: Breaker


class Endpoints:
    """The models of a run with their limits, breakers and common budget."""

    def __init__(
        self,
        limits: Limits,
        spent: Decimal = Decimal(0),
        *,
        client: Client | None = None,
        first_pause_s: float = 1.0,
    ) -> None:
        """Sets up the limits; nothing is asked.

        Args:
            limits: What the run may use, in this process.
            spent: US dollars that earlier processes of this run have spent.
            client: Asks models; litellm by default.
            first_pause_s: The first pause after a failure; it doubles from there.
        """
        self._limits = limits
        self._client: Client = client or LitellmClient()
        self._first_pause_s = first_pause_s
        self._pace = Pace(limits.requests_per_minute, limits.tokens_per_minute)
        self._under_way = asyncio.Semaphore(limits.concurrency)
        self._endpoints: dict[tuple[str, str | None], _Endpoint] = {}
        self._sent: dict[asyncio.Task[Completion], Binding] = {}
        self.budget = Budget(limits.max_cost_usd, spent)

    def close(self) -> None:
        """Lets go of the models; none is asked any more."""
        self._client.close()

    @property
    def under_way(self) -> int:
        """Requests to real models that were sent and not answered yet."""
        return sum(not binding.model.startswith(OFFLINE) for binding in self._sent.values())

    async def drain(self) -> None:
        """Waits for the replies to all that was sent: it is paid for. Their timeouts bound it.

        Cancelled, it gives them up.

        Raises:
            StorageFailure: Where one could not be filed.
        """
        sent = tuple(self._sent)
        for ended in await asyncio.gather(*sent, return_exceptions=True):
            if isinstance(ended, StorageFailure):
                raise ended

    async def reply(
        self, binding: Binding, question: Question, failed: Failed, arrived: Arrived
    ) -> Completion:
        """A reply of the binding's model, or of the first of its fallbacks that gives one.

        Args:
            binding: Which model, and what stands in for it.
            question: What to ask.
            failed: Told of every request that brought no reply.
            arrived: Files a reply, also one that comes when its asker is cancelled.

        Raises:
            CallError: No model can take this question; others it may well take.
            GatewayError: The run cannot go on.
        """
        choices = [binding, *(fallback(binding, model) for model in binding.fallbacks)]
        for choice in choices[:-1]:
            try:
                return await self._ask(choice, question, failed, arrived)
            except (CallError, ModelUnavailable):
                continue
        return await self._ask(choices[-1], question, failed, arrived)

    async def _ask(
        self, binding: Binding, question: Question, failed: Failed, arrived: Arrived
    ) -> Completion:
        if binding.model.startswith(OFFLINE):
            return await asyncio.shield(self._send(binding, question, Decimal(0), arrived))
        endpoint = self._endpoint(binding)
        try:
            async for attempt in AsyncRetrying(
                retry=retry_if_exception_type(TransientError),
                stop=stop_after_attempt(self._limits.attempts_per_call),
                wait=self._pause,
                reraise=True,
            ):
                with attempt:
                    return await self._once(binding, endpoint, question, failed, arrived)
        except TransientError as error:
            if error.rate_limited or not endpoint.breaker.ever_answered:
                raise _unavailable(binding, error) from error
            raise
        except BadRequest as error:
            if endpoint.breaker.ever_answered:
                raise
            raise FatalModelError(
                f"{binding.model} refuses our requests; check its binding: {error}"
            ) from error
        raise AssertionError("the loop above returns or raises")

    async def _once(
        self,
        binding: Binding,
        endpoint: _Endpoint,
        question: Question,
        failed: Failed,
        arrived: Arrived,
    ) -> Completion:
        tokens = sum(len(m["content"]) for m in question.messages) // CHARACTERS_PER_TOKEN
        async with endpoint.slots.one(), endpoint.breaker.guard():
            if endpoint.breaker.given_up:
                raise _unavailable(binding, TransientError("it has been down for a while"))
            reserved = await self.budget.reserve(self._bound(binding, tokens))
            sent: asyncio.Task[Completion] | None = None
            started = time.perf_counter()
            try:
                ticket = await self._pace.admit(tokens + binding.max_tokens // 4)
                async with self._under_way:
                    started = time.perf_counter()
                    sent = self._send(binding, question, reserved, arrived)
                    # A local model's reply costs nothing and may take an hour: not waited for.
                    kept = sent if is_local(binding.model) else asyncio.shield(sent)
                    completion = await kept
            except CallError as error:
                failed(binding, error, time.perf_counter() - started)
                self._note_failure(binding, endpoint, error)
                raise
            finally:
                if sent is None:
                    self.budget.settle(reserved, None)
            endpoint.slots.succeeded()
            endpoint.breaker.succeeded()
            if completion.tokens_in is not None:
                self._pace.settle(ticket, completion.tokens_in + (completion.tokens_out or 0))
            return completion

    def _send(
        self, binding: Binding, question: Question, reserved: Decimal, arrived: Arrived
    ) -> asyncio.Task[Completion]:
        """A request that goes its way, whatever becomes of who asked: `drain` waits for it."""

        async def to_its_end() -> Completion:
            cost: Decimal | None = None
            try:
                completion = await self._client.complete(binding, question)
                # What was not counted is booked at its bound.
                cost = reserved if completion.cost is None else completion.cost
                return arrived(completion)
            finally:
                self.budget.settle(reserved, cost)

        task = asyncio.ensure_future(to_its_end())
        self._sent[task] = binding
        task.add_done_callback(self._sent.pop)
        return task

    def _note_failure(self, binding: Binding, endpoint: _Endpoint, error: CallError) -> None:
        if not isinstance(error, TransientError):
            return
        if error.retry_after is not None and error.retry_after > LONGEST_RETRY_AFTER_S:
            raise _unavailable(binding, error) from error
        if error.rate_limited:
            endpoint.slots.rate_limited(error.retry_after)
            return
        endpoint.breaker.failed()
        if endpoint.breaker.given_up:
            raise _unavailable(binding, error) from error

    def _bound(self, binding: Binding, tokens: int) -> Decimal:
        """The most that a request of that length can cost."""
        if not self.budget.capped:
            return Decimal(0)
        prices = self._client.prices(binding)
        if prices is not None:
            return prices.of(tokens, self._client.most_tokens(binding))
        if self._limits.unpriced == "allow":
            return Decimal(0)
        raise FatalModelError(
            f"the price of {binding.model} is unknown, so limits.max_cost_usd cannot hold: give "
            f"input_price and output_price, or set limits.unpriced to allow"
        )

    def _endpoint(self, binding: Binding) -> _Endpoint:
        place = (binding.model, binding.api_base)
        found = self._endpoints.get(place)
        if found is None:
            pause = self._first_pause_s
            most = self._limits.concurrency
            if is_local(binding.model):
                # It shares this machine's cores: what waits for them had better wait here, where
                # no request's timeout runs.
                most = min(most, binding.local.requests)
            slots = Slots(most, first_pause_s=pause)
            breaker = Breaker(self._limits.attempts_per_call, first_pause_s=2 * pause)
            found = _Endpoint(slots, breaker)
            self._endpoints[place] = found
        return found

    def _pause(self, state: RetryCallState) -> float:
        """Exponential with jitter, and never shorter than the endpoint asked for."""
        error = state.outcome.exception() if state.outcome else None
        asked = error.retry_after if isinstance(error, TransientError) else None
        longest = self._first_pause_s * float(2 ** min(state.attempt_number - 1, 10))
        jitter = random.uniform(0.5, 1.0) * min(longest, LONGEST_BACKOFF_S)
        return jitter if asked is None else asked + jitter / 4


def fallback(binding: Binding, model: str) -> Binding:
    """The binding with another model; what belongs to the first provider stays behind."""
    same = model.split("/")[0] == binding.model.split("/")[0]
    return binding.model_copy(
        update={
            "model": model,
            "api_base": binding.api_base if same else None,
            "api_key_env": binding.api_key_env if same else None,
            "fallbacks": (),
            "input_price": None,
            "output_price": None,
            "cached_price": None,
            "extra": {},
        }
    )


def _unavailable(binding: Binding, error: TransientError) -> ModelUnavailable:
    where = f" at {binding.api_base}" if binding.api_base else ""
    if error.rate_limited:
        return ModelUnavailable(
            f"{binding.model}{where} keeps answering 429; lower limits.requests_per_minute or "
            f"resume later: {error}"
        )
    return ModelUnavailable(
        f"{binding.model}{where} does not answer; resume when it is up again: {error}"
    )
