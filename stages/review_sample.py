"""The stage `review_sample`: which dialogues a reviewer judges, and the table they fill."""

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from hashlib import sha256

from runtime.stage import StageName
from schemas.candidate import Candidate
from schemas.dataset import ReviewRow
from schemas.phenomenon import PhenomenonTag
from world.transcript import lines

NAME = StageName.REVIEW_SAMPLE
VERSION = 1

_FORMULA_STARTS = tuple("=+-@\t\r\n＝＋－＠")
_BOM = "\ufeff"


def draw(candidates: Sequence[Candidate], n: int, seed: int) -> tuple[ReviewRow, ...]:
    """Draws a sample stratified by intent and phenomenon.

    A stratum is a primary intent with a phenomenon: the rarest that the dialogue shows. Every
    stratum gives at least one dialogue where `n` reaches that far, and else every intent before
    any gives two; the rest is spread in proportion. The order of `candidates` is of no effect.

    Args:
        candidates: The published dialogues.
        n: How many to draw; all of them where there are fewer.
        seed: Decides which.
    """
    rarity = _rarity(candidates)
    strata: dict[tuple[str, str], list[Candidate]] = defaultdict(list)
    for candidate in sorted(candidates, key=lambda c: _rank(seed, c.dialogue.dialogue_id)):
        strata[(_primary(candidate), _rarest(candidate, rarity))].append(candidate)
    sizes = {stratum: len(members) for stratum, members in strata.items()}
    quota = _allocate(sizes, min(n, len(candidates)), seed)
    # Strata that gave nothing are represented by those that did.
    reached = sum(size for stratum, size in sizes.items() if quota[stratum])
    scale = len(candidates) / reached if reached else 0.0
    rows = [
        _row(candidate, stratum, weight=sizes[stratum] / quota[stratum] * scale)
        for stratum, members in strata.items()
        for candidate in members[: quota[stratum]]
    ]
    return tuple(sorted(rows, key=lambda row: row.dialogue_id))


def to_csv(rows: Sequence[ReviewRow]) -> str:
    """The sample as CSV text that a spreadsheet opens safely; write it as UTF-8.

    It begins with a byte order mark, so that Excel reads it as UTF-8, and a cell that would be
    taken for a formula begins with an apostrophe. Each cell is quoted, lines end in CRLF.
    """
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL)
    writer.writerow(ReviewRow.model_fields)
    for row in rows:
        writer.writerow([_cell(getattr(row, name)) for name in ReviewRow.model_fields])
    return _BOM + out.getvalue()


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4f}"
    text = ", ".join(str(part) for part in value) if isinstance(value, tuple) else str(value)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def _rank(seed: int, text: str) -> str:
    return sha256(f"{seed}:{text}".encode()).hexdigest()


def _primary(candidate: Candidate) -> str:
    return f"{candidate.plan.cell.service}.{candidate.plan.cell.intent}"


def _rarity(candidates: Sequence[Candidate]) -> Mapping[PhenomenonTag, int]:
    return Counter(tag for candidate in candidates for tag in candidate.annotation.shown)


def _rarest(candidate: Candidate, rarity: Mapping[PhenomenonTag, int]) -> str:
    shown = candidate.annotation.shown
    return min(shown, key=lambda tag: (rarity[tag], tag)).value if shown else "none"


def _allocate(
    sizes: Mapping[tuple[str, str], int], n: int, seed: int
) -> dict[tuple[str, str], int]:
    """How many of the `n` each stratum gives."""
    quota = dict.fromkeys(sizes, 0)
    for stratum in _covering_order(sizes, seed)[:n]:
        quota[stratum] = 1
    total = sum(sizes.values())
    while (left := n - sum(quota.values())) > 0:
        # One at a time to whichever is furthest below its share: exact, and n is small.
        open_strata = [stratum for stratum in sizes if quota[stratum] < sizes[stratum]]
        behind = max(
            open_strata,
            key=lambda s: (sizes[s] * n / total - quota[s], _rank(seed, f"{s} {left}")),
        )
        quota[behind] += 1
    return quota


def _covering_order(sizes: Mapping[tuple[str, str], int], seed: int) -> list[tuple[str, str]]:
    """The strata, each intent's first before any intent's second."""
    by_intent: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for stratum in sorted(sizes, key=lambda s: _rank(seed, "/".join(s))):
        by_intent[stratum[0]].append(stratum)
    ranked = [
        (place, _rank(seed, intent), stratum)
        for intent, members in by_intent.items()
        for place, stratum in enumerate(members)
    ]
    return [stratum for _, _, stratum in sorted(ranked)]


def _row(candidate: Candidate, stratum: tuple[str, str], weight: float) -> ReviewRow:
    return ReviewRow(
        dialogue_id=candidate.dialogue.dialogue_id,
        intents=candidate.annotation.intents,
        phenomena=candidate.annotation.shown,
        stratum=" / ".join(stratum),
        weight=weight,
        goal_summary=candidate.annotation.goal_summary,
        transcript=_transcript(candidate),
    )


def _transcript(candidate: Candidate) -> str:
    shown = []
    for line in lines(candidate.dialogue.turns):
        if line.kind in ("user", "system"):
            shown.append(f"{line.kind.capitalize()}: {line.text}")
        else:
            number = "" if line.number is None else f"x{line.number} "
            mark = "<-" if line.kind == "signal" else "->"
            shown.append(f"    {mark} {number}{line.text}")
    return "\n".join(shown)
