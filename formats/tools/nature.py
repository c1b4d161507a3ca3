"""What a tool does and to what, as far as its name and description tell."""

from dataclasses import dataclass

from formats.tools.reading import Tool, name_words

_READING = frozenset(
    {"get", "find", "search", "list", "query", "lookup", "look", "fetch", "read", "show", "check"}
    | {"retrieve", "view", "count", "describe", "browse", "calculate", "compute", "compare"}
    | {"estimate", "convert", "translate", "return", "display", "see", "tell", "track", "is", "has"}
)
_MAKING = frozenset(
    {"create", "book", "add", "make", "order", "reserve", "schedule", "send", "set", "buy", "place"}
    | {"post", "register", "open", "start", "submit", "rent", "purchase", "write", "insert", "new"}
    | {"play", "request", "put", "upload", "save", "log", "arrange", "hire", "plan", "share", "pay"}
)
_CHANGING = frozenset(
    {"cancel", "delete", "update", "modify", "change", "remove", "edit", "move", "rename", "close"}
    | {"stop", "pause", "resume", "transfer", "approve", "reject", "archive", "assign", "clear"}
    | {"enable", "disable", "mark", "reset", "revoke", "replace", "turn", "confirm", "execute"}
    | {"run", "call", "invoke", "apply", "merge", "reschedule", "patch", "upsert", "refund"}
)
_WRITING = _MAKING | _CHANGING
_STOP = frozenset(
    {"by", "for", "in", "with", "from", "to", "of", "at", "on", "all", "my", "the", "a", "an"}
)


@dataclass(frozen=True)
class Nature:
    """What a tool is taken for.

    Attributes:
        reads: It only looks: a query.
        makes: It makes a new thing of the kind that `noun` names.
        noun: The kind of thing, singular, words joined by underscores.
        why: What the judgement on `reads` rests on.
    """

    reads: bool
    makes: bool
    noun: str
    why: str


def nature_of(tool: Tool) -> Nature:
    """Judges a tool: its own annotation first, then its name, then its description.

    What nothing is known of is taken to write: an unneeded question for confirmation does less
    harm than a call that nobody wanted.
    """
    segments = name_words(tool.name)
    words = segments[-1] if segments else ()
    verb = _verb(words)
    reads, why = _reads(tool, words, verb)
    noun = _noun(words, verb) or _noun(segments[-2] if len(segments) > 1 else (), "")
    return Nature(reads, not reads and verb in _MAKING, noun, why)


def _verb(words: tuple[str, ...]) -> str:
    """The name's verb: its first word, or its last ('weather_get')."""
    if words and words[0] in _READING | _WRITING:
        return words[0]
    if words and words[-1] in _WRITING:
        return words[-1]
    return ""


def _reads(tool: Tool, words: tuple[str, ...], verb: str) -> tuple[bool, str]:
    if tool.read_only is not None:
        return tool.read_only, f"it says readOnlyHint: {str(tool.read_only).lower()}"
    if verb:
        return verb in _READING, f"its name says {verb!r}"
    said = next(iter(tool.description.lower().split()), "").strip(".,:;")
    for form in (said, said.removesuffix("s"), said.removesuffix("es")):
        if form in _READING | _WRITING:
            return form in _READING, f"its description begins with {said!r}"
    if words and words[-1] in _READING:
        return True, f"its name says {words[-1]!r}"
    return False, "nothing says that it only reads"


def _noun(words: tuple[str, ...], verb: str) -> str:
    rest = list(words)
    if verb and rest and verb in (rest[0], rest[-1]):
        rest.pop(0 if rest[0] == verb else -1)
    elif len(rest) > 1 and rest[-1] in _READING:
        rest.pop()
    while len(rest) > 1 and rest[0] in _READING | _WRITING | {"and", "or"}:
        rest.pop(0)  # 'get_and_lock_seat' is about seats
    for place, word in enumerate(rest):
        if word in _STOP and place:
            rest = rest[:place]
            break
    rest = [word for word in rest if word not in _STOP]
    if rest:
        rest[-1] = _singular(rest[-1])
    return "_".join(rest)


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("ses", "xes", "ches", "shes")) and len(word) > 4:
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is", "news")):
        return word[:-1]
    return word
