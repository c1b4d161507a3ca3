"""Rules between two slots of an intent, such as check_out > check_in."""

import operator
from collections.abc import Callable, Mapping
from itertools import product

from schemas.base import Value
from schemas.service import Constraint, IntentSchema, ServiceSchema, SlotSchema
from schemas.world import Clock
from world.values import canonical, same

_ORDER: dict[str, Callable[[str | float, str | float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def holds(constraint: Constraint, values: Mapping[str, Value]) -> bool:
    """Whether canonical values meet the rule; a slot without a value breaks none."""
    left, right = values.get(constraint.left), values.get(constraint.right)
    if left is None or right is None:
        return True
    if constraint.operator == "!=":
        return not same(left, right)
    compare = _ORDER[constraint.operator]
    if isinstance(left, str) and isinstance(right, str):
        return compare(left, right)
    if isinstance(left, int | float) and isinstance(right, int | float):
        return compare(left, right)
    return True


def broken_rule(intent: IntentSchema, values: Mapping[str, Value]) -> Constraint | None:
    """The first rule of the intent that the values break, or None."""
    return next((rule for rule in intent.constraints if not holds(rule, values)), None)


def can_hold(constraint: Constraint, service: ServiceSchema, clock: Clock) -> bool:
    """Whether some pair of the slots' known values meets the rule."""
    left = known_values(service.slot(constraint.left), clock)
    right = known_values(service.slot(constraint.right), clock)
    return not (left and right) or any(
        holds(constraint, {constraint.left: a, constraint.right: b})
        for a, b in product(left, right)
    )


def known_values(slot: SlotSchema, clock: Clock) -> tuple[Value, ...]:
    """The canonical values of a slot's possible or example values, those that have one."""
    found: list[Value] = []
    for words in slot.possible_values or slot.example_values:
        value = canonical_or_none(words, slot, clock)
        if value is not None:
            found.append(value)
    return tuple(found)


def canonical_or_none(words: Value, slot: SlotSchema, clock: Clock) -> Value:
    """The canonical value, or None where the words name none for this slot."""
    try:
        return canonical(words, slot, clock)
    except ValueError:
        return None
