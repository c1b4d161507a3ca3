"""Items of the stages `intents` and `schemas`."""

from schemas.base import Record
from schemas.service import Constraint


class IntentBrief(Record):
    """An intent in a sentence, with what the user insists on."""

    brief_id: str
    domain: str
    description: str
    existing: tuple[str, ...] = ()
    slots: tuple[str, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    proposed: bool = False


class IntentRequest(Record):
    """A wish: a description given by the user, or how many a domain is to get proposed."""

    request_id: str
    domain: str
    described: tuple[IntentBrief, ...] = ()
    propose: int = 0
    existing: tuple[str, ...] = ()


class IntentProposal(Record):
    """What became of a request: the briefs to write schemas for."""

    domain: str
    briefs: tuple[IntentBrief, ...]
