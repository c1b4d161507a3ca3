"""Understanding and context survive any text, quickly."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.offline.context import read_context
from runtime.offline.system import statements
from runtime.offline.understanding import Expected, understand
from schemas.calls.simulation import SystemInput
from schemas.calls.views import Line
from tests.offline.exchange import line
from tests.offline.test_system import ASKED, BOOK, FIND

WORDS = st.sampled_from(
    (
        *("for", "on", "at", "with", "the", "city", "4", "and", "to", "from", "is", "yes", "no"),
        *("thanks", "hold", "cancel", ",", ".", "?", '"', "8pm", "wifi"),
    )
)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=200), st.lists(WORDS, max_size=60).map(" ".join)))
def test_any_words_give_a_program(words: str) -> None:
    data = SystemInput(intents=(BOOK, FIND), now="", transcript=(*ASKED, line("user", words)))
    program = statements(data).statements
    assert program
    assert all(text == text.strip() for text in program)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.builds(
            Line,
            kind=st.sampled_from(["user", "system", "statement", "signal"]),
            text=st.one_of(
                st.text(max_size=40),
                st.sampled_from(
                    ["say(x1)", "result(x9, [0] a=1)", "x3.a = 4", "hint(", "more(x2)"]
                ),
            ),
            number=st.one_of(st.none(), st.integers(0, 9)),
        ),
        max_size=12,
    )
)
def test_any_transcript_gives_a_context(lines: list[Line]) -> None:
    context = read_context((BOOK, FIND), lines)
    assert set(context.tasks) <= set(range(10))


@pytest.mark.parametrize("words", ["a " * 300, '"' * 600, "for " * 150, ". " * 300, "no, " * 150])
def test_long_monotonous_words_do_not_take_long(words: str) -> None:
    understand(words, (BOOK, FIND), Expected(BOOK, "city"))
    start = time.process_time()
    understand(words, (BOOK, FIND), Expected(BOOK, "city"))
    assert time.process_time() - start < 5
