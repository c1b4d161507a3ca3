"""Tools as services: those over one kind of thing together, as far as their parameters agree."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rapidfuzz import process

from formats.tools.nature import Nature, nature_of
from formats.tools.parameters import Leaf, Mapped, Note, map_object
from formats.tools.reading import (
    Tool,
    ToolsError,
    Unmappable,
    as_identifier,
    read_file,
    read_tool,
    tool_name,
)
from formats.tools.results import map_results
from schemas.service import IntentSchema, OptionalSlot, ServiceSchema, SlotSchema


@dataclass(frozen=True)
class Refusal:
    """A tool that was not imported: the place in the file that is at fault, and why."""

    tool: str
    pointer: str
    reason: str


@dataclass(frozen=True)
class Overrides:
    """What the user knows better, by the tools' names as the file has them.

    Attributes:
        queries: Tools that only read.
        writes: Tools that change something.
        unconfirmed: Writing tools that need no confirmation.
    """

    queries: Collection[str] = ()
    writes: Collection[str] = ()
    unconfirmed: Collection[str] = ()


@dataclass(frozen=True)
class Imported:
    """What became of a file of tools.

    Attributes:
        notes: What was decided or left out, for the user to read.
    """

    services: tuple[ServiceSchema, ...]
    refusals: tuple[Refusal, ...]
    notes: tuple[Note, ...]


@dataclass
class _Group:
    """Tools that will be one service."""

    noun: str
    slots: dict[str, SlotSchema] = field(default_factory=dict)
    intents: list[IntentSchema] = field(default_factory=list)

    def takes(self, noun: str, intent: IntentSchema, slots: Sequence[SlotSchema]) -> bool:
        """Whether the intent can join: same noun, and no slot of another meaning."""
        if noun != self.noun or any(other.name == intent.name for other in self.intents):
            return False
        return all(
            slot.name not in self.slots or _alike(self.slots[slot.name], slot) for slot in slots
        )


def read_tools(path: str | Path, overrides: Overrides = Overrides(), domain: str = "") -> Imported:
    """The services of a file of tools.

    Args:
        path: OpenAI's or Anthropic's list of tools, or an MCP tools/list result.
        overrides: What the user knows better about reading and writing.
        domain: The domain of the services, none where empty.

    Raises:
        ToolsError: Where the file holds no tools, or an override names none of them.
    """
    found = read_file(path)
    tools: list[Tool] = []
    refusals: list[Refusal] = []
    notes: list[Note] = []
    groups: list[_Group] = []
    names: list[str] = []
    for at, definition in found:
        name = tool_name(definition)
        names.append(name)
        try:
            tool = read_tool(definition, at)
            if any(other.name == name for other in tools):
                raise Unmappable(at, f"is the second tool of the name {name!r}")
            tools.append(tool)
            notes += _join(tool, overrides, groups)
        except Unmappable as problem:
            refusals.append(Refusal(name, problem.pointer, problem.reason))
    _check_overrides(path, overrides, names)
    services = tuple(_service(group, groups, domain) for group in groups)
    return Imported(services, tuple(refusals), tuple(notes))


def _check_overrides(path: str | Path, overrides: Overrides, names: Sequence[str]) -> None:
    both = sorted(set(overrides.queries) & {*overrides.writes, *overrides.unconfirmed})
    if both:
        raise ToolsError(f"{both[0]!r} cannot both only read and write")
    for name in (*overrides.queries, *overrides.writes, *overrides.unconfirmed):
        if name not in names:
            nearest = process.extractOne(name, names)
            hint = f"; did you mean {nearest[0]!r}?" if nearest else ""
            raise ToolsError(f"{path} has no tool {name!r}{hint}")


def _join(tool: Tool, overrides: Overrides, groups: list[_Group]) -> tuple[Note, ...]:
    """Adds the tool to a group, or to a new one."""
    nature, notes = _judged(tool, overrides)
    mapped = map_object(tool.parameters, tool.parameters_at)
    slots = _distinct(mapped.leaves)
    results = map_results(tool.output, tool.output_at) if tool.output is not None else Mapped()
    results = _beside(results, slots)
    intent = _intent(
        tool, nature, mapped, results, confirmed=tool.name not in overrides.unconfirmed
    )
    every = [*slots.values(), *(leaf.slot for leaf in results.leaves)]
    noun = nature.noun or intent.name
    group = next((g for g in groups if g.takes(noun, intent, every)), None)
    if group is None:
        group = _Group(noun)
        groups.append(group)
    group.intents.append(intent)
    for slot in every:
        group.slots.setdefault(slot.name, slot)
    return (*notes, *mapped.notes, *results.notes)


def _judged(tool: Tool, overrides: Overrides) -> tuple[Nature, tuple[Note, ...]]:
    nature = nature_of(tool)
    reads, why = nature.reads, nature.why
    if tool.name in overrides.queries:
        reads, why = True, "you said so"
    elif tool.name in (*overrides.writes, *overrides.unconfirmed):
        reads, why = False, "you said so"
    verb = "only reads" if reads else "changes something"
    noted = Note(tool.at, f"{tool.name} {verb}: {why}")
    return Nature(reads, nature.makes and not reads, nature.noun, why), (noted,)


def _distinct(leaves: Sequence[Leaf]) -> dict[str, SlotSchema]:
    slots: dict[str, SlotSchema] = {}
    for leaf in leaves:
        if leaf.slot.name in slots:
            other = ".".join(slots[leaf.slot.name].path)
            raise Unmappable(
                leaf.at,
                f"would be the slot {leaf.slot.name!r}, as the parameter {other!r} already is",
            )
        slots[leaf.slot.name] = leaf.slot
    return slots


def _beside(results: Mapped, slots: dict[str, SlotSchema]) -> Mapped:
    """The result fields, without those whose name means something else among the parameters."""
    leaves, notes = [], list(results.notes)
    for leaf in results.leaves:
        known = slots.get(leaf.slot.name)
        if known is not None and not _alike(known, leaf.slot):
            text = f"the result's {leaf.slot.name} is left out: a parameter of that name differs"
            notes.append(Note(leaf.at, text))
        else:
            leaves.append(leaf)
    return Mapped(tuple(leaves), tuple(notes))


def _intent(
    tool: Tool, nature: Nature, mapped: Mapped, results: Mapped, *, confirmed: bool
) -> IntentSchema:
    name = as_identifier([tool.name], tool.at)
    # Only what makes a thing of a kind shares its entities with what looks for them: a
    # cancellation is no new booking.
    entity = nature.noun if nature.reads or nature.makes else ""
    return IntentSchema(
        name=name,
        description=tool.description or " ".join(name.split("_")),
        transactional=not nature.reads,
        needs_confirmation=not nature.reads and confirmed,
        required=tuple(leaf.slot.name for leaf in mapped.leaves if leaf.required),
        optional=tuple(
            OptionalSlot(name=leaf.slot.name, default=leaf.default)
            for leaf in mapped.leaves
            if not leaf.required
        ),
        result_slots=tuple(leaf.slot.name for leaf in results.leaves),
        entity=as_identifier([entity or name], tool.at),
        definition=tool.definition,
        # What a writing tool gives back is what was asked of it: the simulated backend says so.
        unsaid=("entity", "result_slots") if nature.reads and not results.leaves else ("entity",),
    )


def _alike(one: SlotSchema, other: SlotSchema) -> bool:
    """Whether two slots of a name can be one: their descriptions and examples may differ."""
    same = ("type", "item_type", "categorical", "possible_values", "path", "rule")
    return all(getattr(one, name) == getattr(other, name) for name in same)


def _service(group: _Group, groups: Sequence[_Group], domain: str) -> ServiceSchema:
    first = next(g for g in groups if g.noun == group.noun)
    name = as_identifier([group.noun if group is first else group.intents[0].name], "")
    makers = {i.entity: i.name for i in reversed(group.intents) if i.transactional}
    intents = tuple(
        intent
        if intent.transactional
        else intent.model_copy(update={"query_of": makers.get(intent.entity)})
        for intent in group.intents
    )
    return ServiceSchema(
        name=name,
        description="; ".join(intent.description.split(". ")[0].rstrip(".") for intent in intents)[
            :300
        ],
        domains=(domain,) if domain else (),
        slots=tuple(group.slots.values()),
        intents=intents,
        origin="tools",
    )
