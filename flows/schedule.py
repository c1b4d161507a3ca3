"""A run on a schedule: served from here until stopped."""

import importlib
from pathlib import Path

from rich.console import Console

from flows.composition import dialoom
from flows.config_file import ConfigError
from flows.prefect_server import prefect_api, ready
from flows.preflight import check_config
from schemas.config import RunConfig

ROOT = Path(__file__).resolve().parents[1]


def serve_schedule(config: RunConfig, *, cron: str | None, interval: float | None) -> None:
    """Serves the flow until stopped; every firing makes a new run, one at a time.

    Raises:
        ConfigError: Where the schedule is none.
    """
    check_config(config, dialoom())
    if interval is not None and interval <= 0:
        raise ConfigError(f"--interval is {interval}; it wants seconds above 0")
    # Firings run in processes of their own, from the checkout: paths must not depend on where.
    output = config.output if "://" in config.output else str(Path(config.output).resolve())
    config = config.model_copy(update={"output": output})
    with prefect_api() as starting:
        generate = importlib.import_module("flows.generate").generate
        server = ready(starting)
        Console(stderr=True).print(
            f"serving {config.name}; watch it: {server.ui}; Ctrl-C ends it", highlight=False
        )
        source = generate.from_source(source=str(ROOT), entrypoint="flows/generate.py:generate")
        try:
            source.serve(
                name=config.name,
                cron=cron,
                interval=interval,
                limit=1,
                parameters={"config": config.model_dump(mode="json")},
                print_starting_message=False,
            )
        except ValueError as problem:
            raise ConfigError(
                f"--cron is {cron!r}, which is no schedule: write five fields, such as '0 2 * * *'"
            ) from problem
