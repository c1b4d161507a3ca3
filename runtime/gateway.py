"""The one way from a stage to a model: rendered, looked up, asked, kept, read, recorded."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from runtime.asking import Question
from runtime.endpoints import Endpoints
from runtime.errors import BudgetExhausted, CallError, FatalModelError, ModelUnavailable
from runtime.journal import Completion, Journal, JournalKey
from runtime.litellm_client import OFFLINE
from runtime.local.questions import VERSION as QUESTIONS
from runtime.local.questions import asks_small
from runtime.prompts import Message, Prompts
from runtime.reading import UnreadableReply, read
from runtime.redact import redact
from runtime.stage import BadReply
from schemas.calls.call import Call, InputT, ReplyT, Role, Site
from schemas.config import Binding, RunConfig
from schemas.run import CallOutcome, CallRecord

__all__ = ["BudgetExhausted", "FatalModelError", "Gateway", "ModelUnavailable"]

_OF_REPLY = {
    *("model", "api_base", "temperature", "max_tokens", "reasoning_tokens"),
    *("structured", "extra"),
}
"""What of a binding decides about a reply."""
SHOWN_BACK = 2000
"""Characters of an unusable reply that a re-ask shows the model again."""


@dataclass(frozen=True)
class _Asking:
    """One `ask`, with what its records have in common."""

    call: Call[Any, Any]
    site: Site
    binding: Binding
    prompt_hash: str


class _Unusable(Exception):
    """A reply came and is no good; the message is fed back."""

    def __init__(self, outcome: CallOutcome, complaint: str) -> None:
        super().__init__(complaint)
        self.outcome = outcome


class Gateway:
    """Implements `runtime.stage.Chat` for a run. Make one for each process and event loop."""

    def __init__(
        self,
        config: RunConfig,
        journal: Journal,
        *,
        prompts: Prompts | None = None,
        endpoints: Endpoints | None = None,
        spent: Decimal = Decimal(0),
    ) -> None:
        """Binds roles to models; nothing is asked and litellm is not loaded yet.

        Args:
            config: Of the run: models, limits, prompts, seed.
            journal: Where replies are looked up and kept.
            prompts: Other templates than the configured ones.
            endpoints: Other ways to models than litellm, with their limits.
            spent: US dollars that earlier processes of this run have spent.
        """
        self._config = config
        self._journal = journal
        self._prompts = prompts or Prompts(config.prompts)
        self._endpoints = endpoints or Endpoints(config.limits, spent)
        self._records: defaultdict[str, list[CallRecord]] = defaultdict(list)
        self._schemas: dict[str, dict[str, Any]] = {}
        self._parameters: dict[str, bytes] = {}

    def binding(self, role: Role, seat: int = 0) -> Binding:
        """The model bound to a role, and to a seat of the judges' panel."""
        return self._config.binding(role, seat)

    def model_of(self, call: Call[InputT, ReplyT]) -> str:
        """The model string bound to the call's role, and to its seat where it is a judge's."""
        return self.binding(call.role, call.seat).model

    def prompt_hash(self, call: Call[Any, Any]) -> str:
        """Hash of the call's template, for fingerprints."""
        return self._prompts.prompt_hash(call)

    @property
    def spent(self) -> Decimal:
        """US dollars that the run has spent, replies of unknown price aside."""
        return self._endpoints.budget.spent

    async def ask(
        self,
        call: Call[InputT, ReplyT],
        data: InputT,
        site: Site,
        check: Callable[[ReplyT], None] | None = None,
    ) -> ReplyT:
        """Asks the role's model, and again with the complaint while its reply is unusable.

        The same question at the same site has the same reply, now and in a rerun: whoever wants
        another one changes `site.draw`, or the question.

        Raises:
            BadReply: After the last re-ask, or where no model can take this question.
            GatewayError: Where the run cannot go on.
        """
        binding = self.binding(call.role, call.seat)
        asking = _Asking(call, site, binding, self._prompts.prompt_hash(call))
        first = self._prompts.render(call, data)
        messages = first
        refused = False
        complaint = ""
        for attempt in range(self._config.limits.reasks + 1):
            seed = self._seed(call, site, attempt)
            question = Question(call.name, data, messages, self._schema(call), seed)
            key = JournalKey(call.name, site, attempt, self._asked(asking.binding, question))
            found = self._journal.find(key)
            completion = found or await self._pay(asking, question, key)
            try:
                reply = self._usable(call, completion, check)
            except _Unusable as unusable:
                complaint, refused = str(unusable), unusable.outcome is CallOutcome.REFUSED
                self._note(asking, key, completion, found is not None, unusable)
                messages = _with_complaint(first, completion.text, complaint)
                continue
            self._note(asking, key, completion, found is not None)
            return reply
        raise BadReply(f"{call.name}: {redact(complaint)}", refused=refused)

    def records(self, item: str) -> list[CallRecord]:
        """Hands over what was asked for an item since the last time, in order."""
        return self._records.pop(item, [])

    def close_item(self, item: str) -> None:
        """Closes an item's journal; its replies are durable then on any root."""
        self._journal.close_item(item)

    @property
    def under_way(self) -> int:
        """Requests that were sent and not answered yet."""
        return self._endpoints.under_way

    async def drain(self) -> None:
        """Waits for the replies to all that was sent, and files them: nothing paid for is lost.

        To be called when a run stops early, after its work was cancelled; cancelled itself, it
        gives up.
        """
        await self._endpoints.drain()
        self._journal.close()

    def close(self) -> None:
        """Lets go of the models once the run is over."""
        self._endpoints.close()

    async def _pay(self, asking: _Asking, question: Question, key: JournalKey) -> Completion:
        def failed(binding: Binding, error: CallError, seconds: float) -> None:
            self._add(
                asking,
                key,
                model=binding.model,
                latency_s=seconds,
                outcome=CallOutcome.ERROR,
                detail=redact(f"{type(error).__name__}: {error}"),
            )

        try:
            return await self._endpoints.reply(
                asking.binding, question, failed, lambda reply: self._journal.keep(key, reply)
            )
        except CallError as error:
            raise BadReply(f"{asking.call.name}: {redact(str(error))}") from error

    def _usable(
        self,
        call: Call[InputT, ReplyT],
        completion: Completion,
        check: Callable[[ReplyT], None] | None,
    ) -> ReplyT:
        cut = completion.finish == "length"
        if completion.finish == "content_filter" or (completion.refusal and not completion.text):
            said = completion.refusal or "a content filter stopped the reply"
            raise _Unusable(CallOutcome.REFUSED, f"the request was declined: {redact(said)}")
        try:
            reply = read(completion.text, call.reply, cut=cut)
        except UnreadableReply as error:
            raise _Unusable(_outcome(error, cut=cut), str(error)) from None
        if check is not None:
            try:
                check(reply)
            except ValueError as error:
                raise _Unusable(CallOutcome.UNUSABLE, str(error)) from None
        return reply

    def _schema(self, call: Call[Any, Any]) -> dict[str, Any]:
        if call.name not in self._schemas:
            self._schemas[call.name] = call.reply.model_json_schema()
        return self._schemas[call.name]

    def _seed(self, call: Call[Any, Any], site: Site, attempt: int) -> int:
        place = f"{self._config.seed}\0{call.name}\0{site!r}\0{attempt}"
        return (
            int.from_bytes(hashlib.sha256(place.encode("utf-8", "replace")).digest()[:4], "big")
            >> 1
        )

    def _asked(self, binding: Binding, question: Question) -> str:
        """Hash of all that decides about the reply; fallbacks answer in the binding's name."""
        place = f"{question.call}\0{binding.model}\0{binding.api_base}"
        if place not in self._parameters:
            shape = binding.model_dump(
                mode="json",
                include=_OF_REPLY,
            )
            if asks_small(binding):
                shape["questions"] = QUESTIONS
            text = json.dumps([question.schema, shape], sort_keys=True)
            self._parameters[place] = text.encode()
        digest = hashlib.sha256(self._parameters[place])
        if binding.seed or binding.model.startswith(OFFLINE):
            digest.update(str(question.seed).encode())
        for message in question.messages:
            digest.update(f"\0{message['role']}\0{message['content']}".encode(errors="replace"))
        return digest.hexdigest()[:32]

    def _note(
        self,
        asking: _Asking,
        key: JournalKey,
        completion: Completion,
        from_journal: bool,
        unusable: _Unusable | None = None,
    ) -> None:
        self._add(
            asking,
            key,
            model=asking.binding.model,
            answered_by=completion.answered_by,
            tokens_in=completion.tokens_in,
            tokens_out=completion.tokens_out,
            tokens_cached=completion.tokens_cached,
            cost_usd=None if completion.cost is None else f"{completion.cost:f}",
            latency_s=completion.latency_s,
            outcome=unusable.outcome if unusable else CallOutcome.OK,
            from_journal=from_journal,
            reused=completion.reused,
            detail=redact(str(unusable)) if unusable else "",
        )

    def _add(self, asking: _Asking, key: JournalKey, **result: Any) -> None:
        record = CallRecord(
            role=asking.call.role,
            call=asking.call.name,
            item=asking.site.item,
            turn=asking.site.turn,
            step=asking.site.step,
            draw=asking.site.draw,
            attempt=key.attempt,
            prompt_hash=asking.prompt_hash,
            asked=key.asked,
            **result,
        )
        self._records[asking.site.item].append(record)


def _outcome(error: UnreadableReply, *, cut: bool) -> CallOutcome:
    if cut:
        return CallOutcome.TRUNCATED
    if error.refused:
        return CallOutcome.REFUSED
    return CallOutcome.EMPTY if error.empty else CallOutcome.MALFORMED


def _with_complaint(first: list[Message], said: str, complaint: str) -> list[Message]:
    """The question again, with the unusable reply and what was wrong with it."""
    text = (
        f"Your reply could not be used: {complaint}\n"
        f"Reply again, with one JSON object of the form described above and nothing else."
    )
    shown = said.strip()[:SHOWN_BACK]
    if not shown:
        # Some endpoints take neither an empty message nor two of the same role in a row.
        return [*first[:-1], {"role": "user", "content": f"{first[-1]['content']}\n\n{text}"}]
    return [*first, {"role": "assistant", "content": shown}, {"role": "user", "content": text}]
