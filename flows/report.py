"""A run in figures, for Prefect's UI and the terminal."""

from flows.money import cost_so_far
from schemas.run import RunManifest
from stages.compile.card import QUOTA_HEAD, panel_lines, quota_cells, supervision_lines

UNMET_SHOWN = 20


def rejection_table(manifest: RunManifest) -> list[dict[str, str | int]]:
    """Accepted and rejected dialogues by stage and reason."""
    rows: list[dict[str, str | int]] = [
        {"stage": "compile", "what": "accepted", "dialogues": manifest.accepted}
    ]
    for where, number in sorted(manifest.rejections.items(), key=lambda pair: (-pair[1], pair[0])):
        stage, code = where.split("/", 1)
        rows.append({"stage": stage, "what": code, "dialogues": number})
    return rows


def markdown_summary(manifest: RunManifest) -> str:
    """The run on a page."""
    spend = manifest.spend
    models = sorted({f"{role}: `{b.model}`" for role, b in manifest.config.models.items()})
    lines = [
        f"# {manifest.run}",
        "",
        f"**{manifest.status.value}**: {manifest.detail}",
        "",
        "| | |",
        "|---|---|",
        f"| accepted | {manifest.accepted} of {manifest.wanted} |",
        f"| attempts | {manifest.attempted} in {len(manifest.rounds)} rounds |",
        f"| models | {'; '.join(models)} |",
        f"| calls | {spend.calls} ({spend.from_journal} out of the journal) |",
        f"| tokens | {spend.tokens_in} in, {spend.tokens_out} out |",
        f"| cost | {cost_so_far(spend, manifest.accepted) or '$0.00'} |",
        "",
        "| stage | what | dialogues |",
        "|---|---|---|",
        *(
            f"| {row['stage']} | {row['what']} | {row['dialogues']} |"
            for row in rejection_table(manifest)
        ),
        "",
        *quota_lines(manifest),
        *panel_lines(manifest.panel),
        *supervision_lines(manifest.supervision),
        *unmet_lines(manifest),
    ]
    return "\n".join(lines)


def quota_lines(manifest: RunManifest) -> list[str]:
    """What became of the declared shares, as a table."""
    if not manifest.quotas:
        return []
    return [
        f"| {' | '.join(QUOTA_HEAD)} |",
        f"|{'---|' * len(QUOTA_HEAD)}",
        *(f"| {' | '.join(map(str, quota_cells(row)))} |" for row in manifest.quotas),
        "",
    ]


def shortfalls(manifest: RunManifest) -> list[str]:
    """The declared shares that were not met, each with the reason."""
    return [
        f"{row.kind} {row.name}: {row.accepted} of {row.wanted}; {row.reason}"
        for row in manifest.quotas
        if row.accepted < row.wanted
    ]


def unmet_lines(manifest: RunManifest) -> list[str]:
    """Cells without a dialogue and what stopped them, the first few; then shares not met."""
    lines = _empty_cells(manifest)
    short = shortfalls(manifest)
    return [*lines, *(["Shares not met:"] if short else []), *(f"- {line}" for line in short)]


def _empty_cells(manifest: RunManifest) -> list[str]:
    if not manifest.unmet:
        return []
    lines = [f"Not met: {len(manifest.unmet)} of {manifest.wanted}."]
    for unmet in manifest.unmet[:UNMET_SHOWN]:
        wants = f" with {', '.join(unmet.phenomena)}" if unmet.phenomena else ""
        why = ", ".join(f"{code} {number}x" for code, number in unmet.reasons.items())
        tried = why or "not tried"
        lines.append(f"- cell {unmet.cell}, {unmet.intent}{wants}: {tried}")
    if len(manifest.unmet) > UNMET_SHOWN:
        lines.append(f"- and {len(manifest.unmet) - UNMET_SHOWN} more; run.json lists them all")
    return lines
