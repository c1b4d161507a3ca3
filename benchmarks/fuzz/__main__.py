"""The fuzzer's command line."""

import argparse
import sys
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.fuzz.seeds import SEED_VALUES

try:
    import atheris
except ImportError:
    sys.exit("the fuzzer, atheris, is not installed: `make fuzz` installs it (Linux and macOS)")

ROOT = Path(__file__).resolve().parents[2]
DIALOGUES = 40


@dataclass(frozen=True)
class Target:
    """What libFuzzer calls.

    Attributes:
        hold: Runs an input, and raises where something is wrong.
        setup: Further arguments of `atheris.Setup`.
    """

    hold: Callable[[bytes], None]
    setup: dict[str, Any] = field(default_factory=dict)


def _instrumented() -> AbstractContextManager[None]:
    imports: AbstractContextManager[None] = atheris.instrument_imports(
        include=["world", "schemas"], enable_loader_override=False
    )
    return imports


def _run_of(given: str) -> str:
    """The run that the seeds come from; a small one of the offline model where none is named."""
    if given:
        return given
    from benchmarks.offline_run import run_here
    from flows.config import load_config

    config = load_config(ROOT / "examples" / "demo.yaml").config
    target = config.target.model_copy(update={"accepted": DIALOGUES, "attempts": 2})
    folder = tempfile.mkdtemp(prefix="fuzz-run-")
    run_here(config.model_copy(update={"target": target}), folder)
    return folder


def _programs(corpus: Path, words: Path, run: str) -> Target:
    with _instrumented():
        from benchmarks.fuzz import program_target
        from benchmarks.fuzz.scenes import dictionary, scenes, words_of
    found = scenes(_run_of(run))
    seeds = [program_target.encoded(place, scene.programs) for place, scene in enumerate(found)]
    for number, seed in enumerate(seeds):
        (corpus / f"seed-{number}").write_bytes(seed)
    known = words_of(found)
    words.write_text(dictionary(known), encoding="utf-8")

    def mutate(data: bytes, longest: int, seed: int) -> bytes:
        rng = Random(seed)
        if rng.random() < 0.5:
            mutated: bytes = atheris.Mutate(data, longest)
            return mutated
        return program_target.respliced(data, rng.choice(seeds), rng, known)[:longest]

    return Target(lambda data: program_target.hold(found, data), {"custom_mutator": mutate})


def _values(corpus: Path, words: Path, run: str) -> Target:
    with _instrumented():
        from benchmarks.fuzz import value_target
        from benchmarks.fuzz.scenes import dictionary
        from benchmarks.fuzz.seeds import VALUE_WORDS
    for number, text in enumerate(SEED_VALUES):
        for kind in range(len(value_target.SLOTS)):
            seed = value_target.encoded(kind, text, f"it is {text}, please")
            (corpus / f"seed-{number}-{kind}").write_bytes(seed)
    words.write_text(dictionary(VALUE_WORDS), encoding="utf-8")
    return Target(value_target.hold)


TARGETS = {"programs": _programs, "values": _values}


def main() -> None:
    """Fuzzes one target; libFuzzer prints what it covers, and leaves what breaks in the folder."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz")
    parser.add_argument("target", choices=sorted(TARGETS))
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--run", default="", help="a run whose dialogues are the seeds")
    parser.add_argument("--folder", default="", help="where corpus and findings are kept")
    given = parser.parse_args()
    folder = Path(given.folder or ROOT / "outputs" / "fuzz") / given.target
    corpus = folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    target = TARGETS[given.target](corpus, folder / "words.dict", given.run)
    options = [
        f"-max_total_time={round(given.minutes * 60)}",
        f"-dict={folder / 'words.dict'}",
        f"-artifact_prefix={folder}/",
        *("-max_len=6000", "-timeout=30", "-rss_limit_mb=3000", "-print_final_stats=1"),
    ]
    atheris.Setup([sys.argv[0], *options, str(corpus)], target.hold, **target.setup)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
