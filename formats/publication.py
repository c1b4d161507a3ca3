"""What every export is made of: a published dialogue, its labels, its split."""

from dataclasses import dataclass

from schemas.annotation import AnnotatedDialogue
from schemas.dialogue import Dialogue
from schemas.plan import Split


@dataclass(frozen=True)
class Published:
    """A dialogue of the dataset."""

    dialogue: Dialogue
    labels: AnnotatedDialogue
    split: Split

    @property
    def dialogue_id(self) -> str:
        """Its id."""
        return self.dialogue.dialogue_id


class Unexportable(Exception):
    """A dialogue that the format has no way to say; the message says what in it."""


MIXED = "mixes held-out and seen intents: it is in neither training nor test"
"""Why dialogues of the split `mixed` are in no export."""
