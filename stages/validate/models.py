"""The rungs that ask models: label agreement and judges."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from checks import agreement, judges
from runtime.stage import BadReply, StageContext
from schemas.calls.call import Call, Site
from schemas.calls.judging import (
    JUDGE_PHENOMENON,
    LABEL_BLIND,
    LABEL_PRIVILEGED,
    JudgeInput,
    JudgeReply,
)
from schemas.calls.simulation import StatementsReply
from schemas.candidate import Candidate
from schemas.verdict import Outcome, RejectionCode, Verdict
from world.language import parse

AGREES = "agrees"
UNREADABLE = "unreadable"


async def label_agreement(candidate: Candidate, ctx: StageContext) -> tuple[Verdict, ...]:
    """A verdict for each system turn; all predictions of the dialogue are asked at once."""
    draws = ctx.config.validation.blind + ctx.config.validation.privileged
    if not draws:
        return ()
    asked = list(agreement.questions(candidate, ctx.catalog))
    votes = await asyncio.gather(
        *(_vote(question, draw, candidate, ctx) for question in asked for draw in range(draws))
    )
    by_turn: dict[int, list[tuple[str, ...]]] = {}
    for place, question in enumerate(asked):
        mine = tuple(votes[place * draws : (place + 1) * draws])
        by_turn.setdefault(question.turn, []).append(mine)
    models = _models(ctx)
    return tuple(
        _agreement_verdict(candidate, turn, steps, models, ctx) for turn, steps in by_turn.items()
    )


async def judge(candidate: Candidate, ctx: StageContext) -> tuple[Verdict, ...]:
    """A verdict of the panel on each phenomenon that was planned and is labelled, and on the words.

    The words are judged where the configuration wants it.
    """
    wanted = ctx.config.validation
    asked: list[tuple[str, judges.Judgement]] = []
    if wanted.judge_phenomena:
        asked += [(judges.NAME, one) for one in judges.judgements(candidate, ctx.catalog)]
    if wanted.judge_wording:
        asked += [(judges.WORDING, one) for one in judges.wordings(candidate, ctx.catalog)]
    size = len(ctx.config.judges)
    votes = await asyncio.gather(
        *(
            _judge(number, seat, one, candidate, ctx)
            for number, (_, one) in enumerate(asked)
            for seat in range(size)
        )
    )
    return tuple(
        _judged(check, candidate, one, votes[number * size : (number + 1) * size], ctx)
        for number, (check, one) in enumerate(asked)
    )


async def _vote(
    question: agreement.Question, draw: int, candidate: Candidate, ctx: StageContext
) -> str:
    """`agrees`, `unreadable`, or how the prediction differs."""
    site = Site(
        item=candidate.dialogue.dialogue_id, turn=question.turn, step=question.step, draw=draw
    )
    try:
        if draw < ctx.config.validation.blind:
            reply = await ctx.chat.ask(LABEL_BLIND, question.blind, site, _programs)
        else:
            reply = await ctx.chat.ask(LABEL_PRIVILEGED, question.privileged, site, _programs)
    except BadReply:
        return UNREADABLE
    differs = agreement.disagreement(question, reply.statements)
    return f"{'; '.join(reply.statements)}: {differs}" if differs else AGREES


def _programs(reply: StatementsReply) -> None:
    """Refuses what is no program at all: it is asked for again, and says nothing of the label."""
    for line in reply.statements:
        parse(line)


def _models(ctx: StageContext) -> tuple[str, ...]:
    validation = ctx.config.validation
    return (
        *(ctx.chat.model_of(LABEL_BLIND) for _ in range(validation.blind)),
        *(ctx.chat.model_of(LABEL_PRIVILEGED) for _ in range(validation.privileged)),
    )


def _agreement_verdict(
    candidate: Candidate,
    turn: int,
    steps: Sequence[tuple[str, ...]],
    models: tuple[str, ...],
    ctx: StageContext,
) -> Verdict:
    outcomes = [_agreed(votes, ctx.config.validation.agreement == "all") for votes in steps]
    outcome = next((o for o in (Outcome.FAIL, Outcome.UNSCORED) if o in outcomes), Outcome.PASS)
    votes = tuple(vote for step in steps for vote in step)
    return Verdict(
        dialogue_id=candidate.dialogue.dialogue_id,
        check=agreement.NAME,
        version=agreement.VERSION,
        rung=agreement.RUNG,
        outcome=outcome,
        code=_code(outcome, RejectionCode.LABEL_DISAGREEMENT),
        turn=turn,
        detail=next((v for v in votes if v not in (AGREES, UNREADABLE)), "")
        if outcome is Outcome.FAIL
        else "",
        votes=votes,
        models=models * len(steps),
    )


def _agreed(votes: Sequence[str], unanimous: bool) -> Outcome:
    agree, unread = votes.count(AGREES), votes.count(UNREADABLE)
    differ = len(votes) - agree - unread
    if unanimous:
        if differ:
            return Outcome.FAIL
        return Outcome.UNSCORED if unread else Outcome.PASS
    if 2 * agree > len(votes):
        return Outcome.PASS
    # Unread votes that could still have made a majority leave the step without a score.
    return Outcome.UNSCORED if 2 * (agree + unread) > len(votes) else Outcome.FAIL


async def _judge(
    number: int, draw: int, judgement: judges.Judgement, candidate: Candidate, ctx: StageContext
) -> str | None:
    site = Site(item=candidate.dialogue.dialogue_id, turn=judgement.turn, step=number, draw=draw)
    try:
        reply = await ctx.chat.ask(_seated(draw), judgement.asked, site)
    except BadReply:
        return None
    return reply.vote


def _judged(
    check: str,
    candidate: Candidate,
    judgement: judges.Judgement,
    votes: Sequence[str | None],
    ctx: StageContext,
) -> Verdict:
    outcome = judges.outcome(votes)
    return Verdict(
        dialogue_id=candidate.dialogue.dialogue_id,
        check=check,
        version=judges.VERSION,
        rung=judges.RUNG,
        outcome=outcome,
        code=_code(outcome, RejectionCode.JUDGED_NO),
        turn=judgement.turn,
        detail=judgement.phenomenon,
        votes=tuple(vote or UNREADABLE for vote in votes),
        models=tuple(ctx.chat.model_of(_seated(seat)) for seat in range(len(votes))),
    )


def _seated(seat: int) -> Call[JudgeInput, JudgeReply]:
    """The question as it goes to one judge of the panel."""
    return replace(JUDGE_PHENOMENON, seat=seat)


def _code(outcome: Outcome, failed: RejectionCode) -> RejectionCode | None:
    if outcome is Outcome.PASS:
        return None
    return failed if outcome is Outcome.FAIL else RejectionCode.UNSCORED
