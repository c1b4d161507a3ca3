"""Tells a provider's errors apart: wait, go on without this reply, or end the run.

Works on what the exceptions carry (status, code, headers), not on their classes, so that nothing
here imports the library that raises them.
"""

import email.utils
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from runtime.errors import (
    BadRequest,
    ContextOverflow,
    FatalModelError,
    Refused,
    TransientError,
)
from runtime.redact import redact

OPTIONAL_PARAMS = (
    "response_format",
    "tool_choice",
    "tools",
    "seed",
    "temperature",
    "max_tokens",
    "max_completion_tokens",
)
_PREFIX = re.compile(r"\A(?:(?:litellm\.)?\w+(?:Error|Exception|Timeout)(?:: | - ))+")
_CONTEXT = re.compile(
    r"context[ _](?:length|window|size)|maximum context|prompt is too long|too many tokens|"
    r"exceeds? the (?:available )?context",
    re.IGNORECASE,
)
_CONTENT = re.compile(r"content[ _](?:filter|policy|management)|safety system|moderation", re.I)
_NO_PROVIDER = re.compile(r"LLM Provider NOT provided|Unable to determine.*provider", re.I)
_NO_MODEL = re.compile(
    r"model[^.]{0,80}(?:not found|does not exist|not exist|unknown)|no such model|unknown model|"
    r"invalid model",
    re.IGNORECASE,
)


def classify(error: Exception, model: str, endpoint: str | None, key_env: str | None) -> Exception:
    """The error as the gateway's own kind, with a message that holds no key.

    Args:
        error: What the client library raised.
        model: The model string that was asked.
        endpoint: Its configured endpoint, None for the provider's own.
        key_env: The configured name of the key's environment variable.
    """
    status = _status(error)
    said = redact(_PREFIX.sub("", str(error)))
    code = _field(error, "code")
    if _NO_PROVIDER.search(str(error)):
        return FatalModelError(
            f"nobody knows the model {model!r}: write it as provider/model, for example "
            f"openai/gpt-4o-mini, or give api_base for your own server"
        )
    if status in (401, 403):
        where = f"the key in ${key_env}" if key_env else "the provider's key (set api_key_env)"
        return FatalModelError(f"{model}: access denied ({status}); check {where}: {said}")
    if status == 402 or code in ("insufficient_quota", "billing_hard_limit_reached"):
        return FatalModelError(f"{model}: the account has no credit left; top it up: {said}")
    if status == 404 or (status == 400 and _NO_MODEL.search(said)):
        where = f" at {endpoint}" if endpoint else ""
        return FatalModelError(f"there is no model {model!r}{where}; check its name: {said}")
    if type(error).__name__ == "ContextWindowExceededError" or code == "context_length_exceeded":
        return ContextOverflow(said)
    if _is_transient(error, status):
        return TransientError(
            said, retry_after=retry_after(_headers(error)), rate_limited=status == 429
        )
    return _of_request(error, said, code)


def _of_request(error: Exception, said: str, code: str) -> Exception:
    if _CONTEXT.search(said):
        return ContextOverflow(said)
    if type(error).__name__ == "ContentPolicyViolationError" or _CONTENT.search(f"{code} {said}"):
        return Refused(said)
    return BadRequest(said, param=_param(error))


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a response asks us to wait; None where it does not say."""
    found = {key.lower(): value for key, value in headers.items()}
    try:
        if "retry-after-ms" in found:
            return max(0.0, float(found["retry-after-ms"]) / 1000)
        if "retry-after" not in found:
            return None
        return max(0.0, float(found["retry-after"]))
    except ValueError:
        pass
    try:
        date = email.utils.parsedate_to_datetime(found.get("retry-after", ""))
    except ValueError:
        return None
    return max(0.0, (date - datetime.now(UTC)).total_seconds())


def _is_transient(error: Exception, status: int | None) -> bool:
    if isinstance(error, TimeoutError | ConnectionError):
        return True
    if status is None:
        return type(error).__name__ in ("APIConnectionError", "Timeout", "APITimeoutError")
    return status in (408, 409, 425, 429) or status >= 500


def _status(error: Exception) -> int | None:
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) else None


def _headers(error: Exception) -> Mapping[str, str]:
    headers = getattr(getattr(error, "response", None), "headers", None)
    return headers if isinstance(headers, Mapping) else {}


def _field(error: Exception, name: str) -> str:
    # The body first: litellm's own `code` is the status.
    body: Any = getattr(error, "body", None)
    if isinstance(body, dict) and isinstance(body.get("error"), dict):
        body = body["error"]
    value = body.get(name) if isinstance(body, dict) else None
    value = value or getattr(error, name, None)
    return value if isinstance(value, str) else ""


def _param(error: Exception) -> str:
    """Which of the parameters that we could do without the error is about."""
    named = _field(error, "param").split(".")[0]
    if named in OPTIONAL_PARAMS:
        return named
    said = str(error)
    if "json_schema" in said or "guided" in said or "grammar" in said:
        return "response_format"
    return next((param for param in OPTIONAL_PARAMS if re.search(rf"\b{param}\b", said)), "")
