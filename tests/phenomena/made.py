"""Hand-made annotations of a dialogue about bookings and trips."""

from phenomena import ALL, BY_TAG
from schemas.acts import Act, ActType, Reference
from schemas.annotation import Frame, SlotState, Source, SourceKind, TurnAnnotation
from schemas.dialogue import Signal, SignalKind, Speaker, Statement, Step
from schemas.phenomenon import PhenomenonTag as Tag
from schemas.service import Catalog, IntentSchema, ServiceSchema, SlotSchema
from schemas.world import Entity
from tests.stages.services import CLOCK

PLACES = ServiceSchema(
    name="places",
    slots=tuple(SlotSchema(name=name) for name in ("city", "date", "time", "place")),
    intents=(
        IntentSchema(
            name="book",
            transactional=True,
            needs_confirmation=True,
            required=("city", "date", "time"),
            entity="bookings",
        ),
    ),
)
TRIPS = ServiceSchema(
    name="trips",
    slots=(SlotSchema(name="city"), SlotSchema(name="when")),
    intents=(
        IntentSchema(
            name="find",
            transactional=False,
            needs_confirmation=False,
            required=("when",),
            entity="trips",
        ),
    ),
)
CATALOG = Catalog(services=(PLACES, TRIPS))


def act(
    kind: ActType,
    slot: str = "",
    value: str | None = None,
    *,
    of: str = "places.book",
    reference: Reference | None = None,
    count: int | None = None,
) -> Act:
    service, intent = of.split(".")
    return Act(
        act=kind,
        service=service,
        intent=intent,
        slot=slot,
        value=value,
        surface="" if reference else value or "",
        reference=reference,
        count=count,
    )


def user(
    index: int,
    *acts: Act,
    says: str = "words",
    spoken: str = "",
    state: dict[str, str] | None = None,
    source: SourceKind = SourceKind.USER,
    special: bool = False,
    service: str = "places",
) -> TurnAnnotation:
    slots = tuple(
        SlotState(
            slot=k, value=v, special=special, variants=(v,), source=Source(kind=source, index=1)
        )
        for k, v in sorted((state or {}).items())
    )
    frame = Frame(service=service, active_intent="book", state=slots)
    return TurnAnnotation(
        index=index,
        speaker=Speaker.USER,
        utterance=says,
        acts=acts,
        frames=(frame,),
        spoken=spoken,
    )


def system(
    index: int,
    *statements: str,
    first: int = 0,
    signals: tuple[Signal, ...] = (),
    acts: tuple[Act, ...] = (),
) -> TurnAnnotation:
    step = Step(
        written=statements,
        statements=tuple(Statement(index=first + n, text=s) for n, s in enumerate(statements)),
        signals=signals,
    )
    return TurnAnnotation(
        index=index, speaker=Speaker.SYSTEM, utterance="words", acts=acts, steps=(step,)
    )


def signal(
    index: int, kind: SignalKind, task: int, *cities: str, slots: tuple[str, ...] = ()
) -> Signal:
    entities = tuple(
        Entity(
            entity_id=f"e{n}",
            service="trips",
            type="trips",
            values={"city": city},
            created_at=CLOCK.now,
        )
        for n, city in enumerate(cities)
    )
    return Signal(index=index, kind=kind, task=task, entities=entities, slots=slots, text="signal")


def derived(turns: tuple[TurnAnnotation, ...]) -> dict[Tag, tuple[int, ...]]:
    found = {p.tag: p.derive(turns, CATALOG) for p in ALL}
    return {tag: where for tag, where in found.items() if where}


def faults(tag: Tag, turns: tuple[TurnAnnotation, ...]) -> list[str]:
    return [fault.message for fault in BY_TAG[tag].faults(turns, CATALOG)]


WANT = act(ActType.INFORM_INTENT)
LEEDS = act(ActType.INFORM, "city", "Leeds")
YORK = act(ActType.INFORM, "city", "York")
FRIDAY = act(ActType.INFORM, "date", "Friday")
ASK_DATE = act(ActType.REQUEST, "date")
ASK_TIME = act(ActType.REQUEST, "time")
HINT = SignalKind.HINT_VALUE
OPENED = (
    user(0, WANT, LEEDS, state={"city": "Leeds"}),
    system(
        1, 'book(city="Leeds")', signals=(signal(1, HINT, 0, slots=("date", "time")),),
        acts=(ASK_DATE,),
    ),
)  # fmt: skip
