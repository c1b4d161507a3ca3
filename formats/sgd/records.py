"""Schema-Guided Dialogue's files as they are written (Rastogi et al., 2020)."""

from pydantic import Field

from schemas.base import Record


class SgdError(ValueError):
    """A file is not what SGD's files look like; the message is one sentence for the user."""


class SgdSlot(Record):
    """A slot of a service."""

    name: str
    description: str
    is_categorical: bool
    possible_values: tuple[str, ...]


class SgdIntent(Record):
    """An intent of a service; `optional_slots` holds each one's default."""

    name: str
    description: str
    is_transactional: bool
    required_slots: tuple[str, ...]
    optional_slots: dict[str, str]
    result_slots: tuple[str, ...]


class SgdService(Record):
    """One entry of schema.json."""

    service_name: str
    description: str
    slots: tuple[SgdSlot, ...]
    intents: tuple[SgdIntent, ...]


class SgdAction(Record):
    """A dialogue act with its values in words and in canonical form."""

    act: str
    slot: str
    values: tuple[str, ...]
    canonical_values: tuple[str, ...]


class SgdSpan(Record):
    """Where a slot is said: characters [start, exclusive_end)."""

    slot: str
    start: int
    exclusive_end: int


class SgdState(Record):
    """A user turn's dialogue state in one service; values are lists of surface variants."""

    active_intent: str
    requested_slots: tuple[str, ...]
    slot_values: dict[str, tuple[str, ...]]


class SgdCall(Record):
    """A call of a service's method."""

    method: str
    parameters: dict[str, str]


class SgdFrame(Record):
    """What a turn says about one service: user frames have a state, system ones may have a call."""

    service: str
    actions: tuple[SgdAction, ...]
    slots: tuple[SgdSpan, ...]
    state: SgdState | None = None
    service_call: SgdCall | None = None
    service_results: tuple[dict[str, str], ...] | None = None


class SgdTurn(Record):
    """One turn."""

    speaker: str = Field(pattern="^(USER|SYSTEM)$")
    utterance: str
    frames: tuple[SgdFrame, ...]


class SgdDialogue(Record):
    """One dialogue of a dialogues_*.json file."""

    dialogue_id: str
    services: tuple[str, ...]
    turns: tuple[SgdTurn, ...]
