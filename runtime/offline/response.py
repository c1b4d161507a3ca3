"""The response model's part: words for the system's acts."""

import re
from collections.abc import Sequence
from random import Random

from runtime.offline import response_bank
from runtime.offline.boolean_phrases import boolean_noun
from runtime.offline.details import detail, named, value
from runtime.offline.intent_phrases import verb_phrases
from runtime.offline.kinds import Kind, counted_noun, kind
from runtime.offline.words import (
    agreeing,
    capitalized,
    humanize,
    listed,
    number,
    plural,
    singular,
    spoken,
)
from schemas.acts import ActType
from schemas.calls.simulation import ActView, ResponseInput, ResponseReply


def response(data: ResponseInput, seed: int) -> ResponseReply:
    """Words for the system's acts."""
    words = _Words(data, Random(f"response {seed} {len(data.conversation)}"))
    return ResponseReply(response=words.text())


class _Words:
    """One system turn being worded."""

    def __init__(self, data: ResponseInput, rng: Random) -> None:
        self._data = data
        self._rng = rng

    def _pick(self, options: Sequence[str]) -> str:
        return options[self._rng.randrange(len(options))]

    def text(self) -> str:
        """The whole turn."""
        sentences: list[str] = []
        acts = self._data.acts
        place = 0
        while place < len(acts):
            end = place + 1
            while (
                acts[place].act in _JOINED and end < len(acts) and acts[end].act is acts[place].act
            ):
                end += 1
            sentences += [self._way_back(acts[:place], acts[place]), self._group(acts[place:end])]
            place = end
        opening = self._opening()
        if sentences and opening and sentences[0].startswith(opening.rstrip(".")):
            opening = ""  # not 'Okay. Okay, ...'
        sentences.insert(0, opening)
        said = " ".join(capitalized(sentence) for sentence in sentences if sentence)
        return said or self._pick(response_bank.ACKNOWLEDGED)

    def _way_back(self, before: Sequence[ActView], act: ActView) -> str:
        """A word that leads over to another task, where something else came just before it."""
        elsewhere = any(
            a.act is ActType.NOTIFY_SUCCESS and a.intent != act.intent for a in before
        ) or (not before and self._dropped())
        if act.act not in _QUESTIONS or not act.entity or not elsewhere:
            return ""
        return self._pick(response_bank.BACK).replace("{e}", singular(humanize(act.entity)))

    def _dropped(self) -> bool:
        """Whether a task or a choice was just settled without a signal."""
        done = [text for text in self._data.done if not text.startswith("say(")]
        settled = [text for text in done if text.startswith(("cancel(", "select("))]
        thanked = not done and re.match(r".*\b(thank|cheers|appreciate)", self._last_user())
        return bool(settled) or bool(thanked)

    def _opening(self) -> str:
        """An acknowledgement that fits what was done."""
        done = [text for text in self._data.done if not text.startswith("say(")]
        acts = {act.act for act in self._data.acts}
        for verb, bank in _DONE.items():
            if any(text.startswith(f"{verb}(") for text in done):
                return self._pick(bank)
        if acts & {ActType.NOTIFY_FAILURE, ActType.NOTIFY_SUCCESS, ActType.REFUSE}:
            return ""
        if any(text.endswith(" = unknown") for text in done) and ActType.REQUEST in acts:
            return self._pick(response_bank.LEFT_OPEN)
        if ActType.GOODBYE in acts:
            thanked = re.search(r"thank|appreciate|cheers", self._last_user())
            return self._pick(response_bank.WELCOME) if thanked and self._rng.random() < 0.5 else ""
        if ActType.REQ_MORE in acts and not done:
            return self._pick(response_bank.WELCOME)
        if not acts:
            return self._pick(response_bank.ACKNOWLEDGED)
        if acts & {ActType.REQUEST} and any(_OPENING.match(text) for text in done):
            return self._pick(response_bank.STARTED)
        if any(" = " in text for text in done) and ActType.CONFIRM in acts:
            changed = re.match(
                r"(no|actually|change|can you change|could you)\b", self._last_user()
            )
            return self._pick(response_bank.CHANGED if changed else response_bank.WRITTEN)
        return self._pick(response_bank.WRITTEN) if acts & {ActType.REQUEST} else ""

    def _last_user(self) -> str:
        said = [line.text.lower() for line in self._data.conversation if line.kind == "user"]
        return said[-1] if said else ""

    def _group(self, acts: Sequence[ActView]) -> str:
        first = acts[0]
        if first.act is ActType.CONFIRM:
            return self._confirmation(acts)
        if first.act is ActType.OFFER:
            return self._offer(acts)
        if first.act is ActType.REQUEST:
            return self._request(first)
        if first.act is ActType.INFORM_COUNT:
            return self._count(first)
        bank = _BANKS.get(first.act, response_bank.ACKNOWLEDGED)
        plain, bare = bank if isinstance(bank[0], tuple) else (bank, bank)
        options = plain if self._fills(first) else bare
        return self._filled(self._pick(tuple(options)), first)

    def _fills(self, act: ActView) -> bool:
        if act.act is ActType.NOTIFY_SUCCESS:
            # 'Your table is confirmed' fits what was made, not what was set or played.
            made = _MAKING.match(act.intent) is not None
            return bool(act.entity) and made and self._rng.random() < 0.7
        return bool(act.words)

    def _filled(self, template: str, act: ActView) -> str:
        text = template.replace("{slot}", spoken(humanize(act.slot)))
        text = text.replace("{e}", singular(humanize(act.entity)))
        if "{vp}" in text:
            text = text.replace("{vp}", verb_phrases(act.intent, act.entity).short)
        text = agreeing(text, spoken(humanize(act.slot)))
        before, gap, after = text.partition("{v}")
        told = act.words if act.act in _UNQUOTED else value(act)
        return before + (told if gap else "") + after

    def _request(self, act: ActView) -> str:
        slot = humanize(act.slot)
        what, noun = kind(slot, "string"), counted_noun(slot)
        if boolean_noun(slot) != slot:
            template = self._pick(response_bank.REQUEST_BOOLEAN).replace("{b}", boolean_noun(slot))
        elif noun:
            template = self._pick(response_bank.REQUEST_COUNT).replace("{n}", noun)
        elif what is Kind.CREATED:
            template = self._pick(response_bank.REQUEST_CREATED)
            template = template.replace("{e}", slot.removeprefix("date of "))
        else:
            template = self._pick(
                response_bank.REQUEST_TEXT if what is Kind.TEXT else response_bank.REQUEST
            )
        return self._filled(template, act)

    def _confirmation(self, acts: Sequence[ActView]) -> str:
        told = [act for act in acts if act.slot and act.words]
        if not told:
            return self._filled(self._pick(response_bank.CONFIRM_BARE), acts[0])
        verb = verb_phrases(acts[0].intent, acts[0].entity).short if acts[0].intent else ""
        if verb and self._rng.random() < 0.65:
            details = f"{verb} {self._details(told)}"
            return self._closed(response_bank.CONFIRM_VERB, details)
        return self._closed(response_bank.CONFIRM, listed([named(act) for act in told]))

    def _offer(self, acts: Sequence[ActView]) -> str:
        told = [act for act in acts if act.slot and act.words]
        if any(act.act is ActType.NOTIFY_FAILURE for act in self._data.acts):
            return self._closed(
                response_bank.OFFER_ALTERNATIVE, listed([named(act) for act in told])
            )
        return self._closed(response_bank.OFFER, self._details(told))

    def _details(self, acts: Sequence[ActView]) -> str:
        """Details in a row; of several 'with ... as the ...' only the first says 'with'."""
        parts: list[str] = []
        for act in acts:
            part = detail(act, self._rng)
            if parts and " as the " in part and " as the " in parts[-1]:
                part = part.removeprefix("with ")
            parts.append(part)
        return listed(parts)

    def _closed(self, bank: Sequence[str], details: str) -> str:
        """The details in a template, without a doubled stop."""
        before, _, after = self._pick(bank).partition("{d}")
        return f"{before}{details}{after}"

    def _count(self, act: ActView) -> str:
        count = number(act.words)
        noun = humanize(act.entity) or "result"
        bank = response_bank.COUNT_MANY if count else response_bank.COUNT_NONE
        if count == 1:
            bank = response_bank.COUNT_ONE
        noun = singular(noun) if count == 1 else plural(noun)
        told = act.words if count else "no"
        return self._pick(bank).replace("{e}", noun).replace("{v}", told)


_OPENING = re.compile(r"(?!(?:confirm|clear|more|accept|decline)\()(?:\w+\.)?\w+\(")
_MAKING = re.compile(
    r"(?:book|reserve|schedule|order|rent|buy|create|arrange|request|hire|get|make)\b", re.I
)
_UNQUOTED = frozenset({ActType.CLARIFY, ActType.REFUSE})
"""Their words are a clause or several values, not one value."""
_QUESTIONS = frozenset({ActType.REQUEST, ActType.CONFIRM})
_JOINED = frozenset({ActType.CONFIRM, ActType.OFFER})
_DONE = {
    "hold": response_bank.HELD,
    "cancel": response_bank.CANCELLED,
    "ignore": response_bank.IGNORED,
    "select": response_bank.SELECTED,
}
_BANKS: dict[ActType, tuple[tuple[str, ...], tuple[str, ...]] | tuple[str, ...]] = {
    ActType.NOTIFY_SUCCESS: (response_bank.SUCCESS, response_bank.SUCCESS_BARE),
    ActType.NOTIFY_FAILURE: (response_bank.FAILURE_REASON, response_bank.FAILURE),
    ActType.INFORM: response_bank.INFORM,
    ActType.REQ_MORE: response_bank.MORE_HELP,
    ActType.GOODBYE: response_bank.GOODBYE,
    ActType.OFFER_INTENT: response_bank.OFFER_INTENT,
    ActType.CLARIFY: (response_bank.CLARIFY, response_bank.CLARIFY_BARE),
    ActType.REFUSE: (response_bank.REFUSE, response_bank.REFUSE_BARE),
}
