"""Faults in the record around words and programs: spans, tags, turns, the world."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from benchmarks.planted.kind import (
    Change,
    Good,
    Kind,
    Planted,
    any_of,
    other_values,
    places,
    shuffled,
)
from benchmarks.planted.script import Line, Script
from schemas.acts import ActType
from schemas.annotation import AnnotatedDialogue
from schemas.base import Value
from schemas.dialogue import Dialogue, SignalKind, Span, Step
from schemas.world import Entity, WorldSpec
from world.statements import Assign, Do, Open

_SHIFTS = (-3, -2, -1, 1, 2, 3)


def shifted_span(good: Good, rng: Random) -> Planted | None:
    """A span lies beside its value, in the labels and in what an import has recorded."""
    labelled = [
        (turn.index, span) for turn in good.candidate.annotation.turns for span in turn.spans
    ]
    for index, span in shuffled(labelled, rng):
        utterance = good.dialogue.turns[index].utterance
        for shift in shuffled(_SHIFTS, rng):
            start, end = span.start + shift, span.end + shift
            if start < 0 or end > len(utterance) or not utterance[start:end].strip():
                continue
            moved = span.model_copy(
                update={"start": start, "end": end, "surface": utterance[start:end]}
            )
            return Planted(
                good.candidate.plan,
                _recorded(good.dialogue, index, span, moved),
                f"the span of {span.slot} moves by {shift}",
                partial(_spanned, index=index, old=span, new=moved),
            )
    return None


def _recorded(dialogue: Dialogue, index: int, old: Span, new: Span) -> Dialogue:
    turns = list(dialogue.turns)
    spans = tuple(new if span == old else span for span in turns[index].spans)
    turns[index] = turns[index].model_copy(update={"spans": spans})
    return dialogue.model_copy(update={"turns": tuple(turns)})


def _spanned(labels: AnnotatedDialogue, index: int, old: Span, new: Span) -> AnnotatedDialogue:
    spans = tuple(new if span == old else span for span in labels.turns[index].spans)
    return _label(labels, index, spans=spans)


def _label(labels: AnnotatedDialogue, index: int, **changes: object) -> AnnotatedDialogue:
    turns = list(labels.turns)
    turns[index] = turns[index].model_copy(update=changes)
    return labels.model_copy(update={"turns": tuple(turns)})


def missing_tag(good: Good, rng: Random) -> Planted | None:
    """A phenomenon is not in the labels, or not noted as planned."""
    tagged = [
        (turn.index, tag, planned)
        for turn in good.candidate.annotation.turns
        for planned in (False, True)
        for tag in (turn.planned_phenomena if planned else turn.phenomena)
    ]
    if not tagged:
        return None
    index, tag, planned = tagged[rng.randrange(len(tagged))]
    if not planned:
        return Planted(
            good.candidate.plan,
            good.dialogue,
            f"{tag.value} is not in the labels of turn {index}",
            lambda labels: _label(
                labels, index, phenomena=tuple(t for t in labels.turns[index].phenomena if t != tag)
            ),
        )
    turns = list(good.dialogue.turns)
    kept = tuple(t for t in turns[index].planned_phenomena if t != tag)
    turns[index] = turns[index].model_copy(update={"planned_phenomena": kept})
    dialogue = good.dialogue.model_copy(update={"turns": tuple(turns)})
    return Planted(good.candidate.plan, dialogue, f"{tag.value} is not noted in turn {index}")


def duplicated_turn(good: Good, rng: Random) -> Planted | None:
    """A user turn and its answer stand there twice."""
    return any_of(good, rng, _doubled(good))


def _doubled(good: Good) -> Iterator[Change]:
    for number, exchange in places(good):
        # The copy's statements are new ones; what is opened stays opened once.
        programs = tuple(
            replace(
                program,
                lines=tuple(
                    Line(line.statement)
                    for line in program.lines
                    if not isinstance(line.statement, Open | Do) or _again(line)
                ),
                signals=(),
            )
            for program in exchange.programs
        )
        copy = replace(exchange, programs=tuple(p for p in programs if p.lines))
        yield f"turn {2 * number} comes twice", good.script.put(number, exchange, copy)


def _again(line: Line) -> bool:
    return isinstance(line.statement, Do) and line.statement.verb in ("ignore", "hold")


def dropped_exchange(good: Good, rng: Random) -> Planted | None:
    """A user turn and its answer are gone."""
    changes = (
        (f"turns {2 * number} and {2 * number + 1} are gone", good.script.put(number))
        for number, _ in list(places(good))[:-1]
    )
    return any_of(good, rng, changes)


def result_altered(good: Good, rng: Random) -> Planted | None:
    """What a query finds is not what the backend held."""
    return any_of(good, rng, _altered(good))


def _altered(good: Good) -> Iterator[Change]:
    for slot, value in _told_results(good):
        world = good.dialogue.world
        for other in _rivals(good, slot, value):
            changed = _replaced(world, slot, value, other)
            if changed != world:
                dialogue = good.dialogue.model_copy(update={"world": changed})
                yield f"{slot} is {other!r} in the result", Script(dialogue, good.script.exchanges)


def _told_results(good: Good) -> Iterator[tuple[str, Value]]:
    """Slots of results with the values that the system told of them."""
    for exchange in good.script.exchanges:
        found = [
            entity
            for program in exchange.programs
            for signal in program.signals
            if signal.kind is SignalKind.RESULT
            for entity in signal.entities
        ]
        for act in exchange.answer.acts:
            told = act.act in (ActType.OFFER, ActType.INFORM) and isinstance(act.value, str)
            if told and any(e.values.get(act.slot) == act.value for e in found):
                yield act.slot, act.value


def _rivals(good: Good, slot: str, value: Value) -> Iterator[Value]:
    for service in good.own.services:
        for schema in service.slots:
            # Closed-set values of imports are told in any words.
            if schema.name == slot and (good.planned or not schema.categorical):
                yield from other_values(good, schema, None, value)


def _replaced(world: WorldSpec, slot: str, old: Value, new: Value) -> WorldSpec:
    entities = tuple(_entity(entity, slot, old, new) for entity in world.entities)
    recorded = tuple(
        call.model_copy(
            update={
                "results": tuple(
                    {k: new if (k, v) == (slot, old) else v for k, v in row.items()}
                    for row in call.results
                )
            }
        )
        for call in world.recorded
    )
    return world.model_copy(update={"entities": entities, "recorded": recorded})


def _entity(entity: Entity, slot: str, old: Value, new: Value) -> Entity:
    if entity.values.get(slot) != old:
        return entity
    return entity.model_copy(update={"values": {**entity.values, slot: new}})


def confirmed_unasked(good: Good, rng: Random) -> Planted | None:
    """A change is confirmed in the turn that brings it, and nobody asks the user.

    The executor refuses that, so the record is put together by hand: the question is cut out of
    a good dialogue, its number too, and the answer moves up.
    """
    for number in shuffled(range(len(good.script.exchanges) - 1), rng):
        now, after = good.script.exchanges[number : number + 2]
        changes = any(isinstance(line.statement, Assign) for _, line in now.statements)
        says_yes = any(
            isinstance(line.statement, Do) and line.statement.verb == "confirm"
            for _, line in after.statements
        )
        if changes and says_yes:
            return Planted(
                good.candidate.plan,
                _without_question(good.dialogue, number),
                f"the change of turn {2 * number} is performed unasked",
            )
    return None


def _without_question(dialogue: Dialogue, number: int) -> Dialogue:
    asked, answered = dialogue.turns[2 * number + 1], dialogue.turns[2 * number + 3]
    gone = asked.steps[-1].statements[-1].index
    merged = answered.model_copy(update={"steps": (*asked.steps[:-1], *answered.steps)})
    kept = (*dialogue.turns[: 2 * number + 1], merged, *dialogue.turns[2 * number + 4 :])
    turns = tuple(
        turn.model_copy(
            update={"index": place, "steps": tuple(_shifted(step, gone) for step in turn.steps)}
        )
        for place, turn in enumerate(kept)
    )
    return dialogue.model_copy(update={"turns": turns})


def _shifted(step: Step, gone: int) -> Step:
    """The step with every number after the one that is gone moved up by one."""

    def text(found: re.Match[str]) -> str:
        return f"x{int(found[1]) - (int(found[1]) > gone)}"

    def moved(node: Any, key: str = "") -> Any:
        if isinstance(node, dict):
            return {name: moved(value, name) for name, value in node.items()}
        if isinstance(node, list):
            return [moved(value) for value in node]
        if key in ("index", "task") and isinstance(node, int):
            return node - (node > gone)
        return re.sub(r"\bx(\d+)\b", text, node) if isinstance(node, str) else node

    return Step.model_validate_json(json.dumps(moved(step.model_dump(mode="json"))))


KINDS = (
    Kind("confirm after a change without asking", confirmed_unasked),
    Kind("query result altered", result_altered, unplanned=True),
    Kind("shifted span", shifted_span, unplanned=True),
    Kind("missing phenomenon tag", missing_tag),
    Kind("duplicated turn", duplicated_turn, unplanned=True),
    Kind("dropped exchange", dropped_exchange, unplanned=True),
)
