"""Reading the published dialogues that a run must not repeat."""

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from pydantic import JsonValue

from checks.overlap import Published, PublishedText, published
from flows.faults import RunRefused


@lru_cache(maxsize=4)
def published_texts(names: tuple[str, ...]) -> Published:
    """An index over all strings of the named JSONL files, each line a text.

    Raises:
        RunRefused: Where a file cannot be read, or a line of it is no JSON.
    """
    return published(text for name in names for text in _texts(name))


def _texts(name: str) -> Iterator[PublishedText]:
    path = Path(name)
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as problem:
        raise RunRefused(f"validation.overlap: {name}: {problem.strerror}") from problem
    except UnicodeDecodeError as problem:
        raise RunRefused(f"validation.overlap: {name}: is no UTF-8 text") from problem
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            said = tuple(_strings(json.loads(line)))
        except RecursionError as problem:
            raise RunRefused(
                f"validation.overlap: {name}: line {number} is nested too deeply to be read"
            ) from problem
        except ValueError as problem:
            raise RunRefused(
                f"validation.overlap: {name}: line {number} is no JSON: {problem}"
            ) from problem
        yield PublishedText(f"{path.name}:{number}", said)


def _strings(content: JsonValue) -> Iterator[str]:
    """Every string in a JSON value, keys aside."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        for item in content:
            yield from _strings(item)
    elif isinstance(content, dict):
        for item in content.values():
            yield from _strings(item)
