"""What the user points at: earlier results, and which of several."""

import re

from runtime.offline.context import Context, Result, Task
from runtime.offline.kinds import kind
from runtime.offline.understanding import Heard
from runtime.offline.words import content_words, humanize, plural, singular
from schemas.acts import ActType
from schemas.calls.views import IntentView, SlotView


def leaves_open(act: Heard, beside: tuple[Heard, ...], context: Context) -> bool:
    """Whether the user points at one of several results and neither chose nor names one."""
    if act.act is not ActType.INFORM or not act.entity:
        return False
    held = _pointed_at(act.entity, act.slot, context)
    if held is None or held.kind != "result" or held.number in context.selected:
        return False
    values = {_slot_text(text, act.slot) for text in held.entities}
    named = [h.words for h in beside if h.act is ActType.SELECT and h.words]
    return len(values) > 1 and not any(
        entity_named(held, words, act.slot) is not None for words in named
    )


def clarify(task: Task, act: Heard, context: Context) -> str:
    """The question which of several results is meant."""
    held = _pointed_at(act.entity, act.slot, context)
    number = held.number if held is not None else 0
    return f"say(clarify(x{task.number}.{act.slot}, x{number}))"


def reference(noun: str, slot: SlotView, context: Context, beside: tuple[Heard, ...]) -> str:
    """The slot of an earlier result that the user points at."""
    held = _pointed_at(noun, slot.name, context)
    if held is None:
        return "unknown"
    place = context.selected.get(held.number, 0)
    for act in beside:
        if act.act is ActType.SELECT and act.words:
            found = entity_named(held, act.words, slot.name)
            place = place if found is None else found
    return f"x{held.number}[{place}].{_matching_slot(held, slot)}"


def entity_named(result: Result, words: str, slot: str = "") -> int | None:
    """The entity that the words name: by its value of a slot, else the one that has them in it.

    None where none has, or several have.
    """
    low = words.lower().strip(' .!?"')
    texts = [text.lower() for text in result.entities]
    whole = [n for n, text in enumerate(texts) if slot and _slot_text(text, slot) == low]
    places = whole or [n for n, text in enumerate(texts) if low and low in text]
    return places[0] if len(places) == 1 or whole else None


def _slot_text(entity: str, slot: str) -> str:
    found = re.search(rf'\b{re.escape(slot)}=("(?:[^"\\]|\\.)*"|\S+)', entity)
    return found.group(1).rstrip(";)").strip('"') if found else ""


def _pointed_at(noun: str, slot: str, context: Context) -> Result | None:
    """The newest result of that name, of those that have the slot where some have."""
    named = [r for r in context.results if _is_named(r.task.intent, noun)] or context.results
    holders = [r for r in named if re.search(rf"\b{re.escape(slot)}=", r.entities[0])]
    found = holders or named
    return found[-1] if found else None


def _is_named(intent: IntentView, noun: str) -> bool:
    entity = humanize(intent.entity)
    return singular(noun) in (singular(entity), singular(entity.rpartition(" ")[2])) or plural(
        noun
    ) == plural(entity)


def _matching_slot(held: Result, slot: SlotView) -> str:
    """The entity's slot of that name, or the one most like it."""
    text = held.entities[0]
    if re.search(rf"\b{re.escape(slot.name)}=", text):
        return slot.name
    views = (*held.task.intent.slots, *held.task.intent.result_slots)
    present = [v for v in views if re.search(rf"\b{re.escape(v.name)}=", text)]
    if not present:
        return slot.name
    wanted, words = kind(humanize(slot.name), slot.type), content_words(humanize(slot.name))

    def likeness(view: SlotView) -> tuple[int, int]:
        mine = content_words(humanize(view.name))
        return len(mine & words), int(kind(humanize(view.name), view.type) is wanted)

    return max(present, key=likeness).name
