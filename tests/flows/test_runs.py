"""Runs on disk: who is at work in them."""

from pathlib import Path

from flows.runs import at_work, sole_worker


def test_to_ask_whether_a_process_is_at_work_writes_nothing(tmp_path: Path) -> None:
    # Whoever may only read a run's folder can ask how it stands.
    assert not at_work(str(tmp_path))
    assert list(tmp_path.iterdir()) == []
    with sole_worker(str(tmp_path)):
        assert at_work(str(tmp_path))
    assert not at_work(str(tmp_path))
