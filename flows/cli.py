"""The command line. Heavy libraries are imported by the commands that need them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Optional

import typer

from flows.config_file import ConfigError
from flows.exchange import (
    export,
    import_csv,
    import_sgd,
    import_tools,
    review_summary,
    verify,
)
from flows.exit_code import ExitCode
from flows.options import (
    Accepted,
    Concurrency,
    ConfigPath,
    MaxCost,
    Model,
    Name,
    Output,
    RunPath,
    Seed,
    Settings,
    amount,
    load,
)

app = typer.Typer(
    name="dialoom",
    help="Weaves labelled task-oriented dialogues out of a short list of intents.",
    epilog=(
        "Exit codes: 0 done, 1 broken off, 2 wrong configuration or usage, 3 target not met, "
        "4 budget reached, 5 labels do not follow, 130 interrupted."
    ),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
review_app = typer.Typer(help="Samples for people to judge.", no_args_is_help=True)
import_app = typer.Typer(help="Other people's files in.", no_args_is_help=True)
app.add_typer(review_app, name="review")
app.add_typer(import_app, name="import")
app.command()(export)
app.command()(verify)
import_app.command("tools")(import_tools)
import_app.command("csv")(import_csv)
import_app.command("sgd")(import_sgd)
review_app.command("summary")(review_summary)


@app.command()
def init(
    path: Annotated[Path, typer.Argument(help="The file to write.")] = Path("dialoom.yaml"),
) -> None:
    """Writes a commented configuration to start from."""
    from flows.starter import STARTER

    if path.exists():
        raise ConfigError(f"{path} exists; name another file")
    try:
        path.write_text(STARTER, encoding="utf-8")
    except OSError as problem:
        raise ConfigError(f"{path}: cannot be written: {problem.strerror}") from problem
    typer.echo(f"wrote {path}; next: dialoom check {path}")


@app.command()
def check(
    config: ConfigPath,
    name: Name = None,
    accepted: Accepted = None,
    concurrency: Concurrency = None,
    max_cost: MaxCost = None,
    model: Model = None,
    seed: Seed = None,
    output: Output = None,
    settings: Settings = [],  # noqa: B006 - typer's way to a repeatable option
) -> None:
    """Checks a configuration and prints every value with its source."""
    from flows.composition import dialoom
    from flows.display import config_table, model_table, show
    from flows.preflight import check_config, left_unchecked

    loaded = load(
        config,
        settings,
        name=name,
        accepted=accepted,
        concurrency=concurrency,
        max_cost=max_cost,
        model=model,
        seed=seed,
        output=output,
    )
    models = check_config(loaded.config, dialoom())
    show(config_table(loaded), model_table(models))
    for note in left_unchecked(loaded.config):
        typer.echo(note)
    free = all(m.facts.prices is not None and not any(m.facts.prices.all) for m in models)
    typer.echo(f"{config} is fine; next: dialoom {'run' if free else 'estimate'} {config}")


@app.command()
def run(
    config: ConfigPath,
    name: Name = None,
    accepted: Accepted = None,
    concurrency: Concurrency = None,
    max_cost: MaxCost = None,
    model: Model = None,
    seed: Seed = None,
    output: Output = None,
    settings: Settings = [],  # noqa: B006
    reuse: Annotated[
        list[str], typer.Option("--reuse", help="An older run whose replies may be used.")
    ] = [],  # noqa: B006
) -> None:
    """Makes a run, or goes on with the one of the same name and configuration."""
    from flows.execute import execute
    from flows.runs import run_folder

    loaded = load(
        config,
        settings,
        name=name,
        accepted=accepted,
        concurrency=concurrency,
        max_cost=max_cost,
        model=model,
        seed=seed,
        output=output,
    )
    raise typer.Exit(execute(loaded.config, run_folder(loaded.config), tuple(reuse)))


@app.command()
def resume(run: RunPath, concurrency: Concurrency = None, max_cost: MaxCost = None) -> None:
    """Goes on with a run that was interrupted, broke off or reached its budget."""
    from flows.execute import execute
    from flows.runs import read_manifest, with_limits

    manifest = read_manifest(run)
    config = with_limits(manifest.config, concurrency=concurrency, max_cost_usd=max_cost)
    raise typer.Exit(execute(config, run, manifest.reuse))


@app.command()
def extend(
    run: RunPath,
    accepted: Annotated[str, typer.Option("--accepted", help="How many more, such as +20.")],
    concurrency: Concurrency = None,
    max_cost: MaxCost = None,
) -> None:
    """Adds dialogues to a finished run; those that are there stay as they are."""
    from flows.execute import execute
    from flows.runs import extend_run, read_manifest, with_limits

    more = accepted.removeprefix("+")
    if not more.isdecimal() or int(more) == 0:
        raise ConfigError(f"--accepted wants how many more, such as +20, got {accepted!r}")
    config = with_limits(read_manifest(run).config, concurrency=concurrency, max_cost_usd=max_cost)
    manifest = extend_run(run, int(more))
    raise typer.Exit(execute(config, run, manifest.reuse))


@app.command()
def status(run: RunPath) -> None:
    """Says how a run stands."""
    from flows.display import show, status_table
    from flows.runs import at_work, journal_of, read_manifest

    manifest = read_manifest(run)
    show(status_table(manifest, at_work(run), journal_of(manifest)))


@app.command()
def preview(
    config: ConfigPath,
    model: Model = None,
    seed: Seed = None,
    settings: Settings = [],  # noqa: B006
) -> None:
    """Makes three dialogues and prints them; nothing is kept."""
    from flows.preview import preview_dialogues

    loaded = load(config, settings, model=model, seed=seed)
    raise typer.Exit(preview_dialogues(loaded.config))


@app.command()
def estimate(
    config: ConfigPath,
    size: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option("-n", min=1, help="Dialogues to try: 5, or 15 with --offline."),
    ] = None,
    offline: Annotated[
        bool, typer.Option("--offline", help="Ask no model and spend nothing: a rougher guess.")
    ] = False,
    spend: Annotated[
        Optional[str], typer.Option("--spend", help="US dollars that trying may cost.")  # noqa: UP045
    ] = None,
    name: Name = None,
    accepted: Accepted = None,
    max_cost: MaxCost = None,
    model: Model = None,
    seed: Seed = None,
    output: Output = None,
    settings: Settings = [],  # noqa: B006
) -> None:
    """Prices a run before it starts, from a few dialogues that are tried.

    The models' replies are kept: `dialoom run` with the same configuration does not pay for them
    again. Trying stays within limits.max_cost_usd, and within --spend where that is given.
    """
    from flows.quote import quote

    loaded = load(
        config,
        settings,
        name=name,
        accepted=accepted,
        max_cost=max_cost,
        model=model,
        seed=seed,
        output=output,
    )
    upto = None if spend is None else amount(spend, "--spend")
    raise typer.Exit(quote(loaded.config, size, offline=offline, spend=upto))


@app.command()
def schedule(
    config: ConfigPath,
    cron: Annotated[Optional[str], typer.Option(help="Such as '0 2 * * *'.")] = None,  # noqa: UP045
    interval: Annotated[Optional[float], typer.Option(help="Seconds between starts.")] = None,  # noqa: UP045
    name: Name = None,
    model: Model = None,
    settings: Settings = [],  # noqa: B006
) -> None:
    """Serves the run on a schedule until stopped; every firing makes a new run."""
    from flows.schedule import serve_schedule

    if (cron is None) == (interval is None):
        raise ConfigError("give one of --cron and --interval")
    loaded = load(config, settings, name=name, model=model)
    serve_schedule(loaded.config, cron=cron, interval=interval)


@review_app.command("sample")
def review_sample(
    run: RunPath,
    size: Annotated[int, typer.Option("-n", min=1, help="How many dialogues.")] = 50,
    seed: Annotated[Optional[int], typer.Option(help="Which ones; the run's by default.")] = None,  # noqa: UP045
) -> None:
    """Draws a sample, stratified by intent and phenomenon, as Parquet and CSV."""
    from flows.publish import published, write_sample
    from flows.runs import read_manifest
    from runtime.store import ArtifactStore

    manifest = read_manifest(run)
    store = ArtifactStore(run)
    candidates, _ = published(store)
    drawn = write_sample(store, candidates, size, manifest.config.seed if seed is None else seed)
    typer.echo(f"{len(drawn)} dialogues: {run}/review/sample.csv and sample.parquet")


@import_app.command("lucid")
def import_lucid(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of intent files.")],
    output: Annotated[Path, typer.Option("-o", help="The service file to write.")] = Path(
        "services.json"
    ),
) -> None:
    """Reads LUCID's intent files."""
    from formats.lucid import read_intents
    from formats.services import write_services

    services = read_intents(folder)
    write_services(output, services)
    intents = sum(len(service.intents) for service in services)
    typer.echo(f"{intents} intents in {len(services)} services: {output}")
    typer.echo(f"next: name it in a config, intents: {{imported: [{output}]}}")


@app.command()
def ui(
    port: Annotated[int, typer.Option(help="Port on this machine.")] = 4200,
) -> None:
    """Opens Prefect's UI over all runs so far; runs started meanwhile show up live."""
    import signal

    from flows.prefect_server import StartingServer, announced, prefect_home

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    home = prefect_home()
    starting = StartingServer(home, port)
    try:
        server = starting.wait()
        with announced(home, server):
            typer.echo(f"{server.ui} (Ctrl-C ends it)")
            starting.wait_until_ended()
    finally:
        starting.stop()


@contextmanager
def plain_sentences() -> Iterator[None]:
    """Turns what a user can mend into one sentence and an exit code."""
    from asyncio import CancelledError

    from flows.faults import BROKEN, USAGE

    try:
        yield
    except CancelledError:  # by SIGTERM; asyncio makes a KeyboardInterrupt of Ctrl-C itself
        raise SystemExit(ExitCode.INTERRUPTED) from None
    except USAGE as problem:
        _complain(problem, ExitCode.USAGE)
    except BROKEN as problem:
        _complain(problem, ExitCode.BROKEN)


def _complain(problem: BaseException, code: ExitCode) -> None:
    typer.echo(f"dialoom: {problem}", err=True)
    raise SystemExit(code)


def main() -> None:
    """Entry point of the command `dialoom`."""
    try:
        with plain_sentences():
            app()
    except KeyboardInterrupt:
        sys.exit(ExitCode.INTERRUPTED)
