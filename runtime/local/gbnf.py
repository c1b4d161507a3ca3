"""Pieces of llama.cpp's grammar notation (GBNF)."""

import json
import re
from collections.abc import Iterable, Sequence

_CORE = re.compile(r"\w(?:.*\w)?", re.DOTALL)
LONGEST_SPAN = 60
"""Words of an utterance that spans are made of."""


def literal(text: str) -> str:
    """A text that stands as it is."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def in_json(text: str) -> str:
    """A text as it stands within a JSON string."""
    return literal(json.dumps(text, ensure_ascii=False)[1:-1])


def either(choices: Iterable[str]) -> str:
    """One of several; the order is kept, doubles go."""
    return " | ".join(dict.fromkeys(choices))


def group(choices: Iterable[str]) -> str:
    """One of several, fit to stand in a sequence."""
    return f"( {either(choices)} )"


def rules(**named: str) -> str:
    """A grammar's rules, `root` among them; underscores become what GBNF allows in names."""
    return "\n".join(f"{name.replace('_', '-')} ::= {body}" for name, body in named.items()) + "\n"


def span_rules(utterance: str) -> dict[str, str]:
    """Rules under which `span` is any run of whole words of the utterance, in a JSON string.

    A span ends in a word's last letter or digit, so that no full stop gets into a value.
    """
    words = utterance.split()[:LONGEST_SPAN]
    cores = [_CORE.search(word) for word in words]
    found: dict[str, str] = {}
    starts: list[str] = []
    for place in reversed(range(len(words))):
        core = cores[place]
        if core is None:
            continue
        further = _further(words, cores, place, core)
        found[f"w{place}"] = in_json(core.group()) + (f" ( {further} )?" if further else "")
        starts.append(f"w{place}")
    if starts:
        found["span"] = group(reversed(starts))
    return found


def _further(
    words: Sequence[str],
    cores: Sequence[re.Match[str] | None],
    place: int,
    core: re.Match[str],
) -> str:
    """From the end of a word on to the next one, with what stands between them."""
    for after in range(place + 1, len(words)):
        following = cores[after]
        if following is not None:
            between = [words[place][core.end() :], *words[place + 1 : after]]
            between.append(words[after][: following.start()])
            return f"{in_json(' '.join(between))} w{after}"
    return ""
