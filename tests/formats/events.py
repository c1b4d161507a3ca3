"""A dialogue over imported tools, worked out by hand, that the tests of exports share."""

from datetime import datetime
from pathlib import Path

from checks.labels import label
from formats.publication import Published
from formats.tools import read_tools
from schemas.acts import Act, ActType
from schemas.base import Value
from schemas.dialogue import Dialogue, Speaker, Turn
from schemas.plan import Split
from schemas.service import Catalog
from schemas.world import Clock, Entity, ScriptedFailure, WorldSpec
from world.executor import Executor

DATA = Path(__file__).parent / "data"
CLOCK = Clock(now=datetime(2026, 3, 2, 9, 0), timezone="Europe/Rome")  # a Monday, UTC+1
CATALOG = Catalog(services=read_tools(DATA / "openai.json").services)
LUNCH = Entity(
    entity_id="event-1",
    service="event",
    type="event",
    values={
        "title": "Budget review",
        "day": "2026-03-03",
        "start_date": "2026-03-03",
        "start_time": "14:00",
        "place_city": "Oslo",
    },
    created_at=datetime(2026, 2, 20, 12, 0),
)
WORLD = WorldSpec(
    entities=(LUNCH,),
    failures=(
        ScriptedFailure(
            service="event",
            intent="create_event",
            nth=0,
            reason="the room is taken",
            alternatives=({"start_time": "15:00"},),
        ),
    ),
)


def act(kind: ActType, intent: str, slot: str = "", value: Value = None, said: str = "") -> Act:
    return Act(act=kind, service="event", intent=intent, slot=slot, value=value, surface=said)


def inform(slot: str, value: Value, said: str, intent: str = "create_event") -> Act:
    return act(ActType.INFORM, intent, slot, value, said)


EXCHANGES: tuple[tuple[str, tuple[Act, ...], tuple[tuple[str, ...], ...], str], ...] = (
    (
        "What is on tomorrow?",
        (
            act(ActType.INFORM_INTENT, "find_events"),
            inform("day", "2026-03-03", "tomorrow", "find_events"),
        ),
        (('find_events(day="tomorrow")',), ("say(x1)",)),
        "There is one: Budget review.",
    ),
    (
        "Set up Lunch on Friday at 1pm at Via Roma 5 in Rome, with Anna and Ben.",
        (
            act(ActType.INFORM_INTENT, "create_event"),
            inform("title", "Lunch", "Lunch"),
            inform("start_date", "2026-03-06", "Friday"),
            inform("start_time", "13:00", "1pm"),
            inform("place_street_name", "Via Roma 5", "Via Roma 5"),
            inform("place_city", "Rome", "Rome"),
            inform("guests", ["Anna", "Ben"], "Anna and Ben"),
        ),
        (
            (
                'create_event(title="Lunch", start_date="Friday", start_time="1pm", '
                'place_street_name="Via Roma 5", place_city="Rome", guests=["Anna", "Ben"])',
            ),
            ("say(x4)",),
        ),
        "Lunch on Friday at 1pm at Via Roma 5 in Rome with Anna and Ben, reminder 15: right?",
    ),
    (
        "Yes.",
        (act(ActType.AFFIRM, "create_event"),),
        (("confirm(x3)",), ("say(x7)",)),
        "Sorry, the room is taken. At 3pm it is free.",
    ),
    (
        "Fine, take that.",
        (act(ActType.AFFIRM, "create_event"),),
        (("accept(x7[0])",), ("say(x10)",)),
        "It is in your calendar.",
    ),
)
"""x0 find, x1 result, x2 say, x3 create, x4 hint, x5 say, x6 confirm, x7 failed, x8 say,
x9 accept, x10 perform, x11 say."""


def published(split: Split = Split.TRAIN) -> Published:
    """The dialogue with its labels."""
    executor = Executor(CATALOG, WORLD, CLOCK)
    turns: list[Turn] = []
    for utterance, acts, programs, answer in EXCHANGES:
        executor.hear(utterance, acts)
        turns.append(Turn(index=len(turns), speaker=Speaker.USER, utterance=utterance, acts=acts))
        steps = tuple(executor.run(program) for program in programs)
        turns.append(
            Turn(
                index=len(turns),
                speaker=Speaker.SYSTEM,
                utterance=answer,
                acts=executor.said or (),
                steps=steps,
            )
        )
    dialogue = Dialogue(
        dialogue_id="00007-00", services=("event",), clock=CLOCK, world=WORLD, turns=tuple(turns)
    )
    labels, divergences = label(dialogue, CATALOG)
    assert divergences == ()
    return Published(dialogue, labels, split)
