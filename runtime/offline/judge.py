"""The judge's part: looks for a phenomenon by the words that the banks have for it."""

import re
from collections.abc import Callable, Iterator, Sequence

from runtime.offline.lexicon import openers
from runtime.offline.mishearing import is_misheard, opening
from runtime.offline.patterns import first_word, normal
from runtime.offline.phrase_bank import REPAIRS
from runtime.offline.understanding import Expected, Heard, understand
from runtime.offline.whole import meant, natural
from schemas.acts import ActType
from schemas.calls.judging import JudgeInput, JudgeReply
from schemas.calls.views import Line

_SEARCHING = re.compile(
    r"\b(?:find|search|discover|check|pull|see|show|look|list|get|query|brows|view|retriev)\w*\b"
)
_CHANGING = re.compile(
    r"\b(?:change|switch|update|instead|should be|make (?:the|it|that)|rather have"
    r"|needs? (?:the|to)|actually|i meant|not .* but|no need|add|after all|is)\b"
)
_NO_VALUE = frozenset({"hold", "cancel", "leave", "irrelevant", "overheard", "sarcastic"})
_VALUE_MARKS = re.compile(
    r"\b(?:for|at|on|in|from|to|with|by|the|is|as|and|make|put|use|called|named)\b|\d|[.,\"]"
)
_POINTING = re.compile(r"\bsame\b|\b(?:from|of|for) the\b|\bwhatever the\b")
_NOT_KNOWN = re.compile(
    r"n't (?:know|tell|remember|have)|not sure|no idea|forgotten|can't say|not know"
)
_NOTHING = re.compile(r"\b(?:0|no|none|nothing|zero)\b")
_FAILED = re.compile(
    r"did(?:n't| not) (?:go through|work)|n't possible|n't be done|instead|alternative"
)
_FILLER = re.compile(r"\b(?:u+h+m*|u+m+|h+m+|e+r+m*|ok(?:ay)? so|let me (?:think|see)|let's see)\b")
_CONFIRMING = re.compile(r"correct\?|right\?|confirm|go ahead|shall i|should i|is everything", re.I)


def judge(data: JudgeInput) -> JudgeReply:
    """Votes on whether the phenomenon happened, and says where."""
    whole = _WHOLE.get(data.phenomenon)
    if whole is not None:
        return whole(data)
    test = _TESTS.get(data.phenomenon.lower().replace(" ", "_"))
    if test is None:
        return JudgeReply(reason=f"I know no sign of {data.phenomenon}.", vote="no")
    # The message in question comes last.
    for question, words in list(_exchanges(data.conversation))[-1:]:
        if test(question, words):
            return JudgeReply(reason=f"The user says: {words[:200]}", vote="yes")
    return JudgeReply(reason=f"No user turn shows it: {data.question[:200]}", vote="no")


def _exchanges(conversation: Sequence[Line]) -> Iterator[tuple[str, str]]:
    question = ""
    for line in conversation:
        if line.kind == "system":
            question = line.text
        elif line.kind == "user":
            yield question, line.text


def _heard(words: str) -> tuple[Heard, ...]:
    return understand(words, (), Expected())


def _acts(act: ActType, *groups: str) -> Callable[[str, str], bool]:
    def test(question: str, words: str) -> bool:
        return any(
            h.act is act and h.group != "unknown" and (not groups or h.group in groups)
            for h in _heard(words)
        )

    return test


def _opens(words: str) -> str:
    """What follows the opening words of a turn, empty where it opens nothing."""
    low = normal(words)
    for match in re.finditer(r"\b[a-z']+", low):
        for before, _ in openers().get(first_word(low, match.start()), ()):
            found = opening(before, noisy=is_misheard(words)).match(low, match.start())
            if found:
                return low[found.end() :]
    return low if not _heard_general(words) else ""


def _heard_general(words: str) -> bool:
    return any(h.group != "unknown" for h in _heard(words))


def _query(question: str, words: str) -> bool:
    return bool(_SEARCHING.search(_opens(words)))


def _many_values(question: str, words: str) -> bool:
    rest = _opens(words).rstrip('.?!" ')
    return len(_VALUE_MARKS.findall(rest)) >= 2


def _turn_correction(question: str, words: str) -> bool:
    low = normal(words)
    return any(re.search(rf"\b{re.escape(mark)}\b", low) for mark in map(normal, REPAIRS))


def _correction(question: str, words: str) -> bool:
    denies = any(h.act is ActType.NEGATE for h in _heard(words))
    return bool(_CONFIRMING.search(question)) and (denies or bool(_CHANGING.search(normal(words))))


def _wrong_slot(question: str, words: str) -> bool:
    """The user tells something in answer to a question, without assent, thanks or asides."""
    asked = "?" in question or "please" in question.lower()
    return asked and not any(h.group in _NO_VALUE for h in _heard(words))


def _early(question: str, words: str) -> bool:
    left = any(h.act is ActType.GOODBYE for h in _heard(words))
    return left and not re.search(r"anything else|something else|what else", question.lower())


def _points(question: str, words: str) -> bool:
    return _POINTING.search(normal(words)) is not None


def _cannot_say(question: str, words: str) -> bool:
    return _NOT_KNOWN.search(normal(words)) is not None


def _mends(question: str, words: str) -> bool:
    return _NOTHING.search(question.lower()) is not None and not _cannot_say(question, words)


def _contradicts(question: str, words: str) -> bool:
    """More than the answer is stated, and nothing says that it is a change."""
    told = len(_VALUE_MARKS.findall(normal(words).rstrip('.?!" ')))
    return told >= 2 and not _turn_correction(question, words)


def _after_failure(question: str, words: str) -> bool:
    return _FAILED.search(question.lower()) is not None


def _turns_away(question: str, words: str) -> bool:
    asked = "?" in question or "please" in question.lower()
    return asked and bool(_opens(words))


def _asks_for_two(question: str, words: str) -> bool:
    return len(re.findall(r"[.?!] ", words)) >= 1 and bool(_opens(words.split(". ", 1)[-1]))


def _noisy(question: str, words: str) -> bool:
    return is_misheard(words)


def _fills(question: str, words: str) -> bool:
    return _FILLER.search(normal(words)) is not None


def _answers_offer(question: str, words: str) -> bool:
    answers = (ActType.AFFIRM, ActType.NEGATE)
    return "?" in question and any(h.act in answers for h in _heard(words))


_WHOLE: dict[str, Callable[[JudgeInput], JudgeReply]] = {
    "natural wording": natural,
    "meant as it stands": meant,
}
_TESTS: dict[str, Callable[[str, str], bool]] = {
    "query": _query,
    "correction": _correction,
    "turn_correction": _turn_correction,
    "delay_confirmation": _acts(ActType.HOLD),
    "cancel": _acts(ActType.CANCEL),
    "wrong_slot": _wrong_slot,
    "early_end": _early,
    "irrelevant_answer": _acts(ActType.IRRELEVANT),
    "overheard_answer": _acts(ActType.OVERHEARD),
    "sarcastic_answer": _acts(ActType.SARCASTIC),
    "start_multi_slot": _many_values,
    "all_in_one": _many_values,
    "ambiguous_value": _points,
    "unknown_value": _cannot_say,
    "mistaken_detail": _mends,
    "contradiction": _contradicts,
    "false_premise": _acts(ActType.PRESUME),
    "out_of_scope": _acts(ActType.OUT_OF_SCOPE),
    "backend_failure": _after_failure,
    "intent_switch": _turns_away,
    "two_intents_in_a_turn": _asks_for_two,
    "anaphora": _points,
    "speech_noise": _noisy,
    "hesitation": _fills,
    "offered_intent": _answers_offer,
}
