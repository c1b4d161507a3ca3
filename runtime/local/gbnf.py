"""Pieces of llama.cpp's grammar notation (GBNF)."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Grammar:
    """What a reply has to look like.

    Attributes:
        text: In GBNF.
        note: What the model is told of it, where the prompt does not say so.
        only: The one reply that it admits, empty where there are several.
    """

    text: str
    note: str = ""
    only: str = ""


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


def in_program(text: str) -> str:
    """A text within a string of a program that itself stands within a JSON string."""
    escaped = json.dumps(text, ensure_ascii=False)[1:-1]
    return in_json(escaped)


def either(choices: Iterable[str]) -> str:
    """One of several; the order is kept, doubles go."""
    return " | ".join(dict.fromkeys(choices))


def group(choices: Iterable[str]) -> str:
    """One of several, fit to stand in a sequence."""
    return f"( {either(choices)} )"


def rules(**named: str) -> str:
    """A grammar's rules, `root` among them; underscores become what GBNF allows in names."""
    return "\n".join(f"{name.replace('_', '-')} ::= {body}" for name, body in named.items()) + "\n"


def span_rules(
    utterance: str, quote: str, write: Callable[[str], str] = in_program
) -> dict[str, str]:
    """Rules under which `span` is any run of whole words of the utterance, between quotes.

    A span ends in a word's last letter or digit, so that no full stop gets into a value.

    Args:
        utterance: The words.
        quote: What stands around the span, as grammar.
        write: How the words are written there.
    """
    words = utterance.split()[:LONGEST_SPAN]
    cores = [_CORE.search(word) for word in words]
    found: dict[str, str] = {}
    starts: list[str] = []
    for place in reversed(range(len(words))):
        core = cores[place]
        if core is None:
            continue
        further = _further(words, cores, place, write)
        rest = "" if not further else f" ( {further} )?"
        found[f"w{place}"] = write(core.group()) + rest
        starts.append(f"w{place}")
    if starts:
        found["span"] = f"{quote} {group(reversed(starts))} {quote}"
    return found


def _further(
    words: Sequence[str],
    cores: Sequence[re.Match[str] | None],
    place: int,
    write: Callable[[str], str],
) -> str:
    """From the end of a word on to the next one, with what stands between them."""
    core = cores[place]
    after = next((n for n in range(place + 1, len(words)) if cores[n] is not None), None)
    if core is None or after is None:
        return ""
    following = cores[after]
    assert following is not None  # noqa: S101 - that is how `after` was found
    between = [words[place][core.end() :], *words[place + 1 : after]]
    between.append(words[after][: following.start()])
    return f"{write(' '.join(between))} w{after}"
