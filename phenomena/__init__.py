"""Conversational phenomena, one module each, and the user's agenda they cut into."""

from phenomena.all_in_one import ALL_IN_ONE
from phenomena.cancel import CANCEL
from phenomena.correction import CORRECTION
from phenomena.delay_confirmation import DELAY_CONFIRMATION
from phenomena.early_end import EARLY_END
from phenomena.irrelevant_answer import IRRELEVANT_ANSWER
from phenomena.overheard_answer import OVERHEARD_ANSWER
from phenomena.phenomenon import Phenomenon
from phenomena.query import QUERY
from phenomena.sarcastic_answer import SARCASTIC_ANSWER
from phenomena.start_multi_slot import START_MULTI_SLOT
from phenomena.turn_correction import TURN_CORRECTION
from phenomena.wrong_slot import WRONG_SLOT
from schemas.phenomenon import PhenomenonTag

ALL: tuple[Phenomenon, ...] = (
    QUERY,
    ALL_IN_ONE,
    START_MULTI_SLOT,
    WRONG_SLOT,
    CORRECTION,
    TURN_CORRECTION,
    IRRELEVANT_ANSWER,
    OVERHEARD_ANSWER,
    SARCASTIC_ANSWER,
    DELAY_CONFIRMATION,
    CANCEL,
    EARLY_END,
)
"""Those that claim most come first; those that end a goal come last."""

BY_TAG: dict[PhenomenonTag, Phenomenon] = {phenomenon.tag: phenomenon for phenomenon in ALL}
