"""Fixtures of the gateway's tests."""

from collections.abc import Iterator

import pytest

from tests.fake_server import FakeServer
from tests.runtime.asking import GOOD


@pytest.fixture
def server() -> Iterator[FakeServer]:
    """A server that answers as asked, unless scripted otherwise."""
    with FakeServer(lambda body: GOOD) as running:
        yield running
