"""From records to the flat rows of the published tables."""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256

from pydantic import TypeAdapter

from schemas.acts import Act
from schemas.annotation import Frame, SlotState, SourceKind, ToolCall, TurnAnnotation
from schemas.base import Value
from schemas.calls.call import Role
from schemas.candidate import Candidate
from schemas.config import RunConfig
from schemas.dataset import (
    ActCell,
    CallCell,
    DialogueRow,
    FrameRow,
    SlotCell,
    SlotRow,
    SpanCell,
    TurnRow,
)
from schemas.dialogue import Span, Step, Turn
from schemas.plan import Split
from schemas.service import Catalog, SlotType
from schemas.world import Entity

_ENTITIES = TypeAdapter(tuple[Entity, ...])
_STEPS = TypeAdapter(tuple[Step, ...])
_FLOWING = (SourceKind.ENTITY, SourceKind.SERVICE)


def dialogue_row(
    candidate: Candidate, catalog: Catalog, config: RunConfig | None, split: Split
) -> DialogueRow:
    """The dialogue's row; without a configuration no models are known but recorded ones."""
    plan, dialogue, annotation = candidate.plan, candidate.dialogue, candidate.annotation
    intents = annotation.intents
    models = {role: _model(role, candidate, config) for role in Role}
    return DialogueRow(
        dialogue_id=dialogue.dialogue_id,
        cell=plan.cell.index,
        attempt=plan.attempt,
        split=split,
        domains=_domains(candidate, catalog),
        services=dialogue.services,
        intents=intents,
        turns=len(dialogue.turns),
        end=dialogue.end,
        goal_summary=annotation.goal_summary,
        story=plan.story,
        persona=f"{plan.persona.name}: {plan.persona.style}",
        query_first=bool(intents) and _is_query(intents[0], catalog),
        flow=any(state.source.kind in _FLOWING for state in _states(annotation.turns)),
        planned_phenomena=plan.cell.phenomena,
        phenomena=annotation.shown,
        triplet=plan.cell.triplet,
        variant=plan.cell.variant,
        now=dialogue.clock.now,
        timezone=dialogue.clock.timezone,
        locale=dialogue.clock.locale,
        world=dialogue.world.model_dump_json(),
        final_entities=_ENTITIES.dump_json(annotation.final_entities).decode(),
        spans_recorded=any(turn.spans for turn in dialogue.turns),
        model_schema_writer=models[Role.SCHEMA_WRITER],
        model_planner=models[Role.PLANNER],
        model_user=models[Role.USER],
        model_system=models[Role.SYSTEM],
        model_response=models[Role.RESPONSE],
        model_validator=models[Role.VALIDATOR],
        model_judge=models[Role.JUDGE],
        fingerprint=fingerprint(candidate, catalog),
    )


def turn_rows(candidate: Candidate, dialogue: DialogueRow) -> Iterable[TurnRow]:
    """The dialogue's turns; models and fingerprint are those of its row."""
    for turn, labels in zip(candidate.dialogue.turns, candidate.annotation.turns, strict=True):
        yield _turn_row(turn, labels, dialogue)


def frame_rows(candidate: Candidate) -> Iterable[FrameRow]:
    """A row for each frame."""
    for turn in candidate.annotation.turns:
        for frame in turn.frames:
            yield FrameRow(
                dialogue_id=candidate.dialogue.dialogue_id,
                turn_index=turn.index,
                service=frame.service,
                active_intent=frame.active_intent,
                requested_slots=frame.requested_slots,
                slots=tuple(
                    SlotCell(
                        slot=state.slot,
                        value=_json(state.value),
                        special=state.special,
                        variants=state.variants,
                    )
                    for state in frame.state
                ),
            )


def slot_rows(candidate: Candidate, catalog: Catalog) -> Iterable[SlotRow]:
    """A row for each slot of each frame."""
    before: dict[str, Mapping[str, Value]] = {}
    for turn in candidate.annotation.turns:
        for frame in turn.frames:
            earlier = before.get(frame.service, {})
            for state in frame.state:
                kind = catalog.service(frame.service).slot(state.slot).type
                new = state.slot not in earlier or earlier[state.slot] != state.value
                yield _slot_row(candidate, turn, frame, state, kind, new=new)
            before[frame.service] = {state.slot: state.value for state in frame.state}


def fingerprint(candidate: Candidate, catalog: Catalog) -> str:
    """Identity of the dialogue: its record, its plan, its services' schemas."""
    parts = (
        candidate.dialogue.model_dump_json(),
        candidate.plan.model_dump_json(),
        catalog.only(candidate.dialogue.services).model_dump_json(),
    )
    return sha256("\n".join(parts).encode()).hexdigest()


def _turn_row(turn: Turn, labels: TurnAnnotation, dialogue: DialogueRow) -> TurnRow:
    statements = [statement for step in labels.steps for statement in step.statements]
    signals = [signal for step in labels.steps for signal in step.signals]
    return TurnRow(
        dialogue_id=dialogue.dialogue_id,
        turn_index=turn.index,
        speaker=turn.speaker,
        utterance=turn.utterance,
        spoken=turn.spoken,
        statements=tuple(statement.text for statement in statements),
        statement_numbers=tuple(statement.index for statement in statements),
        signals=tuple(signal.text for signal in signals),
        signal_numbers=tuple(signal.index for signal in signals),
        acts=tuple(_act_cell(act) for act in labels.acts),
        spans=tuple(_span_cell(span) for span in labels.spans),
        calls=tuple(_call_cell(call) for call in labels.calls),
        steps=_STEPS.dump_json(labels.steps).decode(),
        state_hash=labels.state_hash,
        planned_phenomena=labels.planned_phenomena,
        phenomena=labels.phenomena,
        repairs=turn.repairs,
        model_user=dialogue.model_user,
        model_system=dialogue.model_system,
        model_response=dialogue.model_response,
        fingerprint=dialogue.fingerprint,
    )


def _slot_row(
    candidate: Candidate,
    turn: TurnAnnotation,
    frame: Frame,
    state: SlotState,
    kind: SlotType,
    *,
    new: bool,
) -> SlotRow:
    number = None
    if kind in (SlotType.INTEGER, SlotType.NUMBER) and isinstance(state.value, int | float):
        number = float(state.value)
    return SlotRow(
        dialogue_id=candidate.dialogue.dialogue_id,
        turn_index=turn.index,
        service=frame.service,
        active_intent=frame.active_intent,
        slot=state.slot,
        type=kind,
        value=state.value if isinstance(state.value, str) else _json(state.value),
        number=number,
        special=state.special,
        variants=state.variants,
        source=state.source.kind,
        source_number=state.source.index,
        new=new,
    )


def _act_cell(act: Act) -> ActCell:
    return ActCell(
        act=act.act,
        service=act.service,
        intent=act.intent,
        slot=act.slot,
        value=_json(act.value),
        surface=act.surface,
        reference="" if act.reference is None else act.reference.model_dump_json(),
        count=act.count,
    )


def _span_cell(span: Span) -> SpanCell:
    return SpanCell(
        service=span.service,
        slot=span.slot,
        start=span.start,
        end=span.end,
        surface=span.surface,
        value=_json(span.value),
    )


def _call_cell(call: ToolCall) -> CallCell:
    return CallCell(
        service=call.service,
        intent=call.intent,
        parameters=json.dumps(call.parameters, ensure_ascii=False, sort_keys=True),
        success=call.success,
        results=_ENTITIES.dump_json(call.results).decode(),
    )


def _json(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False)


def _states(turns: Iterable[TurnAnnotation]) -> Iterable[SlotState]:
    return (state for turn in turns for frame in turn.frames for state in frame.state)


def _domains(candidate: Candidate, catalog: Catalog) -> tuple[str, ...]:
    services = (catalog.service(name) for name in candidate.dialogue.services)
    return tuple(sorted({domain for service in services for domain in service.domains}))


def _is_query(name: str, catalog: Catalog) -> bool:
    service, intent = name.split(".", 1)
    return not catalog.intent(service, intent).transactional


def _model(role: Role, candidate: Candidate, config: RunConfig | None) -> str:
    """The model that answered where the dialogue recorded it, else the one bound to the role."""
    binding = config and (config.models.get(role) or config.models.get("default"))
    return candidate.dialogue.models.get(role.value, binding.model if binding else "")
