"""What label agreement asks where supervisors mended a turn."""

from checks.agreement import disagreement, questions
from schemas.dialogue import Mend, Named, Supervisor
from tests.scenes import BOOKING, CATALOG, candidate

NAME = Mend(supervisor=Supervisor.SCHEMA, kind=Named.SLOT, found="place", given="restaurant_name")
DAY = Mend(supervisor=Supervisor.PARSER, kind=Named.SLOT, slot="date", given="Friday")
WORDS, ACTS, _, SAID = BOOKING[0]
MENDED = (
    ('reserve_table(place="Luigi\'s")',),
    ('reserve_table(restaurant_name="Luigi\'s")',),
    ('x1.date = "Friday"',),
    ("say(x4)",),
)
"""x0 is the refusal, x1 the opening, x2 its hint, x3 the write, x4 its hint, which is said."""


def test_what_was_left_out_and_then_written_is_one_question() -> None:
    item = candidate(((WORDS, ACTS, MENDED, SAID),))
    user, system = item.dialogue.turns
    marks = ((), (NAME,), (DAY,), ())
    steps = tuple(
        step.model_copy(update={"supervised": mark})
        for step, mark in zip(system.steps, marks, strict=True)
    )
    marked = (user, system.model_copy(update={"steps": steps}))
    item = item.model_copy(update={"dialogue": item.dialogue.model_copy(update={"turns": marked})})
    (opening,) = questions(item, CATALOG)
    assert opening.recorded == (*MENDED[1], *MENDED[2])
    assert [line.kind for line in opening.blind.transcript] == ["user"]
    at_once = ['reserve_table(restaurant_name="Luigi\'s", date="Friday")']
    assert disagreement(opening, at_once) == ""
    assert disagreement(opening, MENDED[1]) == "its effects are others"
