"""Goals as the planner's prompts show them: with what their queries will find."""

from collections.abc import Sequence

from schemas.calls.views import GoalView, ValueView
from schemas.plan import Goal
from schemas.service import Catalog
from schemas.world import Entity
from world.names import escape
from world.values import text_of


def shown_goal(goal: Goal, found: Sequence[Entity], catalog: Catalog) -> GoalView:
    """A goal as prompts show it.

    What a query asks with stays as it is, since what it finds was made for it; so does a value
    that is taken over from an earlier goal.

    Args:
        goal: The goal.
        found: The entities that its query finds, if it is one.
        catalog: The run's services.
    """
    intent = catalog.intent(goal.service, goal.intent)
    return GoalView(
        number=goal.number,
        intent=intent.name,
        description=intent.description,
        context=goal.context,
        values=tuple(
            ValueView(
                slot=s.slot,
                words=s.surface,
                stays=s.reference is not None or not intent.transactional,
            )
            for s in goal.slots
        ),
        found=None if intent.transactional else _facts(goal, found),
    )


def _facts(goal: Goal, found: Sequence[Entity]) -> tuple[ValueView, ...]:
    if not found:
        return ()
    asked = {slot.slot for slot in goal.slots}
    return tuple(
        ValueView(slot=escape(name), words=text_of(value))
        for name, value in found[goal.pick].values.items()
        if value is not None and name not in asked
    )
