"""What is asked of a model, what it may cost, and the form in which the reply is asked for."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from runtime.prompts import Message
from schemas.base import Record

_ANNOTATIONS = ("title", "default", "description")
_LENGTHS = ("minLength", "maxLength")


@dataclass(frozen=True)
class Question:
    """What is asked of a model.

    Attributes:
        call: The call's name.
        data: The input object; only the offline model is handed it, never over HTTP.
        schema: JSON schema of the reply.
        seed: Sent where the binding wants one; the offline model always has it.
        grammar: Of the answer in GBNF, for one of the small questions that a call is broken down
            into.
    """

    call: str
    data: Record
    messages: list[Message]
    schema: dict[str, Any]
    seed: int
    grammar: str = ""


@dataclass(frozen=True)
class Prices:
    """US dollars per token."""

    input: Decimal
    output: Decimal
    cached: Decimal

    @property
    def all(self) -> tuple[Decimal, Decimal, Decimal]:
        """All three."""
        return self.input, self.output, self.cached

    def of(self, tokens_in: int, tokens_out: int, tokens_cached: int = 0) -> Decimal:
        """What that many tokens cost; `tokens_cached` are among `tokens_in`."""
        fresh = tokens_in - tokens_cached
        return fresh * self.input + tokens_cached * self.cached + tokens_out * self.output


FREE = Prices(Decimal(0), Decimal(0), Decimal(0))


def strict_schema(schema: dict[str, Any], *, lengths: bool) -> dict[str, Any]:
    """A pydantic schema as strict structured output wants it.

    Every object closed, every property required, no defaults or titles. Docstrings go too: they
    are written for us, and a prompt says what its reply means.

    Args:
        schema: As `model_json_schema` makes it.
        lengths: Whether to keep bounds on strings. Grammars of local servers need them, since
            weak models loop; OpenAI's own endpoint refuses them.
    """
    strict: dict[str, Any] = _strict(schema, lengths)
    return strict


def _strict(part: Any, lengths: bool) -> Any:
    if isinstance(part, list):
        return [_strict(member, lengths) for member in part]
    if not isinstance(part, dict):
        return part
    kept: dict[str, Any] = {}
    for key, value in part.items():
        if key in ("properties", "$defs"):
            # Their keys are names: a property may be called 'title' or 'description'.
            kept[key] = {name: _strict(member, lengths) for name, member in value.items()}
        elif key not in _ANNOTATIONS and (lengths or key not in _LENGTHS):
            kept[key] = _strict(value, lengths)
    if "properties" in kept:
        kept["required"] = list(kept["properties"])
        kept["additionalProperties"] = False
    return kept
