"""A chat that answers from a script; a question it has no answer to fails the test."""

from collections.abc import Callable
from dataclasses import dataclass, field

from runtime.stage import BadReply
from schemas.calls.call import Call, InputT, ReplyT, Site
from schemas.calls.judging import JudgeReply
from schemas.calls.simulation import StatementsReply

Answer = StatementsReply | JudgeReply | None
"""None is a reply that stayed unusable."""


@dataclass
class ScriptedChat:
    """Answers by call name and site, and remembers what was asked."""

    answer: Callable[[str, Site], Answer]
    asked: list[tuple[str, Site]] = field(default_factory=list)

    async def ask(
        self,
        call: Call[InputT, ReplyT],
        data: InputT,
        site: Site,
        check: Callable[[ReplyT], None] | None = None,
    ) -> ReplyT:
        """The scripted answer."""
        assert isinstance(data, call.input)
        self.asked.append((call.name, site))
        reply = self.answer(call.name, site)
        if reply is None:
            raise BadReply("unreadable")
        assert isinstance(reply, call.reply)
        try:
            if check is not None:
                check(reply)
        except ValueError as problem:
            raise BadReply(str(problem)) from None
        return reply

    def model_of(self, call: Call[InputT, ReplyT]) -> str:
        """A name for the role."""
        return f"scripted/{call.role.value}"
