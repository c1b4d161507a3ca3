"""Parts that several prompts show."""

from typing import Literal

from schemas.base import Record


class SlotView(Record):
    """A slot as a prompt shows it. `required` is about the intent it stands in."""

    name: str
    description: str
    type: str
    required: bool = True
    possible_values: tuple[str, ...] = ()
    example_values: tuple[str, ...] = ()
    default: str = ""


class IntentView(Record):
    """An intent as a prompt shows it; `name` is bare where that is unique, else qualified."""

    name: str
    service: str
    description: str
    transactional: bool
    needs_confirmation: bool
    entity: str
    slots: tuple[SlotView, ...]
    result_slots: tuple[SlotView, ...] = ()


class ValueView(Record):
    """A slot with words for its value."""

    slot: str
    words: str


class GoalView(Record):
    """A goal as the user simulator and the planner's prompts show it."""

    number: int
    intent: str
    description: str
    context: str = ""
    values: tuple[ValueView, ...] = ()


class Line(Record):
    """One line of a transcript.

    Attributes:
        kind: `user` and `system` lines are words; `statement` and `signal` lines have a number.
    """

    kind: Literal["user", "system", "statement", "signal"]
    text: str
    number: int | None = None
