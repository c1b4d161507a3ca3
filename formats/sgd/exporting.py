"""Dialogues as SGD writes them: schema.json's companion dialogues_*.json."""

from collections.abc import Iterable, Iterator
from typing import Any

from formats.publication import MIXED, Published
from formats.sgd.adoption import Adoptions
from formats.sgd.records import (
    SgdAction,
    SgdCall,
    SgdDialogue,
    SgdFrame,
    SgdSpan,
    SgdState,
    SgdTurn,
)
from schemas.acts import Act, ActType
from schemas.annotation import AnnotatedDialogue, Frame, ToolCall
from schemas.base import Value
from schemas.dialogue import Dialogue, Span, Turn
from schemas.export import LeftOut
from schemas.plan import Split
from schemas.service import Catalog
from world.replay import Exchange, replay
from world.values import same, text_of

_SLOT_OF = {
    ActType.INFORM_INTENT: "intent",
    ActType.OFFER_INTENT: "intent",
    ActType.INFORM_COUNT: "count",
    **dict.fromkeys((ActType.NEGATE, ActType.NEGATE_INTENT, ActType.NOTIFY_FAILURE), ""),
}
"""SGD gives these acts a slot of their own, or none."""
_SGD_ACT = {
    ActType.CANCEL: ActType.NEGATE_INTENT,
    ActType.UNANSWERABLE: ActType.NEGATE,
    ActType.CLARIFY: ActType.REQUEST,
    ActType.REFUSE: ActType.NOTIFY_FAILURE,
}
"""The nearest act that SGD has."""
_SAID = frozenset(
    {
        *(ActType.INFORM, ActType.REQUEST, ActType.GOODBYE, ActType.INFORM_INTENT, ActType.AFFIRM),
        *(ActType.NEGATE, ActType.SELECT, ActType.REQUEST_ALTS, ActType.AFFIRM_INTENT),
        *(ActType.NEGATE_INTENT, ActType.THANK_YOU, ActType.CONFIRM, ActType.OFFER),
        *(ActType.NOTIFY_SUCCESS, ActType.NOTIFY_FAILURE, ActType.INFORM_COUNT),
        *(ActType.OFFER_INTENT, ActType.REQ_MORE),
    }
)
"""SGD's acts. Others (a remark, talk overheard) mean nothing there and are left out."""


def write_dialogue(
    dialogue: Dialogue, catalog: Catalog, annotation: AnnotatedDialogue | None = None
) -> dict[str, Any]:
    """One entry of a dialogues_*.json: states and calls as its replay gives them.

    Args:
        dialogue: The record.
        catalog: With at least its services.
        annotation: Where the record brings no spans of its own, those of its labels.
    """
    spans = {turn.index: turn.spans for turn in dialogue.turns}
    if annotation is not None and not any(spans.values()):
        spans = {labels.index: labels.spans for labels in annotation.turns}
    turns: list[SgdTurn] = []
    by_index = {turn.index: turn for turn in dialogue.turns}
    service = ""
    idle: set[str] = set()
    adoptions = Adoptions(catalog)
    for exchange in replay(dialogue, catalog):
        writer = _Writer(catalog, exchange, spans, idle, adoptions)
        turns.append(writer.user(by_index[exchange.user], service))
        service = turns[-1].frames[-1].service if turns[-1].frames else service
        if exchange.system is not None:
            turns.append(writer.system(by_index[exchange.system], service))
    raw = SgdDialogue(
        dialogue_id=dialogue.dialogue_id, services=dialogue.services, turns=tuple(turns)
    )
    return raw.model_dump(mode="json", exclude_none=True)


def sgd_dataset(
    items: Iterable[Published], catalog: Catalog
) -> tuple[tuple[tuple[Split, dict[str, Any]], ...], tuple[LeftOut, ...]]:
    """Every dialogue with its split, and those that are in none."""
    rows: list[tuple[Split, dict[str, Any]]] = []
    left_out: list[LeftOut] = []
    for item in items:
        if item.split is Split.MIXED:
            left_out.append(LeftOut(dialogue_id=item.dialogue_id, reason=MIXED))
        else:
            rows.append((item.split, write_dialogue(item.dialogue, catalog, item.labels)))
    return tuple(rows), tuple(left_out)


class _Writer:
    """Writes the two turns of an exchange."""

    def __init__(
        self,
        catalog: Catalog,
        exchange: Exchange,
        spans: dict[int, tuple[Span, ...]],
        idle: set[str],
        adoptions: Adoptions,
    ) -> None:
        self._catalog = catalog
        self._exchange = exchange
        self._spans = spans
        self._idle = idle
        self._adoptions = adoptions

    def user(self, turn: Turn, before: str) -> SgdTurn:
        """The user turn; acts without a service belong to the one spoken of before."""
        frames = {frame.service: frame for frame in self._exchange.frames}
        services = _ordered(turn.acts, frames)
        written = []
        for service in services:
            acts = [a for a in turn.acts if (a.service or before) == service]
            written.append(
                SgdFrame(
                    service=service,
                    actions=tuple(_actions(_resolved(acts, frames.get(service)))),
                    slots=self._slots(turn, service),
                    state=self._state(frames[service], acts) if service in frames else None,
                )
            )
        return SgdTurn(speaker="USER", utterance=turn.utterance, frames=tuple(written))

    def _state(self, frame: Frame, acts: Iterable[Act]) -> SgdState:
        """A no with thanks ends a service's intent in SGD, whether or not it was closed here."""
        kinds = {act.act for act in acts}
        if kinds & {ActType.INFORM_INTENT, ActType.AFFIRM_INTENT}:
            self._idle.discard(frame.service)
        elif {ActType.NEGATE, ActType.THANK_YOU} <= kinds:
            self._idle.add(frame.service)
        state = SgdState(
            active_intent=frame.active_intent,
            requested_slots=frame.requested_slots,
            slot_values=self._adoptions.values(frame, acts),
        )
        if frame.service in self._idle:
            return state.model_copy(update={"active_intent": "NONE"})
        return state

    def system(self, turn: Turn, current: str) -> SgdTurn:
        """The system turn; acts without a service belong to the one the user speaks of."""
        calls = {call.service: call for call in self._exchange.calls}
        acts = self._exchange.acts
        self._adoptions.heard(acts)
        services = _ordered(acts, calls) or ([current] if current else [])
        if any(not act.service for act in acts) and current not in services:
            services.append(current)
        written = []
        for service in services:
            own = [act for act in acts if (act.service or current) == service]
            call = calls.get(service)
            written.append(
                SgdFrame(
                    service=service,
                    actions=tuple(_actions(own)),
                    slots=self._slots(turn, service),
                    service_call=None if call is None else _call(call),
                    service_results=None if call is None else tuple(_results(call)),
                )
            )
        return SgdTurn(speaker="SYSTEM", utterance=turn.utterance, frames=tuple(written))

    def _slots(self, turn: Turn, service: str) -> tuple[SgdSpan, ...]:
        """SGD marks the slots that are not categorical, each value by itself."""
        categorical = {
            slot.name for slot in self._catalog.service(service).slots if slot.categorical
        }
        return tuple(
            SgdSpan(slot=span.slot, start=start, exclusive_end=end)
            for span in self._spans.get(turn.index, ())
            if span.service == service and span.slot not in categorical
            for start, end in _parts(span, turn.utterance)
        )


def _parts(span: Span, utterance: str) -> Iterator[tuple[int, int]]:
    """A span over several values is one for each value that stands in it."""
    if not isinstance(span.value, list):
        yield span.start, span.end
        return
    start = span.start
    for value in span.value:
        place = utterance.find(text_of(value), start, span.end)
        if place >= 0:
            start = place + len(text_of(value))
            yield place, start


def _resolved(acts: Iterable[Act], frame: Frame | None) -> Iterator[Act]:
    """What SGD has for a user's acts, given what came of them.

    Values that are pointed at and that the state has not are left out: nobody knows them yet.
    """
    acts = tuple(acts)
    held = {slot.slot: slot.value for slot in frame.state} if frame else {}
    given_up = frame is not None and frame.active_intent == "NONE"
    thanks = any(act.act is ActType.THANK_YOU for act in acts)
    for act in acts:
        if act.act is ActType.NEGATE and given_up and not thanks:
            # SGD's plain no leaves the intent active; the user has given it up.
            act = act.model_copy(update={"act": ActType.NEGATE_INTENT})
        if act.reference is None or (act.slot in held and same(held[act.slot], act.value)):
            yield act


def _ordered(acts: Iterable[Act], others: Iterable[str]) -> list[str]:
    """Services in the order in which the turn speaks of them, then those it only touches."""
    return list(dict.fromkeys([*(act.service for act in acts if act.service), *others]))


def _actions(acts: Iterable[Act]) -> Iterator[SgdAction]:
    """Acts of one kind and slot in a row are one action with several values."""
    group: list[Act] = []
    for act in acts:
        if _key(act)[0] not in _SAID:
            continue
        if group and not (_key(group[0]) == _key(act) and _values(act)):
            yield _action(group)
            group = []
        group.append(act)
    if group:
        yield _action(group)


def _key(act: Act) -> tuple[ActType, str]:
    return _SGD_ACT.get(act.act, act.act), act.slot


def _values(act: Act) -> list[tuple[str, str]]:
    """The values as they are said and in canonical form; several where it is asked which."""
    if act.act in {ActType.INFORM_INTENT, ActType.OFFER_INTENT}:
        return [(act.intent, act.intent)]
    if act.value is None or act.act in {ActType.REFUSE, ActType.CANCEL}:
        return []
    if act.act is ActType.CLARIFY and isinstance(act.value, list):
        return [(text_of(value), text_of(value)) for value in act.value]
    return [(act.surface or text_of(act.value), text_of(act.value))]


def _action(group: list[Act]) -> SgdAction:
    kind, slot = _key(group[0])
    pairs = [pair for act in group for pair in _values(act)]
    return SgdAction(
        act=kind.value,
        slot=_SLOT_OF.get(kind, slot),
        values=tuple(surface for surface, _ in pairs),
        canonical_values=tuple(value for _, value in pairs),
    )


def _call(call: ToolCall) -> SgdCall:
    return SgdCall(method=call.intent, parameters=_texts(call.parameters))


def _results(call: ToolCall) -> Iterator[dict[str, str]]:
    for entity in call.results:
        yield _texts(entity.values)


def _texts(values: dict[str, Value]) -> dict[str, str]:
    return {name: text_of(value) for name, value in values.items()}
