"""Intents out of a spreadsheet."""

from pathlib import Path

import pytest
import yaml

from flows.config import load_config
from formats.csv_intents import CsvError, as_config, read_csv_intents
from schemas.config import DescribedIntent


def write(tmp_path: Path, text: str, encoding: str = "utf-8") -> Path:
    path = tmp_path / "intents.csv"
    path.write_bytes(text.encode(encoding))
    return path


def test_rows_become_described_intents(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "\ufeffDescription;Domain;Slots\r\n"
        '"book a table; for two";Home services;"party_size, date"\r\n'
        ";;\r\n"
        "water the  plants;garden;\r\n",
    )
    assert read_csv_intents(path) == (
        DescribedIntent(
            domain="home_services",
            description="book a table; for two",
            slots=("party_size", "date"),
        ),
        DescribedIntent(domain="garden", description="water the plants"),
    )


def test_the_config_made_of_them_is_one(tmp_path: Path) -> None:
    intents = read_csv_intents(write(tmp_path, "domain,description\nfood,order a pizza\n"))
    text = as_config("pizza", intents)
    assert yaml.safe_load(text) == {
        "name": "pizza",
        "intents": {"described": [{"domain": "food", "description": "order a pizza"}]},
    }
    config = tmp_path / "run.yaml"
    config.write_text(text)
    assert load_config(config).config.intents.described == intents


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "its first line is to name the column 'domain'"),
        ("food,order a pizza\n", "its first line is to name the column 'domain'"),
        ("domain,description,price\n", "has the column 'price'"),
        ("domain,description\n", "has no intent below its header"),
        ("domain,description\nfood,\n", "line 2: has no description"),
        ("domain,description\n  ,x\n", "line 2: has no domain"),
        ("domain,description\nfood,a,b\n", "line 2: has 3 cells, not 2"),
        ("domain,description\nfood,A b\nfood,a  B\n", "line 3: is the intent of line 2 again"),
        ("domain,description,slots\nfood,a,1x\n", "line 2: '1x' is no identifier"),
        ('domain,description\nfood,"a\n', "is no CSV"),
    ],
)
def test_what_does_not_fit_is_named(text: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(CsvError, match=complaint):
        read_csv_intents(write(tmp_path, text))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CsvError, match="there is no such file"):
        read_csv_intents(tmp_path / "none.csv")
    with pytest.raises(CsvError, match="is not UTF-8"):
        read_csv_intents(write(tmp_path, "domain,description\ncafé,x\n", "latin-1"))
