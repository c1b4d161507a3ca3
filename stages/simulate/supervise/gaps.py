"""Required slots without a value, and whether the user's words plainly hold one for them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from checks.explain import schema_words, unexplained, unexplained_names
from schemas.acts import Act, ActType
from schemas.annotation import SlotState
from schemas.service import Catalog, ServiceSchema, SlotSchema, SlotType
from schemas.world import Clock
from world.align import find_all, readable, verbatim
from world.executor import Executor, Task

_MOMENTS = (SlotType.DATE, SlotType.TIME)
_NUMBERS = (SlotType.INTEGER, SlotType.NUMBER)
_NO_COUNT = ("one",)


@dataclass(frozen=True)
class Gap:
    """A required slot without a value.

    Attributes:
        asked: Whether the system had just asked for it.
        silent: Whether the program writes nothing at all.
    """

    task: Task
    service: ServiceSchema
    slot: SlotSchema
    asked: bool
    silent: bool

    @property
    def order(self) -> tuple[bool, bool]:
        """What was asked for comes first, and numbers last: a date has numbers in it."""
        return not self.asked, self.slot.type in _NUMBERS


def gaps_of(task: Task, executor: Executor, catalog: Catalog, *, silent: bool) -> Iterator[Gap]:
    """The task's; a value that the user could not tell is none."""
    service = catalog.service(task.service)
    for name in service.intent(task.intent).required:
        if name not in task.slots:
            asked = any(asks(act, task, name) for act in executor.last_said)
            yield Gap(task, service, service.slot(name), asked, silent)


def asks(act: Act, task: Task, slot: str) -> bool:
    """Whether a system act asks for the slot of this task."""
    about = (act.service, act.intent) == (task.service, task.intent)
    return act.act is ActType.REQUEST and act.slot == slot and about


def plain(gap: Gap, rest: str, clock: Clock, catalog: Catalog) -> bool:
    """Whether words that no slot accounts for would be a value of this one.

    Where a program is right, little is left of the words: no date, number or name.

    Args:
        gap: The slot.
        rest: The user's words, those that some slot has blanked.
        clock: What relative dates refer to.
        catalog: Its own words are no names.
    """
    slot = gap.slot
    if slot.name == gap.service.intent(gap.task.intent).created_slot:
        return _names_known(slot, rest)
    if slot.type is SlotType.BOOLEAN:
        return gap.asked and gap.silent and bool(rest.strip(" _"))
    if slot.type in _NUMBERS:
        rest = _without_moments(rest, clock)
        # 'The one with a terrace' counts nothing, unless a number was asked for.
        rest = rest if gap.asked else blanked(rest, _NO_COUNT)
    if slot.categorical or slot.type in (*_MOMENTS, *_NUMBERS):
        return readable(rest, slot, clock) is not None
    if (gap.asked and gap.silent) or _names_known(slot, rest):
        return True
    if not _typed(gap.service) and unexplained(rest, (), (), clock):
        return True
    return bool(unexplained_names(rest, schema_words(catalog)))


def _typed(service: ServiceSchema) -> bool:
    """Whether its slots say which of them dates, times and numbers are for; SGD's do not."""
    return any(slot.type in (*_MOMENTS, *_NUMBERS) for slot in service.slots)


def _names_known(slot: SlotSchema, rest: str) -> bool:
    known = (*slot.possible_values, *slot.example_values)
    return any(verbatim(value, rest) for value in known)


def _without_moments(rest: str, clock: Clock) -> str:
    """The words without their dates and times, whose numbers count nothing."""
    for kind in _MOMENTS:
        moment = SlotSchema(name="moment", type=kind)
        while (found := readable(rest, moment, clock)) is not None:
            rest = _cut(rest, found.start, found.end)
    return rest


def unaccounted(executor: Executor, utterance: str, tasks: Iterable[int], catalog: Catalog) -> str:
    """The words with all blanked that these tasks hold already."""
    rest = utterance
    for number in sorted(set(tasks)):
        task = executor.tasks[number]
        service = catalog.service(task.service)
        for state in task.slots.values():
            rest = _without(rest, state, service.slot(state.slot), executor.clock)
    return rest


def _without(rest: str, state: SlotState, slot: SlotSchema, clock: Clock) -> str:
    """The words without a value: where the slot has it from, else wherever it is said."""
    without = blanked(rest, state.variants)
    if without == rest and not state.special:
        for match in find_all(state.value, rest, slot, clock):
            without = _cut(without, match.start, match.end)
    return without


def blanked(rest: str, words: Sequence[str]) -> str:
    """The words with these blanked; all others stay where they are."""
    for said in sorted(words, key=len, reverse=True):
        for match in verbatim(said, rest):
            rest = _cut(rest, match.start, match.end)
    return rest


def _cut(rest: str, start: int, end: int) -> str:
    return f"{rest[:start]}{'_' * (end - start)}{rest[end:]}"
