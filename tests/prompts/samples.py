"""A small realistic input for each call, for snapshots that a person can read."""

from schemas.acts import ActType
from schemas.base import Record
from schemas.calls.authoring import (
    CompleteServiceInput,
    DrawValuesInput,
    ProposeIntentsInput,
    WriteSchemaInput,
)
from schemas.calls.judging import JudgeInput, PrivilegedInput
from schemas.calls.planning import (
    CoherenceInput,
    IntentPathInput,
    LikelyValueInput,
    NextContextInput,
    QueryEntityInput,
    RealisticValuesInput,
)
from schemas.calls.simulation import (
    ActView,
    ExactValueInput,
    MoveView,
    ResponseInput,
    SystemInput,
    UserTurnInput,
)
from schemas.calls.supervision import Choice, SuperviseAnswerInput, SuperviseNameInput
from schemas.calls.views import (
    GoalView,
    IntentOutline,
    IntentView,
    Line,
    SlotValues,
    SlotView,
    ValueView,
)
from schemas.dialogue import Named

NOW = "Monday 2 March 2026, 09:00 (UTC)"
STORY = "They look up last week's booking and want to eat at the same place again."

NAME = SlotView(
    name="restaurant_name",
    description="name of the restaurant",
    type="string",
    example_values=("Thai Spice", "Luigi's"),
)
DAY = SlotView(name="date", description="day of the reservation", type="date")
PEOPLE = SlotView(name="party_size", description="number of people", type="integer")
SEATING = SlotView(
    name="seating",
    description="where to sit",
    type="string",
    required=False,
    possible_values=("inside", "outside"),
    default="'inside'",
)
PHONE = SlotView(name="phone", description="phone number", type="string", required=False)
MADE = SlotView(name="date_of_reservations", description="when it was made", type="string")

RESERVE = IntentView(
    name="reserve_table",
    service="reservations",
    description="reserve a table at a restaurant",
    transactional=True,
    needs_confirmation=True,
    entity="reservations",
    slots=(NAME, DAY, PEOPLE, SEATING),
)
FIND = IntentView(
    name="find_reservations",
    service="reservations",
    description="find existing reservations",
    transactional=False,
    needs_confirmation=False,
    entity="reservations",
    slots=(MADE,),
    result_slots=(NAME, PHONE),
)
FOUND = GoalView(
    number=0,
    intent="find_reservations",
    description="find existing reservations",
    context="They want to know where they booked.",
    values=(ValueView(slot="date_of_reservations", words="last week", stays=True),),
    found=(ValueView(slot="restaurant_name", words="Thai Spice"),),
)
BOOKED = GoalView(
    number=1,
    intent="reserve_table",
    description="reserve a table at a restaurant",
    context="They liked it and go again.",
    values=(
        ValueView(slot="restaurant_name", words="Thai Spice"),
        ValueView(slot="party_size", words="4"),
    ),
)


def _values(slot: SlotView) -> SlotValues:
    return SlotValues(**slot.model_dump(exclude={"required", "default"}))


def _outline(intent: IntentView) -> IntentOutline:
    return IntentOutline(
        name=intent.name,
        description=intent.description,
        makes=intent.transactional,
        entity=intent.entity,
        slots=tuple(slot.name for slot in intent.slots),
        result_slots=tuple(slot.name for slot in intent.result_slots),
    )


WORDS = (
    Line(kind="user", text="What did I book last week?"),
    Line(kind="system", text="I found one reservation, at Thai Spice."),
    Line(kind="user", text="Then book me a table there for 4, please."),
    Line(kind="system", text="For which day?"),
)
TRANSCRIPT = (
    WORDS[0],
    Line(kind="statement", number=0, text='find_reservations(date_of_reservations="last week")'),
    Line(kind="signal", number=1, text='result(x0, count=1, [0] restaurant_name="Thai Spice")'),
    Line(kind="statement", number=2, text="say(x1)"),
    WORDS[1],
    WORDS[2],
    Line(kind="statement", text="reserve_table(restaurant=x1[0].restaurant_name)"),
    Line(kind="signal", number=3, text='error("no slot restaurant", legal=["restaurant_name"])'),
    Line(
        kind="statement",
        number=4,
        text="reserve_table(restaurant_name=x1[0].restaurant_name, party_size=4)",
    ),
    Line(kind="signal", number=5, text='hint("ask for value: date", ref=x4)'),
    Line(kind="statement", number=6, text="say(x5)"),
    WORDS[3],
    Line(kind="user", text="This Friday, no, sorry, Saturday."),
)
MOVES = (
    MoveView(act=ActType.INFORM, slot="date", type="date", words="this Friday"),
    MoveView(act=ActType.INFORM, slot="date", type="date", words="Saturday"),
)

SAMPLES: dict[str, Record] = {
    "propose_intents": ProposeIntentsInput(
        domain="travel", count=2, existing=("book a flight", "rent a car")
    ),
    "write_schema": WriteSchemaInput(
        domain="hotels",
        description="reserve a hotel room",
        existing=("reserve a table at a restaurant",),
        slots=("check_in", "check_out"),
        constraints=("check_out > check_in",),
    ),
    "complete_service": CompleteServiceInput(
        domain="restaurants",
        intents=(FIND, RESERVE),
        renamed=("reservations",),
        asked=("find_reservations",),
    ),
    "draw_values": DrawValuesInput(
        intent=_outline(RESERVE), slot=_values(NAME), count=8, draw=1, draws=3, now=NOW
    ),
    "intent_path": IntentPathInput(
        primary=RESERVE,
        candidates=(FIND, RESERVE),
        goals=2,
        query_first=True,
        needs_query=True,
        primary_last=True,
        carries=True,
    ),
    "next_context": NextContextInput(
        story=STORY,
        who="a nurse after a night shift",
        before=(FOUND,),
        intent=_outline(RESERVE),
        told=("restaurant_name", "date"),
        carried=(),
    ),
    "likely_value": LikelyValueInput(
        intent=_outline(RESERVE),
        slot=_values(NAME),
        context="They liked it and go again.",
        before=(FOUND,),
        fixed=(ValueView(slot="party_size", words="4"),),
        now=NOW,
    ),
    "realistic_values": RealisticValuesInput(
        story=STORY,
        intent=_outline(RESERVE),
        context="They liked it and go again.",
        before=(FOUND,),
        slots=(_values(DAY), _values(PEOPLE)),
        fixed=(ValueView(slot="restaurant_name", words="Thai Spice"),),
        now=NOW,
    ),
    "coherence": CoherenceInput(story=STORY, goals=(FOUND, BOOKED), now=NOW),
    "query_entity": QueryEntityInput(
        story=STORY,
        intent=_outline(FIND),
        context="They want to know where they booked.",
        asked=(ValueView(slot="date_of_reservations", words="last week"),),
        slots=(_values(NAME), _values(PHONE)),
        now=NOW,
    ),
    "user_turn": UserTurnInput(
        persona="Ann, a nurse on her break",
        style="brief and friendly",
        goals=(FOUND, BOOKED),
        conversation=WORDS,
        moves=MOVES,
        phenomenon="Correct yourself within this turn.",
        complaint="the words 'Saturday' are not in it",
    ),
    "system_statements": SystemInput(intents=(RESERVE, FIND), now=NOW, transcript=TRANSCRIPT),
    "exact_value": ExactValueInput(
        utterance="This Friday, no, sorry, Saturday.", slot=DAY, value="2026-03-07"
    ),
    "supervise_name": SuperviseNameInput(
        kind=Named.SLOT,
        name="guests",
        owner="reserve_table",
        description="reserve a table at a restaurant",
        choices=(
            Choice(name="date", description="day of the reservation"),
            Choice(name="party_size", description="number of people"),
            Choice(name="seating", description="where to sit", values=("inside", "outside")),
        ),
    ),
    "supervise_answer": SuperviseAnswerInput(
        intent="reserve a table at a restaurant",
        slot=DAY,
        asked="And for which day?",
        utterance="This Friday, no, sorry, Saturday.",
    ),
    "response": ResponseInput(
        conversation=(*WORDS, Line(kind="user", text="This Friday, no, sorry, Saturday.")),
        done=('x4.date = "Saturday"',),
        acts=(
            ActView(act=ActType.CONFIRM, slot="restaurant name", words="Thai Spice"),
            ActView(act=ActType.CONFIRM, slot="date", words="Saturday"),
        ),
    ),
    "label_blind": SystemInput(
        intents=(RESERVE, FIND),
        now=NOW,
        transcript=TRANSCRIPT,
        complaint="unknown name 'x9'; legal are x0, x4",
    ),
    "label_privileged": PrivilegedInput(
        intents=(RESERVE, FIND),
        now=NOW,
        transcript=TRANSCRIPT,
        goals=(FOUND, BOOKED),
        moves=MOVES,
    ),
    "judge_phenomenon": JudgeInput(
        now=NOW,
        assistant=("reserve a table at a restaurant; needs: restaurant name, date",),
        conversation=(*WORDS, Line(kind="user", text="This Friday, no, sorry, Saturday.")),
        phenomenon="turn_correction",
        description="The user corrects a value within one turn.",
        question="Does the user give a value and replace it in the same turn?",
    ),
}
