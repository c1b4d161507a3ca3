"""How a user words what they want: verb phrases of an intent. Both sides read the same ones."""

import re
from dataclasses import dataclass
from functools import lru_cache

from runtime.offline.words import article, humanize, plural, singular

_SEARCH = frozenset(
    [
        "find",
        "search",
        "look",
        "list",
        "show",
        "check",
        "get",
        "query",
        "see",
        "retrieve",
        "browse",
        "view",
    ]
)
_CUT = re.compile(
    r"\s+(?:at|for|from|in|with|on|using|by|based|to|that|which|where|given|matching|between"
    r"|near|of|according|so|when|via)\s.*$|\s*[(,;.:].*$"
)
_QUERY = re.compile(r"^query intent for finding existing (.+)$|^find (?:an? )?existing (.+)$", re.I)


@dataclass(frozen=True)
class VerbPhrases:
    """The verb phrases of an intent.

    Attributes:
        full: The whole description: 'reserve a table at a restaurant'.
        short: Without what slots will say: 'reserve a table'.
        search: True where the intent looks things up.
        others: Further ways to say it.
    """

    full: str
    short: str
    search: bool
    others: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """Every way to say it, the full one first."""
        return tuple(dict.fromkeys((self.full, self.short, *self.others)))


@lru_cache(maxsize=2048)
def verb_phrases(description: str, entity: str = "") -> VerbPhrases:
    """The verb phrases of an intent, from its description (or its name) and its entity's noun."""
    nouns = plural(humanize(entity)) if entity else ""
    query = _QUERY.match(description.strip())
    text = _plain(description)
    if query:
        nouns = nouns or humanize(query.group(1) or query.group(2))
        text = f"find my {nouns}"
    short = _shortened(text)
    search = text.split(" ", 1)[0] in _SEARCH
    if search and nouns:
        return _search_phrases(text, short, nouns)
    return VerbPhrases(text, short, search, ())


_PREAMBLE = re.compile(
    r"^(?:the )?(?:user wants to|intent to|this intent|used to|allows? .*? to) ", re.I
)


def _plain(description: str) -> str:
    text = description.strip().rstrip(".!")
    if re.fullmatch(r"[A-Za-z0-9]+(?:_[A-Za-z0-9]+)*_?", text):
        text = humanize(text)
    text = _PREAMBLE.sub("", re.sub(r"\s+", " ", text.replace("_", " ")))
    first = text.split(" ", 1)[0]
    if first[:1].isupper() and first[1:].islower():
        text = text[:1].lower() + text[1:]
    return _with_article(_base_verb(text))


def _base_verb(text: str) -> str:
    verb, _, rest = text.partition(" ")
    if verb.endswith("ies") and len(verb) > 4:
        verb = verb[:-3] + "y"
    elif verb.endswith(("shes", "ches", "sses", "xes")):
        verb = verb[:-2]
    elif verb.endswith("s") and not verb.endswith("ss") and len(verb) > 3 and rest:
        verb = verb[:-1]
    return f"{verb} {rest}".strip()


_DETERMINED = re.compile(
    r"(?:an?|the|my|your|some|all|new|existing|up|down|out|for|to|in|on|off|about|with|from|money"
    r"|any|two|information|\d+)\b"
)


def _with_article(text: str) -> str:
    """'reserve table' becomes 'reserve a table'."""
    verb, _, rest = text.partition(" ")
    if not rest or _DETERMINED.match(rest):
        return text
    head = _CUT.sub("", rest)
    if singular(head) != head or _UNCOUNTED.search(head):
        return text
    return f"{verb} {article(rest)} {rest}"


_UNCOUNTED = re.compile(
    r"(?:music|accommodation|money|food|weather|volume|exercise|water|medication|insurance|help"
    r"|information|feedback|support|advice|parking|storage|equipment|furniture|transport|travel"
    r"|takeaway|luggage|cash|news|access|coverage|tuition|cleaning)$"
)


def _shortened(text: str) -> str:
    verb, _, rest = text.partition(" ")
    cut = _CUT.sub("", rest) if rest else ""
    if _keeps(rest.removeprefix(cut)):
        return text
    if len(cut.split()) < 1 or cut in ("a", "an", "the", "my", "up", "down"):
        return text
    return f"{verb} {cut}"


def _keeps(tail: str) -> bool:
    """Whether what follows a verb's object belongs to it: 'to favorites', not 'at a restaurant'."""
    words = tail.split()
    return len(words) == 2 and words[0] == "to" and singular(words[1]) != words[1]


def _search_phrases(text: str, short: str, nouns: str) -> VerbPhrases:
    others = tuple(
        f"{verb} my {nouns}" for verb in ("find", "look up", "check", "pull up", "see", "look at")
    )
    mine = f"find my {nouns}"
    if text in (f"find my {nouns}", f"find {nouns}") or len(text.split()) > 7:
        return VerbPhrases(mine, mine, True, others)
    return VerbPhrases(text, short, True, others)


def gerund(verb_phrase: str) -> str:
    """'book a flight' becomes 'booking a flight'."""
    verb, space, rest = verb_phrase.partition(" ")
    if verb.endswith("ie"):
        verb = verb[:-2] + "y"
    elif verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")):
        verb = verb[:-1]
    elif re.fullmatch(r"[^aeiou]*[aeiou][bdgmnprt]", verb):
        verb += verb[-1]
    return f"{verb}ing{space}{rest}"
