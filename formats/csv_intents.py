"""Intents in one's own words out of a spreadsheet: domain and description, a row each."""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import yaml
from pydantic import ValidationError

from schemas.config import DescribedIntent

_SEPARATORS = (",", ";", "\t")
"""What spreadsheets put between cells, which depends on the country."""


class CsvError(Exception):
    """A file that holds no intents; the message is one sentence for the user."""


def read_csv_intents(path: str | Path) -> tuple[DescribedIntent, ...]:
    """The intents of a CSV with the columns `domain` and `description`, perhaps `slots`.

    Domains become identifiers ('Home services' is home_services); slots are names with spaces,
    commas or semicolons between them.

    Raises:
        CsvError: Where a column, a cell or an intent does not fit.
    """
    name = Path(path).name
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except FileNotFoundError as problem:
        raise CsvError(f"{path}: there is no such file") from problem
    except UnicodeDecodeError as problem:
        raise CsvError(f"{name} is not UTF-8: save it as 'CSV UTF-8'") from problem
    except OSError as problem:
        raise CsvError(f"{path}: cannot be read: {problem.strerror}") from problem
    intents: dict[tuple[str, str], int] = {}
    found: list[DescribedIntent] = []
    for line, row in _rows(text, name):
        intent = _intent(row, name, line)
        key = (intent.domain, intent.description.casefold())
        if key in intents:
            raise CsvError(f"{name}, line {line}: is the intent of line {intents[key]} again")
        intents[key] = line
        found.append(intent)
    if not found:
        raise CsvError(f"{name} has no intent below its header")
    return tuple(found)


def as_config(name: str, intents: tuple[DescribedIntent, ...]) -> str:
    """A config that makes dialogues of the intents, with defaults for all else, as YAML."""
    described = [intent.model_dump(mode="json", exclude_defaults=True) for intent in intents]
    config = {"name": name, "intents": {"described": described}}
    return yaml.safe_dump(config, sort_keys=False, allow_unicode=True, width=1000)


def _rows(text: str, name: str) -> Iterator[tuple[int, dict[str, str]]]:
    separator = max(_SEPARATORS, key=text.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        header = [cell.strip().lower() for cell in next(reader, [])]
        for column in ("domain", "description"):
            if header.count(column) != 1:
                raise CsvError(f"{name}: its first line is to name the column {column!r}, once")
        unknown = [cell for cell in header if cell not in ("domain", "description", "slots")]
        if unknown:
            raise CsvError(f"{name} has the column {unknown[0]!r}: domain, description, slots fit")
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(header):
                raise CsvError(
                    f"{name}, line {reader.line_num}: has {len(cells)} cells, not {len(header)}"
                )
            yield reader.line_num, dict(zip(header, cells, strict=True))
    except csv.Error as problem:
        raise CsvError(f"{name} is no CSV: {problem}") from problem


def _intent(row: dict[str, str], name: str, line: int) -> DescribedIntent:
    description = " ".join(row["description"].split())
    domain = re.sub(r"\W+", "_", row["domain"].strip().lower()).strip("_")
    for column, value in (("domain", domain), ("description", description)):
        if not value:
            raise CsvError(f"{name}, line {line}: has no {column}")
    slots = tuple(dict.fromkeys(re.split(r"[\s,;]+", row.get("slots", "").strip()))) or ()
    try:
        return DescribedIntent(
            domain=domain, description=description, slots=tuple(slot for slot in slots if slot)
        )
    except ValidationError as problem:
        fault = problem.errors()[0]
        raise CsvError(
            f"{name}, line {line}: {fault['input']!r} is no identifier: letters, digits and "
            f"underscores, no digit first"
        ) from problem
