"""Nothing a model writes can reach Python, raise, hang, or leave the state half changed."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.dialogue import SignalKind
from schemas.service import Catalog, IntentSchema, ServiceSchema, SlotSchema, SlotType
from tests.world.booking import CLOCK, WORLD, executor
from world.align import find
from world.executor import Executor
from world.values import canonical

ATOMS = st.sampled_from(
    [
        *("x0", "x1", "x1[0]", "x1[0].time", "x0.date", "x0.class_", "x9", "x1.__class__", "_"),
        *('"Friday"', '"8pm"', '"the Ritz"', "2", "1e309", "dontcare", "unknown", "None", "..."),
        *("f'{x0}'", "lambda: 0", "(y := 1)", "[i for i in x0]", "__import__('os')", "b'a'"),
        *("*x0", "**x0", "x0 if x1 else x2", "not x0", "-x0", "{'a': x0}", "'\\ud800'", "ｘ0"),
    ]
)
VERBS = st.sampled_from(
    [
        *("reserve_table", "dining.find_table", "stay.find_table", "book_room", "find_reservation"),
        *("confirm", "cancel", "hold", "ignore", "select", "more", "accept", "decline", "clear"),
        *("say", "offer", "count", "inform", "request", "success", "failure", "clarify", "refuse"),
        *("goodbye", "more_help", "offer_intent", "x0.tags.append", "x0.date.__class__", "eval"),
    ]
)
SLOTS = st.sampled_from(["restaurant", "date", "time", "class_", "hotel", "carry", "nothing"])
CALLS = st.recursive(
    ATOMS,
    lambda inner: (
        st.builds(
            lambda verb, arguments, named: f"{verb}({', '.join([*arguments, *named])})",
            VERBS,
            st.lists(inner, max_size=2),
            st.lists(st.builds("{}={}".format, SLOTS, inner), max_size=3),
        )
        | st.builds("[{}, {}]".format, inner, inner)
        | st.builds("{} = {}".format, inner, inner)
    ),
    max_leaves=8,
)
LINES = CALLS | st.text(max_size=80) | st.text("()[]{}x0.='\",:\\\x00-~* \n", max_size=200)


def opened() -> Executor:
    """An executor with an open task, a hint and a result."""
    run = executor()
    run.hear("the Ritz on Friday at 8pm, and tables at Thai Spice", ())
    run.run(['reserve_table(restaurant="the Ritz", date="Friday")'])
    run.run(['dining.find_table(restaurant="Thai Spice")'])
    run.run(["say(x1, x3)"])
    run.hear("Friday 8pm, the Ritz, 2, don't care, don't know", ())
    return run


@settings(max_examples=400, deadline=None)
@given(st.lists(LINES, max_size=4))
def test_any_program_is_executed_whole_or_not_at_all(program: list[str]) -> None:
    run = opened()
    before = (run.state_hash(), dict(run.tasks), run.said, run.calls(), run.changes())
    index = run.next_index
    start = time.process_time()
    step = run.run(program)
    assert time.process_time() - start < 1
    if any(signal.kind is SignalKind.ERROR for signal in step.signals):
        assert step.statements == ()
        assert (run.state_hash(), dict(run.tasks), run.said, run.calls(), run.changes()) == before
        assert run.next_index == index + 1
    else:
        assert len(step.statements) == len(program)
        numbers = [s.index for s in step.statements] + [s.index for s in step.signals]
        assert numbers == list(range(index, run.next_index))
    for line in step.written:
        line.encode()


def test_bombs_are_refused_at_once() -> None:
    bombs = [
        "a" * 1_000_000,
        "(" * 1999,
        "[" * 1999,
        "x1.a = " + "-" * 1900 + "1",
        "x1.a = " + "9" * 1990,
        "x1.a = 9**9**9**9",
        "say(" * 400,
        "{" * 90 + "}" * 90,
        'f"{' * 80 + "1" + '}"' * 80,
        "x" + ".a" * 990,
        "x1.a = '" + "\\N{DIGIT ONE}" * 100 + "'",
    ]
    run = opened()
    start = time.process_time()
    for bomb in bombs:
        step = run.run([bomb])
        assert step.signals[0].kind is SignalKind.ERROR
    assert run.run(["ignore()"] * 100_000).signals[0].kind is SignalKind.ERROR
    assert time.process_time() - start < 1


@pytest.mark.parametrize(
    ("slot", "text"),
    [
        (SlotSchema(name="s", type=SlotType.OBJECT), '{"a":' * 400 + "1" + "}" * 400),
        (SlotSchema(name="s", type=SlotType.OBJECT), '{"a": NaN}'),
        (SlotSchema(name="s", type=SlotType.OBJECT), '{"a": 1e999}'),
        (SlotSchema(name="s", type=SlotType.ARRAY), "[" * 400 + "]" * 400),
        (SlotSchema(name="s", type=SlotType.ARRAY), ",".join("abc" * 20)),
        (SlotSchema(name="s", type=SlotType.ARRAY, item_type=SlotType.NUMBER), "[1e999]"),
        (SlotSchema(name="s", type=SlotType.ARRAY, item_type=SlotType.NUMBER), "[-Infinity]"),
        (SlotSchema(name="s", type=SlotType.NUMBER), "9" * 40),
        (SlotSchema(name="s", type=SlotType.NUMBER), "1," + "0" * 40),
        (SlotSchema(name="s", type=SlotType.NUMBER), "9" * 1_000_000),
        (SlotSchema(name="s", type=SlotType.DATE), "may " * 250_000),
        (SlotSchema(name="s", type=SlotType.TIME), "8 pm " * 200_000),
    ],
    ids=lambda value: value[:12] if isinstance(value, str) else value.type.value,
)
def test_what_is_deep_huge_or_no_number_is_no_value(slot: SlotSchema, text: str) -> None:
    start = time.process_time()
    with pytest.raises(ValueError, match=r"^(s takes|the value of s)") as refused:
        canonical(text, slot, CLOCK)
    assert len(str(refused.value)) < 300
    assert time.process_time() - start < 1


def test_a_long_utterance_is_searched_in_bounded_time() -> None:
    slot = SlotSchema(name="s", type=SlotType.DATE)
    utterance = " ".join(f"may {day} monday week" for day in range(50_000))
    start = time.process_time()
    assert find("2026-12-24", utterance, slot, CLOCK) is None
    assert time.process_time() - start < 5


def test_a_deep_value_leaves_the_state_alone() -> None:
    meal = SlotSchema(name="meal", type=SlotType.OBJECT)
    order = IntentSchema(
        name="order", transactional=True, needs_confirmation=True, required=("meal",), entity="meal"
    )
    service = ServiceSchema(name="food", slots=(meal,), intents=(order,))
    run = Executor(Catalog(services=(service,)), WORLD, CLOCK)
    deep = '{"a":' * 300 + "1" + "}" * 300
    run.hear(deep, ())
    before = run.state_hash()
    step = run.run([f"order(meal='{deep}')"])
    assert [signal.kind for signal in step.signals] == [SignalKind.ERROR]
    assert run.state_hash() == before
    assert run.tasks == {}
