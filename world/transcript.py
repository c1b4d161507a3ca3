"""What models get to see of a dialogue: its words, and for the system also programs and signals.

Simulation and label agreement both render through this module, so that a validator is asked
exactly what the system was asked.
"""

from collections.abc import Iterator, Sequence

from schemas.base import Value
from schemas.calls.simulation import SystemInput
from schemas.calls.views import IntentOutline, IntentView, Line, SlotValues, SlotView
from schemas.dialogue import SignalKind, Step, Turn
from schemas.service import Catalog, IntentSchema, ServiceSchema, SlotSchema
from schemas.world import Clock
from world.names import escape

EXAMPLES_SHOWN = 5

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def conversation(turns: Sequence[Turn]) -> tuple[Line, ...]:
    """The words of the turns, as the user and the response model see them."""
    return tuple(_words(turn) for turn in turns)


def lines(turns: Sequence[Turn], steps: Sequence[Step] = ()) -> tuple[Line, ...]:
    """The turns as the system model sees them, with programs and signals.

    Args:
        turns: The finished turns, the user's newest words among them.
        steps: The steps of the system turn that is under way and has no words yet.
    """
    return (*(line for turn in turns for line in _turn_lines(turn)), *_steps_lines(steps))


def intent_views(catalog: Catalog, services: Sequence[str]) -> tuple[IntentView, ...]:
    """The intents of the named services, under the names that programs have for them.

    A name is bare where only one service of the whole catalog has it, else qualified; Python
    keywords have their trailing underscore.
    """
    names = [intent.name for _, intent in catalog.intents()]
    return tuple(
        intent_view(service, intent, unique=names.count(intent.name) == 1)
        for service, intent in catalog.intents()
        if service.name in services
    )


def intent_view(service: ServiceSchema, intent: IntentSchema, *, unique: bool = True) -> IntentView:
    """An intent as prompts show it, named as in programs: bare where that is unique."""
    name = escape(intent.name)
    return IntentView(
        name=name if unique else f"{escape(service.name)}.{name}",
        service=service.name,
        description=intent.description,
        transactional=intent.transactional,
        needs_confirmation=intent.needs_confirmation,
        entity=intent.entity,
        slots=tuple(_slot_of(service, intent, slot) for slot in intent.slot_names),
        result_slots=tuple(
            slot_view(service.slot(slot), required=False) for slot in intent.result_slots
        ),
    )


def intent_outline(service: ServiceSchema, intent: IntentSchema) -> IntentOutline:
    """What an intent is about, for questions about its values."""
    view = intent_view(service, intent)
    return IntentOutline(
        name=view.name,
        description=view.description,
        makes=view.transactional,
        entity=view.entity,
        slots=tuple(slot.name for slot in view.slots),
        result_slots=tuple(slot.name for slot in view.result_slots),
    )


def slot_values(
    slot: SlotSchema, examples: Sequence[str] | None = None, means: str = ""
) -> SlotValues:
    """A slot and what it may hold.

    Args:
        slot: The slot.
        examples: These examples, or legal values, instead of all.
        means: What it is, instead of its description.
    """
    shown = slot_view(slot)
    legal, known = shown.possible_values, shown.example_values
    if examples is not None:
        legal, known = (tuple(examples), ()) if legal else ((), tuple(examples))
    return SlotValues(
        name=shown.name,
        description=means or shown.description,
        type=shown.type,
        possible_values=legal,
        example_values=known,
    )


def _slot_of(service: ServiceSchema, intent: IntentSchema, name: str) -> SlotView:
    view = slot_view(
        service.slot(name), required=name in intent.required, default=intent.default(name)
    )
    if name != intent.created_slot:
        return view
    return view.model_copy(update={"description": meaning(service, intent, name)})


def meaning(service: ServiceSchema, intent: IntentSchema | None, slot: str) -> str:
    """What a slot is, where its name does not tell; else nothing."""
    if intent is not None and slot == intent.created_slot:
        return f"when the {intent.entity.replace('_', ' ')} were made or booked"
    text = service.slot(slot).description
    return "" if text.replace("_", " ").casefold() == slot.replace("_", " ") else text


def slot_view(slot: SlotSchema, *, required: bool = True, default: Value = None) -> SlotView:
    """A slot as prompts show it, named as in programs."""
    return SlotView(
        name=escape(slot.name),
        description=slot.description,
        type=slot.type.value,
        required=required,
        possible_values=slot.possible_values,
        example_values=slot.example_values[:EXAMPLES_SHOWN],
        default="" if default is None else repr(default),
    )


def system_input(
    catalog: Catalog,
    services: Sequence[str],
    clock: Clock,
    transcript: tuple[Line, ...],
    complaint: str = "",
) -> SystemInput:
    """The system's question: what are the next statements?"""
    return SystemInput(
        intents=intent_views(catalog, services),
        now=now_text(clock),
        transcript=transcript,
        complaint=complaint,
    )


def wish(intent: IntentSchema) -> str:
    """The intent's description as part of a sentence: 'reserve a table at a restaurant'."""
    text = intent.description.replace("_", " ").rstrip(".")
    first = text.partition(" ")[0]
    return text if first[1:].lower() != first[1:] else text[:1].lower() + text[1:]


def now_text(clock: Clock) -> str:
    """The clock in words, such as 'Monday 2 March 2026, 09:00 (UTC)'."""
    now = clock.now
    day = f"{_DAYS[now.weekday()]} {now.day} {_MONTHS[now.month - 1]} {now.year}"
    return f"{day}, {now:%H:%M} ({clock.timezone})"


def _words(turn: Turn) -> Line:
    return Line(kind=turn.speaker.value, text=turn.utterance)


def _turn_lines(turn: Turn) -> Iterator[Line]:
    # The system's words come after its programs: they are what the programs made it say.
    yield from _steps_lines(turn.steps)
    yield _words(turn)


def _steps_lines(steps: Sequence[Step]) -> Iterator[Line]:
    for step in steps:
        if any(signal.kind is SignalKind.ERROR for signal in step.signals):
            # A refused program was never executed, so its statements have no numbers.
            yield from (Line(kind="statement", text=text) for text in step.written)
        else:
            for statement in step.statements:
                yield Line(kind="statement", text=statement.text, number=statement.index)
        for signal in step.signals:
            yield Line(kind="signal", text=signal.text, number=signal.index)
