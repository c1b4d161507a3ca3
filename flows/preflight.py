"""What can be known to go wrong before anything is spent."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flows.faults import RunRefused
from flows.overlap import published_texts
from flows.pipeline import Pipeline
from flows.workspace import binding_of
from formats.services import ServicesError, overridden, read_services
from runtime.endpoints import fallback
from runtime.errors import FatalModelError
from runtime.litellm_client import OFFLINE, LitellmClient, ModelFacts
from runtime.prompts import PromptError, Prompts
from schemas.calls.call import Role
from schemas.config import Binding, RunConfig
from schemas.service import Catalog, ServiceSchema, SlotSchema
from stages.plans.quotas import QuotaError
from world.legal import can_hold

PROBLEMS_SHOWN = 5
"""Of prompts, in one sentence."""

NOISY = "offline/noisy"
OFFLINE_MODELS = ("offline/agenda", NOISY)


@dataclass(frozen=True)
class BoundModel:
    """A role's model and what is known of it."""

    role: Role
    binding: Binding
    facts: ModelFacts


def imported_services(config: RunConfig) -> tuple[ServiceSchema, ...]:
    """The services of all imported files.

    Raises:
        RunRefused: Where a file cannot be used, or an override names no intent of one.
    """
    try:
        services = tuple(s for path in config.intents.imported for s in read_services(path))
        return overridden(services, config.intents.overrides)
    except ServicesError as problem:
        raise RunRefused(str(problem)) from problem


def bound_models(config: RunConfig) -> tuple[BoundModel, ...]:
    """Every role's model with what litellm knows of it, nothing asked of it."""
    client = LitellmClient()
    bound = []
    roles: list[tuple[Role, Binding]] = [
        (role, binding_of(config, role)) for role in Role if role is not Role.JUDGE
    ]
    panel = config.judges
    roles += [(Role.JUDGE, judge) for n, judge in enumerate(panel) if judge not in panel[:n]]
    for role, binding in roles:
        try:
            bound.append(BoundModel(role, binding, client.facts(binding)))
        except FatalModelError as problem:
            raise RunRefused(str(problem)) from problem
    return tuple(bound)


def check_config(
    config: RunConfig, pipeline: Pipeline, *, asking: bool = True
) -> tuple[BoundModel, ...]:
    """Checks all that a configuration rests on.

    Args:
        config: What is wanted.
        pipeline: What would make it.
        asking: False where no model will be asked: then keys may be missing.

    Returns:
        The roles' models.

    Raises:
        RunRefused: For the first problem, in one sentence.
    """
    if "default" not in config.models and set(config.models) != set(Role):
        missing = min(set(Role) - set(config.models))
        raise RunRefused(f"models has no default and none for the role {missing.value!r}")
    _check_prompts(config, pipeline)
    published_texts(config.validation.overlap)
    _check_services(config, pipeline)
    models = bound_models(config)
    for problem in _model_problems(config, models, asking):
        raise RunRefused(problem)
    return models


def check_prices(config: RunConfig, models: tuple[BoundModel, ...]) -> None:
    """Every model has a price, or the configuration says that it may have none.

    Raises:
        RunRefused: Where a price is missing: it never counts as zero.
    """
    for bound in models:
        if bound.facts.prices is None and config.limits.unpriced == "refuse":
            raise RunRefused(
                f"the role {bound.role.value!r}: the price of {bound.facts.model} is unknown; give "
                f"input_price and output_price (US dollars per million tokens), or set "
                f"limits.unpriced: allow"
            )


def _check_prompts(config: RunConfig, pipeline: Pipeline) -> None:
    try:
        prompts = Prompts(config.prompts)
        problems = prompts.problems(call for step in pipeline.steps for call in step.calls)
    except PromptError as problem:
        raise RunRefused(str(problem)) from problem
    if problems:
        raise RunRefused("; ".join(problems[:PROBLEMS_SHOWN]) + _more(problems))


def _more(problems: Sequence[str]) -> str:
    hidden = len(problems) - PROBLEMS_SHOWN
    return f" (and {hidden} more)" if hidden > 0 else ""


def _check_services(config: RunConfig, pipeline: Pipeline) -> None:
    """Imported services fit together, and where they are all there is, the quotas fit them."""
    services = imported_services(config)
    catalog, twins = pipeline.assemble(services)
    if twins:
        raise RunRefused(f"imported service {twins[0].item}: {twins[0].detail}")
    for service in services:
        _check_constraints(config, service)
    if services and not config.intents.described and not config.intents.propose:
        check_quotas(config, catalog, pipeline)


def left_unchecked(config: RunConfig) -> Iterator[str]:
    """What cannot be checked before the intents are written; `weave` does it then."""
    if not config.intents.described and not config.intents.propose:
        return
    names = [*config.splits.held_out, *config.mix.intents]
    if names:
        yield (
            f"note: intents are still to be written, so the names in splits.held_out and "
            f"mix.intents ({', '.join(names)}) are checked when they are, before any dialogue is "
            f"made"
        )


def _check_constraints(config: RunConfig, service: ServiceSchema) -> None:
    """Some example values meet each cross-slot rule; slots without any get theirs drawn later."""
    for intent in service.intents:
        for rule in intent.constraints:
            known = all(_has_values(service.slot(name)) for name in (rule.left, rule.right))
            if known and not can_hold(rule, service, config.clock):
                raise RunRefused(
                    f"imported service {service.name}, intent {intent.name}: no example values "
                    f"meet {rule.left} {rule.operator} {rule.right}"
                )


def _has_values(slot: SlotSchema) -> bool:
    return bool(slot.example_values or slot.possible_values)


def check_quotas(config: RunConfig, catalog: Catalog, pipeline: Pipeline) -> None:
    """The quotas can be laid over these services.

    Raises:
        RunRefused: Where they cannot.
    """
    try:
        pipeline.lay_cells(config, catalog, 0, config.target.accepted)
    except QuotaError as problem:
        raise RunRefused(str(problem)) from problem


def _model_problems(
    config: RunConfig, models: tuple[BoundModel, ...], asking: bool
) -> Iterator[str]:
    capped = config.limits.max_cost_usd is not None and config.limits.unpriced == "refuse"
    for bound in (*models, *_standing_in(models)):
        name = bound.facts.model
        where = f"the role {bound.role.value!r}"
        if bound.facts.problem:
            yield f"{where}: {bound.facts.problem}"
        if name.startswith(OFFLINE) and name not in OFFLINE_MODELS:
            yield f"{where}: there is no model {name!r}; there are {' and '.join(OFFLINE_MODELS)}"
        if name == NOISY and (problem := _noise_problem(bound.binding.extra)):
            yield f"{where}: {problem}"
        if asking and bound.facts.missing_keys:
            keys = " and ".join(bound.facts.missing_keys)
            yield f"{where}: {name} needs the environment variable {keys}; export it"
        if capped and bound.facts.prices is None:
            yield (
                f"{where}: the price of {name} is unknown, so limits.max_cost_usd cannot hold; "
                f"give input_price and output_price, or set limits.unpriced: allow"
            )


def _noise_problem(extra: Mapping[str, object]) -> str:
    """What is wrong with how `offline/noisy` is to be faulty, empty where nothing is."""
    unknown = sorted(set(extra) - {"rate", "faults"})
    if unknown:
        return f"extra.{unknown[0]} is nothing that {NOISY} knows; it knows rate and faults"
    rate, faults = extra.get("rate", 0), extra.get("faults", "labels")
    if not isinstance(rate, int | float) or not 0 <= rate <= 1:
        return f"extra.rate is {rate!r}; give a share of replies from 0 to 1"
    if faults != "labels":
        return f"extra.faults is {faults!r}; give 'labels', or leave it out for faults of all kinds"
    return ""


def _standing_in(models: tuple[BoundModel, ...]) -> Iterator[BoundModel]:
    """The fallbacks of all roles, under the binding that each would answer with."""
    client = LitellmClient()
    for bound in models:
        for model in bound.binding.fallbacks:
            binding = fallback(bound.binding, model)
            yield BoundModel(bound.role, binding, client.facts(binding))
