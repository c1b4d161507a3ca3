"""A dialogue before and after the validation ladder."""

from schemas.annotation import AnnotatedDialogue
from schemas.base import Record
from schemas.dialogue import Dialogue
from schemas.plan import Plan
from schemas.verdict import RejectionCode, Verdict


class Candidate(Record):
    """A plan, the dialogue made from it, and the dialogue's labels."""

    plan: Plan
    dialogue: Dialogue
    annotation: AnnotatedDialogue


class Judged(Record):
    """A candidate with its verdicts.

    Attributes:
        candidate: As it came, or cut at the last good checkpoint.
        code: Why it is not accepted, None where it is.
    """

    candidate: Candidate
    verdicts: tuple[Verdict, ...]
    code: RejectionCode | None = None
    detail: str = ""


class Judgement(Record):
    """What the ladder made of a candidate, as it is stored beside plan, dialogue and labels.

    Attributes:
        cut: The candidate as it stands after a truncation, None where it is as it came.
    """

    dialogue_id: str
    code: RejectionCode | None = None
    detail: str = ""
    cut: Candidate | None = None
