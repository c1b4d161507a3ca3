"""Rung 6: does whoever reads the words see what the labels claim?

Whether a phenomenon happens that was planned, and, where that is wanted, whether people could talk
so and are taken as they mean it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import krippendorff
import numpy as np

from phenomena import BY_TAG
from phenomena.reading import NO_ANSWER
from schemas.calls.judging import JudgeInput
from schemas.candidate import Candidate
from schemas.dialogue import Speaker
from schemas.run import Panel
from schemas.service import Catalog
from schemas.verdict import Outcome, Verdict
from world.transcript import conversation, now_text, wish

NAME = "judge_phenomena"
WORDING = "judge_wording"
NATURAL = "natural wording"
MEANT = "meant as it stands"
_READ = {"yes": 1.0, "no": 0.0}
VERSION = 2
RUNG = 6


@dataclass(frozen=True)
class Judgement:
    """One question to the panel.

    Attributes:
        turn: The turn in which the phenomenon is said to happen, the last one for the whole.
        phenomenon: What is asked about, in the verdict's words.
    """

    turn: int
    phenomenon: str
    asked: JudgeInput


def judgements(candidate: Candidate, catalog: Catalog) -> Iterator[Judgement]:
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
                        now=now_text(candidate.dialogue.clock),
                        assistant=_abilities(candidate, catalog),
                        conversation=conversation(turns[: turn.index + 1]),
                        phenomenon=tag.value.replace("_", " "),
                        description=phenomenon.description,
                        question=phenomenon.question,
                    ),
                )


def wordings(candidate: Candidate, catalog: Catalog) -> Iterator[Judgement]:
    """Two questions about a dialogue's words: could people talk so, and is it meant so?"""
    turns = candidate.dialogue.turns
    asides = [
        str(turn.index // 2 + 1)
        for turn in turns
        if turn.speaker is Speaker.USER and any(act.act in NO_ANSWER for act in turn.acts)
    ]
    known = f" Their messages {', '.join(asides)} are known to be asides." if asides else ""
    for name, description, question in (
        (
            NATURAL,
            "Every message is one that a person could write or say in this place.",
            "Could people talk like this, the assistant and the user?",
        ),
        (
            MEANT,
            f"The user's messages, asides left out, are meant as they stand, for the assistant."
            f"{known}",
            "Is every value that the user gives outside of known asides meant seriously, and "
            "said to the assistant?",
        ),
    ):
        asked = JudgeInput(
            now=now_text(candidate.dialogue.clock),
            assistant=_abilities(candidate, catalog),
            conversation=conversation(turns),
            phenomenon=name,
            description=description,
            question=question,
        )
        yield Judgement(turn=turns[-1].index, phenomenon=name, asked=asked)


def _abilities(candidate: Candidate, catalog: Catalog) -> tuple[str, ...]:
    """The dialogue's intents with what they need."""
    own = catalog.only(candidate.dialogue.services)
    return tuple(
        f"{wish(intent)}; needs: {_slots(intent.required)}"
        + (f"; may be told: {_slots(o.name for o in intent.optional)}" if intent.optional else "")
        for _, intent in own.intents()
    )


def _slots(names: Iterable[str]) -> str:
    return ", ".join(name.replace("_", " ") for name in names) or "nothing"


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


def panel(verdicts: Iterable[Verdict]) -> Panel | None:
    """How the judges of a run voted and how far they agree, None where nothing was judged.

    Krippendorff's alpha for nominal votes; a vote that could not be read is missing from it.
    """
    judged = [verdict for verdict in verdicts if verdict.check in (NAME, WORDING)]
    if not judged:
        return None
    seats = max(len(verdict.votes) for verdict in judged)
    votes = np.full((seats, len(judged)), np.nan)
    for column, verdict in enumerate(judged):
        for seat, vote in enumerate(verdict.votes):
            votes[seat, column] = _READ.get(vote, np.nan)
    return Panel(
        models=max((verdict.models for verdict in judged), key=len),
        judgements=len(judged),
        yes=tuple(int(np.sum(row == 1.0)) for row in votes),
        unreadable=tuple(int(np.sum(np.isnan(row))) for row in votes),
        unscored=sum(verdict.outcome is Outcome.UNSCORED for verdict in judged),
        alpha=_alpha(votes),
    )


def _alpha(votes: "np.ndarray[tuple[int, int], np.dtype[np.float64]]") -> float | None:
    """None where there are no two votes to compare, or nobody ever voted otherwise."""
    pairable = votes[:, np.sum(~np.isnan(votes), axis=0) >= 2]
    if len(np.unique(pairable[~np.isnan(pairable)])) < 2:
        return None
    return round(float(krippendorff.alpha(votes, level_of_measurement="nominal")), 4)
