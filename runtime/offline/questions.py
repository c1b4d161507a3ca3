"""What the system's words ask for, as far as a user can tell."""

import re
from collections.abc import Sequence

from runtime.offline.boolean_phrases import boolean_noun
from runtime.offline.kinds import Kind, counted_noun, kind
from runtime.offline.words import humanize, spoken
from schemas.calls.simulation import MoveView

CONFIRMING = re.compile(
    r"correct\?|right\?|confirm|go ahead|shall i|should i go|is everything", re.I
)
OFFERING = re.compile(r"instead|alternative", re.I)
_MODIFIERS = (
    r"(?:departure|return|check-?in|check-?out|check in|check out|start|end|pick-?up|drop-?off"
    r"|delivery|travel|arrival|due|release|birth|expiry) "
)


def asks_for(move: MoveView, question: str, others: Sequence[str]) -> bool:
    """Whether a question asks for the move's slot, so that the bare value answers it.

    Args:
        move: The move that gives the slot's value.
        question: The system's words.
        others: Other slots' words, of which one may be in the question instead.
    """
    low = question.lower()
    if ("?" not in low and "please" not in low) or CONFIRMING.search(low):
        return False
    slot = humanize(move.slot)
    longer = [o for o in others if slot in o and o != slot]
    if any(spoken(other) in low for other in longer):
        return False
    return _names(slot, move.type, low)


def _names(slot: str, type_: str, low: str) -> bool:
    if kind(slot, type_) is Kind.CREATED:
        entity = slot.removeprefix("date of ")
        return entity in low and re.search(r"\bwhen\b|\bdate\b", low) is not None
    noun = counted_noun(slot)
    if noun and re.search(rf"how many {re.escape(noun)}\b", low):
        return True
    name = boolean_noun(slot) if kind(slot, type_) is Kind.BOOLEAN else spoken(slot)
    found = re.search(rf"\b{re.escape(name)}\b(?! of\b)", low)
    return found is not None and not re.search(_MODIFIERS + re.escape(name), low)
