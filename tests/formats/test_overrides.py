"""What the config says of imported intents counts more than their file."""

import pytest

from formats.services import ServicesError, overridden
from formats.tools import read_tools
from schemas.config import IntentOverride
from tests.formats.events import DATA

SERVICES = read_tools(DATA / "openai.json").services


@pytest.mark.parametrize(
    ("name", "override", "transactional", "confirmed"),
    [
        ("cancel_event", IntentOverride(needs_confirmation=False), True, False),
        ("event.create_event", IntentOverride(transactional=False), False, False),
        ("find_events", IntentOverride(transactional=True), True, True),
        ("find_events", IntentOverride(transactional=True, needs_confirmation=False), True, False),
        ("create_event", IntentOverride(), True, True),
    ],
)
def test_an_intent_is_what_the_override_says(
    name: str, override: IntentOverride, transactional: bool, confirmed: bool
) -> None:
    intent = overridden(SERVICES, {name: override})[0].intent(name.rpartition(".")[2])
    assert (intent.transactional, intent.needs_confirmation) == (transactional, confirmed)


def test_the_qualified_name_counts_more() -> None:
    found = overridden(
        SERVICES,
        {
            "create_event": IntentOverride(needs_confirmation=True),
            "event.create_event": IntentOverride(needs_confirmation=False),
        },
    )
    assert not found[0].intent("create_event").needs_confirmation
    assert found[0].intent("find_events") == SERVICES[0].intent("find_events")


def test_overrides_that_do_not_fit() -> None:
    with pytest.raises(ServicesError, match="no imported intent is 'find_event'; did you mean"):
        overridden(SERVICES, {"find_event": IntentOverride(transactional=True)})
    with pytest.raises(ServicesError, match="find_events only reads"):
        overridden(SERVICES, {"find_events": IntentOverride(needs_confirmation=True)})
