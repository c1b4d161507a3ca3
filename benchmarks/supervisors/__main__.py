"""Measures the supervisors of the system's programs: their judgement, their harm, their gain.

python -m benchmarks.supervisors names --sgd FOLDER --model local:model.gguf --questions 250
python -m benchmarks.supervisors harmless --sgd FOLDER --model local:model.gguf --dialogues 60
python -m benchmarks.supervisors omitted --sgd FOLDER --model local:model.gguf --questions 60
python -m benchmarks.supervisors gain --rate 0.2 --accepted 60

FOLDER is SGD's: schema_dev.json, dialogues_dev*.json, and SGD-X's schemas in sgd_x/.
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.prompts.recording import record
from benchmarks.supervisors.gain import gain, table
from benchmarks.supervisors.harmless import Untouched, untouched
from benchmarks.supervisors.likeness import LIKENESSES, most_alike, share, threshold
from benchmarks.supervisors.names import Case, cases, sample
from benchmarks.supervisors.omitted import omissions, recover
from flows.config import load_config
from formats.sgd.importing import read_dialogue
from formats.sgd.schema import read_schema
from runtime.gateway import Gateway
from runtime.journal import Journal
from runtime.stage import BadReply, StageContext
from schemas.calls.call import Site
from schemas.calls.supervision import NONE, SUPERVISE_NAME
from schemas.config import Binding, Limits, RunConfig, Sources
from schemas.dialogue import Dialogue
from schemas.service import Catalog
from stages.simulate.supervise.names import chosen

ROOT = Path(__file__).resolve().parent.parent.parent
DEMO = ROOT / "examples" / "demo.yaml"
VARIANTS = ("v1", "v3", "v5")


def main() -> None:
    """Measures what is asked for, and prints it."""
    options = _options()
    with tempfile.TemporaryDirectory() as scratch:
        match options.what:
            case "names":
                asyncio.run(_names(options, scratch))
            case "harmless":
                asyncio.run(_harmless(options, Path(scratch)))
            case "omitted":
                asyncio.run(_omitted(options, Path(scratch)))
            case "gain":
                _gain(options, scratch)


async def _names(options: argparse.Namespace, scratch: str) -> None:
    base, variants = _schemas(Path(options.sgd))
    every = list(cases(base, variants, options.seed))
    asked = sample(every, options.questions, options.seed) if options.questions else every
    answers: dict[str, list[str]] = {}
    first = [case for case in every if case.variant == VARIANTS[0]]
    for name, likeness in LIKENESSES.items():
        enough = threshold(first, likeness)
        label = f"rapidfuzz, {name} (from {enough:.0f})"
        answers[label] = [most_alike(case.question, likeness, enough) for case in asked]
    if options.model:
        started = time.monotonic()
        answers[options.model] = await _choices(_chat(options, scratch), asked)
        print(f"{len(asked)} questions in {time.monotonic() - started:.0f} s")
    print("\n".join(_accuracy(asked, answers)))


async def _choices(chat: Gateway, asked: Sequence[Case]) -> list[str]:
    found = []
    for number, case in enumerate(asked):
        try:
            reply = await chat.ask(SUPERVISE_NAME, case.question, Site(item=f"case-{number}"))
        except BadReply:
            found.append("")
            continue
        found.append(chosen(reply, case.question) or NONE)
    return found


def _accuracy(asked: Sequence[Case], answers: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield f"| names of | what | answer | cases | {' | '.join(answers)} |"
    yield "|" + "---|" * (4 + len(answers))
    groups: dict[tuple[str, str, bool], list[int]] = {}
    for number, case in enumerate(asked):
        for variant in (case.variant, "all"):
            groups.setdefault((variant, case.kind.value, case.there), []).append(number)
    for (variant, kind, there), places in sorted(groups.items()):
        cells = [
            f"{share(asked[n].right == said[n] for n in places):.0%}" for said in answers.values()
        ]
        where = "a choice" if there else "none"
        yield f"| {variant} | {kind} | {where} | {len(places)} | {' | '.join(cells)} |"


async def _harmless(options: argparse.Namespace, scratch: Path) -> None:
    async for what, dialogues, ctx in _dialogues(options, scratch):
        _tell(what, await untouched(dialogues, ctx))


async def _omitted(options: argparse.Namespace, scratch: Path) -> None:
    async for what, dialogues, ctx in _dialogues(options, scratch):
        every = [o for o in omissions(dialogues, ctx.catalog) if o.said]
        chosen_ones = Random(options.seed).sample(
            every, min(options.questions or 10**6, len(every))
        )
        found = [await recover(one, ctx) for one in chosen_ones]
        asked = [one for one in found if one.asked]
        written = [one for one in asked if one.written]
        print(
            f"{what}: {len(found)} of {len(every)} omissions, asked about {len(asked)}, "
            f"{len(written)} written, {sum(one.right for one in written)} rightly"
        )
        for one in found:
            if not one.right:
                print(f"  {one.omission.slot}={one.omission.value!r}, asked {one.asked}:", end=" ")
                print(f"{one.written or '-'} | {one.omission.turns[-1].utterance}")


async def _dialogues(
    options: argparse.Namespace, scratch: Path
) -> AsyncIterator[tuple[str, list[Dialogue], StageContext]]:
    """Dialogues whose labels are right: generated ones, and SGD's."""
    config, chat = _config(options), _chat(options, str(scratch))
    recording = await record(scratch / "recorded", options.seed, options.dialogues)
    generated = [candidate.dialogue for candidate in recording.candidates]
    yield "generated", generated, StageContext(chat, options.seed, recording.catalog, config)
    if options.sgd:
        folder = Path(options.sgd)
        base, _ = _schemas(folder)
        imported = [
            read_dialogue(each, base).dialogue
            for path in sorted(folder.glob("dialogues_dev*.json"))
            for each in json.loads(path.read_text(encoding="utf-8"))
        ]
        yield "SGD", imported, StageContext(chat, options.seed, base, config)


def _tell(what: str, found: Untouched) -> None:
    print(
        f"{what}: {found.dialogues} dialogues, {found.programs} programs; "
        f"schema supervisor asked about {found.named}; "
        f"parser supervisor asked {found.asked} times and changed {len(found.changed)}"
    )
    print("".join(f"  {line}\n" for line in found.changed), end="")


def _gain(options: argparse.Namespace, scratch: str) -> None:
    flags: dict[str, Any] = {
        "seed": options.seed,
        "target": {"accepted": options.accepted, "attempts": 1},
    }
    config = load_config(Path(options.config), flags, {}).config
    gains = []
    for rate in options.rate:
        for repairs in options.repairs:
            for on in (False, True):
                folder = f"{scratch}/{rate}-{repairs}-{on}"
                gains.append(gain(rate, repairs, folder, config, on=on))
    print("\n".join(table(gains)))
    for one in gains:
        for row in one.rows:
            print(f"{one.rate:.0%}, {one.repairs} repairs: {row}")


def _schemas(folder: Path) -> tuple[Catalog, dict[str, Catalog]]:
    def read(name: str) -> Catalog:
        return read_schema(json.loads((folder / name).read_text(encoding="utf-8")))

    found = [v for v in VARIANTS if (folder / f"sgd_x/schema_dev_{v}.json").exists()]
    return read("schema_dev.json"), {v: read(f"sgd_x/schema_dev_{v}.json") for v in found}


def _chat(options: argparse.Namespace, scratch: str) -> Gateway:
    return Gateway(_config(options), Journal(options.journal or f"{scratch}/asked"))


def _config(options: argparse.Namespace) -> RunConfig:
    extra: dict[str, Any] = {"structured": options.structured} if options.structured else {}
    binding = Binding(
        model=options.model or "offline/agenda",
        api_base=options.api_base,
        api_key_env=options.api_key_env,
        temperature=0.0,
        max_tokens=60,
        timeout_s=300,
        **extra,
    )
    return RunConfig(
        seed=options.seed,
        intents=Sources(imported=("none",)),
        models={"default": binding},
        limits=Limits(concurrency=1),
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks.supervisors", description=__doc__)
    add = parser.add_argument
    add("what", choices=("names", "harmless", "omitted", "gain"))
    add("--sgd", help="a folder with Schema-Guided Dialogue's files")
    add("--model", help="who is asked; names: the baseline alone where not given")
    add("--api-base")
    add("--api-key-env")
    add("--structured", choices=("grammar", "json_schema", "json_object", "none"))
    add("--questions", type=int, help="a sample of so many; all of them where not given")
    add("--dialogues", type=int, default=60, help="generated ones to look at")
    add("--config", default=str(DEMO), help="of the runs that show the gain")
    add("--accepted", type=int, default=60, help="dialogues wanted of each run")
    add("--rate", type=float, nargs="+", default=[0.1, 0.3], help="share of faulty programs")
    add("--repairs", type=int, nargs="+", default=[0, 2], help="tries of a turn after one")
    add("--seed", type=int, default=5)
    add("--journal", help="keeps replies there: a second look costs nothing")
    return parser.parse_args()


if __name__ == "__main__":
    main()
