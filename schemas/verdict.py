"""What validation says, and why an item was dropped."""

from enum import StrEnum

from schemas.base import Record
from schemas.dialogue import Supervised


class RejectionCode(StrEnum):
    """Why an item is not in the dataset."""

    BAD_REPLY = "bad_reply"
    """A model's reply stayed unusable after repairs and re-asks."""
    REFUSED = "refused"
    """A model declined to answer (content filter, refusal)."""
    DUPLICATE_INTENT = "duplicate_intent"
    SCHEMA_INVALID = "schema_invalid"
    PLAN_UNHOSTABLE = "plan_unhostable"
    """The plan's goals cannot host the cell's phenomena or flow."""
    PLAN_INCOHERENT = "plan_incoherent"
    PLAN_NOT_EXECUTABLE = "plan_not_executable"
    """The gold program does not reach the expected state."""
    USER_OFF_PLAN = "user_off_plan"
    """The user simulator did not say what it had to, after repairs."""
    SYSTEM_STUCK = "system_stuck"
    """The system's programs stayed invalid after repairs."""
    SYSTEM_OFF_WORDS = "system_off_words"
    """The system's programs did something else than the user said, after repairs."""
    RESPONSE_UNGROUNDED = "response_ungrounded"
    TOO_LONG = "too_long"
    STRUCTURE = "structure"
    REPLAY = "replay"
    FINAL_STATE = "final_state"
    COLLATERAL = "collateral"
    PHENOMENON_MISSING = "phenomenon_missing"
    PHENOMENON_RULE = "phenomenon_rule"
    WORDING = "wording"
    """An utterance leaks instructions, tags or names, or is in another speaker's voice."""
    USER_UNGROUNDED = "user_ungrounded"
    SYSTEM_UNGROUNDED = "system_ungrounded"
    STALE_SAY = "stale_say"
    """A `say` refers to a signal that is not its task's newest."""
    UNINTENDED_CORRECTION = "unintended_correction"
    LABEL_DISAGREEMENT = "label_disagreement"
    JUDGED_NO = "judged_no"
    UNSCORED = "unscored"
    OVERLAP = "overlap"
    """The words are largely those of a published dialogue that was named."""
    DUPLICATE = "duplicate"
    SURPLUS = "surplus"
    TRIPLET_INCOMPLETE = "triplet_incomplete"
    """The siblings of a triplet are published together or not at all."""


class Rejection(Record):
    """An item that a stage dropped; it is kept in `rejects/`.

    Attributes:
        supervised: What supervisors did in the dialogue until it was dropped.
    """

    item: str
    stage: str
    code: RejectionCode
    detail: str = ""
    supervised: tuple[Supervised, ...] = ()


class Outcome(StrEnum):
    """A check's outcome; `unscored` is never a pass."""

    PASS = "pass"
    FAIL = "fail"
    UNSCORED = "unscored"


class Verdict(Record):
    """One check's verdict on one dialogue, or on one of its turns.

    Attributes:
        rung: Place on the ladder, 1 to 7.
        votes: What each model or draw said, in order.
    """

    dialogue_id: str
    check: str
    version: int
    rung: int
    outcome: Outcome
    code: RejectionCode | None = None
    turn: int | None = None
    detail: str = ""
    votes: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
