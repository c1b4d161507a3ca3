"""A run in figures, for Prefect's UI and the terminal."""

from schemas.run import RunManifest

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
        f"| cost | ${spend.usd}, {spend.unpriced} calls of unknown price left out |",
        "",
        "| stage | what | dialogues |",
        "|---|---|---|",
        *(
            f"| {row['stage']} | {row['what']} | {row['dialogues']} |"
            for row in rejection_table(manifest)
        ),
        "",
        *unmet_lines(manifest),
    ]
    return "\n".join(lines)


def unmet_lines(manifest: RunManifest) -> list[str]:
    """Cells without a dialogue and what stopped them, the first few."""
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
