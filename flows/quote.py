"""A run's price before it starts: dialogues are tried, an estimate is worked out and told."""

from collections.abc import Callable, Iterator
from decimal import Decimal

from rich.console import Console
from rich.table import Table
from rich.text import Text

from flows.composition import dialoom
from flows.estimate import CERTAIN, LEVEL, Estimate, Range, by_dialogue, estimate, usage
from flows.exit_code import ExitCode
from flows.money import dollars
from flows.preflight import BoundModel, check_config, check_prices
from flows.runs import run_folder
from flows.tryout import Tried, try_offline, try_with_models
from schemas.config import RunConfig
from schemas.run import CallOutcome, RunStatus

ASSUMED = Range(Decimal("0.35"), Decimal("0.6"), Decimal("0.9"))
"""Share of attempts that are accepted where no model was asked: an assumption, and said to be."""

GUESSED = Range(Decimal("0.8"), Decimal(1), Decimal("1.6"))
"""What costs may be off by where tokens are guessed: replies longer, repairs more frequent."""

TRIED, SIMULATED = 5, 15
"""Dialogues that are tried by default, with models and with the simulator, which costs nothing."""

MILLION = Decimal(1_000_000)


def quote(config: RunConfig, size: int | None, *, offline: bool, spend: Decimal | None) -> ExitCode:
    """Estimates what a run costs and prints it with what it rests on.

    Args:
        config: Of the run.
        size: Dialogues to try, None for as many as it takes by default.
        offline: Let the offline simulator stand in for the models; nothing is spent.
        spend: US dollars that trying may cost.
    """
    pipeline = dialoom()
    models = check_config(config, pipeline, asking=not offline)
    check_prices(config, models)
    console = Console(highlight=False)
    if offline:
        tried = try_offline(config, pipeline, size or SIMULATED)
    else:
        tried = try_with_models(config, run_folder(config), pipeline, size or TRIED, spend)
    manifest = tried.manifest
    broke = manifest.status is RunStatus.BUDGET
    if broke:
        _say(
            console,
            f"{tried.sample.tried} of {manifest.wanted} dialogues could be tried within what "
            f"trying may cost (--spend, limits.max_cost_usd): {dollars(tried.paid)} paid",
        )
    if not tried.sample.tried:
        _say(console, f"no estimate; the replies are kept in {run_folder(config)}")
        return ExitCode.BUDGET
    worked_out = estimate(
        tried.sample,
        tried.whole,
        config.target.attempts,
        acceptance=ASSUMED if offline else None,
        doubt=GUESSED if offline else CERTAIN,
    )
    console.print(by_role(worked_out, models))
    console.print(ranges(worked_out))
    for line in rests_on(worked_out, tried, models, offline=offline):
        _say(console, f"- {line}")
    for line in verdict(worked_out, config.limits.max_cost_usd):
        _say(console, line)
    return ExitCode.BUDGET if broke else ExitCode.OK


def _say(console: Console, line: str) -> None:
    console.print(Text(line), soft_wrap=True)


def by_role(worked_out: Estimate, models: tuple[BoundModel, ...]) -> Table:
    """The likely usage of every role."""
    table = Table(box=None, pad_edge=False, title="Likely, by role", title_justify="left")
    table.add_column("role")
    table.add_column("model", overflow="fold")
    cached = ("cached",) if worked_out.total.tokens_cached else ()
    for column in ("calls", "tokens in", *cached, "out", "cost"):
        table.add_column(column, justify="right", overflow="fold")
    for bound in models:
        used = worked_out.roles.get(bound.role)
        if used is None:
            continue
        cost = dollars(used.usd)
        if used.unpriced:
            cost = "unknown" if used.unpriced == used.calls else f"over {cost}"
        cached_tokens = (used.tokens_cached,) if cached else ()
        figures = (used.calls, used.tokens_in, *cached_tokens, used.tokens_out)
        table.add_row(bound.role.value, bound.facts.model, *map(_whole, figures), cost)
    return table


def ranges(worked_out: Estimate) -> Table:
    """The whole run, low to high."""
    table = Table(box=None, pad_edge=False, title="\nThe whole run", title_justify="left")
    for column in ("", "low", "likely", "high"):
        table.add_column(column, justify="right" if column else "left")

    def row(name: str, amount: Range, shown: Callable[[Decimal], str]) -> None:
        table.add_row(name, *(shown(end) for end in (amount.low, amount.likely, amount.high)))

    least = " at least" if worked_out.total.unpriced else ""
    row(f"cost{least}", worked_out.usd, dollars)
    if worked_out.per_dialogue is not None:
        row(f"per accepted dialogue{least}", worked_out.per_dialogue, dollars)
    row("accepted dialogues", worked_out.dialogues, _whole)
    row("model calls", worked_out.calls, _whole)
    row("tokens", worked_out.tokens, _whole)
    return table


def _whole(number: Decimal) -> str:
    return f"{number:,.0f}"


def rests_on(
    worked_out: Estimate, tried: Tried, models: tuple[BoundModel, ...], *, offline: bool
) -> Iterator[str]:
    """What the figures are worth, a sentence each."""
    sample = worked_out.sample
    if offline:
        yield (
            f"{sample.tried} dialogues of the offline simulator, none by your models: nothing was "
            f"spent. Tokens are guessed from the length of prompts and replies, none are taken to "
            f"be cached, and the range allows for longer replies and more repairs."
        )
        yield (
            f"Accepted are assumed to be {_percent(ASSUMED)} of all attempts. "
            f"Without --offline that is measured, for about {dollars(_trying(worked_out))}."
        )
    else:
        yield (
            f"{sample.tried} of {worked_out.whole.cells} dialogues tried with your models, spread "
            f"over short and long ones: {dollars(usage(sample.calls).usd)}, {dollars(tried.paid)} "
            f"paid just now. `dialoom run` takes these replies over."
        )
        yield (
            f"{sample.accepted} of {sample.tried} accepted: {_percent(worked_out.acceptance)} of "
            f"all attempts ({LEVEL:.0%} Wilson interval), so "
            f"{_tenths(worked_out.attempts)} attempts for each dialogue."
        )
    yield from _refusals(tried)
    yield (
        f"Authoring the services is done once: {dollars(worked_out.authoring.usd)} in "
        f"{_whole(worked_out.authoring.calls)} calls, in the figures above."
    )
    yield from _prices(worked_out, models)
    unknown = worked_out.total.unpriced
    if unknown:
        yield f"About {_whole(unknown)} calls have no known price and are in no sum."
    lost = sum(call.outcome is CallOutcome.ERROR for call in sample.calls)
    if lost:
        yield f"{lost} requests brought no reply and are taken to cost nothing."


def _trying(worked_out: Estimate) -> Decimal:
    """What trying as many dialogues as it takes by default costs with the models."""
    once = worked_out.authoring.usd
    tries = sum((used.usd for used, _ in by_dialogue(worked_out.sample)), Decimal(0))
    return once + tries * TRIED / worked_out.sample.tried


def _refusals(tried: Tried) -> Iterator[str]:
    dropped = tried.manifest.rejections
    if dropped:
        why = ", ".join(f"{code} {number}x" for code, number in dropped.items())
        yield f"Not accepted: {why}."


def _prices(worked_out: Estimate, models: tuple[BoundModel, ...]) -> Iterator[str]:
    """The price of each model in use, and who says so."""
    told: dict[str, None] = {}
    for bound in models:
        prices = bound.facts.prices
        if bound.role not in worked_out.roles or prices is None:
            continue
        if not any(prices.all):
            told[f"{bound.facts.model} costs nothing."] = None
            continue
        own = bound.binding.input_price is not None or bound.binding.output_price is not None
        amounts = [dollars(p * MILLION) for p in (prices.input, prices.cached, prices.output)]
        told[
            f"{bound.facts.model}: {amounts[0]} a million tokens in, {amounts[1]} cached, "
            f"{amounts[2]} out ({'your config' if own else 'the list that comes with litellm'})."
        ] = None
    yield from told


def verdict(worked_out: Estimate, cap: Decimal | None) -> Iterator[str]:
    """What to make of it: whether anything is accepted, whether the cap is enough."""
    sample = worked_out.sample
    if not sample.accepted:
        yield (
            "None was accepted. Look at what goes wrong with `dialoom preview` before you pay "
            "for more."
        )
    if cap is None:
        return
    if worked_out.usd.high <= cap:
        yield f"limits.max_cost_usd = {dollars(cap)} is enough."
        return
    few, many = (
        _affordable(worked_out, end, cap) for end in (worked_out.usd.high, worked_out.usd.low)
    )
    yield (
        f"limits.max_cost_usd = {dollars(cap)} may end the run before all is there: it pays for "
        f"about {few} to {many} of {worked_out.whole.cells} dialogues."
    )


def _affordable(worked_out: Estimate, usd: Decimal, cap: Decimal) -> int:
    """How many cells a cap pays for where all of them cost so much."""
    once = worked_out.authoring.usd
    cells = worked_out.whole.cells
    if usd <= cap:
        return cells
    return max(0, int((cap - once) / (usd - once) * cells)) if usd > once else 0


def _percent(share: Range) -> str:
    return f"{share.low:.0%} to {share.high:.0%}, likely {share.likely:.0%}"


def _tenths(amount: Range) -> str:
    return f"{amount.low:.1f} to {amount.high:.1f}"
