"""Records of a run: what was asked of models, and what came of it."""

from enum import StrEnum

from schemas.base import Record
from schemas.calls.call import Role


class CallOutcome(StrEnum):
    """What became of one request to a model."""

    OK = "ok"
    MALFORMED = "malformed"
    """The reply could not be read as the call's reply model."""
    UNUSABLE = "unusable"
    """Well-formed, but the stage's own check refused it."""
    EMPTY = "empty"
    TRUNCATED = "truncated"
    """Cut at the token limit before the reply was complete."""
    REFUSED = "refused"
    """The model declined, or a content filter did."""
    ERROR = "error"
    """No reply came; `detail` says why."""


class CallRecord(Record):
    """One request to a model, a repeated or a failed one too.

    Attributes:
        model: The model string that was asked for.
        answered_by: The model that answered: a fallback, or what the endpoint calls itself;
            empty where no reply came.
        item, turn, step, draw: The call site.
        attempt: 0 for the first question, counting the re-asks after it.
        prompt_hash: Hash of the template and its shared parts.
        asked: Hash of all that was asked (messages, reply schema, parameters, endpoint, model).
        tokens_in, tokens_out, tokens_cached: As the endpoint counts them, None where it does not.
        cost_usd: A decimal number in US dollars, None where the price is unknown.
        latency_s: Seconds that the request took, of the original one for a reply out of a journal.
        from_journal: True where the reply had been paid for earlier.
        detail: Why the reply was not used, without keys or headers.
    """

    role: Role
    call: str
    model: str
    answered_by: str = ""
    item: str
    turn: int = 0
    step: int = 0
    draw: int = 0
    attempt: int = 0
    prompt_hash: str
    asked: str
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_cached: int | None = None
    cost_usd: str | None = None
    latency_s: float = 0.0
    outcome: CallOutcome
    from_journal: bool = False
    detail: str = ""
