"""Reading and writing statements."""

import json
import keyword

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from world.language import ProgramError, escape, parse, parse_reference, render, unescape
from world.names import MAX_LENGTH
from world.statements import (
    SHAPES,
    Append,
    Assign,
    Clear,
    Decline,
    Do,
    Literal,
    Name,
    Open,
    Ref,
    Say,
    Special,
    Speech,
    Statement,
    Target,
)

NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,12}", fullmatch=True) | st.sampled_from(
    [*keyword.kwlist, "carry", "x1", "say", "confirm", "dontcare", "class_", "class__"]
)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (
            "Hotels_1.ReserveHotel(city='Rome', n=-2, carry=False)",
            Open(
                Name("Hotels_1", "ReserveHotel"),
                (("city", Literal('"Rome"')), ("n", Literal("-2"))),
                False,
            ),
        ),
        (
            'x1.date, x1.time = "18 May", x5[0].time',
            Assign(
                (Target(1, "date"), Target(1, "time")), (Literal('"18 May"'), Ref(5, 0, "time"))
            ),
        ),
        ("x1.class_ = dontcare", Assign((Target(1, "class"),), (Special.DONTCARE,))),
        ('x1.tags.append("w")', Append(Target(1, "tags"), Literal('"w"'))),
        ("clear(x1.date)", Clear(Target(1, "date"))),
        ("cancel(x5[0])", Do("cancel", Ref(5, 0))),
        ("ignore()", Do("ignore", None)),
        ("decline(A)", Decline(Name("", "A"))),
        (
            'say(x7, request(x1.date), offer_intent(S.A), refuse("no"), goodbye())',
            Say(
                (
                    Speech("signal", (Ref(7),)),
                    Speech("request", (Ref(1, None, "date"),)),
                    Speech("offer_intent", name=Name("S", "A")),
                    Speech("refuse", reason="no"),
                    Speech("goodbye"),
                )
            ),
        ),
    ],
)
def test_statements(text: str, statement: object) -> None:
    assert parse(text) == statement
    assert parse(render(parse(text))) == statement


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x1",
        "1",
        "x1.date",
        "x1.date = None",
        'x1.date = f"{x}"',
        "x1.date = b'a'",
        "x1.date = (y := 1)",
        "x1.date = [i for i in (1, 2)]",
        "x1.date = lambda: 1",
        "x1.date = 1e999",
        "x1.date = 10 ** 9",
        "x1.date = 99999999999999999999",
        "x1.date = " + "9" * 1900,
        "x1.date = 1j",
        "x1.date = ...",
        "x1.date = __import__",
        "x1.date = x2",
        "x1.date = {1: 2}",
        "x1.date = {**x2}",
        "x1.date += 1",
        "x1.date: int = 1",
        "x1.date = x1.time = 1",
        "x1.date, x1.time = 1",
        "x1.date, x1.date = 1, 2",
        "x1[0].date = 1",
        "x1 = 1",
        "date = 1",
        "x01.date = 1",
        "x1.date = 1; x1.time = 2",
        "x1.date = 1\nx1.time = 2",
        "import os",
        "del x1.date",
        "confirm(x1).now()",
        "confirm()",
        "confirm(x1, x2)",
        "confirm(x1[0])",
        "confirm(ref=x1)",
        "select(x1)",
        "ignore(x1)",
        "request(x1.date)",
        "say(x1[0])",
        "say(ref=x1)",
        "say(shout(x1))",
        "say(goodbye(x1))",
        "say(refuse(1))",
        "say(offer())",
        "A(*x)",
        "A(**x)",
        "A(1)",
        "A(carry=1)",
        "A.B.C()",
        "A()()",
        "x1.tags.extend(1)",
        "__import__('os').system('true')",
        "x1.date = '\\x00'",
        "x1.date = '\\ud800'",
        "a\x00",
        "ｘ1.date = 1",
        "x1.dаte = 1",
        "(" * 300,
        "[" * 150 + "]" * 150,
        "-" * 1900 + "1",
        "not " * 400 + "x",
        "x1.date = " + "[" * 20 + "]" * 20,
        "x1.date = [" + "1," * 51 + "]",
        "A(" + ",".join(f"a{i}=1" for i in range(60)) + ")",
        "x1.date = '" + "a" * 5000 + "'",
        "a" * 1_000_000,
    ],
)
def test_everything_else_is_refused(text: str) -> None:
    with pytest.raises(ProgramError):
        parse(text)


def test_a_letter_outside_ascii_may_stand_in_a_string() -> None:
    assert parse('x1.name = "Café  Ｘ"') == Assign((Target(1, "name"),), (Literal('"Café  Ｘ"'),))
    assert render(parse("x1.a = 'é', 'ü'".replace("x1.a", "x1.a, x1.b"))) == 'x1.a, x1.b = "é", "ü"'


def test_references() -> None:
    assert parse_reference("x5[0].class_") == Ref(5, 0, "class")
    with pytest.raises(ProgramError):
        parse_reference("x5[0]")


@given(NAMES)
def test_escaped_names_come_back_and_are_legal(name: str) -> None:
    written = escape(name)
    assert unescape(written) == name
    assert not keyword.iskeyword(written)


VALUES = st.recursive(
    st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=20)
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.floats(-1e15, 1e15, allow_nan=False),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.from_regex(r"[a-z]{1,5}", fullmatch=True), inner, max_size=3)
    ),
    max_leaves=4,
)
INDEX = st.integers(0, 9999)
SLOT_REFS = st.builds(Ref, INDEX, st.none() | st.integers(0, 9), NAMES)
EXPRESSIONS = (
    VALUES.map(lambda value: Literal(json.dumps(value, ensure_ascii=False)))
    | st.sampled_from(Special)
    | SLOT_REFS
)
TARGETS = st.builds(Target, INDEX, NAMES)
INTENTS = st.builds(Name, st.just("") | NAMES, NAMES)
SPEECH = (
    st.builds(
        Speech,
        st.sampled_from([verb for verb, shape in SHAPES.items() if shape == "refs"]),
        st.lists(SLOT_REFS | st.builds(Ref, INDEX), min_size=1, max_size=3).map(tuple),
    )
    | st.builds(Speech, st.just("offer_intent"), name=INTENTS)
    | st.builds(Speech, st.just("signal"), st.builds(Ref, INDEX).map(lambda ref: (ref,)))
    | st.builds(Speech, st.sampled_from(["goodbye", "more_help"]))
)
STATEMENTS = (
    st.builds(
        Open,
        INTENTS,
        st.lists(st.tuples(NAMES, EXPRESSIONS), max_size=3, unique_by=lambda a: a[0]).map(tuple),
        st.none() | st.booleans(),
    )
    | st.builds(lambda target, value: Assign((target,), (value,)), TARGETS, EXPRESSIONS)
    | st.builds(Append, TARGETS, EXPRESSIONS)
    | st.builds(Clear, TARGETS)
    | st.builds(Do, st.sampled_from(["confirm", "hold", "more"]), st.builds(Ref, INDEX))
    | st.builds(
        Do,
        st.sampled_from(["select", "accept"]),
        st.builds(Ref, INDEX, INDEX.map(lambda i: i % 10)),
    )
    | st.builds(Decline, INTENTS)
    | st.builds(Say, st.lists(SPEECH, max_size=4).map(tuple))
)


@given(STATEMENTS)
def test_what_is_rendered_is_read_again(statement: Statement) -> None:
    written = render(statement)
    assume(len(written) <= MAX_LENGTH)
    assert parse(written) == statement


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        statement = parse(text)
    except ProgramError:
        return
    assert parse(render(statement)) == statement
