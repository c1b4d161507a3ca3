"""Whether the supervisors leave right programs alone: played again over recorded dialogues."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from runtime.stage import StageContext
from schemas.dialogue import Dialogue, SignalKind, Speaker, Step, Turn
from schemas.service import Catalog
from stages.simulate.supervise import Attempt, Memory, asked_again, recovered
from world.executor import Executor


@dataclass
class Untouched:
    """What the supervisors did to programs that are right.

    Attributes:
        programs: That were looked at.
        named: How many the schema supervisor would have asked about.
        asked: How often the parser supervisor asked.
        changed: What it then wrote, which is wrong: `slot: words | utterance`.
    """

    dialogues: int = 0
    programs: int = 0
    named: int = 0
    asked: int = 0
    changed: list[str] = field(default_factory=list)


async def untouched(dialogues: Iterable[Dialogue], ctx: StageContext) -> Untouched:
    """Lets the supervisors look at every program of dialogues whose labels are right.

    Args:
        dialogues: That replay.
        ctx: With the dialogues' services, and the model that is asked.
    """
    found = Untouched()
    for dialogue in dialogues:
        catalog = ctx.catalog.only(dialogue.services)
        executor = Executor(catalog, dialogue.world, dialogue.clock)
        memory = Memory()
        for place, turn in enumerate(dialogue.turns):
            if turn.speaker is Speaker.USER:
                executor.hear(turn.utterance, turn.acts)
                continue
            attempt = Attempt(ctx, dialogue.dialogue_id, turn.index, 0, memory)
            await _look(found, attempt, executor, catalog, dialogue.turns[:place], turn)
        found.dialogues += 1
    return found


async def _look(
    found: Untouched,
    attempt: Attempt,
    executor: Executor,
    catalog: Catalog,
    turns: tuple[Turn, ...],
    turn: Turn,
) -> None:
    """Looks at one system turn, as the simulation does after each of its programs."""
    steps: list[Step] = []
    for step in turn.steps:
        found.programs += 1
        found.named += executor.outside(step.written) is not None
        if not steps:
            await asked_again(attempt, executor.copy(), catalog, turns, step.written)
        steps.append(executor.run(step.written))
        if not any(signal.kind is SignalKind.ERROR for signal in steps[-1].signals):
            await recovered(attempt, executor.copy(), catalog, turns, steps)
    found.asked += len(attempt.mends)
    found.changed += [
        f"{mend.slot}: {mend.given} | {turns[-1].utterance}" for mend in attempt.mends if mend.given
    ]
