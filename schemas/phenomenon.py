"""The names of the conversational phenomena, and how the siblings of a triplet differ."""

from enum import StrEnum


class PhenomenonTag(StrEnum):
    """LUCID's twelve (Stacey et al., 2024), under names that say what happens, and others."""

    QUERY = "query"
    CORRECTION = "correction"
    TURN_CORRECTION = "turn_correction"
    DELAY_CONFIRMATION = "delay_confirmation"
    CANCEL = "cancel"
    WRONG_SLOT = "wrong_slot"
    EARLY_END = "early_end"
    IRRELEVANT_ANSWER = "irrelevant_answer"
    OVERHEARD_ANSWER = "overheard_answer"
    SARCASTIC_ANSWER = "sarcastic_answer"
    START_MULTI_SLOT = "start_multi_slot"
    ALL_IN_ONE = "all_in_one"
    # Beyond LUCID
    AMBIGUOUS_VALUE = "ambiguous_value"
    UNKNOWN_VALUE = "unknown_value"
    MISTAKEN_DETAIL = "mistaken_detail"
    CONTRADICTION = "contradiction"
    FALSE_PREMISE = "false_premise"
    OUT_OF_SCOPE = "out_of_scope"
    BACKEND_FAILURE = "backend_failure"
    INTENT_SWITCH = "intent_switch"
    TWO_INTENTS_IN_A_TURN = "two_intents_in_a_turn"
    ANAPHORA = "anaphora"
    SPEECH_NOISE = "speech_noise"
    HESITATION = "hesitation"
    OFFERED_INTENT = "offered_intent"


LUCID: tuple[PhenomenonTag, ...] = tuple(PhenomenonTag)[:12]
"""The twelve that LUCID's dataset has labels for."""


class TripletVariant(StrEnum):
    """How one sibling of a triplet treats the same ambiguity."""

    AMBIGUOUS = "ambiguous"
    """The user refers to one of several results and says which only when asked."""
    UNAMBIGUOUS = "unambiguous"
    """The user has chosen a result before referring to it."""
    DISAMBIGUATED = "disambiguated"
    """The user says which one in the turn that refers to it."""
