"""The commands that bring files in and out; `flows/cli.py` puts them on the command line."""

from pathlib import Path
from typing import Annotated, Optional

import typer

from flows.exit_code import ExitCode
from schemas.export import ExportFormat
from schemas.plan import Split

Tools = Annotated[
    list[str], typer.Option(metavar="NAME", help="A tool of the file; may be repeated.")
]
Services = Annotated[Path, typer.Option("-o", help="The service file to write.")]


def import_tools(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Tools as JSON.")],
    output: Services = Path("services.json"),
    domain: Annotated[str, typer.Option(help="The domain of the services.")] = "tools",
    query: Tools = [],  # noqa: B006
    write: Tools = [],  # noqa: B006
    unconfirmed: Tools = [],  # noqa: B006
    skip_refused: Annotated[
        bool, typer.Option("--skip-refused", help="Import the others where some are refused.")
    ] = False,
) -> None:
    """Reads function tools: OpenAI's, Anthropic's, or the result of an MCP tools/list.

    --query names tools that only read, --write tools that change something, --unconfirmed
    writing tools that need no confirmation, where their names and descriptions mislead.
    """
    from formats.services import write_services
    from formats.tools import Overrides, ToolsError, read_tools

    imported = read_tools(file, Overrides(query, write, unconfirmed), domain)
    for note in imported.notes:
        typer.echo(f"{note.pointer}: {note.text}")
    for refusal in imported.refusals:
        name = refusal.tool or "a tool without a name"
        typer.echo(f"{refusal.pointer}: {name} is refused: it {refusal.reason}", err=True)
    if imported.refusals and not (skip_refused and imported.services):
        hint = "; --skip-refused imports the others" if imported.services else ""
        raise ToolsError(f"{file}: {len(imported.refusals)} tools are refused{hint}")
    write_services(output, imported.services)
    intents = sum(len(service.intents) for service in imported.services)
    typer.echo(f"{intents} intents in {len(imported.services)} services: {output}")
    typer.echo(f"next: name it in a config, intents: {{imported: [{output}]}}")


def import_csv(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="CSV with the columns domain, description.")
    ],
    output: Annotated[Path, typer.Option("-o", help="The config to write.")] = Path("intents.yaml"),
    name: Annotated[str, typer.Option(help="Name of the run.")] = "run",
) -> None:
    """Makes a config of intents that a spreadsheet describes."""
    from flows.config import load_config
    from formats.csv_intents import CsvError, as_config, read_csv_intents

    if output.exists():
        raise CsvError(f"{output} is there already: name another file with -o")
    intents = read_csv_intents(file)
    try:
        output.write_text(as_config(name, intents), encoding="utf-8")
    except OSError as problem:
        raise CsvError(f"{output}: cannot be written: {problem.strerror}") from problem
    load_config(output)
    domains = len({intent.domain for intent in intents})
    typer.echo(f"{len(intents)} intents in {domains} domains: {output}")
    typer.echo(f"next: dialoom check {output}")


def import_sgd(
    schema: Annotated[Path, typer.Argument(metavar="SCHEMA", help="SGD's schema.json.")],
    dialogues: Annotated[
        Optional[list[Path]],  # noqa: UP045
        typer.Argument(metavar="[DIALOGUES]...", help="dialogues_*.json, or their folder."),
    ] = None,
    output: Services = Path("services.json"),
    dataset: Annotated[
        str, typer.Option("--dataset", help="Folder for the dialogues, laid out as a run's.")
    ] = "imported",
    split: Annotated[
        Optional[Split],  # noqa: UP045
        typer.Option(help="The dialogues' split, where their files' names do not tell."),
    ] = None,
) -> None:
    """Reads Schema-Guided Dialogue: services, and dialogues as programs that replay."""
    from flows.sgd import import_dialogues, import_services
    from formats.services import write_services

    services, said = import_services(schema, dialogues or ())
    write_services(output, services)
    intents = sum(len(service.intents) for service in services)
    typer.echo(f"{intents} intents in {len(services)} services: {output}")
    typer.echo(f"next: name it in a config, intents: {{imported: [{output}]}}")
    if not said:
        return
    report = import_dialogues(services, said, dataset, split)
    for sentence in report.sentences():
        typer.echo(sentence)
    if report.too_many:
        raise typer.Exit(ExitCode.WRONG)


def verify(
    folder: Annotated[
        str, typer.Argument(metavar="DIR", help="A run's folder or URL, or that of its dataset.")
    ],
    shown: Annotated[
        int, typer.Option("--show", min=1, help="Faults printed of one dialogue.")
    ] = 3,
) -> None:
    """Replays a dataset without a model and names the dialogues whose labels do not follow."""
    from flows.verify import told_on_terminal
    from flows.verify import verify as verify_dataset

    verified = verify_dataset(folder, told_on_terminal)
    for sentence in verified.sentences(shown):
        typer.echo(sentence)
    typer.echo(
        f"{verified.dialogues} dialogues, {verified.turns} turns: "
        f"the labels of {verified.wrong_dialogues} do not follow"
    )
    if verified.wrong:
        raise typer.Exit(ExitCode.WRONG)


def export(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run's folder, or its URL.")],
    shape: Annotated[ExportFormat, typer.Option("--format", help="The shape to write.")],
    output: Annotated[Optional[str], typer.Option("-o", help="Folder to write to.")] = None,  # noqa: UP045
    system: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(help="chat: the system message, {now} in it is the clock; '' for none."),
    ] = None,
    all_tools: Annotated[
        bool, typer.Option("--all-tools", help="chat: offer every tool of the run everywhere.")
    ] = False,
) -> None:
    """Writes a run's dialogues as chats with tool calls, LUCID's or SGD's JSON, or targets."""
    from flows.exports import export_run
    from formats.chat import SYSTEM, ChatStyle

    style = ChatStyle(SYSTEM if system is None else system, all_tools)
    for sentence in export_run(run, shape, style, output).sentences():
        typer.echo(sentence)


def review_summary(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run's folder, or its URL.")],
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Filled copies of review/sample.csv.")
    ],
) -> None:
    """Turns filled samples into error rates, and writes them into the dataset's card."""
    from flows.reviews import review_run

    typer.echo(review_run(run, files))
