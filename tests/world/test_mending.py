"""Names that the schema does not have are told from other faults, and can be replaced."""

import pytest

from schemas.dialogue import Named
from schemas.service import SlotSchema, SlotType
from tests.world.booking import CLOCK, executor
from world.align import readable
from world.language import parse, render
from world.mending import renamed
from world.names import Outside

WORDS = "Book the Ritz for Friday, indoor, for 4"


@pytest.mark.parametrize(
    ("program", "outside"),
    [
        (["book_tabel()"], Outside(Named.INTENT, "book_tabel")),
        (["dining.book()"], Outside(Named.INTENT, "dining.book")),
        (
            ['reserve_table(date="Friday")', 'x0.place = "the Ritz"'],
            Outside(Named.SLOT, "place", "dining", "reserve_table", statement=1),
        ),
        (
            ['reserve_table(class_="inside")'],
            Outside(Named.VALUE, "inside", "dining", "reserve_table", "class"),
        ),
        (
            ["reserve_table(class_=4)"],
            Outside(Named.VALUE, "4", "dining", "reserve_table", "class"),
        ),
        (['reserve_table(restaurant="the Ritz", date="Friday")'], None),
        (['reserve_table(restaurant="the Savoy")'], None),
        (['reserve_table(date="the Ritz")'], None),
        (["confirm(x9)"], None),
        (["x9.place = 4"], None),
        (["1 +"], None),
    ],
)
def test_which_name_a_program_is_refused_for(program: list[str], outside: Outside | None) -> None:
    run = executor()
    run.hear(WORDS, ())
    before = run.state_hash(), run.next_index
    assert run.outside(program) == outside
    assert (run.state_hash(), run.next_index) == before


@pytest.mark.parametrize(
    ("line", "outside", "legal", "mended"),
    [
        ('book(a="b")', Outside(Named.INTENT, "book"), "stay.find", 'stay.find(a="b")'),
        ("decline(book)", Outside(Named.INTENT, "book"), "find", "decline(find)"),
        (
            "say(offer_intent(book))",
            Outside(Named.INTENT, "book"),
            "find",
            "say(offer_intent(find))",
        ),
        ('f(a="b", c="a")', Outside(Named.SLOT, "a"), "class_", 'f(class_="b", c="a")'),
        ("x1.a, x1.b = 1, 2", Outside(Named.SLOT, "a"), "c", "x1.c, x1.b = 1, 2"),
        ('x1.a.append("v")', Outside(Named.SLOT, "a"), "c", 'x1.c.append("v")'),
        ("clear(x1.a)", Outside(Named.SLOT, "a"), "c", "clear(x1.c)"),
        (
            'f(a="inside", b="inside")',
            Outside(Named.VALUE, "inside", slot="a"),
            "indoor",
            'f(a="indoor", b="inside")',
        ),
        ("x1.a = 4", Outside(Named.VALUE, "4", slot="a"), "four", 'x1.a = "four"'),
        ("say(x1)", Outside(Named.SLOT, "a"), "c", "say(x1)"),
        ("hold(x1)", Outside(Named.VALUE, "4", slot="a"), "c", "hold(x1)"),
    ],
)
def test_a_name_is_replaced_where_it_stands(
    line: str, outside: Outside, legal: str, mended: str
) -> None:
    assert render(renamed(parse(line), outside, legal)) == mended


@pytest.mark.parametrize(
    ("slot", "words", "found"),
    [
        (SlotSchema(name="d", type=SlotType.DATE), "See you next Friday, then.", "next Friday"),
        (SlotSchema(name="d", type=SlotType.DATE), "See you then, all four of us.", None),
        (SlotSchema(name="t", type=SlotType.TIME), "Around half past seven.", "half past seven"),
        (SlotSchema(name="n", type=SlotType.INTEGER), "We are four.", "four"),
        (SlotSchema(name="n", type=SlotType.NUMBER), "We are many.", None),
        (
            SlotSchema(name="c", categorical=True, possible_values=("indoor", "outdoor")),
            "Outdoor, please.",
            "Outdoor",
        ),
        (SlotSchema(name="s"), "Anything at all", None),
    ],
)
def test_what_reads_as_some_value_of_a_slot(
    slot: SlotSchema, words: str, found: str | None
) -> None:
    match = readable(words, slot, CLOCK)
    assert (None if match is None else match.surface) == found
