"""A chat whose replies are written by the test; it fails loudly where it has none."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from runtime.stage import BadReply
from schemas.base import Record
from schemas.calls.call import Call, InputT, ReplyT, Site

Answer = Callable[[Any], Record | Mapping[str, Any]]


@dataclass
class ScriptedChat:
    """Answers each call by a function of its input, or by the next of a list of replies.

    A reply that the caller's check refuses is followed by the next one, as the gateway's re-asks
    do; after `reasks` of them the item is given up.
    """

    answers: dict[str, Answer | list[Mapping[str, Any]]]
    reasks: int = 2
    asked: list[tuple[str, Any, Site]] = field(default_factory=list)

    async def ask(
        self,
        call: Call[InputT, ReplyT],
        data: InputT,
        site: Site,
        check: Callable[[ReplyT], None] | None = None,
    ) -> ReplyT:
        complaint = ""
        for _ in range(self.reasks + 1):
            self.asked.append((call.name, data, site))
            reply = call.reply.model_validate(self._next(call.name, data))
            try:
                if check is not None:
                    check(reply)
                return reply
            except ValueError as problem:
                complaint = str(problem)
        raise BadReply(complaint)

    def model_of(self, call: Call[InputT, ReplyT]) -> str:
        return "scripted"

    def _next(self, name: str, data: Record) -> Record | Mapping[str, Any]:
        if name not in self.answers:
            raise AssertionError(f"the test has no answer for {name}: {data}")
        answer = self.answers[name]
        if isinstance(answer, list):
            if not answer:
                raise AssertionError(f"the test has run out of answers for {name}")
            return answer.pop(0)
        return answer(data)

    def times(self, name: str) -> int:
        """How often a call was made."""
        return sum(1 for call, _, _ in self.asked if call == name)
