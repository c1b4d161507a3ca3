"""Conversational phenomena, one module each, and the user's agenda they cut into."""

from phenomena.all_in_one import ALL_IN_ONE
from phenomena.ambiguous_value import AMBIGUOUS_VALUE
from phenomena.anaphora import ANAPHORA
from phenomena.backend_failure import BACKEND_FAILURE
from phenomena.cancel import CANCEL
from phenomena.contradiction import CONTRADICTION
from phenomena.correction import CORRECTION
from phenomena.delay_confirmation import DELAY_CONFIRMATION
from phenomena.early_end import EARLY_END
from phenomena.false_premise import FALSE_PREMISE
from phenomena.hesitation import HESITATION
from phenomena.intent_switch import INTENT_SWITCH
from phenomena.irrelevant_answer import IRRELEVANT_ANSWER
from phenomena.mistaken_detail import MISTAKEN_DETAIL
from phenomena.offered_intent import OFFERED_INTENT
from phenomena.out_of_scope import OUT_OF_SCOPE
from phenomena.overheard_answer import OVERHEARD_ANSWER
from phenomena.phenomenon import Phenomenon
from phenomena.query import QUERY
from phenomena.sarcastic_answer import SARCASTIC_ANSWER
from phenomena.speech_noise import SPEECH_NOISE
from phenomena.start_multi_slot import START_MULTI_SLOT
from phenomena.turn_correction import TURN_CORRECTION
from phenomena.two_intents_in_a_turn import TWO_INTENTS_IN_A_TURN
from phenomena.unknown_value import UNKNOWN_VALUE
from phenomena.wrong_slot import WRONG_SLOT
from schemas.phenomenon import PhenomenonTag

ALL: tuple[Phenomenon, ...] = (
    QUERY,
    TWO_INTENTS_IN_A_TURN,
    ALL_IN_ONE,
    START_MULTI_SLOT,
    AMBIGUOUS_VALUE,
    MISTAKEN_DETAIL,
    WRONG_SLOT,
    UNKNOWN_VALUE,
    CONTRADICTION,
    CORRECTION,
    TURN_CORRECTION,
    IRRELEVANT_ANSWER,
    OVERHEARD_ANSWER,
    SARCASTIC_ANSWER,
    INTENT_SWITCH,
    OFFERED_INTENT,
    FALSE_PREMISE,
    OUT_OF_SCOPE,
    DELAY_CONFIRMATION,
    BACKEND_FAILURE,
    CANCEL,
    EARLY_END,
    ANAPHORA,
    HESITATION,
    SPEECH_NOISE,
)
"""Those that claim most come first; then those that end a goal; last those that change no act."""

BY_TAG: dict[PhenomenonTag, Phenomenon] = {phenomenon.tag: phenomenon for phenomenon in ALL}
