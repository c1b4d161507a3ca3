"""Labels, exact values, judging."""

import pytest

from runtime.offline.judge import judge
from runtime.offline.labels import exact_value, label
from schemas.calls.judging import JudgeInput, PrivilegedInput
from schemas.calls.simulation import ExactValueInput, SystemInput
from schemas.calls.views import GoalView, SlotView
from tests.offline.exchange import line
from tests.offline.test_system import ASKED, BOOK


def test_a_label_is_what_the_system_would_write_and_the_plan_changes_nothing() -> None:
    transcript = (*ASKED, line("user", "Let's say 4."))
    blind = SystemInput(intents=(BOOK,), now="", transcript=transcript)
    goal = GoalView(number=0, intent="book_room", description="book a hotel room")
    seen = PrivilegedInput(intents=(BOOK,), now="", transcript=transcript, goals=(goal,), moves=())
    assert label(blind).statements == ("x0.guests = 4",)
    assert label(seen).statements == ("x0.guests = 4",)


@pytest.mark.parametrize(
    ("utterance", "value", "words"),
    [
        ("For two people, please.", "2", "two"),
        ("For 2 people.", "2", "2"),
        ("At thai spice.", "Thai Spice", "thai spice"),
        ("Whatever you like.", "Thai Spice", ""),
        ("Twofold.", "2", ""),
    ],
)
def test_exact_values(utterance: str, value: str, words: str) -> None:
    slot = SlotView(name="x", description="", type="string")
    data = ExactValueInput(utterance=utterance, slot=slot, value=value)
    assert exact_value(data).words == words


@pytest.mark.parametrize(
    ("phenomenon", "question", "words", "vote"),
    [
        ("query", "", "Could you help me look up my reservations?", "yes"),
        ("query", "", "I'd like to book a flight.", "no"),
        ("turn correction", "How many?", "For 4, no wait, 5.", "yes"),
        ("turn_correction", "How many?", "For 4.", "no"),
        ("correction", "Is that correct?", "Not quite. Change the date to Friday.", "yes"),
        ("correction", "Is that correct?", "Yes, go ahead.", "no"),
        ("delay confirmation", "Is that correct?", "Not just yet, give me a minute.", "yes"),
        ("delay confirmation", "Is that correct?", "Yes.", "no"),
        ("cancel", "Is that correct?", "Forget about the dental visit.", "yes"),
        ("early end", "What date?", "I have to run, goodbye.", "yes"),
        ("early end", "Is there anything else?", "Thanks. Goodbye.", "no"),
        ("irrelevant answer", "What date?", "Fun fact: I left the oven on.", "yes"),
        ("overheard answer", "What date?", "Dad, did you say Friday?", "yes"),
        ("sarcastic answer", "What date?", "Take a wild guess, genius.", "yes"),
        ("sarcastic answer", "What date?", "Friday.", "no"),
        ("start multi slot", "", "I want to book a flight from Rome to Pisa on Friday.", "yes"),
        ("all in one", "", "I want to book a flight.", "no"),
        ("no such thing", "", "Hello.", "no"),
    ],
)
def test_the_judge(phenomenon: str, question: str, words: str, vote: str) -> None:
    talk = (line("system", question), line("user", words)) if question else (line("user", words),)
    data = JudgeInput(
        now="-", assistant=(), conversation=talk, phenomenon=phenomenon, description="", question=""
    )
    assert judge(data).vote == vote
