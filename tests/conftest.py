"""No test reaches beyond this machine."""

import os
import signal

import pytest

# Set before anything imports litellm: it looks for prices and tokenizers on the network.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
os.environ["LITELLM_OFFLINE_MODE"] = "true"

LOOPBACK = ["127.0.0.1", "::1"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Blocks every connection but those to loopback, in each test."""
    for item in items:
        item.add_marker(pytest.mark.allow_hosts(LOOPBACK))


# Started in the background, a shell lets its children ignore Ctrl-C; the programs that tests start
# and interrupt would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
