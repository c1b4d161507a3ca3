"""Dialogue acts: SGD's, and the few that name what SGD's speakers never do."""

from enum import StrEnum

from schemas.base import Record, Value


class ActType(StrEnum):
    """What a turn does; who speaks tells user acts from system acts (SGD uses some for both)."""

    # SGD, user and system
    INFORM = "INFORM"
    REQUEST = "REQUEST"
    GOODBYE = "GOODBYE"
    # SGD, user
    INFORM_INTENT = "INFORM_INTENT"
    AFFIRM = "AFFIRM"
    NEGATE = "NEGATE"
    SELECT = "SELECT"
    REQUEST_ALTS = "REQUEST_ALTS"
    AFFIRM_INTENT = "AFFIRM_INTENT"
    NEGATE_INTENT = "NEGATE_INTENT"
    THANK_YOU = "THANK_YOU"
    # SGD, system
    CONFIRM = "CONFIRM"
    OFFER = "OFFER"
    NOTIFY_SUCCESS = "NOTIFY_SUCCESS"
    NOTIFY_FAILURE = "NOTIFY_FAILURE"
    INFORM_COUNT = "INFORM_COUNT"
    OFFER_INTENT = "OFFER_INTENT"
    REQ_MORE = "REQ_MORE"
    # Dialoom, user
    CANCEL = "CANCEL"
    """Calls off an open task."""
    HOLD = "HOLD"
    """Neither confirms nor denies: the task waits."""
    IRRELEVANT = "IRRELEVANT"
    """Says something that is no answer and asks for nothing."""
    OVERHEARD = "OVERHEARD"
    """Speech meant for somebody else; values in it are no slot values."""
    SARCASTIC = "SARCASTIC"
    """A value that is obviously not meant."""
    UNANSWERABLE = "UNANSWERABLE"
    """Cannot say the value that was asked for."""
    OUT_OF_SCOPE = "OUT_OF_SCOPE"
    """Asks for something that no intent offers; the surface is what is asked for."""
    PRESUME = "PRESUME"
    """Speaks as if the intent had been performed, though it was not."""
    # Dialoom, system
    CLARIFY = "CLARIFY"
    REFUSE = "REFUSE"


class Reference(Record):
    """A value that is pointed at instead of said: 'the same day as the flight'.

    Attributes:
        goal: The planned goal (by number, from 0) whose result holds the value.
        entity: Which of that goal's results, from 0.
        slot: The slot of that entity.
    """

    goal: int
    entity: int = 0
    slot: str


class Act(Record):
    """One dialogue act of a turn.

    Attributes:
        service: The service it is about, empty where none is.
        intent: The intent of the task it is about, empty where it is about none.
        slot: The slot it is about, empty where it is about none.
        value: The canonical value, None where it has none.
        surface: The value in words, of a user's act as the utterance has it.
        reference: Set when the user points at a value instead of saying it.
        count: The number that an INFORM_COUNT tells.
    """

    act: ActType
    service: str = ""
    intent: str = ""
    slot: str = ""
    value: Value = None
    surface: str = ""
    reference: Reference | None = None
    count: int | None = None
