"""What a bad model costs: runs with a share of faulty replies, and what comes of them.

    python -m benchmarks.stubborn                     # 5%, 20% and 50%, with and without repairs
    python -m benchmarks.stubborn --rate 0.2 --accepted 40 --json stubborn.json

`offline/noisy` answers every call of a run as `offline/agenda` would, and spoils that share of its
replies: JSON that is cut or has prose around it, nothing at all, refusals, wrong types, wrong
labels, leaked instructions. What is published has to be right all the same, so that every published
dialogue is counted again by the small interpreter of the tests, which shares no code with ours.
"""

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.offline_run import run_here
from flows.config import load_config
from flows.faults import ZeroYield
from runtime.store import ArtifactStore
from schemas.calls.call import Role
from schemas.config import RunConfig
from schemas.dialogue import Dialogue, Speaker
from tests.recount.run_folder import recount_run

ROOT = Path(__file__).resolve().parent.parent
RATES = (0.05, 0.2, 0.5)
REPAIRS = (0, 2)


@dataclass(frozen=True)
class Outcome:
    """One run.

    Attributes:
        rate: Share of faulty replies.
        repairs: How often a turn may be asked again.
        sound: Whether validators and judges answer without faults.
        accepted, wanted: Dialogues.
        attempted: Attempts at a dialogue.
        calls: Requests to the model.
        wrong: Published dialogues whose labels the recount contradicts.
        repaired: Share of turns that were asked again.
        reasons: What stopped attempts.
        note: Why there is no dataset, where there is none.
    """

    rate: float
    repairs: int
    sound: bool = False
    accepted: int = 0
    wanted: int = 0
    attempted: int = 0
    calls: int = 0
    wrong: int = 0
    repaired: float = 0.0
    reasons: tuple[tuple[str, int], ...] = ()
    note: str = ""

    @property
    def per_accepted(self) -> float | None:
        """Calls for each published dialogue, None where there is none."""
        return round(self.calls / self.accepted, 1) if self.accepted else None

    @property
    def yielded(self) -> float:
        """Share of attempts that are published."""
        return round(self.accepted / self.attempted, 3) if self.attempted else 0.0


def run_at(
    rate: float, repairs: int, folder: str, config: RunConfig, *, sound: bool = False
) -> Outcome:
    """Makes a run with that share of faulty replies and counts its labels again.

    Args:
        rate: Share of faulty replies.
        repairs: How often a turn may be asked again.
        folder: Where the run goes.
        config: What is wanted otherwise.
        sound: Whether validators and judges answer without faults.
    """
    good = config.models["default"]
    bad = good.model_copy(update={"model": "offline/noisy", "extra": {"rate": rate}})
    judging = {Role.VALIDATOR: good, Role.JUDGE: good} if sound else {}
    settled = config.model_copy(
        update={
            "models": {"default": bad, **judging},
            "simulation": config.simulation.model_copy(update={"repairs": repairs}),
        }
    )
    try:
        manifest = run_here(settled, folder)
    except ZeroYield as problem:
        return Outcome(rate, repairs, sound, wanted=config.target.accepted, note=str(problem))
    counted, wrong = recount_run(Path(folder))
    if counted != manifest.accepted:
        raise ValueError(f"{manifest.accepted} dialogues are accepted, and {counted} published")
    reasons = Counter(manifest.rejections)
    return Outcome(
        rate=rate,
        repairs=repairs,
        sound=sound,
        accepted=manifest.accepted,
        wanted=manifest.wanted,
        attempted=manifest.attempted,
        calls=manifest.spend.calls,
        wrong=len(wrong),
        repaired=_repaired(folder),
        reasons=tuple(reasons.most_common(4)),
    )


def _repaired(folder: str) -> float:
    turns = [
        turn
        for dialogue in ArtifactStore(folder).read_all("dialogues", Dialogue)
        for turn in dialogue.turns
        if turn.speaker in Speaker
    ]
    return round(sum(turn.repairs > 0 for turn in turns) / len(turns), 3) if turns else 0.0


HEAD = (
    *("faulty replies", "validators", "repairs", "accepted", "attempts", "yield"),
    *("calls per accepted", "turns asked again", "wrong labels", "stopped by"),
)


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """The outcomes as a Markdown table."""
    yield _row(HEAD)
    yield "|" + "---|" * len(HEAD)
    for one in outcomes:
        why = one.note or ", ".join(f"{code} {number}" for code, number in one.reasons)
        yield _row(
            (
                f"{one.rate:.0%}",
                "sound" if one.sound else "faulty too",
                one.repairs,
                f"{one.accepted} of {one.wanted}",
                one.attempted,
                f"{one.yielded:.0%}",
                one.per_accepted or "-",
                f"{one.repaired:.1%}",
                one.wrong,
                why or "-",
            )
        )


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs at every rate, with and without repairs, and prints the table."""
    parser = argparse.ArgumentParser(prog="stubborn", description=__doc__.split("\n")[0])
    parser.add_argument("--rate", type=float, action="append", help="share of faulty replies")
    parser.add_argument("--repairs", type=int, action="append", help="tries of a turn after one")
    parser.add_argument("--sound", action="store_true", help="validators and judges without faults")
    parser.add_argument("--accepted", type=int, default=30, help="dialogues wanted of each run")
    parser.add_argument("--attempts", type=int, default=6, help="attempts at each of them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="where to write the numbers")
    given = parser.parse_args(arguments)
    flags = {
        "seed": given.seed,
        "target": {"accepted": given.accepted, "attempts": given.attempts},
    }
    config = load_config(ROOT / "examples" / "demo.yaml", flags, {}).config
    outcomes = []
    with tempfile.TemporaryDirectory() as scratch:
        for rate in given.rate or RATES:
            for repairs in given.repairs or REPAIRS:
                folder = f"{scratch}/{rate}-{repairs}"
                outcomes.append(run_at(rate, repairs, folder, config, sound=given.sound))
    print("\n".join(table(outcomes)))
    if given.json:
        numbers = [asdict(one) for one in outcomes]
        given.json.write_text(json.dumps(numbers, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
