"""Measures how well a model answers the pipeline's calls.

python -m benchmarks.prompts --model local:model.gguf --calls system_statements user_turn
python -m benchmarks.prompts --model openai/name --api-base http://127.0.0.1:8080/v1 --limit 40
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.prompts.cases import CALLS, cases_of
from benchmarks.prompts.measure import Deadline, Result, measure
from benchmarks.prompts.recording import Recording, record
from benchmarks.prompts.table import kinds_table, summary_row, summary_table
from formats.services import read_services
from runtime.gateway import Gateway
from runtime.journal import Journal
from schemas.config import Binding, Limits, ProposedIntents, RunConfig, Sources

SYSTEM_TURNS = 200
OTHERS = 40


def main() -> None:
    """Records, asks, prints."""
    options = _options()
    with tempfile.TemporaryDirectory() as scratch:
        recording = asyncio.run(_record(options, Path(scratch)))
        if options.list:
            for call in CALLS:
                print(f"{call:20} {len(cases_of(recording, call, 10**6, options.seed))} cases")
            return
        folder = options.journal or f"{scratch}/asked"
        asyncio.run(_measure(options, recording, folder))


async def _record(options: argparse.Namespace, scratch: Path) -> Recording:
    services = read_services(options.services) if options.services else ()
    return await record(scratch / "recorded", options.seed, options.dialogues, services)


async def _measure(options: argparse.Namespace, recording: Recording, folder: str) -> None:
    chat = Gateway(_config(options), Journal(folder))
    rows = []
    for call in options.calls:
        limit = options.limit or (SYSTEM_TURNS if call == "system_statements" else OTHERS)
        cases = cases_of(recording, call, limit, options.seed)
        deadline = Deadline(60 * options.minutes)
        results = await measure(chat, cases, options.concurrency, deadline)
        rows.append(summary_row(call, len(cases), results))
        print(summary_table(rows[-1:]), flush=True)
        if options.kinds:
            print(kinds_table(results), flush=True)
        if options.details:
            _write(options.details, results)
    print(summary_table(rows))


def _config(options: argparse.Namespace) -> RunConfig:
    extra: dict[str, Any] = {"structured": options.structured} if options.structured else {}
    binding = Binding(
        model=options.model,
        api_base=options.api_base,
        api_key_env=options.api_key_env,
        temperature=options.temperature,
        max_tokens=options.max_tokens,
        timeout_s=options.timeout,
        **extra,
    )
    return RunConfig(
        seed=options.seed,
        prompts=options.prompts,
        intents=Sources(propose=(ProposedIntents(domain="none", count=1),)),
        models={"default": binding},
        limits=Limits(concurrency=options.concurrency),
    )


def _write(path: str, results: Sequence[Result]) -> None:
    with Path(path).open("a", encoding="utf-8") as file:
        for result in results:
            line = {
                "call": result.case.call.name,
                "kind": result.case.kind,
                "said": result.said,
                "gold": result.case.gold,
                "problem": result.problem,
                "asked": result.case.data.model_dump(mode="json"),
            }
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks.prompts", description=__doc__)
    add = parser.add_argument
    add("--model", default="offline/agenda")
    add("--api-base")
    add("--api-key-env")
    add("--structured", choices=("grammar", "json_schema", "json_object", "none"))
    add("--temperature", type=float, default=0.2)
    add("--max-tokens", type=int, default=300)
    add("--timeout", type=float, default=300)
    add("--concurrency", type=int, default=1)
    add("--calls", nargs="+", choices=CALLS, default=CALLS, metavar="CALL")
    add("--limit", type=int, help=f"cases of each call; {SYSTEM_TURNS} system turns otherwise")
    add("--minutes", type=float, default=60, help="time box of each call")
    add("--services", help="a service file; described intents otherwise")
    add("--prompts", help="a folder whose templates replace the built-in ones")
    add("--dialogues", type=int, default=110)
    add("--seed", type=int, default=5)
    add("--journal", help="keeps replies there: a second look costs nothing")
    add("--details", help="a file that gets every reply with its verdict, as JSON lines")
    add("--kinds", action="store_true", help="a table by kind of case, too")
    add("--list", action="store_true", help="only counts the cases")
    return parser.parse_args()


if __name__ == "__main__":
    main()
