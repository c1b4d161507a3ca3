"""What quotas ask for, and which cells can meet them."""

from collections.abc import Iterable

from phenomena import BY_TAG
from phenomena.phenomenon import Needs
from schemas.config import DEFAULT_QUOTAS, RunConfig
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Cell
from schemas.service import Catalog, IntentSchema, SlotType
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


def shared_slots(one: IntentSchema, other: IntentSchema) -> tuple[str, ...]:
    """Slots of `other` whose value a result of `one` can give: those of the same name."""
    held = {*one.slot_names, *one.result_slots} - {one.created_slot}
    return tuple(slot for slot in other.slot_names if slot in held and slot != other.created_slot)


def flow_sources(catalog: Catalog, primary: Name, among: tuple[Name, ...]) -> tuple[Name, ...]:
    """Intents whose results can give the primary one a value."""
    target = catalog.intent(*primary)
    return tuple(name for name in among if shared_slots(catalog.intent(*name), target))


def choice_sources(catalog: Catalog, primary: Name, among: tuple[Name, ...]) -> tuple[Name, ...]:
    """Queries whose results can be told apart by a value in words that the primary one takes."""
    service, target = catalog.service(primary[0]), catalog.intent(*primary)
    return tuple(
        name
        for name in among
        if not catalog.intent(*name).transactional
        and any(
            service.slot(slot).type is SlotType.STRING
            for slot in shared_slots(catalog.intent(*name), target)
        )
    )


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
        )
    )


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
