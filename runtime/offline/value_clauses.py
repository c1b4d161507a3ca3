"""Clauses that give the value of a slot."""

import re
from collections.abc import Sequence

from runtime.offline import phrase_bank
from runtime.offline.boolean_phrases import boolean_phrases, says, truth
from runtime.offline.kinds import Kind, kind
from runtime.offline.slot_phrases import SlotPhrases, fill, slot_phrases, usable
from runtime.offline.voice import Voice
from runtime.offline.words import content_words, humanize, singular, spoken
from schemas.calls.simulation import MoveView

_QUOTABLE = re.compile(r"[.!?,;:] |[.!?;]$| and | or | but | that | the .* to ")
_ASKING = ("can you", "could you", "how about", "what about")
_WISHES = re.compile(r"(?:let's|make it|put down|go with|just|I'd like|I'll go with)\b", re.I)
_DIRECT = re.compile(r"^(?:I'd like|make it|I'd say|let's say|it's|that would be|that'd be) \{v\}$")


def phrases_of(move: MoveView) -> SlotPhrases:
    """The phrases of the move's slot."""
    return slot_phrases(humanize(move.slot), move.type)


def attachment(move: MoveView, voice: Voice, rivals: Sequence[str] = ()) -> str:
    """A phrase that can follow an opening, empty where the value wants its own sentence.

    Args:
        move: The move.
        voice: Who speaks.
        rivals: The goal's other slots; phrases that one of them has too might be misheard.
    """
    if move.refers_to:
        return _pointed(voice.pick(phrase_bank.ATTACHED_POINTERS), move)
    if move.type == "boolean":
        return boolean(move, "attach", voice)
    phrases = phrases_of(move)
    if phrases.kind is Kind.TEXT and len(move.words.split()) > 6:
        return ""
    taken = {p for slot in rivals for p in slot_phrases(slot, "string").attach}
    attach = [p for p in phrases.attach if p not in taken]
    options = [p for p in attach if usable(p, phrases, move.words)]
    if not options:
        options = [p for p in phrases.plain if usable(p, phrases, move.words)]
    return fill(voice.pick(options), phrases, quoted(move)) if options else ""


def statement(group: Sequence[MoveView], voice: Voice, *, bare: bool) -> str:
    """A slot's value as a sentence; bare where it answers the system's question.

    Args:
        group: The move, and where the user corrects it at once, the move that does.
        voice: Who speaks.
        bare: Whether the value may stand without its slot.
    """
    move = group[0]
    if move.refers_to:
        return _pointed(voice.pick(phrase_bank.POINTERS), move)
    if move.type == "boolean":
        return boolean(move, "answer" if bare else "state", voice)
    phrases = phrases_of(move)
    options = [p for p in (phrases.answer if bare else phrases.state) if _sounds(p, move, phrases)]
    text = fill(voice.pick(options or (_named(phrases),)), phrases, quoted(move))
    text = _asking(text + repair(group, voice))
    return _softened(text, move, voice) if bare else text


def change(group: Sequence[MoveView], voice: Voice) -> str:
    """Another value for a slot that has one."""
    move = group[0]
    if move.refers_to:
        return _pointed(voice.pick(phrase_bank.POINTERS), move)
    if move.type == "boolean":
        return boolean(move, "change", voice)
    phrases = phrases_of(move)
    options = [p for p in phrases.change if usable(p, phrases, move.words)]
    text = fill(voice.pick(options or (_named(phrases),)), phrases, quoted(move))
    return _asking(text + repair(group, voice))


def boolean(move: MoveView, where: str, voice: Voice) -> str:
    """A yes-or-no slot in words: as an `attach`, `state`, `answer` or `change` phrase."""
    phrases = boolean_phrases(humanize(move.slot))
    if content_words(move.words) & content_words(humanize(move.slot)):
        return move.words
    value = truth(move.words)
    banks = {"answer": phrases.answer, "attach": phrases.attach, "change": phrases.change}
    options = [p for p in banks.get(where, phrases.state)[value] if says(p, move.words)]
    options = options or [p for p in phrases.state[value] if says(p, move.words)]
    if where == "attach" and options and options[0] in phrases.state[value]:
        return ""
    return voice.pick(options) if options else f"the {humanize(move.slot)} is {move.words}"


def repair(group: Sequence[MoveView], voice: Voice) -> str:
    """The correction that follows a value in the same breath."""
    if len(group) < 2:
        return ""
    return f", {voice.pick(phrase_bank.REPAIRS)}, {quoted(group[1])}"


def quoted(move: MoveView) -> str:
    """The value's words, in quotation marks where they might be taken for the user's own."""
    words = move.words
    text = kind(humanize(move.slot), move.type) is Kind.TEXT
    if '"' in words or not (text or _QUOTABLE.search(words)):
        return words
    wanted = text or len(words.split()) > 3 or words.endswith(("?", "!"))
    return f'"{words}"' if wanted else words


def _pointed(template: str, move: MoveView) -> str:
    noun, slot = singular(humanize(move.refers_to)), humanize(move.slot)
    name = slot if spoken(slot) in noun else spoken(slot)
    return template.replace("{slot}", name).replace("{e}", noun)


def _named(phrases: SlotPhrases) -> str:
    return f"the {spoken(phrases.slot)} is {{v}}"


def _sounds(template: str, move: MoveView, phrases: SlotPhrases) -> bool:
    lower = move.words[:1].islower()
    if lower and template.startswith(("{v}", "{on}{v}", "{at}{v}")):
        return False
    if lower and phrases.kind is Kind.NAME and _DIRECT.match(template):
        return False  # 'make it sedan' wants an article that the value does not have
    return usable(template, phrases, move.words)


def _asking(text: str) -> str:
    return f"{text}?" if text.lower().startswith(_ASKING) else text


def _softened(text: str, move: MoveView, voice: Voice) -> str:
    """An answer with a hesitation before it or a courtesy behind it."""
    if voice.plain or voice.chance(0.5):
        return text
    if voice.chance(0.45):
        lead = voice.pick(phrase_bank.LEADS[voice.style])
        return lead + (text if not lead or text.startswith(move.words) else lowered(text))
    if voice.chance(0.4) and _WISHES.match(text) and not text.endswith(('"', "?", "!", ".")):
        return f"{text}, please"
    return text


def lowered(text: str) -> str:
    """The text as it stands inside a sentence."""
    return text if re.match(r"I\b|[A-Z]{2}", text) else text[:1].lower() + text[1:]
