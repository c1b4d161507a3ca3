"""Nothing is lost on the way through annotate, validate, compile and the sample."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from checks.labels import label
from schemas.candidate import Candidate, Judged
from schemas.phenomenon import PhenomenonTag
from schemas.verdict import RejectionCode
from stages.compile import select
from stages.review_sample import draw
from tests.scenes import CATALOG, candidate, with_note

ITEMS = (candidate(), with_note())
CODES = (None, RejectionCode.LABEL_DISAGREEMENT, RejectionCode.UNSCORED)


def named(cell: int, attempt: int, item: Candidate) -> Candidate:
    name = f"{cell:05d}-{attempt:02d}"
    place = item.plan.cell.model_copy(update={"index": cell})
    return item.model_copy(
        update={
            "plan": item.plan.model_copy(
                update={"dialogue_id": name, "cell": place, "attempt": attempt}
            ),
            "dialogue": item.dialogue.model_copy(update={"dialogue_id": name}),
        }
    )


@given(
    st.dictionaries(
        st.tuples(st.integers(0, 5), st.integers(0, 3)),
        st.tuples(st.sampled_from(ITEMS), st.sampled_from(CODES)),
        max_size=12,
    ),
    st.randoms(use_true_random=False),
)
@settings(max_examples=40, deadline=None)
def test_all_that_was_judged_is_published_or_says_why_not(
    items: dict[tuple[int, int], tuple[Candidate, RejectionCode | None]],
    shuffle: Random,
) -> None:
    judged = [
        Judged(candidate=named(*place, item), verdicts=(), code=code)
        for place, (item, code) in items.items()
    ]
    selection = select(judged)
    published = [c.dialogue.dialogue_id for c in selection.chosen]
    dropped = [r.item for r in selection.rejections]
    assert sorted(published + dropped) == sorted(j.candidate.dialogue.dialogue_id for j in judged)
    cells = [c.plan.cell.index for c in selection.chosen]
    assert cells == sorted(set(cells))
    again = list(judged)
    shuffle.shuffle(again)
    assert select(again) == selection
    # What was chosen stays chosen when a later round asks again.
    assert select(judged, tuple(published)).chosen == selection.chosen


@given(st.lists(st.sampled_from(ITEMS), max_size=12), st.integers(0, 15), st.integers(0, 3))
@settings(max_examples=30, deadline=None)
def test_the_sample_has_the_size_that_was_asked_for(
    items: list[Candidate], n: int, seed: int
) -> None:
    corpus = [named(cell, 0, item) for cell, item in enumerate(items)]
    rows = draw(corpus, n, seed)
    assert len({row.dialogue_id for row in rows}) == len(rows) == min(n, len(corpus))


@given(st.lists(st.sampled_from(list(PhenomenonTag)), max_size=3))
@settings(max_examples=20, deadline=None)
def test_derived_phenomena_know_nothing_of_the_plan(tags: list[PhenomenonTag]) -> None:
    for item in ITEMS:
        turns = tuple(
            turn.model_copy(update={"planned_phenomena": tuple(tags)})
            for turn in item.dialogue.turns
        )
        labels, _ = label(item.dialogue.model_copy(update={"turns": turns}), CATALOG)
        assert [turn.phenomena for turn in labels.turns] == [
            turn.phenomena for turn in item.annotation.turns
        ]
