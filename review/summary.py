"""From verdicts to the numbers of a review."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from review.numbers import agreement, estimate, rate
from review.sheet import VERDICTS, Verdict, Verdicts
from schemas.dataset import ReviewRow
from schemas.review import Agreement, LabelKind, Rate, ReviewSummary


def summarise(sample: Sequence[ReviewRow], sheets: Sequence[Verdicts]) -> ReviewSummary:
    """The numbers of a review.

    Args:
        sample: The run's sample; strata, weights, intents and phenomena are taken from it.
        sheets: The filled files, from `read_sheet`, at least one.
    """
    wrong = {
        row.dialogue_id: not said
        for row in sample
        if (said := _joined(row, sheets, "label_right")) is not None
    }
    judged = [row for row in sample if row.dialogue_id in wrong]
    return ReviewSummary(
        files=tuple(sheet.name for sheet in sheets),
        sampled=len(sample),
        judged=len(judged),
        label_errors=rate([wrong[row.dialogue_id] for row in judged]),
        dataset_label_errors=estimate([(wrong[row.dialogue_id], row.weight) for row in judged]),
        by_kind={kind: _kind_rate(kind, judged, sheets) for kind in LabelKind},
        by_phenomenon=_by_phenomenon(judged, wrong),
        by_intent=_by_intent(judged, wrong),
        natural=rate(list(_said(sample, sheets, "natural").values())),
        realised=rate(list(_said(sample, sheets, "phenomenon_realised").values())),
        realised_by_phenomenon=_by_phenomenon(sample, _said(sample, sheets, "phenomenon_realised")),
        agreement=tuple(_agreements(sheets)),
    )


def _verdicts(row: ReviewRow, sheets: Sequence[Verdicts]) -> list[Verdict]:
    return [s.by_id[row.dialogue_id] for s in sheets if row.dialogue_id in s.by_id]


def _joined(row: ReviewRow, sheets: Sequence[Verdicts], column: str) -> bool | None:
    """Yes only where more than half of those who say anything say so."""
    said = [getattr(verdict, column) for verdict in _verdicts(row, sheets)]
    said = [answer for answer in said if answer is not None]
    return None if not said else sum(said) * 2 > len(said)


def _said(sample: Sequence[ReviewRow], sheets: Sequence[Verdicts], column: str) -> dict[str, bool]:
    joined = {row.dialogue_id: _joined(row, sheets, column) for row in sample}
    return {ident: answer for ident, answer in joined.items() if answer is not None}


def _kind_rate(kind: LabelKind, judged: Sequence[ReviewRow], sheets: Sequence[Verdicts]) -> Rate:
    """Items of which half of the judges or more name this kind."""
    named = []
    for row in judged:
        verdicts = [v for v in _verdicts(row, sheets) if v.label_right is not None]
        named.append(sum(kind in verdict.kinds for verdict in verdicts) * 2 >= len(verdicts))
    return rate(named)


def _by_phenomenon(rows: Sequence[ReviewRow], said: Mapping[str, bool]) -> dict[str, Rate]:
    tags = sorted({tag for row in rows for tag in row.phenomena})
    return {
        tag.value: rate(
            [
                said[row.dialogue_id]
                for row in rows
                if tag in row.phenomena and row.dialogue_id in said
            ]
        )
        for tag in tags
    }


def _by_intent(rows: Sequence[ReviewRow], said: Mapping[str, bool]) -> dict[str, Rate]:
    intents = sorted({intent for row in rows for intent in row.intents})
    return {
        intent: rate([said[row.dialogue_id] for row in rows if intent in row.intents])
        for intent in intents
    }


def _agreements(sheets: Sequence[Verdicts]) -> Iterator[Agreement]:
    for one, other in combinations(sheets, 2):
        for column in VERDICTS:
            pairs = [
                (first, second)
                for ident, verdict in one.by_id.items()
                if ident in other.by_id
                and (first := getattr(verdict, column)) is not None
                and (second := getattr(other.by_id[ident], column)) is not None
            ]
            if pairs:
                observed, kappa = agreement(pairs)
                yield Agreement(
                    first=one.name,
                    second=other.name,
                    column=column,
                    items=len(pairs),
                    observed=observed,
                    kappa=kappa,
                )
