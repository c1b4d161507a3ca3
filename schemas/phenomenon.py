"""The names of the conversational phenomena."""

from enum import StrEnum


class PhenomenonTag(StrEnum):
    """LUCID's twelve (Stacey et al., 2024), under names that say what happens."""

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
