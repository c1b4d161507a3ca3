"""The only module that imports litellm: one completion at a time, no retries.

litellm is imported at first use: it takes seconds, and the command line should not wait for it.
"""

import asyncio
import importlib
import logging
import os
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from decimal import Decimal
from functools import cache
from typing import Any

from runtime.asking import FREE, Prices, Question
from runtime.completion import answered, completion_of
from runtime.errors import BadRequest, FatalModelError, Refused
from runtime.faults import classify
from runtime.journal import Completion
from runtime.local.files import is_local, problem_with
from runtime.local.questions import asks_small, questions
from runtime.local.servers import LocalServers
from runtime.local.shots import Small, Steps
from runtime.model_facts import (
    ModelFacts,
    api_key,
    best_mode,
    info,
    missing_keys,
    most_tokens,
    prices_of,
    provider_of,
)
from runtime.structured import STEP_DOWN, WHAT_IS_REFUSED, asked_for
from schemas.config import Binding

__all__ = ["OFFLINE", "LitellmClient", "ModelFacts"]

log = logging.getLogger(__name__)

OFFLINE = "offline/"
OFFLINE_MODELS = ("agenda", "noisy")
NOISY_RATE = 0.05
LOCAL_PATIENCE_S = 1800.0
"""A prompt given up half read has to be read again from its beginning, on the same busy cores."""
SECOND_THOUGHTS = 1.0
"""Temperature at which small questions are asked again: nothing in them says what was wrong."""
_STRICT = ("openai", "azure")
"""Providers whose own endpoints refuse bounds on strings."""


@cache
def _litellm() -> Any:
    """Imports litellm without network, telemetry and chatter."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # the word: "1" is not understood
    os.environ["LITELLM_OFFLINE_MODE"] = "true"
    os.environ.setdefault("LITELLM_LOG", "ERROR")
    litellm: Any = importlib.import_module("litellm")
    litellm.suppress_debug_info = True
    litellm.telemetry = False
    litellm.num_retries = 0
    for name in ("LiteLLM", "LiteLLM Proxy", "LiteLLM Router"):
        # Its error logs print whole requests; every error reaches us as an exception anyway.
        logging.getLogger(name).setLevel(logging.CRITICAL)
    provider = type("OfflineProvider", (litellm.CustomLLM,), {"acompletion": _answer_offline})()
    handler = {"provider": OFFLINE.rstrip("/"), "custom_handler": provider}
    litellm.custom_provider_map = [*litellm.custom_provider_map, handler]
    return litellm


@cache
def _unlogged() -> Callable[[], AbstractContextManager[None]]:
    """What marks a call as one whose logging litellm leaves to somebody else: to us.

    It saves a fifth of litellm's own time, and no request ever gets near its loggers.
    """
    try:
        context = importlib.import_module("litellm._internal_context")
        mark: Callable[[], AbstractContextManager[None]] = context.internal_sub_call
    except (ImportError, AttributeError):
        return nullcontext
    return mark


@cache
def _expected_errors() -> tuple[type[Exception], ...]:
    """What a request may raise; anything else is a fault of ours and is not swallowed."""
    openai = importlib.import_module("openai")
    return (openai.OpenAIError, TimeoutError, ConnectionError)


async def _answer_offline(_provider: object, **request: Any) -> Any:
    """The CustomLLM hook of litellm: answers from the input object that `metadata` carries."""
    box = request["litellm_params"]["metadata"]["dialoom"]
    try:
        text = _offline_reply(request["model"].removeprefix(OFFLINE), box["question"], box["extra"])
    except BaseException as error:
        box["error"] = error  # litellm would disguise it as a lost connection
        raise
    response = request["model_response"]
    response.choices[0].message.content = text
    response.choices[0].finish_reason = "stop"
    return response


def _offline_reply(name: str, question: Question, extra: Mapping[str, Any]) -> str:
    # Imported late: its banks of phrases are of no use to a run with real models.
    from runtime import offline

    if name == "agenda":
        return offline.reply(question.call, question.data, question.seed)
    if name == "noisy":
        rate = float(extra.get("rate", NOISY_RATE))
        if extra.get("faults") == "labels":
            return offline.mislabelled_reply(question.call, question.data, question.seed, rate)
        return offline.noisy_reply(question.call, question.data, question.seed, rate)
    raise FatalModelError(_no_offline_model(name))


def _no_offline_model(name: str) -> str:
    return f"there is no model 'offline/{name}'; there are " + " and ".join(
        OFFLINE + known for known in OFFLINE_MODELS
    )


class LitellmClient:
    """Completions of one run, with what it has learnt of each model's habits."""

    def __init__(self) -> None:
        self._modes: dict[tuple[str, str | None], str] = {}
        self._dropped: dict[tuple[str, str | None], set[str]] = {}
        self._prices: dict[int, tuple[Binding, Prices | None]] = {}
        self._local = LocalServers()
        self._keys: dict[str, str] = {}

    def close(self) -> None:
        """Stops the servers of local models."""
        self._local.close()

    async def complete(self, binding: Binding, question: Question) -> Completion:
        """Asks once. A parameter the model refuses is dropped, with a warning, and it asks again.

        Raises:
            CallError: No reply came; its class says what to make of that.
            FatalModelError: The run cannot go on like this.
        """
        steps = questions(question.data) if asks_small(binding) else None
        if steps is None:
            return await self._asked(binding, question)
        return await self._interviewed(binding, question, steps)

    async def _interviewed(self, binding: Binding, question: Question, steps: Steps) -> Completion:
        """Asks a call as the small questions that it comes down to."""
        if getattr(question.data, "complaint", ""):
            # The likeliest answers were refused.
            warmer = {"temperature": max(binding.temperature, SECOND_THOUGHTS)}
            binding = binding.model_copy(update=warmer)

        async def ask(small: Small) -> Completion:
            asked = replace(question, messages=small.messages, grammar=small.grammar)
            return await self._asked(binding, asked)

        return await answered(steps, ask, binding.model)

    async def _asked(self, binding: Binding, question: Question) -> Completion:
        if is_local(binding.model):
            binding = await self._served(binding)
        while True:
            try:
                return await self._once(binding, question)
            except BadRequest as error:
                if not self._concede(binding, error):
                    raise

    async def _served(self, binding: Binding) -> Binding:
        """A local model's binding as that of the server on loopback that answers for it."""
        address = await self._local.address(binding)
        self._keys[address.api_base] = address.key
        model = f"openai/{address.name}"
        self._modes.setdefault((model, address.api_base), self.structured_mode(binding))
        return binding.model_copy(
            update={
                "model": model,
                "api_base": address.api_base,
                "timeout_s": max(binding.timeout_s, LOCAL_PATIENCE_S),
                "input_price": FREE.input,
                "output_price": FREE.output,
                "cached_price": FREE.cached,
            }
        )

    async def _once(self, binding: Binding, question: Question) -> Completion:
        acompletion = _litellm().acompletion
        arguments = self._arguments(binding, question)
        box: dict[str, Any] = {"question": question, "extra": binding.extra}
        if binding.model.startswith(OFFLINE):
            arguments["metadata"] = {"dialoom": box}
        started = time.perf_counter()
        try:
            # litellm's timeout is per read; a server that trickles would never end.
            async with asyncio.timeout(binding.timeout_s * 1.25):
                with _unlogged()():
                    response = await acompletion(**arguments)
        except _expected_errors() as error:
            if "error" in box:
                raise box["error"] from None
            fault = classify(error, binding.model, binding.api_base, binding.api_key_env)
            if isinstance(fault, Refused):
                return Completion("", "content_filter", binding.model, refusal=str(fault))
            raise fault from None
        latency = time.perf_counter() - started
        if binding.model.startswith(OFFLINE):
            text = response.choices[0].message.content
            return Completion(text, "stop", binding.model, cost=Decimal(0), latency_s=latency)
        return completion_of(response, binding.model, self.prices(binding), latency)

    def _arguments(self, binding: Binding, question: Question) -> dict[str, Any]:
        arguments: dict[str, Any] = {
            "model": binding.model,
            "messages": question.messages,
            "num_retries": 0,
            "max_retries": 0,
        }
        if binding.model.startswith(OFFLINE):
            return arguments
        arguments["timeout"] = binding.timeout_s
        arguments["temperature"] = binding.temperature
        arguments["max_tokens"] = self.most_tokens(binding)
        if binding.seed:
            arguments["seed"] = question.seed
        if binding.api_base:
            arguments["api_base"] = binding.api_base
        key = self._keys.get(binding.api_base or "") or api_key(binding)
        if key is not None:
            arguments["api_key"] = key
        hosted = binding.api_base is None and provider_of(_litellm(), binding.model) in _STRICT
        arguments |= asked_for(self.structured_mode(binding), question, lengths=not hosted)
        for param in self._dropped.get((binding.model, binding.api_base), ()):
            arguments.pop(param, None)
        return arguments | binding.extra

    def structured_mode(self, binding: Binding) -> str:
        """How this model is asked for JSON: one of `Binding.structured`, `auto` aside."""
        if binding.structured != "auto":
            return binding.structured
        if is_local(binding.model):
            return "grammar"
        place = (binding.model, binding.api_base)
        if place not in self._modes:
            self._modes[place] = best_mode(_litellm(), binding)
        return self._modes[place]

    def _concede(self, binding: Binding, error: BadRequest) -> bool:
        """Gives up what a model refuses, saying so; False where nothing can be given up."""
        place = (binding.model, binding.api_base)
        dropped = self._dropped.setdefault(place, set())
        if not error.param or error.param in dropped or error.param in binding.extra:
            return False
        if error.param in WHAT_IS_REFUSED:
            mode = self.structured_mode(binding)
            if binding.structured != "auto" or mode == "none":
                return False
            self._modes[place] = STEP_DOWN[mode]
            log.warning(
                "%s refuses %s%s; going on with %s (set `structured` to choose)",
                binding.model,
                "" if mode == "tools" else "response_format ",
                mode,
                STEP_DOWN[mode],
            )
            return True
        dropped.add(error.param)
        log.warning("%s refuses the parameter %s; it is left out", binding.model, error.param)
        return True

    def prices(self, binding: Binding) -> Prices | None:
        """What the model costs, None where neither the config nor litellm knows."""
        if binding.model.startswith(OFFLINE) or is_local(binding.model):
            return FREE
        known = self._prices.get(id(binding))
        if known is None or known[0] is not binding:
            known = self._prices[id(binding)] = (binding, prices_of(_litellm(), binding))
        return known[1]

    def most_tokens(self, binding: Binding) -> int:
        """How many tokens a reply may have, thinking included."""
        return most_tokens(_litellm(), binding)

    def facts(self, binding: Binding) -> ModelFacts:
        """What is known of the model, without asking it anything."""
        if binding.model.startswith(OFFLINE):
            name = binding.model.removeprefix(OFFLINE)
            problem = "" if name in OFFLINE_MODELS else _no_offline_model(name)
            return ModelFacts(binding.model, "offline", FREE, "none", problem=problem)
        if is_local(binding.model):
            return ModelFacts(
                model=binding.model,
                provider="local",
                prices=FREE,
                structured=self.structured_mode(binding),
                context_tokens=binding.local.context,
                problem=problem_with(binding.model),
            )
        litellm = _litellm()
        provider = provider_of(litellm, binding.model)
        unknown = f"nobody knows the model {binding.model!r}: write it as provider/model"
        return ModelFacts(
            model=binding.model,
            provider=provider,
            prices=self.prices(binding),
            structured=self.structured_mode(binding) if provider else "none",
            missing_keys=missing_keys(litellm, binding) if provider else (),
            context_tokens=info(litellm, binding.model).get("max_input_tokens"),
            problem="" if provider else unknown,
        )
