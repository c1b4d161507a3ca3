"""One row for each system turn: what was said before, and the statements to write."""

import json
from collections.abc import Iterable, Iterator

from formats.publication import MIXED, Published
from schemas.calls.views import Line
from schemas.dialogue import Speaker
from schemas.export import LeftOut, TargetRow
from schemas.plan import Split
from schemas.service import Catalog
from world.transcript import intent_views, lines, now_text


def target_rows(
    published: Iterable[Published], catalog: Catalog
) -> tuple[tuple[TargetRow, ...], tuple[LeftOut, ...]]:
    """The rows of all dialogues in order, and the dialogues that have none (mixed ones)."""
    rows: list[TargetRow] = []
    left_out: list[LeftOut] = []
    for item in published:
        if item.split is Split.MIXED:
            left_out.append(LeftOut(dialogue_id=item.dialogue_id, reason=MIXED))
        else:
            rows += _rows(item, catalog)
    return tuple(rows), tuple(left_out)


def _rows(item: Published, catalog: Catalog) -> Iterator[TargetRow]:
    dialogue, labels = item.dialogue, item.labels
    views = intent_views(catalog, dialogue.services)
    schema = json.dumps(
        [view.model_dump(mode="json", exclude_defaults=True) for view in views], ensure_ascii=False
    )
    now = f"now: {now_text(dialogue.clock)}"
    state: dict[str, dict[str, object]] = {}
    for place, turn in enumerate(labels.turns):
        # A service keeps its state until it is touched again.
        for frame in turn.frames:
            state[frame.service] = {slot.slot: slot.value for slot in frame.state}
        if turn.speaker is not Speaker.SYSTEM:
            continue
        statements = [statement for step in turn.steps for statement in step.statements]
        signals = [signal for step in turn.steps for signal in step.signals]
        yield TargetRow(
            dialogue_id=item.dialogue_id,
            turn_index=turn.index,
            split=item.split,
            context="\n".join((now, *map(_text, lines(dialogue.turns[:place])))),
            services_schema=schema,
            target=tuple(statement.text for statement in statements),
            target_numbers=tuple(statement.index for statement in statements),
            signals=tuple(signal.text for signal in signals),
            signal_numbers=tuple(signal.index for signal in signals),
            state=json.dumps(state, ensure_ascii=False),
            response=turn.utterance,
        )


def _text(line: Line) -> str:
    if line.kind in ("user", "system"):
        return f"{line.kind}: {line.text}"
    return line.text if line.number is None else f"x{line.number} {line.text}"
