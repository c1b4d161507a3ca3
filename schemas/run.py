"""Records of a run: what was asked of models, and what came of it."""

from datetime import datetime
from enum import StrEnum

from schemas.base import Record
from schemas.calls.call import Role
from schemas.config import RunConfig


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
        reused: True where an older run paid for it; its cost is none of this run's.
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
    reused: bool = False
    detail: str = ""


class RunStatus(StrEnum):
    """How a run stands."""

    ESTIMATED = "estimated"
    """A few dialogues were tried for the sake of their price; nothing is made yet."""
    RUNNING = "running"
    COMPLETE = "complete"
    """Every cell publishes a dialogue."""
    UNMET = "unmet"
    """Attempts ran out before every cell had one."""
    BUDGET = "budget"
    """`limits.max_cost_usd` was reached; what was finished by then is published."""
    INTERRUPTED = "interrupted"
    FAILED = "failed"


class Extent(Record):
    """A stretch of cells that was asked for: by `run`, then by each `extend`."""

    start: int
    count: int


class RoundSummary(Record):
    """One round: an attempt at every cell that was still unfilled.

    Attributes:
        number: From 0, through all extents.
        first_shard: Number of its first part in every table.
        filled: Cells that publish a dialogue once the round is over, of all extents.
    """

    number: int
    first_shard: int
    shards: int
    attempted: int
    filled: int


class UnmetCell(Record):
    """A cell that publishes nothing, and why.

    Attributes:
        reasons: How often each rejection code stopped an attempt.
    """

    cell: int
    intent: str
    phenomena: tuple[str, ...] = ()
    attempts: int
    reasons: dict[str, int]


class QuotaRow(Record):
    """What became of one declared share.

    Attributes:
        kind: `phenomenon`, `intent` (the primary one), `intents` (their number) or `split`.
        wanted: Dialogues that the configuration asks for.
        planned: Cells that were laid for it.
        simulated: Dialogues that were made for these cells, all attempts.
        realised: Of these, the ones that show it by their labels alone.
        accepted: Cells of it that publish a dialogue.
        reason: Why fewer are accepted than wanted, empty where none are missing.
    """

    kind: str
    name: str
    wanted: int
    planned: int
    simulated: int
    realised: int
    accepted: int
    reason: str = ""


class Spend(Record):
    """What the run's replies cost, whenever they were paid; what older runs paid is no part of it.

    Attributes:
        usd: Sum of all known prices, a decimal number.
        unpriced: Calls of unknown price, which the sum leaves out.
        unfinished_usd: What was paid beyond that, for work that was not finished; whoever goes on
            with the run has these replies free.
        from_journal: Calls answered out of a journal in the latest sitting.
    """

    calls: int = 0
    from_journal: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    usd: str = "0"
    unpriced: int = 0
    unfinished_usd: str = "0"


class Panel(Record):
    """The judges of a run.

    Attributes:
        models: Who sits where; one model may have several seats.
        yes, unreadable: By seat, how often it voted yes, and how often nobody could read it.
        unscored: Judgements without enough readable votes.
        alpha: Krippendorff's, for nominal votes; None where no two votes can be compared or no
            vote ever differed.
    """

    models: tuple[str, ...]
    judgements: int
    yes: tuple[int, ...]
    unreadable: tuple[int, ...]
    unscored: int = 0
    alpha: float | None = None


class SupervisionRow(Record):
    """What a supervisor of the system's programs did, in all attempts at all dialogues.

    Attributes:
        supervisor: `schema` or `parser`.
        kind: `intent`, `slot` or `value`: what was mended.
        asked: How often it came to the question; remembered answers count.
        mended: How often the program was changed then.
        right: After how many of these the turn did what the user's words say.
    """

    supervisor: str
    kind: str
    asked: int
    mended: int
    right: int


class RunManifest(Record):
    """`run.json`: what was asked for and how it stands.

    Attributes:
        detail: One sentence about the status.
        extents: Stretches of cells, in the order in which they were asked for.
        reuse: Older runs whose replies this one may use.
        imported: Digest of each imported service file, in the config's order.
        stages: Fingerprint of each stage's code version, prompts, models and settings.
        versions: Of Python, Dialoom and the libraries that matter.
        rejections: Dropped items by `stage/code`.
        panel: How the judges voted, None while nothing is judged.
        quotas: What became of the declared shares.
        supervision: What the supervisors of the system's programs did.
    """

    run: str
    status: RunStatus = RunStatus.RUNNING
    detail: str = ""
    started_at: datetime
    updated_at: datetime
    config: RunConfig
    extents: tuple[Extent, ...]
    reuse: tuple[str, ...] = ()
    imported: tuple[str, ...] = ()
    stages: dict[str, str] = {}
    versions: dict[str, str] = {}
    rounds: tuple[RoundSummary, ...] = ()
    attempted: int = 0
    accepted: int = 0
    rejections: dict[str, int] = {}
    unmet: tuple[UnmetCell, ...] = ()
    quotas: tuple[QuotaRow, ...] = ()
    spend: Spend = Spend()
    panel: Panel | None = None
    supervision: tuple[SupervisionRow, ...] = ()

    @property
    def wanted(self) -> int:
        """How many dialogues all extents ask for."""
        return sum(extent.count for extent in self.extents)
