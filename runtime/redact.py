"""Keeps keys and headers out of logs, records and error messages."""

import os
import re

_SECRET_NAME = re.compile(r"key|token|secret|password|credential", re.IGNORECASE)
_PATTERNS = (
    re.compile(r"\b(?:sk|pk|rk|gsk|xai|hf|or)[-_][A-Za-z0-9_\-*.]{6,}"),
    re.compile(r"\bAIza[A-Za-z0-9_\-]{10,}"),
    re.compile(r"(?i)(?<=bearer )[^\s'\",}]+"),
    re.compile(r"(?i)(?<=api[-_]key['\"]: ['\"])[^'\"]+"),
    re.compile(r"(?<=://)[^/\s@]+:[^/\s@]+(?=@)"),
)
HIDDEN = "[hidden]"


def redact(text: str, *, limit: int = 300) -> str:
    """The text on one line, cut to `limit`, without anything that looks like or is a key."""
    for name, value in os.environ.items():
        if len(value) >= 8 and _SECRET_NAME.search(name) and value in text:
            text = text.replace(value, HIDDEN)
    for pattern in _PATTERNS:
        text = pattern.sub(HIDDEN, text)
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1] + "…"
