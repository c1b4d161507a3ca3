"""A step under way."""

from dataclasses import dataclass, field

from schemas.service import Catalog
from schemas.world import Clock, Entity, FollowUp
from world.backend import Backend
from world.state import State, Task


@dataclass
class Run:
    """What the statements of one step work on.

    Attributes:
        state: A scratch copy, thrown away where a statement fails.
        due: Tasks that owe a signal; True where the task is to be performed.
        further: Results that `more` asked for, by task.
        proposals: What could follow a result that was chosen, by task.
    """

    catalog: Catalog
    clock: Clock
    backend: Backend
    state: State
    due: dict[int, bool] = field(default_factory=dict)
    further: dict[int, tuple[Entity, ...]] = field(default_factory=dict)
    proposals: dict[int, FollowUp] = field(default_factory=dict)

    def put(self, task: Task) -> None:
        """Stores a changed task.

        Where slots carry over, as in SGD, only an opening gives a service its intent back.
        """
        self.state.put(task, wake=not self.catalog.service(task.service).carries_slots)
