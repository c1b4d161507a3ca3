"""What an accepted dialogue costs with a hosted model: `python -m benchmarks.prompts.costs`.

The pipeline runs over the offline model; its prompts are what any model would be sent, and their
length does not depend on who answers. Tokens are estimated from characters, prices are litellm's.
Repairs, re-asks and rejected dialogues come on top: divide by the share that is accepted.
"""

import argparse
import asyncio
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from benchmarks.prompts.recording import Asked, Recording, record
from formats.services import read_services
from runtime.litellm_client import LitellmClient
from runtime.prompts import Prompts
from schemas.calls.call import Role
from schemas.config import Binding

CHARACTERS_PER_TOKEN = 3.85
"""Measured with Qwen2.5's tokenizer on the system's prompts; others differ by a tenth."""
MODELS = (
    "openai/gpt-4o-mini",
    "openai/gpt-4.1-mini",
    "openai/gpt-5-mini",
    "anthropic/claude-haiku-4-5",
    "anthropic/claude-sonnet-4-5",
    "gemini/gemini-2.5-flash-lite",
    "deepseek/deepseek-chat",
)


@dataclass
class Sum:
    """Calls and tokens of one role; `fixed` are those of the prompt that never change."""

    calls: int = 0
    tokens_in: float = 0
    fixed: float = 0
    tokens_out: float = 0


def main() -> None:
    """Prints tokens by role, and prices by model."""
    parser = argparse.ArgumentParser(prog="benchmarks.prompts.costs", description=__doc__)
    parser.add_argument("--services", help="a service file; described intents otherwise")
    parser.add_argument("--dialogues", type=int, default=20)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--models", nargs="+", default=MODELS)
    options = parser.parse_args()
    services = read_services(options.services) if options.services else ()
    with tempfile.TemporaryDirectory() as folder:
        made = asyncio.run(record(Path(folder), options.seed, options.dialogues, services))
    sums = by_role(made)
    dialogues = len(made.candidates)
    turns = sum(len(c.dialogue.turns) for c in made.candidates)
    print(f"{dialogues} dialogues of {turns / dialogues:.1f} turns; for each:")
    print("role            calls  tokens in  of them fixed  tokens out")
    for role, found in sums.items():
        print(
            f"{role.value:14} {found.calls / dialogues:6.1f} {found.tokens_in / dialogues:10.0f} "
            f"{found.fixed / dialogues:14.0f} {found.tokens_out / dialogues:11.0f}"
        )
    for model in options.models:
        print(f"{model:32} {price(model, sums) / dialogues:8.4f} dollars")


def by_role(made: Recording) -> dict[Role, Sum]:
    """The tokens of all calls that led to an accepted dialogue."""
    prompts = Prompts()
    accepted = {candidate.dialogue.dialogue_id for candidate in made.candidates}
    sums: defaultdict[Role, Sum] = defaultdict(Sum)
    for asked in made.asked:
        if asked.site.item in accepted:
            _add(sums[asked.call.role], asked, prompts)
    return dict(sums)


def _add(found: Sum, asked: Asked, prompts: Prompts) -> None:
    fixed, varying = (
        len(message["content"]) / CHARACTERS_PER_TOKEN
        for message in prompts.render(asked.call, asked.data)
    )
    found.calls += 1
    found.fixed += fixed
    found.tokens_in += fixed + varying
    found.tokens_out += len(asked.replies[-1]) / CHARACTERS_PER_TOKEN if asked.replies else 0


def price(model: str, sums: dict[Role, Sum]) -> float:
    """Dollars at litellm's prices, the fixed part of prompts at the price of cached tokens."""
    prices = LitellmClient().prices(Binding(model=model))
    if prices is None:
        raise SystemExit(f"the price of {model} is unknown")
    return sum(
        float(prices.of(round(s.tokens_in), round(s.tokens_out), round(s.fixed)))
        for s in sums.values()
    )


if __name__ == "__main__":
    main()
