"""Which values slots may have, alone and together, before any dialogue."""

from collections.abc import Mapping
from itertools import product

from schemas.base import Value
from schemas.service import Constraint, IntentSchema, ServiceSchema, SlotSchema
from schemas.world import Clock
from world.constraints import holds
from world.values import canonical


def canonical_or_none(words: Value, slot: SlotSchema, clock: Clock) -> Value:
    """The canonical value, or None where the words name none for this slot."""
    try:
        return canonical(words, slot, clock)
    except ValueError:
        return None


def known_values(slot: SlotSchema, clock: Clock) -> tuple[Value, ...]:
    """The canonical values of a slot's possible or example values, those that have one."""
    known = (
        canonical_or_none(words, slot, clock)
        for words in slot.possible_values or slot.example_values
    )
    return tuple(value for value in known if value is not None)


def broken_rule(intent: IntentSchema, values: Mapping[str, Value]) -> Constraint | None:
    """The first rule of the intent that the values break, or None."""
    for rule in intent.constraints:
        left, right = values.get(rule.left), values.get(rule.right)
        if left is not None and right is not None and not holds(rule, left, right):
            return rule
    return None


def can_hold(rule: Constraint, service: ServiceSchema, clock: Clock) -> bool:
    """Whether some pair of the slots' known values meets the rule; true where none is known."""
    left = known_values(service.slot(rule.left), clock)
    right = known_values(service.slot(rule.right), clock)
    return not (left and right) or any(holds(rule, a, b) for a, b in product(left, right))
