"""A review's numbers as a section of the dataset card."""

import re
from collections.abc import Mapping, Sequence

from schemas.review import Estimate, Rate, ReviewSummary

TITLE = "## Review"
_SECTION = re.compile(rf"^{TITLE}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_LAST = "## Columns"


def card_section(summary: ReviewSummary) -> str:
    """The section's text."""
    files = f"{len(summary.files)} file{'s' if len(summary.files) != 1 else ''}"
    parts = [
        f"{TITLE}\n\nPeople judged {summary.judged} of {summary.sampled} sampled dialogues "
        f"({files}). Intervals are 95% Wilson intervals.\n",
        _table(
            ("what", "share", "interval", "dialogues"),
            [
                _row("labels wrong", summary.label_errors),
                *_estimated(summary.dataset_label_errors),
                _row("natural", summary.natural),
                _row("phenomena realised", summary.realised),
            ],
        ),
    ]
    for title, rates in (
        ("kind of label", {str(kind): rate for kind, rate in summary.by_kind.items()}),
        ("phenomenon", summary.by_phenomenon),
        ("intent", summary.by_intent),
    ):
        shown = {name: rate for name, rate in rates.items() if rate.of}
        if shown:
            head = (f"labels wrong, by {title}", "share", "interval", "dialogues")
            parts.append(_table(head, _rows(shown)))
    if summary.agreement:
        parts.append(_agreement(summary))
    return "\n".join(parts)


def with_review(card: str, summary: ReviewSummary) -> str:
    """The card with the review's section: in the place of an earlier one, else before the columns.

    Args:
        card: The text of the dataset's README.
        summary: The review's numbers.
    """
    section = card_section(summary) + "\n"
    if _SECTION.search(card):
        return _SECTION.sub(lambda _: section, card, count=1)
    head, mark, rest = card.partition(f"{_LAST}\n")
    return f"{head}{section}{mark}{rest}" if mark else f"{card.rstrip()}\n\n{section}"


def _rows(rates: Mapping[str, Rate]) -> list[tuple[str, ...]]:
    return [_row(name, rate) for name, rate in rates.items()]


def _row(name: str, rate: Rate) -> tuple[str, ...]:
    if rate.rate is None or rate.low is None or rate.high is None:
        return (name, "-", "-", "0")
    interval = f"{_percent(rate.low)} to {_percent(rate.high)}"
    return (name, _percent(rate.rate), interval, f"{rate.count} of {rate.of}")


def _estimated(found: Estimate | None) -> list[tuple[str, ...]]:
    if found is None:
        return []
    interval = f"{_percent(found.low)} to {_percent(found.high)}"
    size = f"as from {found.effective:.0f}"
    return [("labels wrong, estimated over the dataset", _percent(found.rate), interval, size)]


def _agreement(summary: ReviewSummary) -> str:
    rows = [
        (
            f"{found.first} and {found.second}",
            found.column,
            str(found.items),
            _percent(found.observed),
            "undefined" if found.kappa is None else f"{found.kappa:.2f}",
        )
        for found in summary.agreement
    ]
    return _table(("files", "verdict", "dialogues", "agreement", "Cohen's kappa"), rows)


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(row)} |" for row in (head, *rows)]
    return "\n".join((lines[0], f"|{'---|' * len(head)}", *lines[1:])) + "\n"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"
