"""An SGD dialogue made up for the purpose: what its acts imply, worked out by hand."""

import copy
from typing import Any

import pytest

from formats.sgd.exporting import write_dialogue
from formats.sgd.importing import SGD_CLOCK, read_dialogue
from formats.sgd.schema import entity_of, read_schema, write_schema
from schemas.acts import Act, ActType
from schemas.annotation import SourceKind
from schemas.dialogue import Dialogue, Speaker, Turn
from schemas.service import Catalog
from schemas.world import WorldSpec
from world.executor import Executor
from world.replay import Exchange, replay

TRAINS: dict[str, Any] = {
    "service_name": "Trains_9",
    "description": "Trains",
    "slots": [
        {"name": name, "description": name, "is_categorical": False, "possible_values": []}
        for name in ("from", "to", "date", "time", "fare", "intent")
    ]
    + [
        {
            "name": "class",
            "description": "class",
            "is_categorical": True,
            "possible_values": ["First", "Second"],
        }
    ],
    "intents": [
        {
            "name": "FindTrain",
            "description": "find",
            "is_transactional": False,
            "required_slots": ["to"],
            "optional_slots": {"date": "dontcare"},
            "result_slots": ["from", "to", "date", "time", "fare", "class"],
        },
        {
            "name": "BuyTicket",
            "description": "buy",
            "is_transactional": True,
            "required_slots": ["to", "time"],
            "optional_slots": {"class": "Second", "intent": "dontcare"},
            "result_slots": ["to", "time", "class"],
        },
    ],
}
WEATHER: dict[str, Any] = {
    "service_name": "Weather_9",
    "description": "Weather",
    "slots": [
        {"name": name, "description": name, "is_categorical": False, "possible_values": []}
        for name in ("city", "sky")
    ],
    "intents": [
        {
            "name": "FindTrain",  # two services that share an intent's name
            "description": "the weather",
            "is_transactional": False,
            "required_slots": ["city"],
            "optional_slots": {},
            "result_slots": ["city", "sky"],
        }
    ],
}


def act(name: str, slot: str = "", *values: str) -> dict[str, Any]:
    """An action; a value is 'words' or 'words~canonical'."""
    pairs = [value.split("~") for value in values]
    return {
        "act": name,
        "slot": slot,
        "values": [pair[0] for pair in pairs],
        "canonical_values": [pair[-1] for pair in pairs],
    }


def user(intent: str, slots: dict[str, list[str]], *acts: dict[str, Any]) -> dict[str, Any]:
    requested = sorted(action["slot"] for action in acts if action["act"] == "REQUEST")
    return {
        "actions": list(acts),
        "slots": [],
        "state": {"active_intent": intent, "requested_slots": requested, "slot_values": slots},
    }


def system(*acts: dict[str, Any], call: Any = None, results: Any = None) -> dict[str, Any]:
    frame: dict[str, Any] = {"actions": list(acts), "slots": []}
    if call:
        frame |= {
            "service_call": {"method": call[0], "parameters": call[1]},
            "service_results": results,
        }
    return frame


def turns(*frames: tuple[str, dict[str, Any]] | list[tuple[str, dict[str, Any]]]) -> Any:
    out = []
    for number, content in enumerate(frames):
        several = content if isinstance(content, list) else [content]
        out.append(
            {
                "speaker": "SYSTEM" if number % 2 else "USER",
                "utterance": f"turn {number}",
                "frames": [{"service": service, **frame} for service, frame in several],
            }
        )
    return out


MORNING = {"from": "Rome", "to": "San Francisco", "time": "09:00", "fare": "10", "class": "First"}
NOON = MORNING | {"time": "12:00", "fare": "8"}
RAW: dict[str, Any] = {
    "dialogue_id": "9_00001",
    "services": ["Trains_9", "Weather_9"],
    "turns": turns(
        (
            "Trains_9",
            user(
                "FindTrain",
                {"to": ["SF"]},
                act("INFORM_INTENT", "intent", "FindTrain"),
                act("INFORM", "to", "SF~San Francisco"),
            ),
        ),
        (
            "Trains_9",
            system(
                act("OFFER", "time", "9 am~09:00", "noon~12:00"),
                act("OFFER", "to", "San Francisco"),
                act("INFORM_COUNT", "count", "2"),
                call=("FindTrain", {"to": "San Francisco"}),
                results=[MORNING, NOON],
            ),
        ),
        # asking changes nothing, yet the system's wording joins the variants
        ("Trains_9", user("FindTrain", {"to": ["SF", "San Francisco"]}, act("REQUEST", "fare"))),
        ("Trains_9", system(act("INFORM", "fare", "$10~10"))),
        # the named entity is selected, and an offer taken up
        (
            "Trains_9",
            user(
                "FindTrain",
                {"to": ["SF", "San Francisco"], "time": ["noon"]},
                act("SELECT", "time", "noon~12:00"),
            ),
        ),
        ("Trains_9", system(act("OFFER_INTENT", "intent", "BuyTicket"))),
        (
            "Trains_9",
            user(
                "BuyTicket",
                {"to": ["SF", "San Francisco"], "time": ["noon"]},
                act("AFFIRM_INTENT"),
            ),
        ),
        (
            "Trains_9",
            system(
                act("CONFIRM", "to", "San Francisco"),
                act("CONFIRM", "time", "12 o'clock~12:00"),
                act("CONFIRM", "class", "second~Second"),
            ),
        ),
        # a no with a change: wordings join, the default waits for the yes
        (
            "Trains_9",
            user(
                "BuyTicket",
                {"to": ["SF", "San Francisco"], "time": ["8 pm"], "intent": ["dontcare"]},
                act("NEGATE"),
                act("INFORM", "time", "8 pm~20:00"),
                act("INFORM", "intent", "dontcare"),
            ),
        ),
        ("Trains_9", system(act("CONFIRM", "time", "20:00"))),
        (
            "Trains_9",
            user(
                "BuyTicket",
                {
                    "to": ["SF", "San Francisco"],
                    "time": ["20:00", "8 pm"],
                    "class": ["second"],
                    "intent": ["dontcare"],
                },
                act("AFFIRM"),
            ),
        ),
        (
            "Trains_9",
            system(
                act("NOTIFY_FAILURE"),
                act("OFFER", "time", "nine~21:00"),
                act("OFFER", "fare", "9"),
                call=(
                    "BuyTicket",
                    {"to": "San Francisco", "time": "20:00", "class": "Second"},
                ),
                results=[{"to": "San Francisco", "time": "21:00", "fare": "9"}],
            ),
        ),
        (
            "Trains_9",
            user(
                "BuyTicket",
                {
                    "to": ["SF", "San Francisco"],
                    "time": ["nine"],
                    "class": ["second"],
                    "intent": ["dontcare"],
                },
                act("AFFIRM"),
            ),
        ),
        (
            "Trains_9",
            system(
                act("NOTIFY_SUCCESS"),
                call=(
                    "BuyTicket",
                    {"to": "San Francisco", "time": "21:00", "class": "Second"},
                ),
                results=[{"to": "San Francisco", "time": "21:00", "class": "Second"}],
            ),
        ),
        # another service takes the city over; the frame of the first says thanks
        [
            (
                "Weather_9",
                user(
                    "FindTrain",
                    {"city": ["SF", "San Francisco"]},
                    act("INFORM_INTENT", "intent", "FindTrain"),
                ),
            ),
            (
                "Trains_9",
                user(
                    "BuyTicket",
                    {
                        "to": ["SF", "San Francisco"],
                        "time": ["nine"],
                        "class": ["second"],
                        "intent": ["dontcare"],
                    },
                    act("THANK_YOU"),
                ),
            ),
        ],
        (
            "Weather_9",
            system(
                act("OFFER", "sky", "blue"),
                call=("FindTrain", {"city": "San Francisco"}),
                results=[{"city": "San Francisco", "sky": "blue"}],
            ),
        ),
        # back to the first service, which starts anew after its ticket
        (
            "Trains_9",
            user(
                "FindTrain",
                {"to": ["Oslo"]},
                act("INFORM_INTENT", "intent", "FindTrain"),
                act("INFORM", "to", "Oslo"),
            ),
        ),
        (
            "Trains_9",
            system(
                act("NOTIFY_FAILURE"),
                act("REQ_MORE"),
                call=("FindTrain", {"to": "Oslo"}),
                results=[],
            ),
        ),
        (
            "Trains_9",
            user("NONE", {"to": ["Oslo"]}, act("NEGATE"), act("THANK_YOU")),
        ),
        ("Trains_9", system(act("GOODBYE"))),
    ),
}


@pytest.fixture
def catalog() -> Catalog:
    return read_schema([TRAINS, WEATHER])


@pytest.fixture
def exchanges(catalog: Catalog) -> list[Exchange]:
    return list(replay(read_dialogue(RAW, catalog).dialogue, catalog))


def programs(exchanges: list[Exchange]) -> list[list[str]]:
    return [[s.text for step in e.steps for s in step.statements] for e in exchanges]


def test_it_replays_and_comes_back(catalog: Catalog) -> None:
    imported = read_dialogue(RAW, catalog)
    assert imported.contradictions == ()
    assert write_dialogue(imported.dialogue, catalog) == RAW


def test_programs_say_what_happened(exchanges: list[Exchange]) -> None:
    assert programs(exchanges) == [
        [
            'Trains_9.FindTrain(to="SF")',
            'say(offer(x1[0].time, "9 am"), offer(x1[1].time, "noon"), offer(x1[0].to), count(x1))',
        ],
        ["x0.to = x2.to", 'say(inform(x1[0].fare, "$10"))'],
        [
            "select(x1[1])",
            "x0.time = x2[1].time",
            'x0.time = "noon"',
            "say(offer_intent(Trains_9.BuyTicket))",
        ],
        [
            "Trains_9.BuyTicket()",
            'say(confirm(x9.to), confirm(x9.time, "12 o\'clock"), confirm(x9.class_, "second"))',
        ],
        ['x9.time, x9.intent = "8 pm", dontcare', "say(confirm(x9.time))"],
        [
            "x9.time, x9.class_ = x14.time, x11.class_",
            "confirm(x9)",
            'say(failure(x9), offer(x17[0].time, "nine"), offer(x17[0].fare))',
        ],
        ["x9.time = x18.time", "confirm(x9)", "say(success(x9))"],
        ["Weather_9.FindTrain(city=x9.to)", "say(offer(x24[0].sky))"],
        [
            'Trains_9.FindTrain(to="Oslo", carry=False)',
            "say(failure(x26), more_help(Trains_9))",
        ],
        ["close(x26)", "say(goodbye(Trains_9))"],
    ]


def test_sources_are_recorded(exchanges: list[Exchange]) -> None:
    sources = {s.slot: s.source for s in exchanges[6].frames[0].state}
    assert sources["to"].kind is SourceKind.CARRIED
    assert (sources["time"].kind, sources["time"].index) == (SourceKind.MENTION, 18)
    assert (sources["class"].kind, sources["class"].index) == (SourceKind.MENTION, 11)
    assert sources["intent"].kind is SourceKind.USER
    city = exchanges[7].frames[1].state[0].source
    assert (city.kind, city.index, city.slot) == (SourceKind.SERVICE, 9, "to")


@pytest.mark.parametrize(
    ("turn", "frame", "slots"),
    [
        (0, 0, {"to": ["San Francisco"]}),
        (2, 0, {"to": ["SF"]}),
        (4, 0, {"to": ["SF", "San Francisco"], "time": ["9 am"]}),
        (8, 0, {"to": ["SF", "San Francisco"], "time": ["8 pm", "noon"], "intent": ["dontcare"]}),
        (14, 0, {"city": ["Rome"]}),
        (16, 0, {"to": ["Oslo"], "time": ["nine"]}),
        (18, 0, {}),
    ],
)
def test_what_does_not_follow_is_named(
    catalog: Catalog, turn: int, frame: int, slots: dict[str, list[str]]
) -> None:
    raw = copy.deepcopy(RAW)
    raw["turns"][turn]["frames"][frame]["state"]["slot_values"] = slots
    found = read_dialogue(raw, catalog).contradictions
    assert turn in {c.turn for c in found}
    assert {c.what for c in found} <= {"slot", "call"}  # a missing slot makes other calls


def test_a_span_that_marks_something_else_is_named(catalog: Catalog) -> None:
    raw = copy.deepcopy(RAW)
    raw["turns"][0]["utterance"] = "to SF"
    raw["turns"][0]["frames"][0]["slots"] = [{"slot": "to", "start": 3, "exclusive_end": 5}]
    imported = read_dialogue(raw, catalog)
    assert imported.contradictions == ()
    assert write_dialogue(imported.dialogue, catalog) == raw
    raw["turns"][0]["frames"][0]["slots"][0]["start"] = 0
    (found,) = read_dialogue(raw, catalog).contradictions
    assert (found.turn, found.what) == (0, "span")


def test_a_call_that_does_not_follow_is_named(catalog: Catalog) -> None:
    raw = copy.deepcopy(RAW)
    raw["turns"][11]["frames"][0]["service_call"]["parameters"]["time"] = "20:15"
    assert (11, "call") in {(c.turn, c.what) for c in read_dialogue(raw, catalog).contradictions}


def test_a_system_that_waits_holds_its_query(catalog: Catalog) -> None:
    raw = copy.deepcopy(RAW)
    waiting = {"service": "Trains_9", **system(act("REQUEST", "date", "today~2019-03-01"))}
    raw["turns"] = [raw["turns"][0], {**raw["turns"][1], "frames": [waiting]}]
    imported = read_dialogue(raw, catalog)
    assert imported.contradictions == ()
    assert imported.dialogue.turns[1].steps[0].written == (
        'Trains_9.FindTrain(to="SF")',
        "hold(x0)",
    )
    assert imported.dialogue.turns[1].steps[1].written == (
        'say(request(x0.date, "today", "2019-03-01"))',
    )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"services": ["Trains_9"]}, "does not list its service 'Weather_9'"),
        ({"services": ["Trains_9", "Weather_9", "Boats_1"]}, "needs the service 'Boats_1'"),
        ({"turns": RAW["turns"][1:]}, "do not take turns"),
        ({"mood": "good"}, "is not readable: mood"),
    ],
)
def test_other_files_are_refused(catalog: Catalog, change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_dialogue(RAW | change, catalog)


def test_schemas() -> None:
    assert write_schema(read_schema([TRAINS, WEATHER])) == [TRAINS, WEATHER]
    with pytest.raises(ValueError, match=r"not readable: service_name"):
        read_schema([{key: value for key, value in TRAINS.items() if key != "service_name"}])
    names = ("FindRestaurants", "GetCarsAvailable", "Pay", "BuyTicket")
    assert [entity_of(name) for name in names] == [
        *("restaurants", "cars_available", "pay", "ticket")
    ]


def test_our_own_acts_become_those_of_sgd(catalog: Catalog) -> None:
    run = Executor(catalog, WorldSpec(), SGD_CLOCK)
    said: list[Turn] = []

    def exchange(utterance: str, acts: tuple[Act, ...], *programs: list[str]) -> None:
        run.hear(utterance, acts)
        speaker = Speaker.USER
        said.append(Turn(index=len(said), speaker=speaker, utterance=utterance, acts=acts))
        steps = tuple(run.run(program) for program in programs)
        speaker = Speaker.SYSTEM
        said.append(
            Turn(
                index=len(said), speaker=speaker, utterance="...", acts=run.said or (), steps=steps
            )
        )

    def spoken(kind: ActType, slot: str = "", value: str | None = None) -> Act:
        return Act(
            act=kind,
            service="Trains_9",
            intent="BuyTicket",
            slot=slot,
            value=value,
            surface=value or "",
        )

    exchange(
        "a ticket to Oslo at 8 pm",
        (
            spoken(ActType.INFORM_INTENT),
            spoken(ActType.INFORM, "to", "Oslo"),
            spoken(ActType.INFORM, "time", "8 pm"),
        ),
        ['BuyTicket(to="Oslo", time="8 pm")'],
        ["say(x1)"],
    )
    exchange("wait a moment", (spoken(ActType.HOLD),), ["hold(x0)"], ["say()"])
    exchange("go ahead", (spoken(ActType.AFFIRM),), ["confirm(x0)"], ["say(x6)"])
    exchange("bye", (spoken(ActType.THANK_YOU),), ["say(goodbye())"])
    dialogue = Dialogue(
        dialogue_id="d",
        services=("Trains_9", "Weather_9"),
        clock=SGD_CLOCK,
        world=WorldSpec(),
        turns=tuple(said),
    )
    raw = write_dialogue(dialogue, catalog)
    acts = [
        [action["act"] for frame in turn["frames"] for action in frame["actions"]]
        for turn in raw["turns"]
    ]
    assert acts == [
        ["INFORM_INTENT", "INFORM", "INFORM"],
        ["CONFIRM", "CONFIRM", "CONFIRM"],
        [],
        [],
        ["AFFIRM"],
        ["NOTIFY_SUCCESS"],
        ["THANK_YOU"],
        ["GOODBYE"],
    ]
    assert raw["turns"][4]["frames"][0]["state"]["slot_values"] == {
        "to": ["Oslo"],
        "time": ["8 pm"],
        "class": ["Second"],
    }
    assert read_dialogue(raw, catalog).contradictions == ()
