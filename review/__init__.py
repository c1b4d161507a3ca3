"""The reviewers' verdicts: filled samples in, error rates with intervals and agreement out."""

from review.page import card_section, with_review
from review.sheet import ReviewError, Verdicts, read_sheet
from review.summary import summarise

__all__ = [
    "ReviewError",
    "Verdicts",
    "card_section",
    "read_sheet",
    "summarise",
    "with_review",
]
