"""Arguments and options that several commands have, and the configuration they make up."""

from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer
from pydantic import JsonValue

from flows.config_file import ConfigError

if TYPE_CHECKING:
    from flows.config import LoadedConfig

ConfigPath = Annotated[Path, typer.Argument(metavar="CONFIG", help="The run's YAML file.")]
RunPath = Annotated[str, typer.Argument(metavar="RUN", help="A run's folder, or its URL.")]
Name = Annotated[Optional[str], typer.Option("--name", help="Name of the run and its folder.")]  # noqa: UP045
Accepted = Annotated[Optional[int], typer.Option("--accepted", help="Dialogues wanted.")]  # noqa: UP045
Concurrency = Annotated[
    Optional[int], typer.Option("--concurrency", help="Model calls at once.")  # noqa: UP045
]
MaxCost = Annotated[
    Optional[str], typer.Option("--max-cost", help="US dollars the run may spend.")  # noqa: UP045
]
Model = Annotated[Optional[str], typer.Option("--model", help="The default model.")]  # noqa: UP045
Seed = Annotated[Optional[int], typer.Option("--seed", help="Seed of all choices.")]  # noqa: UP045
Output = Annotated[Optional[str], typer.Option("--output", help="Where runs lie.")]  # noqa: UP045
Settings = Annotated[
    list[str], typer.Option("--set", help="Any field: limits.shard_size=10. May be repeated.")
]


def load(
    path: Path,
    settings: list[str],
    **flags: JsonValue,
) -> "LoadedConfig":
    """The configuration of a command line."""
    from flows.config import FLAGS, load_config, parse_setting

    by_flag = {name.removeprefix("--").replace("-", "_"): field for field, name in FLAGS.items()}
    values = {by_flag[flag]: value for flag, value in flags.items() if value is not None}
    return load_config(path, {**dict(parse_setting(text) for text in settings), **values})


def amount(text: str, flag: str) -> Decimal:
    """US dollars from a command line.

    Raises:
        ConfigError: Where it is no amount, or none above zero.
    """
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal(0)
    if not (value.is_finite() and value > 0):
        raise ConfigError(f"{flag} is {text!r}; it wants an amount such as 2.50")
    return value
