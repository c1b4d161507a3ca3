"""Tables for the terminal."""

from decimal import Decimal

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from flows.config import LoadedConfig
from flows.money import cost_so_far
from flows.preflight import BoundModel
from flows.report import rejection_table, unmet_lines
from runtime.fingerprint import config_fields
from runtime.journal import Account
from schemas.run import RunManifest, RunStatus


def show(*parts: RenderableType) -> None:
    """Prints one part after another."""
    console = Console(highlight=False)
    for part in parts:
        console.print(part)


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def config_table(loaded: LoadedConfig) -> Table:
    """Every effective value with its source."""
    table = _table("field", "value", "from")
    for field, value in config_fields(loaded.config).items():
        shown = "-" if value is None else str(value)
        table.add_row(Text(field), Text(shown), Text(loaded.sources[field]))
    return table


def model_table(models: tuple[BoundModel, ...]) -> Table:
    """The model of every role with its price."""
    table = _table("role", "model", "JSON by", "$ per million tokens in", "cached", "out")
    for bound in models:
        prices = bound.facts.prices
        paid = (
            [_price(price) for price in (prices.input, prices.cached, prices.output)]
            if prices
            else ["unknown"] * 3
        )
        table.add_row(bound.role.value, bound.facts.model, bound.facts.structured, *paid)
    return table


def _price(per_token: Decimal) -> str:
    """The price of a million tokens, without trailing zeros."""
    exact = f"{per_token * 1_000_000:f}"
    return exact.rstrip("0").rstrip(".") if "." in exact else exact


def status_table(manifest: RunManifest, working: bool, journal: Account | None = None) -> Table:
    """How a run stands.

    Args:
        manifest: As of its last round.
        working: Whether a process is at it.
        journal: What has been paid since, where the run did not end by itself.
    """
    table = _table("what", "value")
    status = manifest.status.value
    if manifest.status is RunStatus.RUNNING and not working:
        status = f"stopped halfway; go on with: dialoom resume {manifest.run}"
    spend = manifest.spend
    calls = f"{spend.calls}, {spend.from_journal} of them out of the journal"
    if journal is not None:
        calls = f"{journal.replies} replies in the journal"
        calls += f", {journal.reused} of them out of older runs" if journal.reused else ""
        beyond = max(Decimal(0), journal.usd - Decimal(spend.usd))
        spend = spend.model_copy(
            update={"unfinished_usd": f"{beyond:f}", "unpriced": journal.unpriced}
        )
    rows = [
        ("run", manifest.run),
        ("status", status),
        ("", manifest.detail),
        ("begun, last change", f"{manifest.started_at}, {manifest.updated_at}"),
        ("accepted", f"{manifest.accepted} of {manifest.wanted}"),
        ("attempts", f"{manifest.attempted} in {len(manifest.rounds)} rounds"),
        ("calls", calls),
        ("cost", cost_so_far(spend, manifest.accepted) or "$0.00"),
    ]
    rows += [
        (f"{row['stage']}: {row['what']}", str(row["dialogues"]))
        for row in rejection_table(manifest)[1:]
    ]
    rows += [("", line) for line in unmet_lines(manifest)]
    for name, value in rows:
        if value:
            table.add_row(Text(name), Text(value))
    return table
