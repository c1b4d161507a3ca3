"""Made-up inputs reach what templates may ask of real ones."""

from runtime.prompt_samples import samples
from schemas.acts import ActType
from schemas.calls.simulation import UserTurnInput
from schemas.calls.views import IntentView


def test_a_full_sample_has_every_kind_of_record_and_a_sparse_one_nothing() -> None:
    full, sparse = samples(UserTurnInput)
    assert isinstance(full, UserTurnInput)
    assert isinstance(sparse, UserTurnInput)
    assert full.persona == "persona"
    assert [line.kind for line in full.conversation] == ["user", "system", "statement", "signal"]
    assert [line.number for line in full.conversation] == [0, 1, 2, 3]
    assert [move.act for move in full.moves] == list(ActType)
    assert len(full.goals) == 2
    assert len(full.goals[0].values) == 2
    assert (sparse.goals, sparse.conversation, sparse.moves) == ((), (), ())
    assert (sparse.phenomenon, sparse.complaint) == ("", "")


def test_yes_and_no_come_in_turn() -> None:
    full, _ = samples(IntentView)
    assert isinstance(full, IntentView)
    assert full.transactional
    assert [slot.required for slot in full.slots] == [True, False]
