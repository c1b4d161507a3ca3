"""What a program has done, for comparing two programs that started from the same state."""

import json

from schemas.annotation import SlotState
from world.executor import Executor


def effects(executor: Executor) -> str:
    """What a program has done, apart from numbers and wording: tasks, values, entities.

    Two executors that started alike and have equal effects went through programs that mean the
    same.
    """
    tasks = [
        [
            task.service,
            task.intent,
            task.status.value,
            task.held,
            sorted((name, _meant(state)) for name, state in task.slots.items()),
        ]
        for task in executor.tasks.values()
    ]
    changed = sorted(
        json.dumps([e.service, e.type, e.values, e.cancelled], sort_keys=True)
        for e in executor.changes()
    )
    return json.dumps([tasks, changed], sort_keys=True)


def differing_slots(executor: Executor, gold: Executor) -> dict[str, bool]:
    """Slots, as `x1.date`, in which a task of `executor` differs from the gold system's.

    Returns:
        For each whether the two values are more and fewer of the same words.
    """
    found = {}
    ours, theirs = list(executor.tasks.values()), list(gold.tasks.values())
    for mine, right in zip(ours, theirs, strict=False):
        for name in sorted({*mine.slots, *right.slots}):
            held, meant = mine.slots.get(name), right.slots.get(name)
            if _meant_or_none(held) != _meant_or_none(meant):
                found[f"x{mine.number}.{name}"] = _overlap(held, meant)
    return found


def _overlap(one: SlotState | None, other: SlotState | None) -> bool:
    values = [state.value for state in (one, other) if state is not None]
    words = [f" {value} ".casefold() for value in values if isinstance(value, str)]
    return len(words) == 2 and (words[0] in words[1] or words[1] in words[0])


def _meant(state: SlotState) -> str:
    value = state.value.casefold() if isinstance(state.value, str) else state.value
    return json.dumps([value, state.special], sort_keys=True)


def _meant_or_none(state: SlotState | None) -> str | None:
    return None if state is None else _meant(state)
