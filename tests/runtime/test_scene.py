"""What a prompt says of how tasks stand."""

from runtime.scene import scene_of
from schemas.calls.views import IntentView, Line


def view(name: str, *, transactional: bool) -> IntentView:
    return IntentView(
        name=name,
        service="tables",
        description=name,
        transactional=transactional,
        needs_confirmation=transactional,
        entity="reservations",
        slots=(),
    )


INTENTS = (
    view("reserve_table", transactional=True),
    view("find_reservations", transactional=False),
)
FOUND = (
    ("statement", "find_reservations()"),
    ("signal", 'result(x0, count=2, [0] phone="555-0142"; [1] phone="555-0143")'),
    ("statement", "say(x1)"),
)


def standing(*lines: tuple[str, str]) -> tuple[str, ...]:
    numbered = [Line(kind=kind, text=text, number=n) for n, (kind, text) in enumerate(lines)]
    return scene_of(numbered, INTENTS).standing


def test_a_choice_is_noted() -> None:
    assert standing(*FOUND) == ("x0 find_reservations: found 2, offered x1[0], by x1",)
    assert standing(*FOUND, ("statement", "select(x1[1])")) == (
        "x0 find_reservations: found 2, offered x1[0], by x1; the user took x1[1]",
    )


def test_what_was_offered_is_no_confirmation() -> None:
    lines = (
        *FOUND,
        ("statement", "select(x1[1])"),
        ("signal", 'hint("offer to go on: reserve_table", ref=x0)'),
        ("statement", "say(x4)"),
    )
    assert standing(*lines) == (
        "x0 find_reservations: a result was taken, reserve_table was offered, by x4",
    )


def test_a_hold_lasts_until_the_next_signal() -> None:
    lines = (
        ("statement", "reserve_table()"),
        ("signal", 'hint("please confirm", ref=x0)'),
        ("statement", "say(x1)"),
        ("statement", "hold(x0)"),
    )
    (held,) = standing(*lines)
    assert held.endswith("; on hold, the user wants to wait")
    (again,) = standing(*lines, ("signal", 'hint("please confirm", ref=x0)'))
    assert again == "x0 reserve_table: the user was asked to confirm, by x4; not said yet"


def test_a_question_for_which_one_is_noted() -> None:
    asked = (
        *FOUND,
        ("statement", "reserve_table()"),
        ("signal", 'hint("ask for value: phone", ref=x3)'),
        ("statement", "say(clarify(x3.phone, x1))"),
    )
    assert standing(*asked)[1].endswith("; the user was asked which of x1 for phone, by x5")
