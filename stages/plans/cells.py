"""Laying the declared partition: one cell for each dialogue that is to be published."""

from random import Random

from phenomena import ALL, BY_TAG
from schemas.config import RunConfig
from schemas.phenomenon import PhenomenonTag, TripletVariant
from schemas.plan import Cell, Split
from schemas.service import Catalog
from stages.plans.quotas import (
    Name,
    QuotaError,
    apportioned,
    can_host,
    choice_sources,
    few_dialogues,
    fit,
    flow_sources,
    is_explicit,
    lack,
    named,
    wanted,
)

_SIBLINGS = (TripletVariant.UNAMBIGUOUS, TripletVariant.DISAMBIGUATED)


def lay_cells(config: RunConfig, catalog: Catalog, start: int, count: int) -> tuple[Cell, ...]:
    """Cells `start` to `start + count - 1` of a run, the same for the same configuration.

    Raises:
        QuotaError: Where no intent can host a wanted phenomenon, or none can be primary.
    """
    rng = Random(f"{config.seed}:cells:{start}:{count}")
    held_out = held_out_intents(config, catalog)
    mine = _primaries(config, catalog, start, count)
    near = {primary: companions(catalog, primary, held_out) for primary in mine}
    giving = {primary: flow_sources(catalog, primary, near[primary]) for primary in near}
    chosen = {name for name in giving if choice_sources(catalog, name, giving[name])}
    others = [near[primary] for primary in mine]
    sources = [giving[primary] for primary in mine]
    choices = [place for place, primary in enumerate(mine) if primary in chosen]
    triplets = _triplets(config, mine, choices, rng)
    scant = {place for place, name in enumerate(mine) if few_dialogues(catalog, name)}
    first = _draw(rng, _with_query(catalog, others), config.mix.query_first, count, scant)
    flow = _flowing(config, rng, _with_query(catalog, sources), triplets, count)
    most = [1 + len(sources[place] if place in flow else others[place]) for place in range(count)]
    goals = _goals(config, rng, most, first | flow, scant)
    splits = _splits(config, [name in held_out for name in mine], rng)
    cells = [
        Cell(
            index=start + place,
            service=service,
            intent=intent,
            goals=goals[place],
            query_first=place in first and goals[place] > 1,
            flow=place in flow and goals[place] > 1,
            split=splits[place],
        )
        for place, (service, intent) in enumerate(mine)
    ]
    for lead, siblings in triplets.items():
        _make_triplet(config, cells, lead, siblings)
    return _with_phenomena(config, catalog, cells, set(triplets), rng)


def held_out_intents(config: RunConfig, catalog: Catalog) -> frozenset[Name]:
    """The held-out intents by service and name.

    Raises:
        QuotaError: Where the configuration names one that there is not.
    """
    found: set[Name] = set()
    for name in config.splits.held_out:
        found |= named(name, catalog, "splits.held_out")
    return frozenset(found)


def companions(catalog: Catalog, primary: Name, held_out: frozenset[Name]) -> tuple[Name, ...]:
    """Intents that may share a dialogue with the primary: seen with seen, held-out with such."""
    side = primary in held_out
    return tuple(
        (service.name, intent.name)
        for service, intent in catalog.intents()
        if (service.name, intent.name) != primary
        and ((service.name, intent.name) in held_out) is side
    )


def _with_query(catalog: Catalog, choices: list[tuple[Name, ...]]) -> list[int]:
    """The places whose choices have a query among them."""
    return [
        place
        for place, names in enumerate(choices)
        if any(not catalog.intent(*name).transactional for name in names)
    ]


def _primaries(config: RunConfig, catalog: Catalog, start: int, count: int) -> list[Name]:
    """Every place's primary intent: in turn, or by the declared shares."""
    every = [(s.name, i.name, i.transactional) for s, i in catalog.intents()]
    primary = [
        (service, intent)
        for service, intent, transactional in every
        if transactional or config.mix.primary_intents == "all"
    ]
    primary = primary or [(service, intent) for service, intent, _ in every]
    if not primary:
        raise QuotaError("intents: there is no intent to make dialogues of")
    Random(f"{config.seed}:primaries").shuffle(primary)
    shares: dict[Name, float] = {}
    for name, share in config.mix.intents.items():
        meant = sorted(named(name, catalog, "mix.intents"))
        shares |= dict.fromkeys(meant, share / len(meant))
    left = 1 - sum(shares.values())
    rest = [name for name in primary if name not in shares]
    if not shares:
        return [rest[(start + place) % len(rest)] for place in range(count)]
    if not rest:
        shares = {name: share / (1 - left) for name, share in shares.items()}
    numbers = apportioned([*shares.values(), max(left, 0.0) if rest else 0.0], count)
    drawn = [name for name, n in zip(shares, numbers, strict=False) for _ in range(n)]
    drawn += [rest[(start + place) % len(rest)] for place in range(count - len(drawn))]
    Random(f"{config.seed}:intents:{start}").shuffle(drawn)
    return drawn


def _draw(rng: Random, among: list[int], share: float, count: int, scant: set[int]) -> set[int]:
    drawn = sorted(rng.sample(among, len(among)), key=lambda place: place not in scant)
    return set(drawn[: round(share * count)])


def _flowing(
    config: RunConfig,
    rng: Random,
    among: list[int],
    triplets: dict[int, tuple[int, ...]],
    count: int,
) -> set[int]:
    """Places where a value flows: those of ambiguous references first, then any."""
    flow = {place for lead, siblings in triplets.items() for place in (lead, *siblings)}
    free = [place for place in among if place not in flow]
    more = max(0, wanted(config, PhenomenonTag.ANAPHORA, count) - len(flow))
    return flow | set(rng.sample(free, min(more, len(free))))


def _goals(
    config: RunConfig, rng: Random, most: list[int], several: set[int], scant: set[int]
) -> list[int]:
    """How many goals each place has; those in `several` have more than one where they can.

    Those in `scant` are drawn first: alone their dialogues would be much the same.
    """
    count = len(most)
    several = {place for place in several if most[place] > 1}
    if config.mix.goals:
        return _exact_goals(config, rng, most, several, scant)
    free = [place for place in range(count) if most[place] > 1 and place not in several]
    left = max(0, round(config.mix.multi_intent * count) - len(several))
    drawn = sorted(rng.sample(free, len(free)), key=lambda place: place not in scant)
    several |= set(drawn[:left])
    top = config.mix.max_goals
    return [
        rng.randint(2, min(top, most[place])) if place in several and top > 1 else 1
        for place in range(count)
    ]


def _exact_goals(
    config: RunConfig, rng: Random, most: list[int], several: set[int], scant: set[int]
) -> list[int]:
    """The declared numbers of goals, the large ones to places that need and can have them."""
    total = sum(config.mix.goals.values())
    if not 0 < total <= 1 + 1e-9:
        raise QuotaError(f"mix.goals: the shares sum to {total:g}, which should be 1")
    sizes = sorted(config.mix.goals)
    numbers = apportioned([config.mix.goals[size] / total for size in sizes], len(most))
    wishes = [size for size, n in zip(sizes, numbers, strict=True) for _ in range(n)]
    goals = [1] * len(most)
    # Those that need several goals choose first, those that can have the fewest before them.
    order = sorted(
        range(len(most)), key=lambda p: (p not in several, p not in scant, most[p], rng.random())
    )
    for place in order:
        least = 2 if place in several else 1
        fitting = [wish for wish in wishes if least <= wish <= most[place]]
        goals[place] = max(fitting) if fitting else least
        if fitting:
            wishes.remove(goals[place])
        elif wishes:
            wishes.remove(min(wishes, key=lambda wish: abs(wish - least)))
    return goals


def _splits(config: RunConfig, held_out: list[bool], rng: Random) -> list[Split]:
    """Each place's split; the shares are exact over the seen ones."""
    shares = config.splits
    seen = [place for place, apart in enumerate(held_out) if not apart]
    dev, test, train = apportioned(
        (shares.dev, shares.test, 1 - shares.dev - shares.test), len(seen)
    )
    drawn = [Split.DEV] * dev + [Split.TEST] * test + [Split.TRAIN] * train
    rng.shuffle(drawn)
    found = [Split.TEST_HELD_OUT] * len(held_out)
    for place, split in zip(seen, drawn, strict=True):
        found[place] = split
    return found


def _triplets(
    config: RunConfig, mine: list[Name], choices: list[int], rng: Random
) -> dict[int, tuple[int, ...]]:
    """Places of ambiguous references with those of their siblings, of the same primary intent."""
    number = wanted(config, PhenomenonTag.AMBIGUOUS_VALUE, len(mine))
    if not config.mix.triplets:
        return {place: () for place in rng.sample(choices, min(number, len(choices)))}
    by_intent: dict[Name, list[int]] = {}
    for place in rng.sample(choices, len(choices)):
        by_intent.setdefault(mine[place], []).append(place)
    groups: dict[int, tuple[int, ...]] = {}
    while len(groups) < number:
        full = [places for places in by_intent.values() if len(places) > len(_SIBLINGS)]
        if not full:
            break
        places = max(full, key=len)
        lead, *siblings = sorted(places.pop() for _ in range(1 + len(_SIBLINGS)))
        groups[lead] = tuple(siblings)
    return groups


def _make_triplet(
    config: RunConfig, cells: list[Cell], lead: int, siblings: tuple[int, ...]
) -> None:
    if not config.mix.triplets:
        return
    first = cells[lead].model_copy(
        update={"triplet": cells[lead].index, "variant": TripletVariant.AMBIGUOUS}
    )
    cells[lead] = first
    # The siblings go where the first goes; who was to go there goes in their place.
    others = [p for p in range(len(cells)) if p != lead and p not in siblings]
    for place in siblings:
        if cells[place].split is not first.split:
            same = [p for p in others if cells[p].split is first.split and cells[p].triplet is None]
            for other in same[:1]:
                cells[other] = cells[other].model_copy(update={"split": cells[place].split})
    for place, variant in zip(siblings, _SIBLINGS, strict=True):
        cells[place] = first.model_copy(update={"index": cells[place].index, "variant": variant})


def _with_phenomena(
    config: RunConfig, catalog: Catalog, cells: list[Cell], leads: set[int], rng: Random
) -> tuple[Cell, ...]:
    """The cells with their phenomena, those with the fewest hosts first."""
    tags: dict[int, list[PhenomenonTag]] = {place: [] for place in range(len(cells))}
    for place, cell in enumerate(cells):
        if cell.flow:
            tags[place].append(PhenomenonTag.ANAPHORA)
        if place in leads and cell.flow:
            tags[place].append(PhenomenonTag.AMBIGUOUS_VALUE)
    hosts = {p.tag: _hosts(p.tag, cells, catalog, leads) for p in ALL}
    if is_explicit(config):
        _check_hosts(config, hosts, len(cells))
    settled = (PhenomenonTag.ANAPHORA, PhenomenonTag.AMBIGUOUS_VALUE)
    for tag in sorted((t for t in hosts if t not in settled), key=lambda t: len(hosts[t])):
        rng.shuffle(hosts[tag])
        free = [
            place
            for place in hosts[tag]
            if fit((*tags[place], tag), cells[place], catalog, config.mix.max_phenomena)
        ]
        free.sort(key=lambda place: len(tags[place]))
        for place in free[: wanted(config, tag, len(cells))]:
            tags[place].append(tag)
    order = {phenomenon.tag: n for n, phenomenon in enumerate(ALL)}
    return tuple(
        cell.model_copy(update={"phenomena": tuple(sorted(tags[place], key=order.__getitem__))})
        for place, cell in enumerate(cells)
    )


def _hosts(tag: PhenomenonTag, cells: list[Cell], catalog: Catalog, leads: set[int]) -> list[int]:
    """The places that can have a phenomenon; siblings of a triplet differ in nothing else."""
    if tag is PhenomenonTag.AMBIGUOUS_VALUE:
        return sorted(leads)
    return [
        place
        for place, cell in enumerate(cells)
        if can_host(tag, cell, catalog) and (cell.triplet is None or tag is PhenomenonTag.ANAPHORA)
    ]


def _check_hosts(config: RunConfig, hosts: dict[PhenomenonTag, list[int]], count: int) -> None:
    for tag, places in hosts.items():
        share = config.phenomena.get(tag, 0.0)
        if round(share * count) and not places:
            raise QuotaError(
                f"phenomena.{tag.value} is {share}, but no intent can host it: "
                f"{lack(BY_TAG[tag].needs)}; set it to 0 or add such an intent"
            )
