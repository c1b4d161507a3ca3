"""The plan as the privileged validator sees it: goals in words, and this turn's move."""

from collections.abc import Sequence

from phenomena.reading import NO_ANSWER
from schemas.acts import Act, ActType
from schemas.calls.simulation import MoveView
from schemas.calls.views import GoalView, ValueView
from schemas.plan import Goal
from schemas.service import Catalog, IntentSchema
from world.transcript import meaning, wish
from world.values import text_of


def goal_views(goals: Sequence[Goal], catalog: Catalog) -> tuple[GoalView, ...]:
    """What the user wants, with the values as they say them."""
    return tuple(
        GoalView(
            number=goal.number,
            intent=goal.intent,
            description=wish(catalog.intent(goal.service, goal.intent)),
            context=goal.context,
            values=tuple(ValueView(slot=slot.slot, words=slot.surface) for slot in goal.slots),
        )
        for goal in goals
    )


def move_views(
    acts: Sequence[Act], goals: Sequence[Goal], catalog: Catalog
) -> tuple[MoveView, ...]:
    """What the user expresses in a turn."""
    return tuple(_move_view(act, goals, catalog) for act in acts)


def _move_view(act: Act, goals: Sequence[Goal], catalog: Catalog) -> MoveView:
    # What is said past the assistant is about no intent of its.
    intent = None if act.act in NO_ANSWER else _intent(act, catalog)
    slot = catalog.service(act.service).slot(act.slot) if act.service and act.slot else None
    refers_to = ""
    words = act.surface if slot is None or act.surface else text_of(act.value)
    # A choice says which one; any other reference points at the value and does not say it.
    if act.act is not ActType.SELECT and act.reference is not None:
        source = goals[act.reference.goal]
        refers_to = catalog.intent(source.service, source.intent).entity.replace("_", " ")
        words = ""
    return MoveView(
        act=act.act,
        intent="" if intent is None else wish(intent),
        entity="" if intent is None else intent.entity.replace("_", " "),
        slot=act.slot.replace("_", " "),
        meaning="" if slot is None else meaning(catalog.service(act.service), intent, act.slot),
        type="string" if slot is None else slot.type.value,
        words=words,
        refers_to=refers_to,
    )


def _intent(act: Act, catalog: Catalog) -> IntentSchema | None:
    return catalog.intent(act.service, act.intent) if act.service and act.intent else None
