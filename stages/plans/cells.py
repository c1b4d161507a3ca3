"""Laying the declared partition: one cell for each dialogue that is to be published."""

from random import Random

from phenomena import ALL
from schemas.config import RunConfig
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Cell, Split
from schemas.service import Catalog, IntentSchema

MAX_PHENOMENA = 2
"""In one dialogue, as in LUCID."""

_NEEDED_SLOTS = {
    PhenomenonTag.ALL_IN_ONE: 2,
    PhenomenonTag.START_MULTI_SLOT: 3,
    PhenomenonTag.WRONG_SLOT: 3,
    PhenomenonTag.CORRECTION: 1,
    PhenomenonTag.TURN_CORRECTION: 1,
    PhenomenonTag.IRRELEVANT_ANSWER: 1,
    PhenomenonTag.OVERHEARD_ANSWER: 1,
    PhenomenonTag.SARCASTIC_ANSWER: 1,
}
"""Required slots that a phenomenon needs for itself."""

_CONFIRMED = frozenset(
    {
        PhenomenonTag.CORRECTION,
        PhenomenonTag.DELAY_CONFIRMATION,
        PhenomenonTag.CANCEL,
        PhenomenonTag.EARLY_END,
    }
)
"""Phenomena that need an intent that is confirmed."""

_ENDS = frozenset({PhenomenonTag.CANCEL, PhenomenonTag.EARLY_END})


class QuotaError(ValueError):
    """Quotas that these intents cannot meet; the message names the field and the mend."""


def lay_cells(config: RunConfig, catalog: Catalog, start: int, count: int) -> tuple[Cell, ...]:
    """Cells `start` to `start + count - 1` of a run, the same for the same configuration.

    Raises:
        QuotaError: Where no intent can host a wanted phenomenon, or none can be primary.
    """
    rng = Random(f"{config.seed}:cells:{start}:{count}")
    held_out = held_out_intents(config, catalog)
    primaries = _primaries(config, catalog)
    mine = [primaries[(start + place) % len(primaries)] for place in range(count)]
    others = [companions(catalog, primary, held_out) for primary in mine]
    sources = [
        flow_sources(catalog, primary, near) for primary, near in zip(mine, others, strict=True)
    ]
    first = _draw(rng, _with_query(catalog, others), config.mix.query_first, count)
    flow = _draw(rng, _with_query(catalog, sources), config.mix.flow, count)
    multi = first | flow
    free = [place for place in range(count) if others[place] and place not in multi]
    multi |= set(rng.sample(free, _left(config.mix.multi_intent * count, len(multi), len(free))))
    cells = []
    for place, (service, intent) in enumerate(mine):
        room = 1 + len(sources[place] if place in flow else others[place])
        most = min(config.mix.max_goals, room)
        cells.append(
            Cell(
                index=start + place,
                service=service,
                intent=intent,
                goals=rng.randint(2, most) if place in multi and most > 1 else 1,
                query_first=place in first and most > 1,
                flow=place in flow and most > 1,
                split=_split(config, mine[place] in held_out, rng),
            )
        )
    return _with_phenomena(config, catalog, cells, rng)


def held_out_intents(config: RunConfig, catalog: Catalog) -> frozenset[tuple[str, str]]:
    """The held-out intents by service and name.

    Raises:
        QuotaError: Where the configuration names one that there is not.
    """
    found: set[tuple[str, str]] = set()
    for name in config.splits.held_out:
        named = {
            (service.name, intent.name)
            for service, intent in catalog.intents()
            if name in (intent.name, f"{service.name}.{intent.name}")
        }
        if not named:
            raise QuotaError(f"splits.held_out names {name!r}, which is no intent of this run")
        found |= named
    return frozenset(found)


def companions(
    catalog: Catalog, primary: tuple[str, str], held_out: frozenset[tuple[str, str]]
) -> tuple[tuple[str, str], ...]:
    """Intents that may share a dialogue with the primary: seen with seen, held-out with such."""
    side = primary in held_out
    return tuple(
        (service.name, intent.name)
        for service, intent in catalog.intents()
        if (service.name, intent.name) != primary
        and ((service.name, intent.name) in held_out) is side
    )


def shared_slots(one: IntentSchema, other: IntentSchema) -> tuple[str, ...]:
    """Slots of `other` whose value a result of `one` can give: those of the same name."""
    held = {*one.slot_names, *one.result_slots} - {one.created_slot}
    return tuple(slot for slot in other.slot_names if slot in held and slot != other.created_slot)


def flow_sources(
    catalog: Catalog, primary: tuple[str, str], among: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, str], ...]:
    """Intents whose results can give the primary one a value."""
    wanted = catalog.intent(*primary)
    return tuple(name for name in among if shared_slots(catalog.intent(*name), wanted))


def _with_query(catalog: Catalog, choices: list[tuple[tuple[str, str], ...]]) -> list[int]:
    """The places whose choices have a query among them."""
    return [
        place
        for place, names in enumerate(choices)
        if any(not catalog.intent(*name).transactional for name in names)
    ]


def _left(wanted: float, had: int, free: int) -> int:
    return min(max(0, round(wanted) - had), free)


def _primaries(config: RunConfig, catalog: Catalog) -> list[tuple[str, str]]:
    every = [(s.name, i.name, i.transactional) for s, i in catalog.intents()]
    wanted = [
        (service, intent)
        for service, intent, transactional in every
        if transactional or config.mix.primary_intents == "all"
    ]
    if not wanted:
        wanted = [(service, intent) for service, intent, _ in every]
    if not wanted:
        raise QuotaError("intents: there is no intent to make dialogues of")
    Random(f"{config.seed}:primaries").shuffle(wanted)
    return wanted


def _draw(rng: Random, among: list[int], share: float, count: int) -> set[int]:
    return set(rng.sample(among, min(round(share * count), len(among))))


def _split(config: RunConfig, held_out: bool, rng: Random) -> Split:
    draw = rng.random()
    if held_out:
        return Split.TEST_HELD_OUT
    if draw < config.splits.dev:
        return Split.DEV
    return Split.TEST if draw < config.splits.dev + config.splits.test else Split.TRAIN


def _with_phenomena(
    config: RunConfig, catalog: Catalog, cells: list[Cell], rng: Random
) -> tuple[Cell, ...]:
    tags: dict[int, list[PhenomenonTag]] = {place: [] for place in range(len(cells))}
    for phenomenon in ALL:
        tag = phenomenon.tag
        wanted = round(config.phenomena.get(tag, 0.0) * len(cells))
        hosts = [p for p, cell in enumerate(cells) if _hosts(tag, cell, catalog)]
        if wanted and not hosts:
            raise QuotaError(
                f"phenomena.{tag.value} is {config.phenomena[tag]}, but no intent can host it: "
                f"{_why(tag)}; set it to 0 or add such an intent"
            )
        rng.shuffle(hosts)
        for _ in range(wanted):
            free = [
                place
                for place in hosts
                if tag not in tags[place] and _fit((*tags[place], tag), cells[place], catalog)
            ]
            if not free:
                break
            tags[min(free, key=lambda place: len(tags[place]))].append(tag)
    return tuple(
        cell.model_copy(update={"phenomena": tuple(tags[place])})
        for place, cell in enumerate(cells)
    )


def _hosts(tag: PhenomenonTag, cell: Cell, catalog: Catalog) -> bool:
    intent = catalog.intent(cell.service, cell.intent)
    if tag is PhenomenonTag.QUERY:
        return not intent.transactional or cell.query_first or (cell.goals > 1 and cell.flow)
    if tag in _CONFIRMED and not intent.needs_confirmation:
        return False
    return len(intent.required) >= _NEEDED_SLOTS.get(tag, 0)


def _fit(tags: tuple[PhenomenonTag, ...], cell: Cell, catalog: Catalog) -> bool:
    """Whether the primary intent has room for all of them."""
    if len(tags) > MAX_PHENOMENA or len(_ENDS & set(tags)) > 1:
        return False
    intent = catalog.intent(cell.service, cell.intent)
    spare = len(intent.required) - (1 if cell.flow else 0)
    if PhenomenonTag.ALL_IN_ONE in tags and any(
        tag in _NEEDED_SLOTS and tag is not PhenomenonTag.ALL_IN_ONE for tag in tags
    ):
        return False
    return sum(_NEEDED_SLOTS.get(tag, 0) for tag in tags) <= spare


def _why(tag: PhenomenonTag) -> str:
    if tag is PhenomenonTag.QUERY:
        return "it needs a query intent, or mix.query_first above 0"
    needs = [f"{_NEEDED_SLOTS[tag]} required slots"] if tag in _NEEDED_SLOTS else []
    needs += ["a confirmation"] if tag in _CONFIRMED else []
    return f"it needs an intent with {' and '.join(needs)}"
