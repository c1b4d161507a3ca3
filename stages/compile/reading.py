"""From the published tables back to records: a dialogue as its replay needs it."""

import json
from collections.abc import Sequence

from pydantic import TypeAdapter

from schemas.acts import Act, Reference
from schemas.dataset import ActCell, DialogueRow, SpanCell, TurnRow
from schemas.dialogue import Dialogue, Span, Step, Turn
from schemas.world import Clock, WorldSpec

_STEPS = TypeAdapter(tuple[Step, ...])


def dialogue_of(row: DialogueRow, turns: Sequence[TurnRow]) -> Dialogue:
    """The record that a dialogue's rows were made from, the models' names aside.

    Args:
        row: The dialogue's.
        turns: Its turns, in order.

    Raises:
        ValueError: Where a cell of JSON text does not hold what it should.
    """
    return Dialogue(
        dialogue_id=row.dialogue_id,
        services=row.services,
        clock=Clock(now=row.now, timezone=row.timezone, locale=row.locale),
        world=WorldSpec.model_validate_json(row.world),
        turns=tuple(_turn(turn, spans_recorded=row.spans_recorded) for turn in turns),
        end=row.end,
    )


def _turn(row: TurnRow, *, spans_recorded: bool) -> Turn:
    return Turn(
        index=row.turn_index,
        speaker=row.speaker,
        utterance=row.utterance,
        acts=tuple(_act(cell) for cell in row.acts),
        steps=_STEPS.validate_json(row.steps),
        planned_phenomena=row.planned_phenomena,
        repairs=row.repairs,
        # Spans that alignment finds are labels, found again by whoever replays the dialogue.
        spans=tuple(_span(cell) for cell in row.spans) if spans_recorded else (),
        spoken=row.spoken,
    )


def _act(cell: ActCell) -> Act:
    return Act(
        act=cell.act,
        service=cell.service,
        intent=cell.intent,
        slot=cell.slot,
        value=json.loads(cell.value),
        surface=cell.surface,
        reference=Reference.model_validate_json(cell.reference) if cell.reference else None,
        count=cell.count,
    )


def _span(cell: SpanCell) -> Span:
    return Span(
        service=cell.service,
        slot=cell.slot,
        start=cell.start,
        end=cell.end,
        surface=cell.surface,
        value=json.loads(cell.value),
    )
