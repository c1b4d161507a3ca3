"""From a model's words to a reply: finds the JSON, mends what is safe to mend, else complains.

Models wrap their answer in thinking blocks, fences and small talk, write Python for JSON, and
forget commas. What is certain is mended here; what is not goes back to the model as a short
complaint, never into the data as a guess.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, TypeVar

import json_repair
from pydantic import BaseModel, ValidationError

from runtime.coercion import coerced
from schemas.base import Record

ReplyT = TypeVar("ReplyT", bound=Record)

_THINKING = re.compile(
    r"<(think|thinking|thought|reasoning|reflection|scratchpad)>.*?(?:</\1>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_THINKING_END = re.compile(
    r"\A.*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE
)
_OPENING = re.compile(r"[{\[]")
_REFUSAL = re.compile(
    r"\b(?:i(?:'|’)?m (?:very |really )?sorry|i apologi[sz]e|i (?:can(?:no|')?t|can’t|won(?:'|’)t|"
    r"am unable to|(?:'|’)?m unable to|am not able to) (?:help|assist|comply|provide|do|fulfil|"
    r"create|generate|answer|continue|engage|write|produce)|as an ai\b|against my guidelines)",
    re.IGNORECASE,
)
_OTHER_SPEAKER = re.compile(r"^\s*(?:user|assistant|system|human|ai|bot)\s*:", re.I | re.M)
_LABEL = re.compile(r"\A\s*(?:user|assistant|system|human|ai|bot)\s*:\s*", re.I)
_LEAKED = re.compile(
    r"</?(?:conversation|transcript|moves|goals|persona|intents|task|think)\b", re.I
)


class UnreadableReply(ValueError):
    """The reply cannot be used; the message is short enough to be fed back.

    Attributes:
        refused: True where the model declined instead of failing.
        empty: True where there is nothing to read.
    """

    def __init__(self, complaint: str, *, refused: bool = False, empty: bool = False) -> None:
        super().__init__(complaint)
        self.refused = refused
        self.empty = empty


def read(text: str, model: type[ReplyT], *, cut: bool = False) -> ReplyT:
    """Reads a reply.

    Args:
        text: What the model wrote.
        model: What it is to be.
        cut: True where the model ran into its token limit: only a complete JSON object counts.

    Raises:
        UnreadableReply: With a complaint for the model.
    """
    try:
        reply = model.model_validate_json(text)
    except ValidationError:
        reply = _search(text, model, cut=cut)
    return _sane(reply)


def _search(text: str, model: type[ReplyT], *, cut: bool) -> ReplyT:
    body = _without_thinking(text)
    if not body:
        raise UnreadableReply("the reply is empty; answer with the JSON object", empty=True)
    complaint = ""
    # Whole objects first: mending is tried only where none of them is an answer.
    for values in (_strict_values(body), _mended_values(body, cut=cut)):
        fitting: list[ReplyT] = []
        for value in values:
            try:
                reply = model.model_validate(coerced(value, model))
            except ValidationError as error:
                complaint = complaint or _sentence(error)
            else:
                fitting += [] if reply in fitting else [reply]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise UnreadableReply(
                f"the reply holds {len(fitting)} different JSON objects; answer with exactly one"
            )
    raise _complaint(body, complaint, cut=cut)


def _complaint(body: str, complaint: str, *, cut: bool) -> UnreadableReply:
    if cut:
        return UnreadableReply("the reply was cut at the token limit; answer more briefly")
    return UnreadableReply(
        complaint or "the reply holds no JSON object; answer with one JSON object and nothing else",
        refused=not complaint and bool(_REFUSAL.search(body)),
    )


def _without_thinking(text: str) -> str:
    body = _THINKING.sub("", text)
    # Some chat templates swallow the opening tag and leave the closing one.
    return _THINKING_END.sub("", body).strip().lstrip("\ufeff")


def _strict_values(body: str) -> Iterator[Any]:
    """Every valid JSON object or array at the top level of the text, in order."""
    for piece in _pieces(body):
        try:
            value = json.loads(piece)
        except (ValueError, RecursionError):
            continue
        if value:
            yield value


def _mended_values(body: str, *, cut: bool) -> Iterator[Any]:
    """What a repair makes of each piece that looks like JSON."""
    for piece in _pieces(body):
        # Without its closing bracket a piece must at least end a value: a sentence that was
        # cut in the middle would be mended into a wrong answer that looks right.
        whole = piece.endswith(("}", "]"))
        if not whole and (cut or not piece.endswith(('"', "'"))):
            continue
        try:
            value = json_repair.loads(piece)
        except RecursionError:
            continue
        if isinstance(value, dict | list) and value:
            yield value


def _pieces(body: str) -> Iterator[str]:
    """The bracketed parts at the top level of the text; the last one may lack its end."""
    at = 0
    while (found := _OPENING.search(body, at)) is not None:
        at = _end(body, found.start())
        yield body[found.start() : at].strip().removesuffix("```").rstrip()


def _end(body: str, start: int) -> int:
    """Where the bracket that opens at `start` is closed, or the end of the text."""
    depth, quoted, at = 0, False, start
    while at < len(body):
        character = body[at]
        if quoted:
            at += character == "\\"
            quoted = character != '"'
        elif character == '"':
            quoted = True
        elif character in "{[":
            depth += 1
        elif character in "}]":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return len(body)


def _sentence(error: ValidationError) -> str:
    """The first fault in the words of a complaint."""
    faults = error.errors(include_url=False, include_context=False)
    first = faults[0]
    place = ".".join(str(part) for part in first["loc"])
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    got = "" if isinstance(first["input"], dict) else f", got {str(first['input'])[:60]!r}"
    return f"field {place!r}: {first['msg']}{got}{more}" if place else f"{first['msg']}{got}{more}"


def _sane(reply: ReplyT) -> ReplyT:
    """Refuses well-formed replies whose words are plainly not an answer."""
    changes: dict[str, str] = {}
    for name in type(reply).model_fields:
        value = getattr(reply, name)
        for words in _strings(value):
            _refuse_nonsense(name, words)
        if isinstance(value, str) and (label := _LABEL.match(value)):
            changes[name] = value[label.end() :]
    if changes:
        return _search(json.dumps(reply.model_dump(mode="json") | changes), type(reply), cut=False)
    return reply


def _refuse_nonsense(name: str, words: str) -> None:
    if len(words) < 12:
        return
    inner = _LABEL.sub("", words)
    if _OTHER_SPEAKER.search(inner):
        raise UnreadableReply(f"field {name!r} speaks for another speaker; give one turn only")
    if _LEAKED.search(words):
        raise UnreadableReply(f"field {name!r} repeats tags of the instructions")
    if _loops(words):
        raise UnreadableReply(f"field {name!r} repeats itself; say it once")


def _loops(words: str) -> bool:
    """True where a phrase of two to twelve words stands four times in a row."""
    tokens = words.split()
    for size in range(2, 13):
        run = 0
        for i in range(size, len(tokens)):
            run = run + 1 if tokens[i] == tokens[i - size] else 0
            if run >= 3 * size:
                return True
    return False


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _strings(part)
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _strings(getattr(value, name))
