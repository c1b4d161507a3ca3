"""A chat completion in the client library's form, as the journal keeps it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from runtime.asking import Prices
from runtime.journal import Completion
from runtime.local.shots import Small, Steps


def completion_of(response: Any, model: str, prices: Prices | None, latency: float) -> Completion:
    """What a response says, with its cost where the price and the tokens are known."""
    choice = response.choices[0] if response.choices else None
    message = getattr(choice, "message", None)
    usage = getattr(response, "usage", None)
    # litellm says 0 where the endpoint said nothing; no prompt is that short.
    tokens_in = _count(usage, "prompt_tokens") or None
    tokens_out = _count(usage, "completion_tokens") if tokens_in is not None else None
    cached = _count(getattr(usage, "prompt_tokens_details", None), "cached_tokens") or 0
    cost = None
    if prices is not None and tokens_in is not None and tokens_out is not None:
        cost = prices.of(tokens_in, tokens_out, min(cached, tokens_in))
    fields = getattr(message, "provider_specific_fields", None) or {}
    return Completion(
        text=getattr(message, "content", None) or _tool_arguments(message),
        finish=getattr(choice, "finish_reason", None) or "",
        answered_by=response.model or model,
        refusal=getattr(message, "refusal", None) or fields.get("refusal") or "",
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        tokens_cached=cached if tokens_in is not None else None,
        cost=cost,
        latency_s=latency,
    )


def _tool_arguments(message: Any) -> str:
    """What the first tool is called with, for models that give their reply as a tool call."""
    calls = getattr(message, "tool_calls", None) or ()
    return next((call.function.arguments or "" for call in calls), "")


def _count(holder: Any, name: str) -> int | None:
    value = getattr(holder, name, None)
    return value if isinstance(value, int) else None


async def answered(
    steps: Steps, ask: Callable[[Small], Awaitable[Completion]], model: str
) -> Completion:
    """Asks small questions until the reply follows from their answers, as one completion.

    An answer that was cut, refused or is none of the options ends them: it is the reply then.
    """
    had: list[Completion] = []
    try:
        small = next(steps)
        while True:
            had.append(await ask(small))
            usable = not small.options or had[-1].text in small.options
            if had[-1].finish != "stop" or not usable:
                return _together(had[-1].text, had, had[-1])
            small = steps.send(had[-1].text)
    except StopIteration as end:
        nothing = Completion(
            "", "stop", model, tokens_in=0, tokens_out=0, tokens_cached=0, cost=Decimal(0)
        )
        return _together(end.value, had, had[-1] if had else nothing)


def _together(text: str, had: Sequence[Completion], last: Completion) -> Completion:
    """The last completion with this text and with what all of them took."""
    if not had:
        return replace(last, text=text)
    costs = [one.cost for one in had if one.cost is not None]
    return replace(
        last,
        text=text,
        tokens_in=_sum([one.tokens_in for one in had]),
        tokens_out=_sum([one.tokens_out for one in had]),
        tokens_cached=_sum([one.tokens_cached for one in had]),
        cost=None
        if None in costs
        else sum((cost for cost in costs if cost is not None), Decimal(0)),
        latency_s=sum(one.latency_s for one in had),
    )


def _sum(counts: Sequence[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None
