"""The recount over a run folder of your choice: `DIALOOM_RUN=outputs/demo pytest tests/recount`.

The end-to-end test makes a run of its own and calls `recount_run` on it.
"""

import os
from pathlib import Path

import pytest

from tests.recount.run_folder import recount_run

RUN = os.environ.get("DIALOOM_RUN", "")


@pytest.mark.skipif(not RUN, reason="DIALOOM_RUN names no run folder")
def test_every_label_of_a_run_is_recounted() -> None:
    number, wrong = recount_run(Path(RUN))
    assert number > 0
    assert wrong == {}
