"""Every model call of the pipeline, found in the modules that define them."""

from typing import Any

from schemas.calls import authoring, judging, planning, simulation, supervision
from schemas.calls.call import Call

CALLS: tuple[Call[Any, Any], ...] = tuple(
    found
    for module in (authoring, planning, simulation, supervision, judging)
    for found in vars(module).values()
    if isinstance(found, Call)
)
BY_NAME = {call.name: call for call in CALLS}
