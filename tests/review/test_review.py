"""Review numbers against values worked out by hand or taken from textbooks."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import pytest

from review.numbers import agreement, estimate, rate
from review.page import card_section, with_review
from review.sheet import ReviewError, read_sheet
from review.summary import summarise
from schemas.dataset import ReviewRow
from schemas.phenomenon import PhenomenonTag
from schemas.review import LabelKind
from stages.review_sample import to_csv

C, Q = PhenomenonTag.CORRECTION, PhenomenonTag.QUERY


def row(number: int, weight: float = 1.0, tags: tuple[PhenomenonTag, ...] = ()) -> ReviewRow:
    return ReviewRow(
        dialogue_id=f"{number:05d}-00",
        intents=("tables.reserve",) if number % 2 else ("tables.reserve", "notes.send"),
        phenomena=tags,
        stratum="s",
        weight=weight,
        goal_summary="=SUM(1)",
        transcript="User: Hi\nSystem: Hello",
    )


SAMPLE = tuple(row(n, tags=(C,) if n < 4 else (C, Q) if n < 6 else ()) for n in range(10))


def filled(
    path: Path, verdicts: dict[int, tuple[str, str, str, str]], separator: str = ","
) -> Path:
    """The sample as `review sample` writes it, filled in a spreadsheet and saved again.

    A verdict is label_right, reason, natural, phenomenon_realised.
    """
    rows = list(csv.DictReader(io.StringIO(to_csv(SAMPLE).removeprefix("\ufeff"), newline="")))
    for number, (right, reason, natural, realised) in verdicts.items():
        rows[number] |= {
            "label_right": right,
            "reason": reason,
            "natural": natural,
            "phenomenon_realised": realised,
        }
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), delimiter=separator)
    writer.writeheader()
    writer.writerows(rows)
    path.write_text(out.getvalue(), encoding="utf-8-sig", newline="")
    return path


def verdicts(wrong: Sequence[int], reason: str = "") -> dict[int, tuple[str, str, str, str]]:
    return {
        n: ("no", reason, "yes", "yes") if n in wrong else ("yes", "", "yes", "yes")
        for n in range(10)
    }


def test_the_wilson_interval_of_two_in_ten() -> None:
    found = rate([True] * 2 + [False] * 8)
    assert (found.count, found.of, found.rate) == (2, 10, 0.2)
    assert found.low == pytest.approx(0.05668, abs=1e-5)
    assert found.high == pytest.approx(0.50984, abs=1e-5)


def test_the_wilson_interval_of_none_in_fifty_does_not_end_at_none() -> None:
    found = rate([False] * 50)
    # z^2 / (n + z^2)
    assert found.low == 0.0
    assert found.high == pytest.approx(3.84146 / 53.84146, abs=1e-6)
    assert rate([]).rate is None


def test_weights_make_an_estimate_over_the_dataset() -> None:
    # One wrong of weight 6, two right of weight 2: 6 of 10; Kish: 10^2 / (36 + 4 + 4).
    found = estimate([(True, 6.0), (False, 2.0), (False, 2.0)])
    assert found is not None
    assert found.rate == 0.6
    assert found.effective == pytest.approx(100 / 44)
    assert found.low < 0.6 < found.high
    assert estimate([]) is None


def test_cohens_kappa_of_the_textbook() -> None:
    pairs = [(True, True)] * 20 + [(True, False)] * 5 + [(False, True)] * 10
    observed, kappa = agreement([*pairs, *[(False, False)] * 15])
    assert observed == 0.7
    assert kappa == pytest.approx(0.4)
    assert agreement([(True, True)] * 5) == (1.0, None)


def test_a_filled_sample_gives_rates_by_kind_phenomenon_and_intent(tmp_path: Path) -> None:
    said = verdicts([0, 5])
    said[0] = ("NO", "State: the date is a day off; spans: too long", "no", "yes")
    said[5] = ("n", "the call is odd", "yes", "no")
    said[9] = ("", "", "", "")
    sheet = read_sheet(filled(tmp_path / "anna.csv", said), SAMPLE)
    found = summarise(SAMPLE, [sheet])
    assert (found.sampled, found.judged, found.files) == (10, 9, ("anna.csv",))
    assert (found.label_errors.count, found.label_errors.of) == (2, 9)
    assert {kind: rate.count for kind, rate in found.by_kind.items() if rate.count} == {
        LabelKind.STATE: 1,
        LabelKind.SPAN: 1,
        LabelKind.OTHER: 1,
    }
    assert [(k, r.count, r.of) for k, r in found.by_phenomenon.items()] == [
        ("correction", 2, 6),
        ("query", 1, 2),
    ]
    assert [(k, r.count, r.of) for k, r in found.by_intent.items()] == [
        ("notes.send", 1, 5),
        ("tables.reserve", 2, 9),
    ]
    assert (found.natural.count, found.natural.of) == (8, 9)
    assert (found.realised.count, found.realised.of) == (8, 9)
    assert found.realised_by_phenomenon["query"].count == 1
    assert found.agreement == ()


def test_two_files_over_the_same_items_agree_or_not(tmp_path: Path) -> None:
    one = read_sheet(filled(tmp_path / "anna.csv", verdicts([0, 1, 2], "state: x")), SAMPLE)
    other = read_sheet(filled(tmp_path / "ben.csv", verdicts([0, 1], "act: y"), ";"), SAMPLE)
    found = summarise(SAMPLE, [one, other])
    # Judged wrong by half of the judges is wrong: 0, 1 and 2.
    assert (found.label_errors.count, found.label_errors.of) == (3, 10)
    assert found.by_kind[LabelKind.STATE].count == 3
    assert found.by_kind[LabelKind.ACT].count == 2
    labels = found.agreement[0]
    assert (labels.first, labels.second, labels.column) == ("anna.csv", "ben.csv", "label_right")
    assert (labels.items, labels.observed) == (10, 0.9)
    # Expected by chance: 0.7 x 0.8 + 0.3 x 0.2 = 0.62; (0.9 - 0.62) / 0.38.
    assert labels.kappa == pytest.approx(0.28 / 0.38)
    assert found.agreement[1].kappa is None  # both say yes to every dialogue


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("label_right", "labels", "lacks the column 'label_right'"),
        ("comment", "comment,mood", "has the column 'mood', which the sample has not"),
        ("00003-00", "00077-00", "row 5: '00077-00' is no dialogue of the run's sample"),
        ("00003-00", "00002-00", "row 5: 00002-00 is there a second time"),
        (",yes,,yes,", ",perhaps,,yes,", "row 2, label_right: 'perhaps' is neither yes nor no"),
        ("\r\n00009", "\r\n1,2\r\n00009", "has 2 cells where the header has 12"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(
    old: str, new: str, complaint: str, tmp_path: Path
) -> None:
    path = filled(tmp_path / "anna.csv", verdicts([]))
    text = path.read_bytes().decode("utf-8-sig")
    assert old in text
    path.write_bytes(text.replace(old, new, 1).encode())
    with pytest.raises(ReviewError, match=complaint):
        read_sheet(path, SAMPLE)


def test_a_file_that_nobody_filled_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sample.csv"
    path.write_text(to_csv(SAMPLE), encoding="utf-8", newline="")
    with pytest.raises(ReviewError, match="has no verdict"):
        read_sheet(path, SAMPLE)
    with pytest.raises(ReviewError, match="there is no such file"):
        read_sheet(tmp_path / "none.csv", SAMPLE)


def test_the_card_has_the_numbers_once(tmp_path: Path) -> None:
    sheet = read_sheet(filled(tmp_path / "anna.csv", verdicts([0, 5])), SAMPLE)
    summary = summarise(SAMPLE, [sheet])
    card = "---\nx: y\n---\n# run\n\n## Size\n\n| a |\n\n## Columns\n\nSee docs.\n"
    once = with_review(card, summary)
    assert "| labels wrong | 20.0% | 5.7% to 51.0% | 2 of 10 |" in once
    assert once.index("## Size") < once.index("## Review") < once.index("## Columns")
    assert with_review(once, summary) == once
    assert with_review("# run\n", summary) == f"# run\n\n{card_section(summary)}\n"
