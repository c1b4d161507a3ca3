"""What the supervisors remember: of a dialogue, and of one attempt at a turn."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from runtime.stage import BadReply, StageContext
from schemas.calls.call import Call, InputT, ReplyT, Site
from schemas.calls.supervision import SuperviseNameInput
from schemas.dialogue import Mend, Named, Supervised
from world.names import Outside

_Key = tuple[Named, str, str, str]


@dataclass
class Memory:
    """Of a dialogue: names that were brought back, and all that supervisors did.

    It belongs to one dialogue, whose turns follow each other, so that what is remembered does
    not depend on what happens to run at the same time.
    """

    supervised: list[Supervised] = field(default_factory=list)
    _names: dict[_Key, str] = field(default_factory=dict)
    _unknown: set[SuperviseNameInput] = field(default_factory=set)

    def known(self, outside: Outside, question: SuperviseNameInput) -> str | None:
        """The legal name remembered, empty where there is known to be none; None where unasked."""
        if question in self._unknown:
            return ""
        return self._names.get(_key(outside))

    def learn(self, outside: Outside, question: SuperviseNameInput, name: str) -> None:
        """Remembers an answer; that there is none holds for the same choices only."""
        if name:
            self._names[_key(outside)] = name
        else:
            self._unknown.add(question)

    def judged(self, mends: Iterable[Mend], turn: int, *, right: bool) -> None:
        """Notes what an attempt at a turn came to; names that it went wrong with are forgotten."""
        for mend in mends:
            self.supervised.append(Supervised(**dict(mend), turn=turn, right=right))
            if not right:
                self._names.pop((mend.kind, mend.service, mend.slot, mend.found.casefold()), None)


def _key(outside: Outside) -> _Key:
    return outside.kind, outside.service, outside.slot, outside.name.casefold()


@dataclass
class Attempt:
    """One attempt at a system turn.

    Attributes:
        draw: Which attempt at the turn it is.
        doubted: What supervisors did in earlier attempts at this turn, which went wrong: it is
            not done again, so that a supervisor cannot stand in the way of a right program.
        mends: What they did in this one, also where it came to nothing.
    """

    ctx: StageContext
    item: str
    turn: int
    draw: int
    memory: Memory
    doubted: frozenset[Mend] = frozenset()
    mends: list[Mend] = field(default_factory=list)

    async def ask(self, call: Call[InputT, ReplyT], question: InputT, step: int) -> ReplyT | None:
        """The model's answer; None where it is unusable, which leaves all as it was."""
        site = Site(item=self.item, turn=self.turn, step=step, draw=self.draw)
        try:
            return await self.ctx.chat.ask(call, question, site)
        except BadReply:
            return None

    def over(self, *, right: bool) -> None:
        """The attempt is judged."""
        self.memory.judged(self.mends, self.turn, right=right)
