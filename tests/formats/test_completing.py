"""What a tool does not say: the question, what will not do for an answer, and its place."""

import pytest

from formats.tools import read_tools
from formats.tools.completing import check, completed, question
from runtime.offline import reply as offline
from schemas.calls.authoring import CompleteServiceReply, DraftSlot, EntityNoun, FoundSlots
from schemas.service import SlotType
from tests.formats.events import DATA

SERVICE = read_tools(DATA / "openai.json", domain="calendar").services[0]
NOUNS = (
    EntityNoun(entity="event", noun="events"),
    EntityNoun(entity="cancel_event", noun="cancellations"),
)


def fact(name: str, kind: str = "string") -> DraftSlot:
    return DraftSlot.model_validate(
        {"name": name, "description": name, "type": kind, "required": False}
    )


def answer(*facts: DraftSlot, nouns: tuple[EntityNoun, ...] = NOUNS) -> CompleteServiceReply:
    return CompleteServiceReply(nouns=nouns, found=(FoundSlots(intent="find_events", slots=facts),))


def test_the_schema_writer_is_asked_for_what_the_tools_do_not_say() -> None:
    asking = question(SERVICE)
    assert asking is not None
    assert asking.domain == "calendar"
    assert asking.renamed == ("event", "cancel_event")
    assert asking.asked == ("find_events",)


def test_its_answer_becomes_nouns_and_result_slots() -> None:
    reply = answer(fact("title"), fact("room"), fact("room"), fact("seats", "integer"))
    check(reply, SERVICE)
    found = completed(SERVICE, reply)
    assert [intent.entity for intent in found.intents] == ["events", "events", "cancellations"]
    # What create_event puts in comes out again, then what the writer added.
    assert found.intent("find_events").result_slots == (
        *("title", "start_date", "start_time", "place_street_name", "place_city"),
        *("guests", "visibility", "reminder_minutes", "room", "seats"),
    )
    assert found.slot("title") == SERVICE.slot("title")  # it was there, with its examples
    assert found.slot("seats").type is SlotType.INTEGER
    assert found.intent("find_events").unsaid == ("entity", "result_slots")
    assert found.intent("find_events").definition == SERVICE.intent("find_events").definition


@pytest.mark.parametrize(
    ("reply", "complaint"),
    [
        (answer(fact("room"), nouns=NOUNS[:1]), "a noun for 'cancel_event' is missing"),
        (answer(fact("room"), nouns=(*NOUNS, NOUNS[0])), "'event' was not asked for, or is there"),
        (CompleteServiceReply(nouns=NOUNS), "a list of facts for 'find_events' is missing"),
        (
            answer(
                fact("room"),
                nouns=(NOUNS[0], EntityNoun(entity="cancel_event", noun="events")),
            ),
            "the noun 'events' stands for two",
        ),
        (answer(fact("limit")), "the slot 'limit' is there already, as a integer"),
    ],
)
def test_an_answer_that_does_not_fit_is_said_so(
    reply: CompleteServiceReply, complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        check(reply, SERVICE)


def test_nothing_is_asked_of_services_that_say_all() -> None:
    silent = tuple(intent.model_copy(update={"unsaid": ()}) for intent in SERVICE.intents)
    service = SERVICE.model_copy(update={"intents": silent})
    assert question(service) is None


@pytest.mark.parametrize("name", ["openai.json", "anthropic.json", "mcp.json"])
def test_the_offline_model_answers_it(name: str) -> None:
    for service in read_tools(DATA / name).services:
        asking = question(service)
        assert asking is not None
        text = offline("complete_service", asking, 1)
        found = CompleteServiceReply.model_validate_json(text)
        check(found, service)
        assert all(
            intent.transactional or intent.result_slots
            for intent in completed(service, found).intents
        )
