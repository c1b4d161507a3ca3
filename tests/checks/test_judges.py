"""How a panel's votes are counted, and how far its judges agree."""

import pytest

from checks.judges import outcome, panel
from schemas.run import Panel
from schemas.verdict import Outcome, Verdict
from stages.compile.card import panel_lines


def verdict(*votes: str, name: str = "judge_phenomena", models: tuple[str, ...] = ()) -> Verdict:
    read = [None if vote == "unreadable" else vote for vote in votes]
    return Verdict(
        dialogue_id="00000-00",
        check=name,
        version=1,
        rung=6,
        outcome=outcome(read),
        votes=votes,
        models=models or tuple(f"model/{seat}" for seat in range(len(votes))),
    )


@pytest.mark.parametrize(
    ("votes", "says"),
    [
        ((), Outcome.UNSCORED),
        ((None,), Outcome.UNSCORED),
        ((None, None, None), Outcome.UNSCORED),
        (("yes", None), Outcome.UNSCORED),
        (("yes", "yes", None), Outcome.PASS),
        (("yes", "no"), Outcome.FAIL),
        (("yes", "no", "yes"), Outcome.PASS),
    ],
)
def test_what_is_not_read_is_no_vote(votes: tuple[str | None, ...], says: Outcome) -> None:
    assert outcome(votes) is says


def test_alpha_over_three_judgements_that_two_judges_share() -> None:
    """Coincidences: 2 yes-yes, 2 no-no, 1 yes-no, 1 no-yes of 6 values, 3 yes and 3 no.

    Observed disagreement 2/6, expected (2 * 3 * 3) / (6 * 5) = 3/5; 1 - (1/3) / (3/5) = 4/9.
    """
    verdicts = [
        verdict("yes", "yes"),
        verdict("no", "no"),
        verdict("yes", "no"),
        verdict("unreadable", "yes"),
        verdict("yes", name="label_agreement"),
    ]
    assert panel(verdicts) == Panel(
        models=("model/0", "model/1"),
        judgements=4,
        yes=(2, 2),
        unreadable=(1, 0),
        unscored=1,
        alpha=0.4444,
    )


def test_alpha_needs_two_judges_and_two_opinions() -> None:
    alone = panel([verdict("yes"), verdict("no")])
    assert alone is not None
    assert alone.alpha is None
    agreed = panel([verdict("yes", "yes"), verdict("yes", "yes")])
    assert agreed is not None
    assert agreed.alpha is None


def test_perfect_agreement_is_one() -> None:
    found = panel([verdict("yes", "yes", "yes"), verdict("no", "no", "no")])
    assert found is not None
    assert found.alpha == 1.0


def test_nobody_judged() -> None:
    assert panel([verdict("yes", name="label_agreement")]) is None


def test_the_card_and_the_summary_show_how_the_judges_agree() -> None:
    found = panel([verdict("yes", "yes"), verdict("no", "no"), verdict("yes", "no")])
    text = "\n".join(panel_lines(found))
    assert "| 1 | model/0 | 3 | 2 | 0 |" in text
    assert "| 2 | model/1 | 3 | 1 | 0 |" in text
    # As above, without the vote that stood alone: 4/9.
    assert "Krippendorff's alpha over the judges' votes: 0.444." in text
