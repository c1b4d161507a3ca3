"""Which intents a dialogue goes through, and the story that holds them together."""

from random import Random

from phenomena import BY_TAG
from runtime.stage import StageContext
from schemas.calls.call import Site
from schemas.calls.planning import INTENT_PATH, IntentPathInput, IntentPathReply
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Cell
from schemas.service import Catalog, IntentSchema, ServiceSchema
from stages.plans.cells import companions, held_out_intents
from stages.plans.quotas import Name, choice_sources, flow_sources
from world.transcript import intent_views

CANDIDATES = 10
"""Sampled intents, to which those of the primary's domains and its query twin are added (LUCID)."""

PathStep = tuple[ServiceSchema, IntentSchema]


async def choose_path(
    cell: Cell, dialogue_id: str, ctx: StageContext, rng: Random
) -> tuple[tuple[PathStep, ...], str]:
    """The dialogue's intents in order, and why they follow each other.

    Raises:
        BadReply: Where the model gives no legal path.
    """
    catalog = ctx.catalog
    primary = (cell.service, cell.intent)
    if cell.goals == 1:
        intent = catalog.intent(*primary)
        return (_step(catalog, primary),), f"The user's one wish: {intent.description}."
    names = _candidates(cell, ctx, rng)
    views = {
        name: view
        for (service, intent), view in zip(
            catalog.intents(),
            intent_views(catalog, [s.name for s in catalog.services]),
            strict=True,
        )
        if (name := (service.name, intent.name)) in (*names, primary)
    }
    by_view = {view.name: name for name, view in views.items()}
    question = IntentPathInput(
        primary=views[primary],
        candidates=tuple(views[name] for name in names),
        goals=cell.goals,
        query_first=cell.query_first,
        needs_query=cell.flow or any(BY_TAG[tag].needs.query for tag in cell.phenomena),
        carries=cell.flow,
        primary_last=cell.flow or PhenomenonTag.EARLY_END in cell.phenomena,
    )

    def legal(reply: IntentPathReply) -> None:
        unknown = [name for name in reply.path if name not in by_view]
        if unknown:
            raise ValueError(f"{unknown[0]!r} is none of the candidates")
        path = [catalog.intent(*by_view[name]) for name in reply.path]
        _check_path(reply.path, path, question)

    reply = await ctx.chat.ask(INTENT_PATH, question, Site(item=dialogue_id), check=legal)
    return tuple(_step(catalog, by_view[name]) for name in reply.path), reply.reason


def _check_path(
    names: tuple[str, ...], path: list[IntentSchema], question: IntentPathInput
) -> None:
    """Holds a path against what was asked for.

    Args:
        names: As the candidates have them: two services may share an intent's bare name.
        path: The intents of these names.
        question: What was asked for.
    """
    primary = question.primary.name
    rules = (
        (len(path) != question.goals, f"the path has to have {question.goals} intents"),
        (len(set(names)) < len(names), "no intent comes twice"),
        (primary not in names, f"{primary} has to be in the path"),
        (question.query_first and path[0].transactional, "the first has to be a query"),
        (
            question.needs_query and all(intent.transactional for intent in path),
            "one of them has to be a query",
        ),
        (question.primary_last and names[-1] != primary, "the primary intent has to be the last"),
    )
    for broken, sentence in rules:
        if broken:
            raise ValueError(sentence)


def _candidates(cell: Cell, ctx: StageContext, rng: Random) -> tuple[tuple[str, str], ...]:
    catalog = ctx.catalog
    primary: Name = (cell.service, cell.intent)
    every = companions(catalog, primary, held_out_intents(ctx.config, catalog))
    if cell.flow:
        every = flow_sources(catalog, primary, every)
    every = _apart(every, cell, catalog)
    if _chooses(cell):
        queries = choice_sources(catalog, primary, every)
        every = tuple(n for n in every if n in queries or catalog.intent(*n).transactional)
    domains = set(catalog.service(cell.service).domains)
    near = [name for name in every if domains & set(catalog.service(name[0]).domains)]
    far = [name for name in every if name not in near]
    sampled = rng.sample(far, min(CANDIDATES, len(far)))
    chosen = {*near, *sampled}
    chosen |= {
        (twin.name, intent.name)
        for twin, intent in catalog.intents()
        if (twin.name, intent.name) in every and twin.name in {name[0] for name in chosen}
    }
    return tuple(name for name in every if name in chosen)


def _apart(every: tuple[Name, ...], cell: Cell, catalog: Catalog) -> tuple[Name, ...]:
    """Intents of other services, where the primary one's slots have to be asked for.

    What another intent of a service that carries its slots was told is not asked for again.
    """
    needs = [BY_TAG[tag].needs for tag in cell.phenomena]
    asked = catalog.service(cell.service).carries_slots and any(
        need.slots or need.told for need in needs
    )
    if not asked and PhenomenonTag.TWO_INTENTS_IN_A_TURN not in cell.phenomena:
        return every
    apart = tuple(name for name in every if name[0] != cell.service)
    looks_up = cell.query_first or cell.flow or any(need.query for need in needs)
    found = not looks_up or any(not catalog.intent(*name).transactional for name in apart)
    return apart if found and len(apart) >= cell.goals - 1 else every


def _chooses(cell: Cell) -> bool:
    """Whether one of several results has to be told from the others."""
    return cell.variant is not None or PhenomenonTag.AMBIGUOUS_VALUE in cell.phenomena


def _step(catalog: Catalog, name: tuple[str, str]) -> PathStep:
    return catalog.service(name[0]), catalog.intent(*name)
