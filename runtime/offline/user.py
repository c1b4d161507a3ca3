"""The user's part: words for the moves that code has decided."""

from collections.abc import Sequence
from random import Random

from runtime.offline import asides, phrase_bank
from runtime.offline.intent_phrases import gerund, verb_phrases
from runtime.offline.questions import CONFIRMING, OFFERING, asks_for
from runtime.offline.value_clauses import attachment, change, lowered, statement
from runtime.offline.voice import Voice, style_of
from runtime.offline.words import agreeing, capitalized, humanize, singular, spoken
from schemas.acts import ActType
from schemas.calls.simulation import MoveView, UserTurnInput, UserTurnReply

_ATTACHED = 3
"""Slots that follow an opening in its own sentence, at most."""
_PLAIN_OPENER = "I'd like to {vp}"
_ASIDES = frozenset({ActType.IRRELEVANT, ActType.OVERHEARD, ActType.SARCASTIC})


def user_turn(data: UserTurnInput, seed: int) -> UserTurnReply:
    """Words for the moves of a turn."""
    rng = Random(f"user {seed} {data.persona} {len(data.conversation)}")
    voice = Voice(style_of(f"{data.style} {data.persona}", rng), rng, bool(data.complaint))
    sentences = _Turn(data, voice).sentences()
    protected = {m.words for m in data.moves if m.words[:1].islower() and m.type != "boolean"}
    if "hesitate" in data.phenomenon.lower():
        sentences = _hesitating(sentences, protected, voice)
    text = " ".join(finished(sentence, protected) for sentence in sentences if sentence)
    return UserTurnReply(utterance=text)


def _hesitating(sentences: list[str], protected: set[str], voice: Voice) -> list[str]:
    """The sentences with a filler before one of them."""
    place = voice.rng.randrange(len(sentences))
    said = sentences[place]
    said = said if said.startswith(tuple(protected)) else lowered(said)
    filler = voice.pick(phrase_bank.HESITATIONS)
    return [*sentences[:place], f"{filler}, {said}", *sentences[place + 1 :]]


def finished(sentence: str, protected: set[str]) -> str:
    """A sentence with a capital, unless a value stands first, and with a stop."""
    text = sentence.strip()
    if not text.startswith(tuple(protected)):
        text = capitalized(text)
    bare = text.rstrip('"')
    return text if bare.endswith((".", "!", "?", "…")) else f"{text}."


class _Turn:
    """One user turn being worded."""

    def __init__(self, data: UserTurnInput, voice: Voice) -> None:
        self._data = data
        self._moves = data.moves
        self._voice = voice
        self._question = data.conversation[-1].text if data.conversation else ""

    def sentences(self) -> list[str]:
        """The turn's sentences."""
        if not self._moves:
            return [self._voice.pick(phrase_bank.THANKS)]
        sentences: list[str] = []
        place = 0
        while place < len(self._moves):
            end = self._end(place)
            sentences += self._group(place, end)
            place = end
        return sentences

    def _end(self, place: int) -> int:
        """The end of the moves that are worded together."""
        first = self._moves[place].act
        end = place + 1
        if first in (ActType.INFORM_INTENT, ActType.AFFIRM_INTENT, ActType.INFORM):
            while end < len(self._moves) and self._moves[end].act is ActType.INFORM:
                end += 1
        elif first is ActType.NEGATE and self._act(end) is ActType.THANK_YOU:
            end += 1
        return end

    def _act(self, place: int) -> ActType | None:
        return self._moves[place].act if 0 <= place < len(self._moves) else None

    def _group(self, place: int, end: int) -> list[str]:
        head, rest = self._moves[place], self._moves[place + 1 : end]
        if head.act is ActType.INFORM_INTENT:
            return self._opening(head, rest, further=place > 0 or self._has_spoken())
        if head.act is ActType.AFFIRM_INTENT:
            return [self._voice.pick(phrase_bank.TAKE_UP), *self._attached(rest, 0)[1]]
        if head.act is ActType.INFORM:
            return self._informs(place, end)
        return [self._single(head, place, polite=bool(rest))]

    def _has_spoken(self) -> bool:
        return any(line.kind == "user" for line in self._data.conversation)

    # Opening a goal.

    def _opening(self, move: MoveView, slots: Sequence[MoveView], *, further: bool) -> list[str]:
        phrases = verb_phrases(move.intent, move.entity)
        options = [phrases.short] if slots and not phrases.search else list(phrases.all)
        verb = self._voice.pick(options)
        template = self._opener(further=further)
        asks = template.endswith("?")
        bare = template.rstrip("?")
        room = _ATTACHED if bare.endswith("}") else 0
        text = bare.replace("{vp}", verb).replace("{ving}", gerund(verb))
        attached, stated = self._attached(slots, room)
        together = any(m is not move and m.act is move.act for m in self._before(move))
        text = self._with_lead(text, further=further, together=together) + attached
        return [f"{text}?" if asks else text, *stated]

    def _before(self, move: MoveView) -> Sequence[MoveView]:
        place = next(n for n, other in enumerate(self._moves) if other is move)
        return self._moves[:place]

    def _opener(self, *, further: bool) -> str:
        if self._voice.plain:
            return _PLAIN_OPENER
        if further and self._voice.chance(0.6):
            return self._voice.pick(phrase_bank.FURTHER_OPENERS)
        own = phrase_bank.OPENERS[self._voice.style]
        return self._voice.pick((*own, *own, *phrase_bank.OPENERS["plain"]))

    def _with_lead(self, text: str, *, further: bool, together: bool) -> str:
        voice = self._voice
        if voice.plain:
            return text
        if "other thing first" in self._data.phenomenon:
            lead = voice.pick(phrase_bank.SWITCH_LEADS)
        elif together:
            lead = voice.pick(phrase_bank.TOGETHER_LEADS)
        elif further:
            lead = voice.pick(phrase_bank.FURTHER_LEADS) if voice.chance(0.5) else ""
        elif voice.chance(0.5) and voice.style != "terse":
            lead = voice.pick(phrase_bank.GREETINGS) + voice.pick((", ", "! ", ". "))
        else:
            lead = voice.pick(phrase_bank.LEADS[voice.style])
        starts = not lead or lead.endswith(("! ", ". "))
        return lead + (capitalized(text) if starts else lowered(text))

    def _attached(self, slots: Sequence[MoveView], room: int) -> tuple[str, list[str]]:
        """Slots that follow the opening in its sentence, and further sentences for the rest."""
        text = ""
        stated: list[str] = []
        place = 0
        while place < len(slots):
            size = _size(slots, place)
            phrase = ""
            if room > 0 and size == 1 and not stated:
                rivals = self._rivals(slots[place])
                phrase = attachment(slots[place], self._voice, rivals)
            if phrase:
                bare = phrase.startswith(slots[place].words)
                text += self._joint(phrase, first=not text, apart=bare) + phrase
                room -= 1
            else:
                group = slots[place : place + size]
                stated.append(statement(group, self._voice, bare=False))
            place += size
        return text, stated

    def _joint(self, phrase: str, *, first: bool, apart: bool) -> str:
        if phrase.startswith(("just ", "only ")) or (apart and not first):
            return ", "
        return " " if first else self._voice.pick((" ", " ", ", ", " and "))

    # Giving values.

    def _informs(self, place: int, end: int) -> list[str]:
        sentences = []
        correcting = self._act(place - 1) is ActType.NEGATE
        first = place
        while place < end:
            size = _size(self._moves[:end], place)
            group = self._moves[place : place + size]
            leads = place == first == 0
            asked = leads and asks_for(group[0], self._question, self._told())
            if correcting or (leads and not asked and self._changes(group[0])):
                sentences.append(change(group, self._voice))
            else:
                sentences.append(statement(group, self._voice, bare=asked))
            place += size
        return sentences

    def _told(self) -> tuple[str, ...]:
        return tuple(humanize(v.slot) for goal in self._data.goals for v in goal.values)

    def _rivals(self, move: MoveView) -> list[str]:
        """The other slots of the goal that is being worded."""
        mine = humanize(move.slot)
        goals = self._data.goals[-1:]
        return [slot for g in goals for v in g.values if (slot := humanize(v.slot)) != mine]

    def _changes(self, move: MoveView) -> bool:
        """Whether the slot has had a value: it is corrected where the system asks to confirm."""
        heard = [line.text.lower() for line in self._data.conversation if line.kind == "user"]
        named = any(spoken(humanize(move.slot)) in words for words in heard)
        if "nothing was found" in self._data.phenomenon:
            return True
        return named and CONFIRMING.search(self._question) is not None

    # Everything else.

    def _single(self, move: MoveView, place: int, *, polite: bool) -> str:
        if move.act in _ASIDES:
            return self._aside(move)
        text = self._voice.pick(self._bank(move, place, polite=polite))
        noun = singular(humanize(move.entity)) or "booking"
        slot = spoken(humanize(move.slot))
        text = text.replace("{e}", noun).replace("{slot}", slot)
        if move.act is ActType.REQUEST:
            text = agreeing(text, slot)
        return text.replace("{r}", move.words)

    def _bank(self, move: MoveView, place: int, *, polite: bool) -> Sequence[str]:
        if move.act is ActType.AFFIRM:
            return self._assents()
        if move.act is ActType.NEGATE:
            corrects = self._act(place + 1) is ActType.INFORM
            if polite:
                return phrase_bank.NEGATE_THANKS
            return phrase_bank.NEGATE if corrects else phrase_bank.DECLINE
        if move.act is ActType.GOODBYE and place == 0:
            return phrase_bank.EARLY_GOODBYE
        if move.act is ActType.OUT_OF_SCOPE and not move.words:
            return phrase_bank.THANKS
        if move.act is ActType.SELECT and move.words:
            return phrase_bank.SELECT_NAMED
        return _BANKS.get(move.act, phrase_bank.THANKS)

    def _assents(self) -> Sequence[str]:
        if OFFERING.search(self._question):
            return phrase_bank.ACCEPT
        mine = [line.text.lower() for line in self._data.conversation if line.kind == "user"]
        held = bool(mine) and any(hold.lower() in mine[-1] for hold in phrase_bank.HOLD)
        return phrase_bank.RESUME if held else phrase_bank.AFFIRM

    def _aside(self, move: MoveView) -> str:
        pick = self._voice.pick
        if move.act is ActType.IRRELEVANT:
            remark = move.remark or pick(asides.IRRELEVANT_REMARKS)
            return _marked(pick(asides.IRRELEVANT_MARKS), remark)
        if move.act is ActType.OVERHEARD:
            said = asides.OVERHEARD_VALUES if move.words else asides.OVERHEARD_REMARKS
            remark = move.remark or pick(said).replace("{v}", move.words)
            return _marked(pick(asides.OVERHEARD_MARKS), remark)
        if move.remark:
            return _marked(pick(asides.SARCASTIC_REMARKS), move.remark)
        bank = asides.SARCASTIC_VALUES if move.words else asides.SARCASTIC
        return pick(bank).replace("{v}", move.words)


_BANKS: dict[ActType, Sequence[str]] = {
    ActType.HOLD: phrase_bank.HOLD,
    ActType.CANCEL: phrase_bank.CANCEL,
    ActType.THANK_YOU: phrase_bank.THANKS,
    ActType.GOODBYE: phrase_bank.GOODBYE,
    ActType.NEGATE_INTENT: phrase_bank.TURN_DOWN,
    ActType.REQUEST: phrase_bank.REQUEST,
    ActType.REQUEST_ALTS: phrase_bank.ALTERNATIVES,
    ActType.SELECT: phrase_bank.SELECT,
    ActType.UNANSWERABLE: phrase_bank.UNANSWERABLE,
    ActType.PRESUME: phrase_bank.PRESUME,
    ActType.OUT_OF_SCOPE: phrase_bank.OUT_OF_SCOPE,
}


def _marked(mark: str, remark: str) -> str:
    """A remark behind its mark; one that begins like a sentence becomes one."""
    before = mark.replace("{r}", "")
    if remark[:1].isupper() and not remark.startswith(("I ", "I'")) and before.endswith(", "):
        before = before.removesuffix(", ") + ". "
    return before + remark


def _size(moves: Sequence[MoveView], place: int) -> int:
    """2 where a move is corrected by the next one, which gives the same slot again, else 1."""
    pair = moves[place : place + 2]
    return 1 + int(len(pair) == 2 and pair[0].slot == pair[1].slot and pair[0].act is pair[1].act)
