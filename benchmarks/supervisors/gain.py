"""What the supervisors gain where a model puts known faults into its programs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.offline_run import run_here
from flows.faults import ZeroYield
from runtime.store import ArtifactStore
from schemas.calls.call import Role
from schemas.config import RunConfig
from schemas.dialogue import Dialogue, Speaker
from schemas.run import SupervisionRow
from schemas.verdict import Rejection, RejectionCode

_OFF = frozenset({RejectionCode.SYSTEM_OFF_WORDS, RejectionCode.SYSTEM_STUCK})


@dataclass(frozen=True)
class Gain:
    """One run.

    Attributes:
        rate: Share of programs that have a fault, of those that can have one.
        on: Whether the supervisors were.
        accepted, attempted: Dialogues.
        off: Attempts at a system turn that left the course.
        turns: System turns of dialogues that came to their end.
        calls: Requests to the model.
        rows: What the supervisors did.
    """

    rate: float
    repairs: int
    on: bool
    accepted: int
    attempted: int
    off: int
    turns: int
    calls: int
    rows: tuple[SupervisionRow, ...]


def gain(rate: float, repairs: int, folder: str, config: RunConfig, *, on: bool) -> Gain:
    """Makes a run in which that share of the system's programs is faulty.

    Args:
        rate: Share of faulty programs.
        repairs: How often a turn may be asked again.
        folder: Where the run goes.
        config: What is wanted otherwise.
        on: Whether the supervisors are.
    """
    good = config.models["default"]
    bad = good.model_copy(
        update={"model": "offline/noisy", "extra": {"rate": rate, "faults": "labels"}}
    )
    settings = {"repairs": repairs, "schema_supervisor": on, "parser_supervisor": on}
    settled = config.model_copy(
        update={
            "models": {"default": good, Role.SYSTEM: bad},
            "simulation": config.simulation.model_copy(update=settings),
        }
    )
    try:
        manifest = run_here(settled, folder)
    except ZeroYield:
        return Gain(rate, repairs, on, 0, config.target.accepted, 0, 0, 0, ())
    store = ArtifactStore(folder)
    answers = [
        turn
        for dialogue in store.read_all("dialogues", Dialogue)
        for turn in dialogue.turns
        if turn.speaker is Speaker.SYSTEM
    ]
    given_up = [r for r in store.read_all("rejects", Rejection) if r.code in _OFF]
    return Gain(
        rate=rate,
        repairs=repairs,
        on=on,
        accepted=manifest.accepted,
        attempted=manifest.attempted,
        off=sum(turn.repairs for turn in answers) + (1 + repairs) * len(given_up),
        turns=len(answers),
        calls=manifest.spend.calls,
        rows=manifest.supervision,
    )


HEAD = (
    *("faulty programs", "repairs", "supervisors", "accepted", "attempts off course"),
    *("system turns", "calls", "mended", "right"),
)


def table(gains: Sequence[Gain]) -> Iterator[str]:
    """The runs as a Markdown table."""
    yield f"| {' | '.join(HEAD)} |"
    yield "|" + "---|" * len(HEAD)
    for one in gains:
        cells = (
            f"{one.rate:.0%}",
            one.repairs,
            "on" if one.on else "off",
            f"{one.accepted} of {one.attempted}",
            one.off,
            one.turns,
            one.calls,
            sum(row.mended for row in one.rows),
            sum(row.right for row in one.rows),
        )
        yield f"| {' | '.join(map(str, cells))} |"
