"""What litellm's own data and the config say of a model, before it is asked anything.

Every function is handed the litellm module: only `runtime/litellm_client.py` imports it.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from runtime.asking import Prices
from runtime.errors import FatalModelError
from schemas.config import Binding

_PER_MILLION = Decimal(1_000_000)


@dataclass(frozen=True)
class ModelFacts:
    """What is known of a model before it is asked, for `dialoom check`.

    Attributes:
        prices: None where neither the config nor litellm knows them.
        structured: How it is asked for JSON.
        missing_keys: Environment variables that it needs and that are not set.
        context_tokens: How long prompt and reply may be together, None where unknown.
        problem: Why it cannot be used, empty where it can.
    """

    model: str
    provider: str
    prices: Prices | None
    structured: str
    missing_keys: tuple[str, ...] = ()
    context_tokens: int | None = None
    problem: str = ""


def api_key(binding: Binding) -> str | None:
    """The key to send: from the named variable; None leaves it to litellm's own variables.

    A server of the user's own that is asked without a key gets a dummy: the OpenAI client wants
    some key, and the user's OpenAI key must not travel to another endpoint.

    Raises:
        FatalModelError: If the named variable is not set.
    """
    if binding.api_key_env is None:
        own = binding.api_base is not None and binding.model.split("/")[0] in ("openai", "local")
        return "none" if own else None
    key = os.environ.get(binding.api_key_env)
    if not key:
        raise FatalModelError(
            f"{binding.model} needs the environment variable {binding.api_key_env}, "
            f"which is not set; export it and run again"
        )
    return key


def missing_keys(litellm: Any, binding: Binding) -> tuple[str, ...]:
    """Environment variables that the model needs and that are not set."""
    if binding.api_key_env is not None:
        return () if os.environ.get(binding.api_key_env) else (binding.api_key_env,)
    if api_key(binding) is not None:
        return ()
    return tuple(litellm.validate_environment(binding.model)["missing_keys"])


def best_mode(litellm: Any, binding: Binding) -> str:
    """The best form litellm's data grants; the best of all where it does not know the model.

    An endpoint that refuses it says so, and then something less is asked for.
    """
    provider = provider_of(litellm, binding.model)
    if not info(litellm, binding.model):
        return "json_schema"
    if litellm.supports_response_schema(binding.model, provider):
        return "json_schema"
    params = litellm.get_supported_openai_params(binding.model, provider) or []
    if "tool_choice" in params and litellm.supports_function_calling(binding.model, provider):
        return "tools"
    return "json_object" if "response_format" in params else "none"


def most_tokens(litellm: Any, binding: Binding) -> int:
    """How long a reply may be: thinking has a budget of its own, or it would eat the answer's."""
    thinks = bool(info(litellm, binding.model).get("supports_reasoning"))
    return binding.max_tokens + (binding.reasoning_tokens if thinks else 0)


def provider_of(litellm: Any, model: str) -> str:
    """The provider of a model string, empty where it knows none."""
    try:
        provider: str = litellm.get_llm_provider(model)[1]
    except litellm.exceptions.BadRequestError:
        return ""
    return provider


def info(litellm: Any, model: str) -> Mapping[str, Any]:
    """What litellm knows of a model, empty where that is nothing."""
    costs: Mapping[str, Any] = litellm.model_cost
    found = costs.get(model) or costs.get(model.partition("/")[2])
    return found or {}


def prices_of(litellm: Any, binding: Binding) -> Prices | None:
    """The config's prices, then litellm's; None where neither knows."""
    known = info(litellm, binding.model)

    def price(own: Decimal | None, name: str) -> Decimal | None:
        if own is not None:
            return own / _PER_MILLION
        return Decimal(str(known[name])) if known.get(name) is not None else None

    paid = price(binding.input_price, "input_cost_per_token")
    written = price(binding.output_price, "output_cost_per_token")
    if paid is None or written is None:
        return None
    cached = price(binding.cached_price, "cache_read_input_token_cost")
    if cached is None or (binding.cached_price is None and binding.input_price is not None):
        cached = paid  # no discount is the safe reading
    return Prices(paid, written, cached)
