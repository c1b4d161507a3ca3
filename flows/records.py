"""Waiting until Prefect's server knows how everything ended."""

import time
from uuid import UUID

from prefect.client.orchestration import SyncPrefectClient, get_client
from prefect.client.schemas.filters import FlowRunFilter, FlowRunFilterId
from prefect.events.worker import EventsWorker
from prefect.logging.handlers import APILogWorker

LIMIT_S = 20.0
SETTLED_S = 0.6
PAGE = 200


def settle(flow_run: UUID) -> bool:
    """Sends what is still to be sent, then waits until all task runs have ended on the server.

    The states of awaited tasks travel as events, behind the run: a server that is stopped before
    they have arrived shows tasks that never end.

    Returns:
        False where that took too long.
    """
    EventsWorker.drain_all(LIMIT_S, at_exit=False)
    APILogWorker.drain_all(LIMIT_S, at_exit=False)
    deadline = time.monotonic() + LIMIT_S
    before, since = -1, time.monotonic()
    with get_client(sync_client=True) as client:
        while time.monotonic() < deadline:
            ended, open_ = _counts(client, flow_run)
            if ended != before:
                before, since = ended, time.monotonic()
            if not open_ and time.monotonic() - since >= SETTLED_S:
                return True
            time.sleep(0.1)
    return False


def _counts(client: SyncPrefectClient, flow_run: UUID) -> tuple[int, int]:
    """How many task runs have ended, and how many have not."""
    ended = open_ = offset = 0
    while True:
        page = client.read_task_runs(
            flow_run_filter=FlowRunFilter(id=FlowRunFilterId(any_=[flow_run])),
            limit=PAGE,
            offset=offset,
        )
        final = sum(bool(run.state and run.state.is_final()) for run in page)
        ended, open_ = ended + final, open_ + len(page) - final
        offset += len(page)
        if len(page) < PAGE:
            return ended, open_
