"""Asked for a value, the user cannot say it yet."""

from random import Random

from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import Exchange, acted, exchanges
from schemas.acts import Act, ActType
from schemas.dialogue import SignalKind
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement
from schemas.service import Catalog


def place(host: Host, rng: Random) -> Placement | None:
    """A required slot after which another one is left to ask for."""
    asked = host.asked
    if len(asked) < 2:
        return None
    placement = host.put(PhenomenonTag.UNKNOWN_VALUE, rng.choice(asked[:-1]))
    return placement.model_copy(update={"claims": (placement.slot, asked[-1])})


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """The user cannot say it, as long as there is something else to go on with."""
    others = [slot for slot in moment.left if slot != placement.slot]
    if placement.slot not in moment.requested or not others:
        return None
    return Cut((moment.act(ActType.UNANSWERABLE, placement.slot),))


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns that cannot say a value."""
    return acted(turns, ActType.UNANSWERABLE)


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """The slot is noted as unknown, the next one asked for, and nothing performed without it."""
    found = []
    unknown: set[tuple[str, str]] = set()
    for exchange in exchanges(turns):
        for act in exchange.user.acts:
            if act.act is ActType.UNANSWERABLE and act.slot:
                unknown.add((act.service, act.slot))
                found += [Fault(exchange.user.index, why) for why in _answered(exchange, act)]
        held = {key for key in unknown if _is_unknown(exchange, *key)}
        if exchange.signalled(SignalKind.PERFORM):
            found += [
                Fault(exchange.user.index, f"performed though {slot} is unknown")
                for service, slot in sorted(held)
                if slot in _required(exchange, service, catalog)
            ]
    return tuple(found)


def _answered(exchange: Exchange, act: Act) -> list[str]:
    why = []
    if not _is_unknown(exchange, act.service, act.slot):
        why.append(f"{act.slot} was not noted as unknown")
    for signal in exchange.signals:
        others = [slot for slot in signal.slots if slot != act.slot]
        if signal.kind is SignalKind.HINT_VALUE and others and _asks(exchange, act.slot):
            why.append(f"{act.slot} was asked for again at once")
    return why


def _asks(exchange: Exchange, slot: str) -> bool:
    return exchange.answer is not None and any(
        act.act is ActType.REQUEST and act.slot == slot for act in exchange.answer.acts
    )


def _is_unknown(exchange: Exchange, service: str, slot: str) -> bool:
    return any(
        state.slot == slot and state.special and state.value == "unknown"
        for frame in exchange.user.frames
        if frame.service == service
        for state in frame.state
    )


def _required(exchange: Exchange, service: str, catalog: Catalog) -> tuple[str, ...]:
    names = [frame.active_intent for frame in exchange.user.frames if frame.service == service]
    return tuple(
        slot
        for intent in catalog.service(service).intents
        if intent.name in names
        for slot in intent.required
    )


UNKNOWN_VALUE = Phenomenon(
    tag=PhenomenonTag.UNKNOWN_VALUE,
    lucid="",
    description="Asked for a value, the user cannot say it yet.",
    instruction="You do not know this yet: say so, without a value.",
    question="Does the user say that they cannot tell what they were asked for?",
    rule="The slot is noted as unknown, the next one is asked for, and this one again later.",
    needs=Needs(slots=2),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("I'm not sure about the time yet.",),
)
