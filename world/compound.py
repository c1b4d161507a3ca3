"""Values of several parts as they are said or written: lists in words, JSON lists and objects."""

import json
import re
from collections.abc import Sequence

from schemas.base import Value

_BETWEEN = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)
"""What stands between the items of a list that is said: 'red, blue and green'."""


def items_of(text: str, known: Sequence[str] = ()) -> Value:
    """The items that a text lists: a JSON list, or words with commas and 'and' between them.

    Args:
        text: What was said or written.
        known: Items that may have an 'and' of their own, such as 'salt and pepper'.
    """
    read = json_or_text(text, "[")
    if not isinstance(read, str):
        return read
    said = " ".join(text.split())
    if said.casefold() in {" ".join(item.split()).casefold() for item in known}:
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
        value: Value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value
