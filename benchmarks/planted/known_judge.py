"""A chat whose answers are known: it measures how votes are counted, and no model.

It predicts every program as it was recorded, so that label agreement passes, and its judges know
which dialogues were planted and by what. Each of them errs, and is unreadable, at a given rate, so
that the panel's rate can be worked out by hand and held against what is counted.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from runtime.stage import BadReply
from schemas.calls.call import Call, InputT, ReplyT, Role, Site
from schemas.calls.judging import JudgeInput
from schemas.dialogue import Dialogue, Speaker


@dataclass
class KnownJudge:
    """The chat.

    Attributes:
        wrong: What the judges have to say no to, by the item's id: phenomena as they are asked
            about; all else is a yes.
        errs: Share of a judge's votes that are the other one.
        unreadable: Share of its replies that nobody can read.
        programs: The recorded programs by item, turn and step.
        unseen: Questions that did not show the words that they were about.
    """

    seed: int
    wrong: Mapping[str, frozenset[str]]
    words: Mapping[str, str]
    errs: float = 0.1
    unreadable: float = 0.05
    programs: dict[tuple[str, int, int], tuple[str, ...]] = field(default_factory=dict)
    unseen: list[str] = field(default_factory=list)

    def record(self, dialogue: Dialogue) -> None:
        """Takes note of the programs that a dialogue has, as predictions of them."""
        for turn in dialogue.turns:
            if turn.speaker is Speaker.SYSTEM:
                stood = [step for step in turn.steps if step.statements]
                for number, step in enumerate(stood):
                    self.programs[dialogue.dialogue_id, turn.index, number] = step.written

    async def ask(
        self,
        call: Call[InputT, ReplyT],
        data: InputT,
        site: Site,
        check: Callable[[ReplyT], None] | None = None,
    ) -> ReplyT:
        """The known answer; a judge's own one where it errs."""
        if call.role is not Role.JUDGE or not isinstance(data, JudgeInput):
            written = self.programs[site.item, site.turn, site.step]
            return call.reply.model_validate({"statements": written})
        rng = Random(f"{self.seed} {site} {call.seat}")
        if rng.random() < self.unreadable:
            raise BadReply("nobody can read this")
        no = data.phenomenon in self.wrong.get(site.item, ())
        if no and self.words[site.item] not in [line.text for line in data.conversation]:
            self.unseen.append(site.item)
        if rng.random() < self.errs:
            no = not no
        return call.reply.model_validate({"reason": "known", "vote": "no" if no else "yes"})

    def model_of(self, call: Call[InputT, ReplyT]) -> str:
        """A name for the seat."""
        return f"known/{call.seat}"


def caught_by_majority(errs: float, unreadable: float, judges: int) -> float:
    """The share of wrong dialogues that a panel does not accept, worked out.

    A panel accepts where most votes can be read and most of these say yes.
    """
    accepted = 0.0
    for outcome in range(3**judges):
        votes = [outcome // 3**seat % 3 for seat in range(judges)]  # 0 no, 1 yes, 2 unreadable
        chance = 1.0
        for vote in votes:
            read = (1 - errs, errs)[vote] * (1 - unreadable) if vote < 2 else unreadable
            chance *= read
        yes, legible = votes.count(1), judges - votes.count(2)
        if 2 * legible > judges and 2 * yes > legible:
            accepted += chance
    return 1 - accepted
