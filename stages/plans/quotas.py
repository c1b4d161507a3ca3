"""What quotas ask for, and which cells can meet them."""

from collections.abc import Iterable
from math import prod

from phenomena import BY_TAG
from phenomena.phenomenon import Needs
from schemas.config import DEFAULT_QUOTAS, RunConfig
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Cell
from schemas.service import Catalog, IntentSchema, SlotSchema, SlotType
from world.names import nearest

NEAREST_SHOWN = 4
"""Names of intents, where one is wrong."""

_APART = (
    {PhenomenonTag.EARLY_END, PhenomenonTag.INTENT_SWITCH},
    {PhenomenonTag.OFFERED_INTENT, PhenomenonTag.AMBIGUOUS_VALUE},
    {PhenomenonTag.OFFERED_INTENT, PhenomenonTag.INTENT_SWITCH},
    {PhenomenonTag.OFFERED_INTENT, PhenomenonTag.TWO_INTENTS_IN_A_TURN},
)
"""Phenomena that no dialogue has room for at once."""
_OPEN_VALUES = 50
_FEW = 10
_DISTRACTING = 4
"""Values of a slot that what is asked for and the distractors may take up."""
Name = tuple[str, str]
"""A service and one of its intents."""


class QuotaError(ValueError):
    """Quotas that these intents cannot meet; the message names the field and the mend."""


def share_of(config: RunConfig, tag: PhenomenonTag) -> float:
    """The share of dialogues that are to show a phenomenon.

    `mix.flow`, `mix.failure` and `mix.offers` are quotas under another name: the larger one counts.
    """
    share = config.phenomena.get(tag, 0.0)
    if tag is PhenomenonTag.ANAPHORA:
        return max(share, config.mix.flow)
    if tag is PhenomenonTag.BACKEND_FAILURE:
        return max(share, config.mix.failure)
    if tag is PhenomenonTag.OFFERED_INTENT:
        return max(share, config.mix.offers)
    return share


def wanted(config: RunConfig, tag: PhenomenonTag, count: int) -> int:
    """How many of `count` dialogues are to show a phenomenon."""
    return round(share_of(config, tag) * count)


def named(name: str, catalog: Catalog, field: str) -> set[Name]:
    """The intents that a configuration's field means: every one of that name.

    Raises:
        QuotaError: Where there is none, with the names that look most like it.
    """
    meant = {
        (service.name, intent.name)
        for service, intent in catalog.intents()
        if name in (intent.name, f"{service.name}.{intent.name}")
    }
    if not meant:
        legal = [
            f"{service.name}.{intent.name}" if "." in name else intent.name
            for service, intent in catalog.intents()
        ]
        first, *others = nearest(name, legal, NEAREST_SHOWN) or ("none",)
        also = f"; others are {', '.join(others)}" if others else ""
        raise QuotaError(
            f"{field} names {name!r}, which is no intent of this run; did you mean {first!r}?{also}"
        )
    return meant


def is_explicit(config: RunConfig) -> bool:
    """Whether the user has set quotas; the defaults are wishes, met where intents allow it."""
    return config.phenomena != DEFAULT_QUOTAS


def apportioned(shares: Iterable[float], count: int) -> list[int]:
    """`count` split by shares that sum to 1, by largest remainder."""
    exact = [share * count for share in shares]
    whole = [int(part) for part in exact]
    order = sorted(range(len(exact)), key=lambda n: (whole[n] - exact[n], n))
    for place in order[: count - sum(whole)]:
        whole[place] += 1
    return whole


def is_asked(intent: IntentSchema, slot: str) -> bool:
    """Whether a slot's value is told at the latest when it is asked for, or asked to be confirmed.

    A query runs as soon as nothing is missing: what is optional is told at once or never.
    """
    return intent.transactional or slot in intent.required


def shared_slots(catalog: Catalog, source: Name, target: Name) -> tuple[str, ...]:
    """Slots of the target whose value a result of the source can give: of one name, and legal."""
    one = catalog.intent(*source)
    held = {*one.slot_names, *one.result_slots} - {one.created_slot}
    giving, taking = catalog.service(source[0]), catalog.service(target[0])
    return tuple(
        slot
        for slot in catalog.intent(*target).slot_names
        if slot in held - {catalog.intent(*target).created_slot}
        and _fits(giving.slot(slot), taking.slot(slot))
    )


def _fits(giving: SlotSchema, taking: SlotSchema) -> bool:
    """Whether the one slot's values are mostly the other's, where that one is closed."""
    if not (taking.categorical and taking.possible_values):
        return True
    legal = {value.casefold() for value in taking.possible_values}
    known = [value.casefold() in legal for value in _known(giving)]
    return 2 * sum(known) > len(known)


def _known(slot: SlotSchema) -> tuple[str, ...]:
    return slot.possible_values or slot.example_values


def flow_sources(catalog: Catalog, primary: Name, among: tuple[Name, ...]) -> tuple[Name, ...]:
    """Intents whose results can give the primary one a value.

    Where slots carry over within a service, its values are there already: nobody points at them.
    """
    carries = catalog.service(primary[0]).carries_slots
    return tuple(
        name
        for name in among
        if shared_slots(catalog, name, primary) and not (carries and name[0] == primary[0])
    )


def choice_sources(catalog: Catalog, primary: Name, among: tuple[Name, ...]) -> tuple[Name, ...]:
    """Queries whose results can be told apart by a value in words that the primary one takes.

    What the query asks for is the same in all of its results, and so is a slot's only value.
    """
    service, target = catalog.service(primary[0]), catalog.intent(*primary)

    def tells_apart(name: Name, slot: str) -> bool:
        held = catalog.service(name[0]).slot(slot)
        return (
            slot not in catalog.intent(*name).required
            and is_asked(target, slot)
            and service.slot(slot).type is SlotType.STRING
            and len(_known(held)) != 1  # none are known where they are yet to be drawn
        )

    return tuple(
        name
        for name in among
        if not catalog.intent(*name).transactional
        and any(tells_apart(name, slot) for slot in shared_slots(catalog, name, primary))
    )


def few_dialogues(catalog: Catalog, name: Name) -> bool:
    """Whether the intent's required slots leave hardly anything to vary between dialogues."""
    service, intent = catalog.service(name[0]), catalog.intent(*name)
    values = prod(
        len(slot.possible_values) if slot.categorical else _OPEN_VALUES
        for slot in map(service.slot, intent.required)
    )
    return values < _FEW


def can_host(tag: PhenomenonTag, cell: Cell, catalog: Catalog) -> bool:
    """Whether a cell's intents have what a phenomenon needs."""
    needs = BY_TAG[tag].needs
    intent = catalog.intent(cell.service, cell.intent)
    looks_up = not intent.transactional or cell.query_first or cell.flow
    return not any(
        (
            needs.query and not looks_up,
            needs.confirmed and not intent.needs_confirmation,
            needs.goals > cell.goals - (needs.goals > 1 and cell.flow),
            needs.flow and not cell.flow,
            needs.slots > len(intent.required),
            needs.told and not intent.required,
            tag is PhenomenonTag.OFFERED_INTENT and not _leads_on(cell, catalog),
            tag is PhenomenonTag.MISTAKEN_DETAIL and not _can_miss(cell, catalog),
        )
    )


def _can_miss(cell: Cell, catalog: Catalog) -> bool:
    """Whether a query of the cell can find nothing: with values that no other entity has."""
    service, intent = catalog.service(cell.service), catalog.intent(cell.service, cell.intent)
    values = [len(_known(service.slot(slot))) for slot in intent.required]
    return intent.transactional or max(values, default=0) > _DISTRACTING


def _leads_on(cell: Cell, catalog: Catalog) -> bool:
    """Whether a query of the cell can be followed by something: a goal, or what is turned down."""
    return cell.goals > 1 or any(
        intent.transactional for intent in catalog.service(cell.service).intents
    )


def fit(tags: tuple[PhenomenonTag, ...], cell: Cell, catalog: Catalog, most: int) -> bool:
    """Whether a cell has room for all of these phenomena at once."""
    needs = [BY_TAG[tag].needs for tag in tags]
    required = catalog.intent(cell.service, cell.intent).required
    spare = len(required) - (1 if cell.flow else 0)
    return not any(
        (
            sum(need.counted for need in needs) > most,
            sum(need.ends for need in needs) > 1,
            sum(need.opening for need in needs) > 1,
            PhenomenonTag.ALL_IN_ONE in tags and not _beside_everything(tags),
            any(pair <= set(tags) for pair in _APART),
            sum(need.slots for need in needs) > spare,
            # A value that is mended in the same breath is no plain turn for noise to lie over.
            PhenomenonTag.TURN_CORRECTION in tags
            and any(need.told for need in needs)
            and len(required) < 2,
        )
    )


def _beside_everything(tags: tuple[PhenomenonTag, ...]) -> bool:
    """Whether none but all_in_one needs a slot that is not told at once."""
    return not any(
        tag is not PhenomenonTag.ALL_IN_ONE
        and (BY_TAG[tag].needs.slots or tag is PhenomenonTag.AMBIGUOUS_VALUE)
        for tag in tags
    )


def lack(needs: Needs) -> str:
    """What intents lack that can host nothing of these needs, as a sentence's end."""
    if needs.flow and needs.results:
        return "it needs a query whose results share a slot in words with another intent"
    if needs.flow:
        return "it needs an intent that shares a slot with a query"
    if needs.query:
        return "it needs a query intent, or mix.query_first above 0"
    if needs.goals > 1:
        return "it needs dialogues with several intents: mix.multi_intent above 0"
    parts = [f"{needs.slots} required slots"] if needs.slots else []
    parts += ["a confirmation"] if needs.confirmed else []
    return f"it needs an intent with {' and '.join(parts)}"
