"""A chat completion in the client library's form, as the journal keeps it."""

from typing import Any

from runtime.asking import Prices
from runtime.journal import Completion


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
