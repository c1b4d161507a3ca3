"""The kinds that only tone tells, put to the stage's own panel: judges whose answers are known."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from benchmarks.planted.corpus import called
from benchmarks.planted.kind import Good, Kind
from benchmarks.planted.known_judge import KnownJudge, caught_by_majority
from benchmarks.planted.measure import faults
from runtime.stage import StageContext
from schemas.annotation import AnnotatedDialogue
from schemas.candidate import Candidate
from schemas.config import RunConfig, Sources, Validation
from schemas.dialogue import Dialogue
from schemas.service import Catalog
from schemas.verdict import Outcome, Verdict

Verdicts = Callable[[Candidate, StageContext], Awaitable[Sequence[Verdict]]]
"""The verdicts of all rungs, those with judges last."""
Label = Callable[[Dialogue, Catalog], AnnotatedDialogue]


@dataclass(frozen=True)
class Judges:
    """A panel of known judges.

    Attributes:
        seats: How many there are.
        errs: Share of a judge's votes that are wrong.
        unreadable: Share of its replies that nobody can read.
    """

    seats: int = 3
    errs: float = 0.1
    unreadable: float = 0.05

    @property
    def catches(self) -> float:
        """The share of faults that the panel has to reject, worked out."""
        return caught_by_majority(self.errs, self.unreadable, self.seats)

    @property
    def refuses(self) -> float:
        """The share of good answers that it has to reject, worked out."""
        return caught_by_majority(1 - self.errs, self.unreadable, self.seats)


@dataclass
class Panelled:
    """What a panel made of a kind.

    Attributes:
        cheaply: Faults that a rung without a model had seen already; nobody was asked.
        caught: Of the others, those that the panel did not accept.
        good, refused: Questions about the same dialogues as they were: how often one was asked,
            and how often the panel did not accept.
        unseen: Questions whose input did not show the words they were about; must be 0.
    """

    kind: str
    planted: int = 0
    cheaply: int = 0
    caught: int = 0
    good: int = 0
    refused: int = 0
    unseen: int = 0


@dataclass(frozen=True)
class Court:
    """Where planted dialogues are judged.

    Attributes:
        verdicts: The ladder's verdicts, those of the judges among them.
        label: Labels a planted dialogue.
        seed: Of places and votes.
    """

    verdicts: Verdicts
    label: Label
    judges: Judges
    seed: int

    async def measure(
        self, kind: Kind, question: str, goods: Sequence[Good], each: int
    ) -> Panelled:
        """Plants faults of a kind, and lets the panel judge them and what they were planted into.

        Args:
            kind: What to plant.
            question: What the panel has to say no to; empty where it is the turn's phenomenon.
            goods: Into what.
            each: How many.
        """
        result = Panelled(kind.name)
        for number, (good, planted) in enumerate(faults(kind, goods, self.seed)):
            if number >= each:
                break
            result.planted += 1
            changed = next(
                turn
                for turn, old in zip(planted.dialogue.turns, good.dialogue.turns, strict=True)
                if turn.utterance != old.utterance
            )
            about = question or changed.planned_phenomena[0].value.replace("_", " ")
            labels = self.label(planted.dialogue, good.catalog)
            bad = Candidate(plan=planted.plan, dialogue=planted.dialogue, annotation=labels)
            # Ids of their own, so that no two questions have the same votes.
            pair = (called(bad, f"{number:05d}-00"), called(good.candidate, f"{number:05d}-01"))
            await self._judge(result, pair, about, changed.utterance, good.catalog)
        return result

    async def _judge(
        self,
        result: Panelled,
        pair: tuple[Candidate, Candidate],
        about: str,
        words: str,
        catalog: Catalog,
    ) -> None:
        bad, fine = pair
        ident = bad.dialogue.dialogue_id
        chat = KnownJudge(
            self.seed,
            {ident: frozenset({about})},
            {ident: words},
            self.judges.errs,
            self.judges.unreadable,
        )
        for candidate in pair:
            chat.record(candidate.dialogue)
        context = _context(chat, catalog, self.judges.seats)
        votes = [
            verdict
            for verdict in await self.verdicts(bad, context)
            if verdict.rung == PANEL and verdict.detail.replace("_", " ") == about
        ]
        result.cheaply += not votes
        result.caught += any(verdict.outcome is not Outcome.PASS for verdict in votes)
        result.unseen += bool(chat.unseen)
        asked = [v for v in await self.verdicts(fine, context) if v.rung == PANEL]
        result.good += len(asked)
        result.refused += sum(verdict.outcome is not Outcome.PASS for verdict in asked)


PANEL = 6
"""The judges' rung."""


def _context(chat: KnownJudge, catalog: Catalog, seats: int) -> StageContext:
    config = RunConfig(
        intents=Sources(imported=("none",)),
        validation=Validation(
            blind=1, privileged=0, judges=seats, judge_wording=True, truncate=False
        ),
    )
    return StageContext(chat=chat, seed=0, catalog=catalog, config=config)
