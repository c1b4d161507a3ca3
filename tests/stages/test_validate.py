"""The ladder as a stage: votes, what is paid for, and the cut at the last good checkpoint."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from checks.overlap import PublishedText, published
from runtime.stage import StageContext
from schemas.annotation import AnnotatedDialogue
from schemas.calls.call import Call, InputT, ReplyT, Site
from schemas.calls.judging import JudgeReply
from schemas.calls.simulation import StatementsReply
from schemas.candidate import Candidate, Judged
from schemas.config import RunConfig, Sources, Validation
from schemas.dialogue import Dialogue, EndReason
from schemas.phenomenon import PhenomenonTag
from schemas.verdict import Outcome, Rejection, RejectionCode
from stages.annotate import ANNOTATE
from stages.validate import Validate
from tests import scenes
from tests.scenes import BOOKING, BY_HAND, CATALOG, NOTE, TABLE_GOAL, candidate, plan
from tests.stages.scripted_chat import Answer, ScriptedChat

RIGHT: dict[tuple[int, int], tuple[str, ...]] = {
    (1, 0): ('reserve_table(date="2026-03-06", restaurant_name="luigi\'s")',),
    (1, 1): ("say(request(x0.party_size))",),
    (3, 0): ('x0.party_size = "4"',),
    (3, 1): ("say(confirm(x0))",),
    (5, 0): ("confirm(x0)",),
    (5, 1): ("say(success(x0))",),
    (7, 0): ("say(goodbye())",),
}
"""What other models write for BOOKING: other words, the same meaning."""


def context(chat: ScriptedChat, **validation: object) -> StageContext:
    config = RunConfig(
        intents=Sources(imported=("none.json",)),
        validation=Validation.model_validate(validation),
    )
    return StageContext(chat=chat, seed=0, catalog=CATALOG, config=config)


def right(name: str, site: Site) -> Answer:
    if name == "judge_phenomenon":
        return JudgeReply(reason="It is there.", vote="yes")
    return StatementsReply(statements=RIGHT[site.turn, site.step])


def wrong_at(turn: int, step: int, draw: int, *statements: str) -> ScriptedChat:
    def answer(name: str, site: Site) -> Answer:
        if (site.turn, site.step, site.draw) == (turn, step, draw):
            return StatementsReply(statements=statements) if statements else None
        return right(name, site)

    return ScriptedChat(answer)


HAND_MADE = Validate(checks=BY_HAND)


async def judged(chat: ScriptedChat, item: Candidate | None = None, **validation: object) -> Judged:
    return await HAND_MADE.run(item or candidate(), context(chat, **validation))


async def test_programs_that_mean_the_same_agree() -> None:
    chat = ScriptedChat(right)
    result = await judged(chat)
    assert result.code is None
    assert {v.outcome for v in result.verdicts} == {Outcome.PASS}
    agreement = [v for v in result.verdicts if v.check == "label_agreement"]
    assert [(v.turn, len(v.votes)) for v in agreement] == [(1, 3), (3, 3), (5, 3), (7, 3)]
    assert agreement[0].models == ("scripted/validator",) * 3
    # Seven steps, of which the three that say a signal are no question. The others are asked
    # twice blind and once with the plan; nothing is planned to be judged.
    assert [name for name, _ in chat.asked].count("label_blind") == 8
    assert [name for name, _ in chat.asked].count("label_privileged") == 4
    assert len({(name, site) for name, site in chat.asked}) == 12


@pytest.mark.parametrize(
    ("place", "statements", "why"),
    [
        ((3, 0), ("x0.party_size = 5",), "it is invalid"),
        ((1, 0), ('reserve_table(restaurant_name="Luigi\'s")',), "its effects are others"),
        ((1, 0), ('find_reservations(restaurant_name="Luigi\'s")',), "its effects are others"),
        ((5, 0), ("hold(x0)",), "its moves are others"),
        ((5, 0), ("ignore()",), "its moves are others"),
        ((7, 0), ("say(x7)",), "its said are others"),
    ],
)
async def test_one_vote_that_differs_fails(
    place: tuple[int, int], statements: tuple[str, ...], why: str
) -> None:
    result = await judged(wrong_at(*place, 2, *statements), truncate=False)
    assert result.code is RejectionCode.LABEL_DISAGREEMENT
    (failed,) = [v for v in result.verdicts if v.outcome is Outcome.FAIL]
    assert failed.turn == place[0]
    assert why in failed.detail


async def test_a_majority_can_be_enough() -> None:
    chat = wrong_at(3, 0, 0, "x0.party_size = 5")
    assert (await judged(chat, agreement="majority")).code is None


async def test_an_unreadable_vote_is_no_pass() -> None:
    result = await judged(wrong_at(3, 0, 1), truncate=False)
    assert result.code is RejectionCode.UNSCORED
    (unscored,) = [v for v in result.verdicts if v.outcome is Outcome.UNSCORED]
    assert (unscored.turn, unscored.votes.count("unreadable")) == (3, 1)
    assert (await judged(wrong_at(3, 0, 1), agreement="majority")).code is None


async def test_no_model_is_asked_after_a_cheap_failure() -> None:
    chat = ScriptedChat(right)
    result = await judged(chat, candidate(of=plan(expected=())))
    assert result.code is RejectionCode.COLLATERAL
    assert chat.asked == []


async def test_an_empty_ladder_is_an_error() -> None:
    with pytest.raises(ValueError, match="no checks"):
        await Validate(checks=()).run(candidate(), context(ScriptedChat(right)))


async def test_what_is_no_program_says_nothing_of_the_label() -> None:
    result = await judged(wrong_at(3, 0, 0, "seventeen"), truncate=False)
    assert result.code is RejectionCode.UNSCORED


MULTI = PhenomenonTag.START_MULTI_SLOT


@pytest.mark.parametrize(
    ("votes", "code"),
    [
        (("yes",), None),
        (("no",), RejectionCode.JUDGED_NO),
        ((None,), RejectionCode.UNSCORED),
        (("yes", "no", "yes"), None),
        (("yes", "no", None), RejectionCode.JUDGED_NO),
        (("yes", None, None), RejectionCode.UNSCORED),
    ],
)
async def test_the_panel(votes: tuple[str | None, ...], code: RejectionCode | None) -> None:
    def answer(name: str, site: Site) -> Answer:
        if name != "judge_phenomenon":
            return right(name, site)
        vote = votes[site.draw]
        return None if vote is None else JudgeReply.model_validate({"reason": "-", "vote": vote})

    item = candidate(of=plan(phenomena=(MULTI,)), planned={0: (MULTI,)})
    result = await judged(ScriptedChat(answer), item, judges=len(votes))
    assert result.code is code
    panel = [v for v in result.verdicts if v.check == "judge_phenomena"]
    assert [v.votes for v in panel] == [tuple(vote or "unreadable" for vote in votes)]


async def test_a_panel_of_models_has_one_vote_each() -> None:
    def answer(name: str, site: Site) -> Answer:
        if name != "judge_phenomenon":
            return right(name, site)
        return JudgeReply(reason="-", vote="no" if site.draw == 1 else "yes")

    chat = Panellists(answer)
    item = candidate(of=plan(phenomena=(MULTI,)), planned={0: (MULTI,)})
    result = await judged(chat, item, panel=["a/one", {"model": "b/two"}, "c/three"])
    assert result.code is None
    (vote,) = [v for v in result.verdicts if v.check == "judge_phenomena"]
    assert vote.votes == ("yes", "no", "yes")
    assert vote.models == ("seat 0", "seat 1", "seat 2")
    assert sorted(chat.seats) == [0, 1, 2]


@dataclass
class Panellists(ScriptedChat):
    """Remembers which seats of the panel were asked."""

    seats: list[int] = field(default_factory=list)

    async def ask(
        self,
        call: Call[InputT, ReplyT],
        data: InputT,
        site: Site,
        check: Callable[[ReplyT], None] | None = None,
    ) -> ReplyT:
        if call.name == "judge_phenomenon":
            self.seats.append(call.seat)
        return await super().ask(call, data, site, check)

    def model_of(self, call: Call[InputT, ReplyT]) -> str:
        return f"seat {call.seat}"


async def test_what_repeats_a_published_dialogue_is_rejected_before_it_costs() -> None:
    words = tuple(turn.utterance for turn in candidate().dialogue.turns)
    index = published((PublishedText("bench.jsonl:3", words),))
    chat = ScriptedChat(right)
    stage = replace(HAND_MADE, published=lambda names: index)
    result = await stage.run(candidate(), context(chat, overlap=("bench.jsonl",)))
    assert result.code is RejectionCode.OVERLAP
    assert "bench.jsonl:3" in result.detail
    assert chat.asked == []
    assert (await stage.run(candidate(), context(chat))).code is None


LATER: dict[tuple[int, int], tuple[str, ...]] = {
    (7, 0): ('send_note(contact="Anna")',),
    (7, 1): ("say(x10)",),
    (9, 0): ("say(goodbye())",),
}


def sloppy_later(name: str, site: Site) -> Answer:
    if site.turn < 7:
        return right(name, site)
    return StatementsReply(
        statements=LATER[site.turn, site.step] if site.turn > 7 else ("ignore()",)
    )


async def test_a_dialogue_is_cut_at_the_last_good_checkpoint() -> None:
    """The note cannot be agreed on; the table before it is done, and is kept."""
    result = await judged(ScriptedChat(sloppy_later), scenes.with_note())
    assert result.code is None
    kept = result.candidate
    assert len(kept.dialogue.turns) == len(kept.annotation.turns) == 6
    assert kept.dialogue.end is kept.annotation.end is EndReason.TRUNCATED
    assert [entity.type for entity in kept.annotation.final_entities] == ["reservations"]
    assert result.detail.startswith("cut after turn 5: label_agreement: turn 7:")
    failed = [v for v in result.verdicts if v.outcome is not Outcome.PASS]
    assert failed
    assert all(v.detail.startswith("before the cut after turn 5: ") for v in failed)


async def test_what_is_left_has_to_fill_its_cell() -> None:
    item = scenes.with_note()
    cell = item.plan.cell.model_copy(update={"service": "notes", "intent": "send_note"})
    item = item.model_copy(update={"plan": item.plan.model_copy(update={"cell": cell})})
    result = await judged(ScriptedChat(sloppy_later), item)
    assert result.code is RejectionCode.LABEL_DISAGREEMENT
    assert len(result.candidate.dialogue.turns) == 10


async def test_truncation_can_be_turned_off() -> None:
    result = await judged(ScriptedChat(sloppy_later), scenes.with_note(), truncate=False)
    assert result.code is RejectionCode.LABEL_DISAGREEMENT


async def test_a_cheap_failure_is_cut_too_and_then_paid_for() -> None:
    """Nobody gave the name in the answer to the note."""
    heard, acts, programs, _ = NOTE[0]
    exchanges = (
        *BOOKING[:3],
        (heard, acts, programs, "Your note to Peter has been sent."),
        NOTE[1],
    )
    goals = (TABLE_GOAL, scenes.NOTE_GOAL)
    item = candidate(exchanges, plan(goals, (scenes.BOOKED, scenes.SENT)))
    chat = ScriptedChat(right)
    result = await judged(chat, item)
    assert result.code is None
    assert len(result.candidate.dialogue.turns) == 6
    assert {site.turn for _, site in chat.asked} == {1, 3, 5}


async def test_annotate_gives_labels_or_says_where_the_record_breaks() -> None:
    item = candidate()
    ctx = context(ScriptedChat(right))
    labels = await ANNOTATE.run(item.dialogue, ctx)
    assert labels == item.annotation
    assert isinstance(labels, AnnotatedDialogue)
    turn = item.dialogue.turns[1].model_copy(update={"acts": ()})
    turns = (item.dialogue.turns[0], turn, *item.dialogue.turns[2:])
    broken: Dialogue = item.dialogue.model_copy(update={"turns": turns})
    rejection = await ANNOTATE.run(broken, ctx)
    assert isinstance(rejection, Rejection)
    assert rejection.code is RejectionCode.REPLAY
    assert rejection.detail.startswith("turn 1: ")
