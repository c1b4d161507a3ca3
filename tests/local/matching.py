"""Whether a text is what a grammar admits: our grammars do not recurse, so a regex can say it."""

import re
from functools import cache

_TOKEN = re.compile(
    r'\s+|"(?P<literal>(?:[^"\\]|\\.)*)"|(?P<set>\[(?:[^\]\\]|\\.)*\])|(?P<rule>[a-z][a-z0-9-]*)'
    r"|(?P<mark>\{\d+(?:,\d*)?\}|[|()?*+])"
)


def admits(grammar: str, text: str) -> bool:
    """Whether the whole text follows from the rule `root`."""
    return _compiled(grammar).fullmatch(text) is not None


@cache
def _compiled(grammar: str) -> re.Pattern[str]:
    rules = dict(line.split(" ::= ", 1) for line in grammar.splitlines())

    @cache
    def pattern(name: str) -> str:
        return f"(?:{_translated(rules[name])})"

    def _translated(body: str) -> str:
        parts = []
        for token in _TOKEN.finditer(body):
            kind = token.lastgroup
            if kind == "literal":
                text = re.sub(r"\\(.)", _unescaped, token.group("literal"))
                parts.append(f"(?:{re.escape(text)})")
            elif kind == "rule":
                parts.append(pattern(token.group("rule")))
            elif kind:
                parts.append("(?:" if token.group() == "(" else token.group())
        return "".join(parts)

    assert sum(len(m.group()) for b in rules.values() for m in _TOKEN.finditer(b)) == sum(
        len(b) for b in rules.values()
    ), "the grammar holds something that this reader does not know"
    return re.compile(pattern("root"))


def _unescaped(escape: re.Match[str]) -> str:
    return "\n" if escape.group(1) == "n" else escape.group(1)
