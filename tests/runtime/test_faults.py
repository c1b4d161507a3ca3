"""What a provider's error means, and what of it may be shown."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from runtime.errors import (
    BadRequest,
    ContextOverflow,
    FatalModelError,
    Refused,
    TransientError,
)
from runtime.faults import classify, retry_after
from runtime.redact import redact


class Raised(Exception):
    """An exception with what the client libraries' ones carry."""

    def __init__(
        self,
        message: str = "it went wrong",
        status: int | None = None,
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status_code = status
        self.body = body
        self.response = type("Response", (), {"headers": headers or {}})()


class APIConnectionError(Raised):
    """Named as the client library names it."""


class ContextWindowExceededError(Raised):
    """Named as litellm names it."""


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (Raised(status=408), TransientError),
        (Raised(status=409), TransientError),
        (Raised(status=429), TransientError),
        (Raised(status=500), TransientError),
        (Raised(status=529), TransientError),
        (TimeoutError(), TransientError),
        (ConnectionResetError("reset"), TransientError),
        (APIConnectionError(), TransientError),
        (Raised(status=401), FatalModelError),
        (Raised(status=403), FatalModelError),
        (Raised(status=402), FatalModelError),
        (Raised(status=404), FatalModelError),
        (Raised(status=429, body={"code": "insufficient_quota"}), FatalModelError),
        (Raised(status=429, body={"error": {"code": "insufficient_quota"}}), FatalModelError),
        (Raised("model `x` not found", status=400), FatalModelError),
        (Raised("LLM Provider NOT provided. You passed model=x", status=400), FatalModelError),
        (ContextWindowExceededError(status=400), ContextOverflow),
        (Raised(status=400, body={"code": "context_length_exceeded"}), ContextOverflow),
        (Raised("prompt is too long: 9000 tokens", status=400), ContextOverflow),
        (Raised("the request exceeds the available context size", status=400), ContextOverflow),
        (Raised(status=400, body={"code": "content_policy_violation"}), Refused),
        (Raised("rejected by our safety system", status=400), Refused),
        (Raised(status=400), BadRequest),
        (Raised(status=422), BadRequest),
        (Raised(), BadRequest),
    ],
)
def test_errors_are_told_apart(error: Exception, kind: type[Exception]) -> None:
    assert type(classify(error, "openai/x", None, None)) is kind


@pytest.mark.parametrize(
    ("error", "param"),
    [
        (Raised(status=400, body={"param": "response_format.type"}), "response_format"),
        (Raised("'json_schema' is not available", status=400), "response_format"),
        (Raised("Unsupported value: 'temperature' must be 1", status=400), "temperature"),
        (Raised("use max_completion_tokens", status=400), "max_completion_tokens"),
        (Raised("max_tokens_x is unknown", status=400), ""),
    ],
)
def test_the_parameter_that_is_refused_is_found(error: Exception, param: str) -> None:
    fault = classify(error, "openai/x", None, None)
    assert isinstance(fault, BadRequest)
    assert fault.param == param


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-3"}, 0.0),
        ({"Retry-After-Ms": "250", "retry-after": "7"}, 0.25),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_retry_after_is_read_in_every_form(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


def test_retry_after_may_be_a_date() -> None:
    soon = datetime.now(UTC) + timedelta(seconds=30)
    found = retry_after({"retry-after": format_datetime(soon, usegmt=True)})
    assert found is not None
    assert 27 < found <= 30


def test_the_clients_own_prefixes_are_left_out() -> None:
    error = Raised("litellm.RateLimitError: RateLimitError: OpenAIException - slow down", 429)
    assert str(classify(error, "openai/x", None, None)) == "slow down"


@pytest.mark.parametrize(
    "text",
    [
        "key sk-abcdefgh12345678 is bad",
        "Incorrect API key provided: sk-proj-abc***xyz1234.",
        "Authorization: Bearer abcdefgh12345678",
        "{'api-key': 'abcdefgh12345678'}",
        "http://user:abcdefgh12345678@host/v1 is down",
        "AIzaSyAbcdefgh12345678 refused",
    ],
)
def test_keys_are_hidden(text: str) -> None:
    shown = redact(text)
    assert "[hidden]" in shown
    assert "12345678" not in shown
    assert "abc***" not in shown


def test_values_of_secret_variables_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUR_TOKEN", "plainlooking")
    monkeypatch.setenv("OUR_NAME", "harmless-words")
    assert redact("plainlooking harmless-words") == "[hidden] harmless-words"


def test_a_message_is_one_line_of_bounded_length() -> None:
    shown = redact("a\n b" * 1000)
    assert len(shown) == 300
    assert "\n" not in shown
