"""What a person reads at the end of a run: nothing that is not there is offered."""

import io
import logging
import time
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from rich.console import Console

from flows import observers
from flows.console import ProgressDisplay
from flows.execute import tell
from flows.outcome import Progress
from flows.prefect_server import PrefectServer
from schemas.run import Extent, RunManifest, RunStatus, Spend
from tests.flows.fakes import config

SERVER = PrefectServer("http://127.0.0.1:4200/api", own=False)
MIDWAY = Progress(
    round=0,
    wanted=10,
    filled=0,
    attempted=10,
    good=0,
    through={"plans": 10, "simulate": 10},
    spend=Spend(usd=str(Decimal(0))),
    label="simulate r0 s0",
    loaded=False,
)


def without_dialogues(status: RunStatus, attempted: int) -> RunManifest:
    return RunManifest(
        run="outputs/x",
        status=status,
        started_at="2026-03-02T09:00:00",
        updated_at="2026-03-02T09:00:00",
        config=config(),
        extents=(Extent(start=0, count=10),),
        attempted=attempted,
    )


@pytest.mark.parametrize(
    ("status", "attempted", "offered"),
    [
        (RunStatus.BUDGET, 0, ["To go on:        dialoom resume outputs/x --max-cost AMOUNT"]),
        (RunStatus.UNMET, 30, ["What went wrong: pandas.read_parquet('outputs/x/rejects')"]),
    ],
)
def test_a_run_without_dialogues_offers_none(
    status: RunStatus, attempted: int, offered: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    tell(without_dialogues(status, attempted), SERVER)
    said = capsys.readouterr().out
    for line in offered:
        assert line in said
    for absent in ("notebook", "judge", "extend", "dataset/"):
        assert absent not in said


def test_no_bar_stands_midway_when_a_run_has_ended() -> None:
    screen = io.StringIO()
    with ProgressDisplay(Console(file=screen, force_terminal=True, width=100)) as display:
        display.progressed(MIDWAY)
        while "50%" not in screen.getvalue():  # it is drawn ten times a second
            time.sleep(0.05)
    erased = screen.getvalue().rindex("\x1b[2K")
    assert "%" not in screen.getvalue()[erased:]


async def test_the_progress_artifact_of_a_failed_run_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[tuple[float, str]] = []

    async def create(**_: Any) -> UUID:
        return UUID(int=1)

    async def update(_: UUID, *, progress: float, description: str) -> None:
        shown.append((progress, description))

    monkeypatch.setattr(observers, "get_run_logger", lambda: logging.getLogger("told"))
    monkeypatch.setattr(observers, "acreate_progress_artifact", create)
    monkeypatch.setattr(observers, "aupdate_progress_artifact", update)
    observer = observers.PrefectObserver(ProgressDisplay(Console(file=io.StringIO())))
    await observer.started(without_dialogues(RunStatus.RUNNING, 0))
    await observer.progressed(MIDWAY)
    await observer.failed("outputs/x", "wrong key")
    assert shown[-1] == (50.0, "outputs/x: stopped: wrong key")
