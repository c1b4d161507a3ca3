"""The user's part: words for the moves that code has decided."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from runtime.offline import asides, phrase_bank
from runtime.offline.boolean_phrases import boolean_phrases, says, truth
from runtime.offline.intent_phrases import gerund, verb_phrases
from runtime.offline.kinds import Kind, kind
from runtime.offline.slot_phrases import fill, slot_phrases, usable
from runtime.offline.words import capitalized, content_words, humanize
from schemas.acts import ActType
from schemas.calls.simulation import MoveView, UserTurnInput, UserTurnReply

_STYLES = {
    "terse": ("terse", "short", "brief", "laconic", "few words", "concise", "curt"),
    "hurried": ("hurr", "rush", "busy", "quick", "impatient", "stress"),
    "chatty": ("chatty", "talk", "friendly", "warm", "rambl", "casual", "easy-going", "hesita"),
    "polite": ("polite", "formal", "courteous", "careful", "gentle", "kind"),
}  # fmt: skip
_QUOTABLE = re.compile(r"[.!?,;:] |[.!?;]$| and | or | but | that | the .* to ")


@dataclass
class Voice:
    """Who speaks: a style, and the draw that chooses among wordings.

    Attributes:
        plain: True after a complaint: only the plainest wordings.
    """

    style: str
    rng: Random
    plain: bool

    def pick(self, options: Sequence[str]) -> str:
        """One of the options."""
        return options[self.rng.randrange(len(options))]

    def chance(self, share: float) -> bool:
        """True in that share of draws."""
        return self.rng.random() < share


def user_turn(data: UserTurnInput, seed: int) -> UserTurnReply:
    """Words for the moves of a turn."""
    rng = Random(f"user {seed} {data.persona} {len(data.conversation)}")
    voice = Voice(style_of(f"{data.style} {data.persona}", rng), rng, bool(data.complaint))
    question = data.conversation[-1].text if data.conversation else ""
    sentences = _Turn(data, voice, question).sentences()
    return UserTurnReply(utterance=_joined(sentences, data.moves))


def style_of(text: str, rng: Random) -> str:
    """The style that a persona's description means, or one drawn."""
    low = text.lower()
    for style, marks in _STYLES.items():
        if any(mark in low for mark in marks):
            return style if rng.random() < 0.75 else "plain"
    return "plain"


def _joined(sentences: Sequence[str], moves: Sequence[MoveView]) -> str:
    protected = {m.words for m in moves if m.words}
    text = " ".join(finished(sentence, protected) for sentence in sentences if sentence)
    return re.sub(r" {2,}", " ", text).strip()


def finished(sentence: str, protected: set[str]) -> str:
    """A sentence with a capital at its start and a stop at its end."""
    text = sentence.strip()
    if not any(text.startswith(words) and words[:1].islower() for words in protected):
        text = capitalized(text)
    bare = text.rstrip('"')
    return text if bare.endswith((".", "!", "?", "…")) and text else f"{text}."


class _Turn:
    """One user turn being worded."""

    def __init__(self, data: UserTurnInput, voice: Voice, question: str) -> None:
        self._moves = data.moves
        self._voice = voice
        self._question = question
        self._data = data

    def sentences(self) -> list[str]:
        """The turn's sentences."""
        if not self._moves:
            return [self._voice.pick(phrase_bank.THANKS)]
        sentences: list[str] = []
        place = 0
        while place < len(self._moves):
            span = self._span(place)
            sentences += self._group(self._moves[place:span], place)
            place = span
        return sentences

    def _span(self, place: int) -> int:
        """The end of the moves that are worded together."""
        first = self._moves[place].act
        end = place + 1
        if first in (ActType.INFORM_INTENT, ActType.INFORM):
            while end < len(self._moves) and self._moves[end].act is ActType.INFORM:
                end += 1
        elif first is ActType.NEGATE and self._moves[end : end + 1]:
            end += self._moves[end].act is ActType.THANK_YOU
        return end

    def _group(self, moves: Sequence[MoveView], place: int) -> list[str]:
        head = moves[0]
        if head.act is ActType.INFORM_INTENT:
            return self._opening(head, moves[1:], further=self._later(place))
        if head.act is ActType.INFORM:
            correcting = place > 0 and self._moves[place - 1].act is ActType.NEGATE
            return self._informs(moves, correcting=correcting, first=place == 0)
        return [self._single(head, moves, place)]

    def _later(self, place: int) -> bool:
        return place > 0 or any(line.kind == "user" for line in self._data.conversation)

    # Opening a goal.

    def _opening(self, move: MoveView, slots: Sequence[MoveView], *, further: bool) -> list[str]:
        phrases = verb_phrases(move.intent, move.entity)
        options = [phrases.short] if slots else list(phrases.all)
        if phrases.search and not self._voice.plain:
            options = list(dict.fromkeys((*options, *phrases.others)))
        verb = self._voice.pick(options)
        template = self._opener(further=further)
        if "{v" not in template[2:] and not template.startswith("{v"):
            template = "I'd like to {vp}"
        before, asks = template.rstrip("?"), template.endswith("?")
        text = before.replace("{vp}", verb).replace("{ving}", gerund(verb))
        attached, stated = self._attached(slots, room=3 if before.endswith("}") else 0)
        text = self._with_lead(text, further=further) + attached
        return [f"{text}?" if asks else f"{text}.", *stated]

    def _opener(self, *, further: bool) -> str:
        if self._voice.plain:
            return "I'd like to {vp}"
        if further and self._voice.chance(0.6):
            return self._voice.pick(phrase_bank.FURTHER_OPENERS)
        own = phrase_bank.OPENERS[self._voice.style]
        mixed = (*own, *own, *phrase_bank.OPENERS["plain"])
        return self._voice.pick(mixed)

    def _with_lead(self, text: str, *, further: bool) -> str:
        if self._voice.plain:
            return text
        if further:
            lead = self._voice.pick(phrase_bank.FURTHER_LEADS) if self._voice.chance(0.5) else ""
        elif self._voice.chance(0.5) and self._voice.style != "terse":
            lead = (
                f"{self._voice.pick(phrase_bank.GREETINGS)}{self._voice.pick((', ', '! ', '. '))}"
            )
        else:
            lead = self._voice.pick(phrase_bank.LEADS[self._voice.style])
        joined = lead if lead.endswith(("! ", ". ")) or not lead else lead
        return joined + (
            capitalized(text) if not lead or lead.endswith(("! ", ". ")) else _lowered(text)
        )

    def _attached(self, slots: Sequence[MoveView], room: int) -> tuple[str, list[str]]:
        """Slots that follow the opening in its sentence, and further sentences for the rest."""
        text, stated = "", []
        place = 0
        while place < len(slots):
            repair = _repaired(slots, place)
            phrase = "" if len(stated) or room <= 0 or repair else self._attachment(slots[place])
            if phrase:
                joint = (
                    " "
                    if room == 3
                    else self._voice.pick((" ", ", ", " and "))
                    if place == len(slots) - 1
                    else ", "
                )
                text, room = f"{text}{joint}{phrase}", room - 1
                place += 1
                continue
            stated.append(self._statement(slots[place : place + 1 + repair], bare=False))
            place += 1 + repair
        return text, stated

    def _attachment(self, move: MoveView) -> str:
        """A phrase that can follow an opening, empty where the value wants its own sentence."""
        if move.refers_to:
            template = self._voice.pick(phrase_bank.ATTACHED_POINTERS)
            return template.replace("{slot}", humanize(move.slot)).replace("{e}", move.refers_to)
        if move.type == "boolean":
            return self._boolean(move, "attach")
        phrases = slot_phrases(humanize(move.slot), move.type)
        if phrases.kind is Kind.TEXT and len(move.words.split()) > 6:
            return ""
        options = [p for p in phrases.attach if usable(p, phrases, move.words)]
        if not options:
            options = [p for p in phrases.plain if usable(p, phrases, move.words)]
        return fill(self._voice.pick(options), phrases, quoted(move)) if options else ""

    # Giving values.

    def _informs(self, moves: Sequence[MoveView], *, correcting: bool, first: bool) -> list[str]:
        sentences = []
        place = 0
        while place < len(moves):
            repair = _repaired(moves, place)
            group = moves[place : place + 1 + repair]
            bare = first and place == 0 and not correcting and asks_for(group[0], self._question)
            if correcting or (first and place == 0 and not bare and self._given_before(group[0])):
                sentences.append(self._change(group))
            else:
                sentences.append(self._statement(group, bare=bare))
            place += 1 + repair
        return sentences

    def _given_before(self, move: MoveView) -> bool:
        return any(v.slot == move.slot for goal in self._data.goals for v in goal.values) and bool(
            _CONFIRMING.search(self._question)
        )

    def _change(self, group: Sequence[MoveView]) -> str:
        move = group[0]
        if move.refers_to:
            return self._pointer(move)
        if move.type == "boolean":
            return self._boolean(move, "change")
        phrases = slot_phrases(humanize(move.slot), move.type)
        options = [p for p in phrases.change if usable(p, phrases, move.words)] or phrases.change
        text = fill(self._voice.pick(options), phrases, quoted(move)) + self._repair(group)
        return text + ("?" if text.startswith(("can you", "could you")) else "")

    def _statement(self, group: Sequence[MoveView], *, bare: bool) -> str:
        """One slot's value as a sentence; bare where it answers the system's question."""
        move = group[0]
        if move.refers_to:
            return self._pointer(move)
        if move.type == "boolean":
            return self._boolean(move, "answer" if bare else "state")
        phrases = slot_phrases(humanize(move.slot), move.type)
        templates = phrases.answer if bare else phrases.state
        options = [p for p in templates if self._sounds(p, move, phrases.slot, phrases)]
        if not options:
            options = [f"the {phrases.slot} is {{v}}"]
        text = fill(self._voice.pick(options), phrases, quoted(move))
        text += self._repair(group)
        return self._softened(text, move) if bare else text

    def _sounds(self, template: str, move: MoveView, slot: str, phrases: object) -> bool:
        found = slot_phrases(slot, move.type)
        if template.startswith(("{v}", "{on}{v}", "{at}{v}")) and move.words[:1].islower():
            return False
        return usable(template, found, move.words)

    def _softened(self, text: str, move: MoveView) -> str:
        if self._voice.plain or self._voice.chance(0.5):
            return text
        if self._voice.chance(0.45):
            lead = self._voice.pick(phrase_bank.LEADS[self._voice.style])
            return lead + (text if not lead or text.startswith(move.words) else _lowered(text))
        if self._voice.chance(0.4) and not text.endswith(('"', "?", "!", ".")):
            return f"{text}, please"
        return text

    def _repair(self, group: Sequence[MoveView]) -> str:
        if len(group) < 2:
            return ""
        return f", {self._voice.pick(phrase_bank.REPAIRS)}, {quoted(group[1])}"

    def _pointer(self, move: MoveView) -> str:
        text = self._voice.pick(phrase_bank.POINTERS).replace("{slot}", humanize(move.slot))
        return text.replace("{e}", move.refers_to)

    def _boolean(self, move: MoveView, where: str) -> str:
        phrases = boolean_phrases(humanize(move.slot))
        if content_words(move.words) & content_words(humanize(move.slot)):
            return move.words
        value = truth(move.words)
        banks = {"answer": phrases.answer, "attach": phrases.attach, "change": phrases.change}
        options = [p for p in banks.get(where, phrases.state)[value] if says(p, move.words)]
        options = options or [p for p in phrases.state[value] if says(p, move.words)]
        if not options:
            return f"the {humanize(move.slot)} is {move.words}"
        return self._voice.pick(options)

    # Everything else.

    def _single(self, move: MoveView, moves: Sequence[MoveView], place: int) -> str:
        if move.act is ActType.NEGATE:
            return self._negation(moves, place)
        if move.act in (ActType.IRRELEVANT, ActType.OVERHEARD, ActType.SARCASTIC):
            return self._aside(move)
        noun = move.entity or "booking"
        words = _BANKS.get(move.act, phrase_bank.AFFIRM)
        if move.act is ActType.AFFIRM:
            words = self._assents()
        elif move.act is ActType.GOODBYE and place == 0 and self._question:
            words = phrase_bank.EARLY_GOODBYE
        elif move.act is ActType.SELECT and move.words:
            return self._voice.pick(phrase_bank.SELECT_NAMED).replace("{r}", move.words)
        text = self._voice.pick(words)
        return text.replace("{e}", noun).replace("{slot}", humanize(move.slot))

    def _assents(self) -> Sequence[str]:
        if _ALTERNATIVE.search(self._question):
            return phrase_bank.ACCEPT
        mine = [line.text.lower() for line in self._data.conversation if line.kind == "user"]
        held = bool(mine) and any(hold in mine[-1] for hold in phrase_bank.HOLD)
        return phrase_bank.RESUME if held else phrase_bank.AFFIRM

    def _negation(self, moves: Sequence[MoveView], place: int) -> str:
        if len(moves) > 1:
            return self._voice.pick(phrase_bank.NEGATE_THANKS)
        corrects = self._moves[place + 1 : place + 2]
        if corrects and corrects[0].act is ActType.INFORM:
            return self._voice.pick(phrase_bank.NEGATE)
        return self._voice.pick(phrase_bank.DECLINE)

    def _aside(self, move: MoveView) -> str:
        if move.act is ActType.IRRELEVANT:
            remark = move.remark or self._voice.pick(asides.IRRELEVANT_REMARKS)
            return self._voice.pick(asides.IRRELEVANT_MARKS).replace("{r}", remark)
        if move.act is ActType.OVERHEARD:
            said = self._voice.pick(
                asides.OVERHEARD_VALUES if move.words else asides.OVERHEARD_REMARKS
            )
            remark = move.remark or said.replace("{v}", move.words)
            return self._voice.pick(asides.OVERHEARD_MARKS).replace("{r}", remark)
        if move.remark:
            return self._voice.pick(asides.SARCASTIC_REMARKS).replace("{r}", move.remark)
        bank = asides.SARCASTIC_VALUES if move.words else asides.SARCASTIC
        return self._voice.pick(bank).replace("{v}", move.words)


_BANKS: dict[ActType, Sequence[str]] = {
    ActType.HOLD: phrase_bank.HOLD,
    ActType.CANCEL: phrase_bank.CANCEL,
    ActType.THANK_YOU: phrase_bank.THANKS,
    ActType.GOODBYE: phrase_bank.GOODBYE,
    ActType.REQUEST: phrase_bank.REQUEST,
    ActType.REQUEST_ALTS: phrase_bank.ALTERNATIVES,
    ActType.SELECT: phrase_bank.SELECT,
    ActType.UNANSWERABLE: phrase_bank.UNANSWERABLE,
}
_CONFIRMING = re.compile(r"correct\?|right\?|confirm|go ahead|shall i|should i", re.I)
_ALTERNATIVE = re.compile(r"instead|alternative|would .* work|how about", re.I)


def _lowered(text: str) -> str:
    return text if re.match(r"I\b|[A-Z]{2}", text) else text[:1].lower() + text[1:]


def _repaired(moves: Sequence[MoveView], place: int) -> int:
    """1 where the move is corrected by the next one, which gives the same slot again."""
    pair = moves[place : place + 2]
    return int(len(pair) == 2 and pair[0].slot == pair[1].slot and pair[0].act is pair[1].act)


def asks_for(move: MoveView, question: str) -> bool:
    """Whether the system's words ask for this slot, as far as the words show."""
    if "?" not in question and "please" not in question.lower():
        return False
    wanted = content_words(move.slot) - {"number", "name"} or content_words(move.slot)
    return wanted <= content_words(question) and not _CONFIRMING.search(question)


def quoted(move: MoveView) -> str:
    """The value's words, in quotation marks where they are a sentence or might be taken for one."""
    words = move.words
    text = kind(humanize(move.slot), move.type) is Kind.TEXT
    if '"' in words or not (text or _QUOTABLE.search(words)):
        return words
    long = len(words.split()) > 3
    return f'"{words}"' if text or long else words
