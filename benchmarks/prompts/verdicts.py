"""A case of the benchmark."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from schemas.calls.call import Call, Site


@dataclass(frozen=True)
class Case:
    """One question with a rule for its answer.

    Attributes:
        kind: What sort of question it is, for a table by kind.
        wrong: Why a well-formed reply is no good, empty where it is good.
        gold: What a good reply looks like, for reading.
        phenomenon: What the turn has to realise, empty where nothing.
    """

    call: Call[Any, Any]
    data: Any
    site: Site
    kind: str
    wrong: Callable[[Any], str]
    gold: str
    phenomenon: str = ""
