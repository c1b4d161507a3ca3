"""Calls of the supervisors, which mend the system's programs in the stage `simulate`."""

from pydantic import Field

from schemas.base import Record
from schemas.calls.call import Call, Role
from schemas.calls.views import SlotView
from schemas.dialogue import Named

NONE = "none of these"
"""The choice that leaves a name as it is."""
UNANSWERABLE = "unanswerable"
"""The answer where the user's words do not say it."""


class Choice(Record):
    """A legal name.

    Attributes:
        name: As programs write it.
        values: For a closed slot, the values that it may have.
    """

    name: str
    description: str = ""
    values: tuple[str, ...] = ()


class SuperviseNameInput(Record):
    """Ask which legal name is meant by one that the schema does not have.

    Attributes:
        kind: What the name stands for.
        name: As the program has it.
        owner: The intent whose slot it is, or the slot whose value; empty for an intent.
        description: The owner's.
    """

    kind: Named
    name: str
    owner: str = ""
    description: str = ""
    choices: tuple[Choice, ...]

    @property
    def legal(self) -> tuple[str, ...]:
        """All that may be replied."""
        return (*(choice.name for choice in self.choices), NONE)


class SuperviseNameReply(Record):
    """One of the choices, copied, or `none of these`."""

    choice: str = Field(max_length=300)


class SuperviseAnswerInput(Record):
    """Ask what the user's words say for a slot.

    Attributes:
        intent: Description of the intent that the slot is wanted for.
        asked: The system's words, where it had just asked for this slot.
        utterance: The user's words.
    """

    intent: str
    slot: SlotView
    asked: str = ""
    utterance: str


class SuperviseAnswerReply(Record):
    """Words of the utterance, copied, or `unanswerable`."""

    words: str = Field(max_length=300)


SUPERVISE_NAME = Call("supervise_name", Role.SYSTEM, SuperviseNameInput, SuperviseNameReply)
SUPERVISE_ANSWER = Call("supervise_answer", Role.SYSTEM, SuperviseAnswerInput, SuperviseAnswerReply)
