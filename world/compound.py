"""Values of several parts as they are said or written: lists in words, JSON lists and objects."""

import json
import re
from collections.abc import Sequence

from schemas.base import Value
from world.names import MAX_DEPTH, MAX_ITEMS, MAX_LENGTH, MAX_NUMBER

_BETWEEN = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)
"""What stands between the items of a list that is said: 'red, blue and green'."""


def collapse(text: str) -> str:
    """The text with runs of white space made single spaces, trimmed."""
    return " ".join(text.split())


def items_of(text: str, known: Sequence[str] = ()) -> Value:
    """The items that a text lists: a JSON list, or words with commas and 'and' between them.

    Args:
        text: What was said or written.
        known: Items that may have an 'and' of their own, such as 'salt and pepper'.
    """
    read = json_or_text(text, "[")
    if not isinstance(read, str):
        return read
    said = collapse(text)
    if said.casefold() in {collapse(item).casefold() for item in known}:
        return [said]
    return [item for item in _BETWEEN.split(said) if item]


def json_or_text(text: str, opening: str) -> Value:
    """The value that JSON text stands for, the text itself where it is none.

    Args:
        text: What was said or written.
        opening: The bracket that such JSON begins with.
    """
    if not text.strip().startswith(opening):
        return text
    try:
        value: Value = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return text
    return value


def _no_constant(name: str) -> Value:
    raise ValueError(f"{name} is no JSON")


def bounded(value: Value, depth: int = 0) -> bool:
    """Whether a value is within the bounds that the language sets for what it writes."""
    if depth > MAX_DEPTH:
        return False
    if isinstance(value, list):
        return len(value) <= MAX_ITEMS and all(bounded(item, depth + 1) for item in value)
    if isinstance(value, dict):
        parts = (*value, *value.values())
        return len(value) <= MAX_ITEMS and all(bounded(part, depth + 1) for part in parts)
    if isinstance(value, str):
        return len(value) <= MAX_LENGTH
    if isinstance(value, int | float):
        return abs(value) <= MAX_NUMBER  # which what is not a number never is
    return True
