"""How much the validation ladder sees: faults planted into good dialogues, caught and missed.

    python -m benchmarks.planted_errors                      # two offline runs of its own
    python -m benchmarks.planted_errors --run outputs/demo   # dialogues of finished offline runs
    python -m benchmarks.planted_errors --lucid DIR --sgd DIR --json measured.json

The dialogues have to be good before faults are planted: those of runs with `offline/agenda`, which
says what it is told to say, and SGD's. What the ladder rejects of them untouched is counted as
wrongly rejected. No model is asked: the rungs that ask models are measured with judges whose
answers are known, which says how votes are counted and nothing about any model.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from pydantic import JsonValue

from benchmarks.offline_run import run_here
from benchmarks.planted import acting, hearing, record, replies, tone, words, writing
from benchmarks.planted.corpus import called, leaked
from benchmarks.planted.goods import of_run, of_sgd
from benchmarks.planted.kind import Good, Kind, Planted
from benchmarks.planted.measure import Count, Miss, measure
from benchmarks.planted.panel import Court, Judges, Panelled
from benchmarks.planted.rewording import reworded
from checks.corpus import DuplicateFinder, held_out_intents, split_of
from checks.imported import imported
from checks.judges import MEANT, NATURAL
from checks.labels import label
from checks.ladder import CHECKS, climb, first_failure
from flows.config import load_config
from formats.lucid import read_intents
from formats.services import write_services
from runtime.stage import StageContext
from schemas.candidate import Candidate
from schemas.plan import Split
from schemas.verdict import Verdict
from stages.validate import VALIDATE

KINDS: tuple[Kind, ...] = (
    *writing.KINDS,
    *acting.KINDS,
    *hearing.KINDS,
    *words.KINDS,
    *replies.KINDS,
    *record.KINDS,
)
EXAMPLES = 3
"""Misses that are shown of each kind."""
ROOT = Path(__file__).resolve().parent.parent
RICH: dict[str, JsonValue] = {
    "correction": 0.35,
    "cancel": 0.35,
    "delay_confirmation": 0.35,
    "start_multi_slot": 0.4,
    "irrelevant_answer": 0.25,
    "overheard_answer": 0.2,
    "sarcastic_answer": 0.2,
}
LUCID = """\
name: lucid
seed: 501
intents: {imported: [lucid.json]}
"""


@dataclass
class Rejected:
    """What the ladder said of dialogues that are good."""

    source: str
    dialogues: int
    rejected: int
    by: dict[str, int]


def main(arguments: Sequence[str] | None = None) -> None:
    """Plants, judges, prints the table."""
    given = _arguments(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        folders = given.run or _own_runs(Path(scratch), given)
        goods = [good for folder in folders for good in of_run(folder)]
        if given.sgd:
            goods += of_sgd(given.sgd, imported)
        _measure(goods, given)


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="planted_errors", description=__doc__.split("\n")[0])
    parser.add_argument("--run", action="append", help="folder of a finished offline run")
    parser.add_argument("--lucid", type=Path, help="folder of LUCID's intent files, for a run")
    parser.add_argument("--sgd", type=Path, help="folder of SGD schema and dialogue files")
    parser.add_argument("--each", type=int, default=200, help="faults of each kind")
    parser.add_argument("--dialogues", type=int, default=150, help="of a run of its own")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", help="only kinds of this name")
    parser.add_argument("--json", type=Path, help="where to write the numbers")
    given = parser.parse_args(arguments)
    unknown = set(given.kind or ()) - {kind.name for kind in KINDS}
    if unknown:
        known = ", ".join(kind.name for kind in KINDS)
        parser.error(f"--kind {min(unknown)!r} is none of the kinds: {known}")
    return given


def _own_runs(scratch: Path, given: argparse.Namespace) -> list[str]:
    """Runs with the offline model over the demonstration's intents, and LUCID's where there.

    One of them is full of the phenomena that some kinds of faults need a place in.
    """
    demo = ROOT / "examples" / "demo.yaml"
    runs: list[tuple[str, Path, int, dict[str, JsonValue]]] = [
        ("demo", demo, 1, {}),
        ("rich", demo, 4, {"phenomena": RICH}),
    ]
    if given.lucid:
        write_services(scratch / "lucid.json", read_intents(given.lucid))
        (scratch / "lucid.yaml").write_text(LUCID, encoding="utf-8")
        runs.append(("lucid", scratch / "lucid.yaml", 1, {}))
    folders = []
    for place, (name, path, times, more) in enumerate(runs):
        wanted = times * given.dialogues
        flags: dict[str, JsonValue] = {
            **more,
            "output": str(scratch / "runs"),
            "name": name,
            "seed": 500 + 10 * given.seed + place,
            "target": {"accepted": wanted, "attempts": 1},
            # What is simulated is good already; no model is to be asked whether it is.
            "validation": {"blind": 0, "privileged": 0, "judge_phenomena": False},
        }
        print(f"running {name}: {wanted} dialogues", file=sys.stderr)
        folder = str(scratch / "runs" / name)
        run_here(load_config(path, flags, {}).config, folder)
        folders.append(folder)
    return folders


def _measure(goods: list[Good], given: argparse.Namespace) -> None:
    sources = [
        [good for good in goods if good.planned],
        [good for good in goods if not good.planned],
    ]
    rejected = [_rejected(source) for source in sources if source]
    for line in rejected:
        print(
            f"{line.source}: {line.rejected} of {line.dialogues} good dialogues wrongly rejected "
            f"{line.by or ''}"
        )
    counts = []
    print(f"\n{'kind':42} {'source':9} {'planted':>7} {'caught':>7}  by")
    for count in _counts(sources, given):
        counts.append(count)
        by = ", ".join(f"{name} {number}" for name, number in count.by.most_common())
        print(f"{count.kind:42} {count.source:9} {count.planted:7} {count.caught:7}  {by}")
        for miss in count.misses[:EXAMPLES]:
            print(f"    missed in {miss.dialogue_id}: {miss.where}")
        sys.stdout.flush()
    panels = [] if given.kind else _tone(sources[0], given)
    if given.json:
        numbers = {
            "panels": [asdict(panel) for panel in panels],
            "rejected": [asdict(line) for line in rejected],
            "kinds": [count.numbers() for count in counts],
        }
        given.json.write_text(json.dumps(numbers, indent=1), encoding="utf-8")


def _tone(goods: Sequence[Good], given: argparse.Namespace) -> list[Panelled]:
    """The kinds that only tone tells, with judges that are known."""
    judges = Judges()
    fit = [good for good in goods if _passes(good)]
    court = Court(ladder_verdicts, lambda d, catalog: label(d, catalog)[0], judges, given.seed)
    if not fit:
        return []
    print(
        f"\nOnly tone tells; {judges.seats} judges, each wrong {judges.errs:.0%} of the time and "
        f"unreadable {judges.unreadable:.0%}: a panel has to reject {judges.catches:.1%} of these "
        f"faults and {judges.refuses:.1%} of good answers. This measures the counting of votes "
        f"and no model.\n{'kind':48} {'planted':>7} {'cheaply':>7} {'judged':>6} {'caught':>6} "
        f"{'good':>5} {'refused':>7}"
    )
    panels = []
    for kind, question in zip(tone.KINDS, ("", MEANT, NATURAL), strict=True):
        found = asyncio.run(court.measure(kind, question, fit, given.each))
        panels.append(found)
        print(
            f"{found.kind:48} {found.planted:7} {found.cheaply:7} "
            f"{found.planted - found.cheaply:6} {found.caught:6} {found.good:5} {found.refused:7}"
            + (f"  {found.unseen} QUESTIONS DID NOT SHOW THE WORDS" if found.unseen else "")
        )
    return panels


async def ladder_verdicts(candidate: Candidate, context: StageContext) -> Sequence[Verdict]:
    """All verdicts of the stage on a candidate."""
    return (await VALIDATE.run(candidate, context)).verdicts


def _rejected(goods: Sequence[Good]) -> Rejected:
    by: Counter[str] = Counter()
    for good in goods:
        failure = first_failure(climb(CHECKS, good.candidate, good.catalog))
        if failure is not None:
            by[failure.check] += 1
    source = "runs" if goods[0].planned else "imported"
    return Rejected(source, len(goods), sum(by.values()), dict(by))


def _counts(sources: Sequence[Sequence[Good]], given: argparse.Namespace) -> Iterator[Count]:
    for source in sources:
        fit = [good for good in source if _passes(good)]
        for kind in KINDS:
            wanted = not given.kind or kind.name in given.kind
            if fit and wanted and (kind.unplanned or fit[0].planned):
                yield measure(kind, fit, given.each, given.seed, judged)
        if fit and not given.kind:
            yield from _corpus(fit, given)


def _passes(good: Good) -> bool:
    return first_failure(climb(CHECKS, good.candidate, good.catalog)) is None


def judged(planted: Planted, good: Good) -> str:
    """Which check is the first to object to a planted dialogue, with its rung; empty where none."""
    labels, _ = label(planted.dialogue, good.catalog)
    candidate = Candidate(
        plan=planted.plan, dialogue=planted.dialogue, annotation=planted.relabel(labels)
    )
    failure = first_failure(climb(CHECKS, candidate, good.catalog))
    return "" if failure is None else f"{failure.rung} {failure.check}"


def _corpus(goods: Sequence[Good], given: argparse.Namespace) -> Iterator[Count]:
    """Duplicates beside their originals, and held-out intents in training."""
    rng = Random(given.seed)
    again = Count("dialogue duplicated under new ids", "runs" if goods[0].planned else "imported")
    finder = DuplicateFinder()
    # Ids of several runs may be the same.
    originals = [called(good.candidate, f"{n:05d}-00") for n, good in enumerate(goods)]
    for original in originals:
        finder.add(original)
    leaks = Count("held-out intent in train", again.source)
    for place in range(given.each):
        good = goods[place % len(goods)]
        twin = called(good.candidate, f"{90_000 + place:05d}-00")
        _note(again, finder.duplicate_of(twin) is not None, good, "under a new id")
        if good.planned:
            candidate, held = leaked(good, rng)
            intents = held_out_intents(good.catalog, (held,))
            split = split_of(candidate, intents, candidate.plan.cell.split)
            kept_out = split in (Split.TEST_HELD_OUT, Split.MIXED)
            _note(leaks, kept_out, good, f"{held} is held out")
    yield again
    if leaks.planted:
        yield leaks
        yield from _paraphrases(goods, given)


def _paraphrases(goods: Sequence[Good], given: argparse.Namespace) -> Iterator[Count]:
    """The same plan in other words: seen by the plan, and how often by the words alone."""
    plans = Count("paraphrase of the same plan", "runs")
    words = Count("the same, by its words alone", "runs")
    for place in range(given.each):
        good = goods[place % len(goods)]
        dialogue = asyncio.run(reworded(good, given.seed + place))
        if dialogue is None:
            continue
        labels, _ = label(dialogue, good.catalog)
        twin = Candidate(plan=good.candidate.plan, dialogue=dialogue, annotation=labels)
        for count, pair in (
            (plans, (good.candidate, twin)),
            (words, (_planless(good.candidate), _planless(twin))),
        ):
            finder = DuplicateFinder()
            finder.add(called(pair[0], "00000-00"))
            seen = finder.duplicate_of(called(pair[1], "00001-00")) is not None
            _note(count, seen, good, "in other words")
    yield plans
    yield words


def _planless(candidate: Candidate) -> Candidate:
    plan = candidate.plan.model_copy(update={"goals": ()})
    return candidate.model_copy(update={"plan": plan})


def _note(count: Count, caught: bool, good: Good, where: str) -> None:
    count.planted += 1
    if caught:
        count.by["7 corpus"] += 1
    else:
        count.misses.append(Miss(good.dialogue.dialogue_id, where))


if __name__ == "__main__":
    main()
