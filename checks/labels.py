"""The labels of a dialogue, by replay and alignment.

The stage `annotate` writes them; the ladder works them out once more, to hold them against what
was written, and to label a dialogue that was cut.
"""

from collections.abc import Iterator, Sequence

from checks.spans import system_spans, user_spans
from phenomena import ALL
from schemas.annotation import AnnotatedDialogue, Frame, TurnAnnotation
from schemas.base import Value
from schemas.dialogue import Dialogue, Speaker, Turn
from schemas.phenomenon import PhenomenonTag
from schemas.service import Catalog
from world.executor import Executor
from world.replay import Divergence, Exchange, replay_all
from world.values import text_of


def label(dialogue: Dialogue, catalog: Catalog) -> tuple[AnnotatedDialogue, tuple[Divergence, ...]]:
    """The dialogue's labels, and where its record does not follow from its programs.

    Args:
        dialogue: The record.
        catalog: With at least the dialogue's services.
    """
    own = catalog.only(dialogue.services)
    exchanges, entities = replay_all(dialogue, own)
    turns = _with_phenomena(tuple(_turns(dialogue, exchanges, own)), own)
    labels = AnnotatedDialogue(
        dialogue_id=dialogue.dialogue_id,
        services=dialogue.services,
        goal_summary="",
        turns=turns,
        final_entities=entities,
        end=dialogue.end,
    )
    summary = goal_summary(labels, own)
    divergences = tuple(d for exchange in exchanges for d in exchange.divergences)
    return labels.model_copy(update={"goal_summary": summary}), divergences


def goal_summary(labels: AnnotatedDialogue, catalog: Catalog) -> str:
    """One line that says what the user wanted and what came of it."""
    parts = []
    for name in labels.intents:
        service, intent = name.split(".", 1)
        schema = catalog.intent(service, intent)
        calls = [
            call
            for turn in labels.turns
            for call in turn.calls
            if (call.service, call.intent) == (service, intent)
        ]
        values = calls[-1].parameters if calls else _last_state(labels, service, intent)
        told = ", ".join(f"{slot.replace('_', ' ')} {text_of(v)}" for slot, v in values.items())
        outcome = "" if any(call.success for call in calls) else " [not done]"
        spoken = intent.replace("_", " ")
        # A derived query has a derived description; its name says it better.
        described = "" if schema.query_of is not None else schema.description
        what = (described or spoken).strip().rstrip(".")
        parts.append(f"{what[:1].lower()}{what[1:]}{f' ({told})' if told else ''}{outcome}")
    return f"The user wants to: {'; then '.join(parts)}." if parts else "The user wants nothing."


def _last_state(labels: AnnotatedDialogue, service: str, intent: str) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for turn in labels.turns:
        for frame in turn.frames:
            if (frame.service, frame.active_intent) == (service, intent):
                values = {state.slot: state.value for state in frame.state}
    return values


def _turns(
    dialogue: Dialogue, exchanges: Sequence[Exchange], catalog: Catalog
) -> Iterator[TurnAnnotation]:
    by_turn = {e.user: e for e in exchanges} | {
        e.system: e for e in exchanges if e.system is not None
    }
    newest: dict[str, Frame] = {}
    # A user's words change no state, so a user turn has the hash of the turn before it.
    state_hash = Executor(catalog, dialogue.world, dialogue.clock).state_hash()
    for turn in dialogue.turns:
        exchange = by_turn.get(turn.index)
        if exchange is None:
            yield _labelled(turn, state_hash=state_hash)
        elif turn.speaker is Speaker.USER:
            newest.update({frame.service: frame for frame in exchange.frames})
            yield _labelled(
                turn,
                state_hash=state_hash,
                spans=turn.spans or user_spans(turn.utterance, turn.acts, catalog, dialogue.clock),
                frames=exchange.frames,
            )
        else:
            state_hash = exchange.state_hash
            yield _labelled(
                turn,
                state_hash=state_hash,
                acts=exchange.acts,
                steps=exchange.steps,
                spans=turn.spans
                or system_spans(turn.utterance, exchange.acts, newest, catalog, dialogue.clock),
                calls=exchange.calls,
            )


def _labelled(turn: Turn, **labels: object) -> TurnAnnotation:
    """The turn with its labels; what is not given is as recorded."""
    return TurnAnnotation.model_validate(
        {
            "index": turn.index,
            "speaker": turn.speaker,
            "utterance": turn.utterance,
            "acts": turn.acts,
            "steps": turn.steps,
            "planned_phenomena": turn.planned_phenomena,
            "spoken": turn.spoken,
            **labels,
        }
    )


def _with_phenomena(
    turns: tuple[TurnAnnotation, ...], catalog: Catalog
) -> tuple[TurnAnnotation, ...]:
    where: dict[int, list[PhenomenonTag]] = {}
    for phenomenon in ALL:
        for index in phenomenon.derive(turns, catalog):
            where.setdefault(index, []).append(phenomenon.tag)
    return tuple(
        turn.model_copy(update={"phenomena": tuple(sorted(where.get(turn.index, ())))})
        for turn in turns
    )
