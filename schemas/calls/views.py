"""Parts that several prompts show."""

from typing import Literal

from schemas.base import Record


class SlotValues(Record):
    """A slot and what it may hold."""

    name: str
    description: str
    type: str
    possible_values: tuple[str, ...] = ()
    example_values: tuple[str, ...] = ()


class SlotView(SlotValues):
    """A slot as a prompt shows it. `required` is about the intent it stands in."""

    required: bool = True
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


class IntentOutline(Record):
    """What an intent is about: its slots by name, and whether it `makes` or finds its entity."""

    name: str
    description: str
    makes: bool
    entity: str
    slots: tuple[str, ...]
    result_slots: tuple[str, ...] = ()


class ValueView(Record):
    """A slot with words for its value; `stays` where a question about it may not change it."""

    slot: str
    words: str
    stays: bool = False


class GoalView(Record):
    """A goal as the user simulator and the planner's prompts show it.

    Attributes:
        found: What its query finds, beyond what was asked for; None where it is no query, or where
            nobody is to know.
    """

    number: int
    intent: str
    description: str
    context: str = ""
    values: tuple[ValueView, ...] = ()
    found: tuple[ValueView, ...] | None = None


class Line(Record):
    """One line of a transcript.

    Attributes:
        kind: `user` and `system` lines are words; `statement` and `signal` lines have a number.
    """

    kind: Literal["user", "system", "statement", "signal"]
    text: str
    number: int | None = None
