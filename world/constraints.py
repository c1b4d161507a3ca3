"""Cross-slot rules of an intent, such as check_out > check_in."""

import operator
from collections.abc import Callable, Mapping
from typing import Any

from schemas.annotation import SlotState
from schemas.base import Value
from schemas.service import Constraint, IntentSchema
from world.values import same, text_of

_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def holds(constraint: Constraint, left: Value, right: Value) -> bool:
    """Whether two canonical values meet the rule; values of two kinds have no order to break."""
    if constraint.operator == "!=":
        return not same(left, right)
    numbers = all(isinstance(v, int | float) and not isinstance(v, bool) for v in (left, right))
    if numbers or (isinstance(left, str) and isinstance(right, str)):
        return _ORDER[constraint.operator](left, right)
    return True


def breach(intent: IntentSchema, slots: Mapping[str, SlotState]) -> str:
    """The first rule that the slots break, in a sentence, or an empty string."""
    for rule in intent.constraints:
        left, right = slots.get(rule.left), slots.get(rule.right)
        if left is None or right is None or left.special or right.special:
            continue
        if not holds(rule, left.value, right.value):
            return (
                f"{rule.left} has to be {rule.operator} {rule.right}, "
                f"but {text_of(left.value)!r} and {text_of(right.value)!r} are not"
            )
    return ""
