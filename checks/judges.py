"""Rung 6: does whoever reads the words see the phenomena that the labels claim?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from phenomena import BY_TAG
from schemas.calls.judging import JudgeInput
from schemas.candidate import Candidate
from schemas.verdict import Outcome
from world.transcript import conversation

NAME = "judge_phenomena"
VERSION = 1
RUNG = 6


@dataclass(frozen=True)
class Judgement:
    """One question to the panel.

    Attributes:
        turn: The turn in which the phenomenon is said to happen.
    """

    turn: int
    phenomenon: str
    asked: JudgeInput


def judgements(candidate: Candidate) -> Iterator[Judgement]:
    """A question for each planned phenomenon, about the words up to the turn where it happens.

    The judge sees the message in question last, since 'does the user ...' is asked of it.
    """
    turns = candidate.dialogue.turns
    planned = {tag for turn in turns for tag in turn.planned_phenomena}
    for turn in candidate.annotation.turns:
        for tag in turn.phenomena:
            if tag in planned and tag in turn.planned_phenomena:
                phenomenon = BY_TAG[tag]
                yield Judgement(
                    turn=turn.index,
                    phenomenon=tag.value,
                    asked=JudgeInput(
                        conversation=conversation(turns[: turn.index + 1]),
                        phenomenon=tag.value.replace("_", " "),
                        description=phenomenon.description,
                        question=phenomenon.question,
                    ),
                )


def outcome(votes: Sequence[str | None]) -> Outcome:
    """What the panel says: the majority of those that could be read.

    Args:
        votes: 'yes', 'no', or None where a reply stayed unreadable. A tie fails; nothing
            readable, or most of it not, is unscored.
    """
    read = [vote for vote in votes if vote is not None]
    if not read or 2 * len(read) <= len(votes):
        return Outcome.UNSCORED
    return Outcome.PASS if 2 * read.count("yes") > len(read) else Outcome.FAIL
