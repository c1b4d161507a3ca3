"""A filled sample: the CSV that a spreadsheet saved."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from schemas.dataset import ReviewRow
from schemas.review import LabelKind

COLUMNS = tuple(ReviewRow.model_fields)
VERDICTS = ("label_right", "natural", "phenomenon_realised")
_YES = frozenset({"yes", "y", "true", "1"})
_NO = frozenset({"no", "n", "false", "0"})
_SEPARATORS = (",", ";", "\t")
"""What spreadsheets put between cells, which depends on the country."""


class ReviewError(Exception):
    """A file that does not fit the sample; the message is one sentence for the user."""


@dataclass(frozen=True)
class Verdict:
    """What one reviewer says of one dialogue; None is no verdict."""

    label_right: bool | None
    natural: bool | None
    phenomenon_realised: bool | None
    reason: str = ""
    comment: str = ""

    @property
    def kinds(self) -> frozenset[LabelKind]:
        """Which labels are wrong, as the reason names them."""
        if self.label_right is not False:
            return frozenset()
        parts = self.reason.lower().replace("\n", ";").split(";")
        heads = {part.partition(":")[0].strip().rstrip("s") for part in parts}
        return frozenset(k for k in LabelKind if k.value in heads) or frozenset({LabelKind.OTHER})


@dataclass(frozen=True)
class Verdicts:
    """One file's verdicts by dialogue id, in the file's order."""

    name: str
    by_id: dict[str, Verdict]


def read_sheet(path: str | Path, sample: Sequence[ReviewRow]) -> Verdicts:
    """The verdicts in a filled sample.

    Args:
        path: The CSV, as `dialoom review sample` wrote it and a spreadsheet saved it again.
        sample: The run's sample, whose ids the file's have to be.

    Raises:
        ReviewError: Where columns, ids or cells do not fit.
    """
    name = Path(path).name
    rows = _rows(path)
    known = {row.dialogue_id for row in sample}
    by_id: dict[str, Verdict] = {}
    for number, row in rows:
        ident = _text(row["dialogue_id"])
        if ident not in known:
            raise ReviewError(f"{name}, row {number}: {ident!r} is no dialogue of the run's sample")
        if ident in by_id:
            raise ReviewError(f"{name}, row {number}: {ident} is there a second time")
        by_id[ident] = Verdict(
            label_right=_verdict(row, "label_right", name, number),
            natural=_verdict(row, "natural", name, number),
            phenomenon_realised=_verdict(row, "phenomenon_realised", name, number),
            reason=_text(row["reason"]),
            comment=_text(row["comment"]),
        )
    if all(getattr(verdict, column) is None for verdict in by_id.values() for column in VERDICTS):
        raise ReviewError(
            f"{name} has no verdict in {', '.join(VERDICTS)}: fill them with yes or no"
        )
    return Verdicts(name, by_id)


def _rows(path: str | Path) -> list[tuple[int, dict[str, str]]]:
    name = Path(path).name
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except FileNotFoundError as problem:
        raise ReviewError(f"{path}: there is no such file") from problem
    except UnicodeDecodeError as problem:
        raise ReviewError(f"{name} is not UTF-8: save it as 'CSV UTF-8'") from problem
    except OSError as problem:
        raise ReviewError(f"{path}: cannot be read: {problem.strerror}") from problem
    first = text.partition("\n")[0]
    separator = max(_SEPARATORS, key=first.count)
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
        header = [cell.strip() for cell in next(reader, [])]
        _check_header(header, name)
        rows = []
        # Rows as the spreadsheet counts them: a transcript has many lines, but is in one row.
        for number, cells in enumerate(reader, start=2):
            if any(cell.strip() for cell in cells):
                _check_length(cells, header, name, number)
                rows.append((number, dict(zip(header, cells, strict=True))))
    except csv.Error as problem:
        raise ReviewError(f"{name} is no CSV: {problem}") from problem
    return rows


def _check_header(header: Sequence[str], name: str) -> None:
    twice = sorted({column for column in header if header.count(column) > 1})
    missing = [column for column in COLUMNS if column not in header]
    unknown = [column for column in header if column not in COLUMNS]
    if twice:
        raise ReviewError(f"{name} has the column {twice[0]!r} twice")
    if missing:
        raise ReviewError(f"{name} lacks the column {missing[0]!r} of the sample")
    if unknown:
        raise ReviewError(f"{name} has the column {unknown[0]!r}, which the sample has not")


def _check_length(cells: Sequence[str], header: Sequence[str], name: str, number: int) -> None:
    if len(cells) != len(header):
        raise ReviewError(
            f"{name}, row {number}: has {len(cells)} cells where the header has {len(header)}"
        )


def _verdict(row: dict[str, str], column: str, name: str, number: int) -> bool | None:
    said = _text(row[column]).lower()
    if not said:
        return None
    if said in _YES | _NO:
        return said in _YES
    raise ReviewError(f"{name}, row {number}, {column}: {said!r} is neither yes nor no")


def _text(cell: str) -> str:
    """The cell without the apostrophe that keeps a spreadsheet from reading it as a formula."""
    return cell.strip().removeprefix("'").strip()
