"""Whether a user turn that gives no value reads as what its acts say: a yes, a no, a wait.

Values hold most user turns to their acts. A turn that only agrees, refuses, waits or takes leave
has none, and a weak model may well put a new wish into it. What is looked for are words of English:
a yes has one of the many words for yes, and nothing that denies, waits, asks or wishes for more.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from schemas.acts import Act, ActType
from schemas.service import Catalog
from schemas.world import Clock
from world.align import verbatim

_NO = re.compile(r"^\W*(?:no|nope|nah|never mind|cancel)\b(?! (?:problem|worries|doubt))", re.I)
_YES = re.compile(r"^\W*(?:yes|yeah|yep|sure|go ahead|of course)\b", re.I)
_ASSENT = re.compile(
    r"\b(?:yes|yeah|yep|yup|yea|ya|aye|sure|ok|okay|okey|alright|absolutely|definitely|certainly"
    r"|of course|indeed|exactly|precisely|agree[ds]?|approved?|affirmative|confirm(?:s|ed)?"
    r"|go ahead|go for it|go on|proceed|do (?:it|that|so)|by all means|happy with|that is it"
    r"|that['’]s it|spot on|you got it|no problem"
    r"|(?:that['’]s|is|exactly) what i (?:want|need|mean|ask|had)\w*|i['’]?(?:ll| will) take"
    r"|let['’]s (?:do|go|book|have|get|proceed))\b"
    r"|^\W*(?:please (?:go|do|proceed|confirm|make|book|order|send|reserve|schedule)"
    r"|book|order|send|make|reserve|schedule)\b|^[^?]*\bplease\W*$",
    re.IGNORECASE,
)
_PRAISE = re.compile(
    r"\b(?:correct|right|fine|perfect|great|good(?! (?:morning|afternoon|evening|day))|cool|works?"
    r"|fantastic|wonderful|excellent|awesome|lovely|nice|brilliant|superb|amazing|terrific|sounds"
    r"|true|accurate|deal)\b",
    re.IGNORECASE,
)
_CURT = 10
"""Words of a sentence up to which a word of praise makes it a yes."""
_DENIAL = re.compile(
    r"(?:\bnot|n['’]t|\bnever) (?:\w+ ){0,2}(?:right|correct|good|works?|fine|okay|ok|true|agree)\b"
    r"|\b(?:incorrect|wrong|mistaken?)\b|^\W*(?:drop|scrap|forget)\b"
    r"|\bdo(?: not|n['’]t) (?:want|do|book|go|confirm|proceed)\b",
    re.IGNORECASE,
)
_DECLINE = re.compile(
    r"\b(?:no|nope|nah|not|nothing|none|never|neither|later|instead|pass|skip|leave it|drop it"
    r"|enough|rather|stop|cancel|done|covers it|that is it|that['’]s it|i have it all"
    r"|(?:i|we)(?:['’]?m| am|['’]?re| are)(?: all)? (?:good|set|fine|okay|ok)|all (?:set|good)"
    r"|that(?:['’]?s|['’]?ll be| is| was| will be| would be)? (?:all|everything)"
    r"|(?:all|everything) (?:for now|for today|i|we))\b|n['’]t\b",
    re.IGNORECASE,
)
_WAIT = re.compile(
    r"\b(?:hold|wait|moment|minute|min|second|sec|bit|think|thinking|consider|yet|later|check"
    r"|double-check|before|first|ready|hang|sleep on|pause|decide[ds]?|sure|unsure|patience"
    r"|bear with|stand ?by|time|while|for now|back to you|not now|hmm+|stop)\b",
    re.IGNORECASE,
)
_LATER = re.compile(r"\b(?:see|talk to|speak to|until) \w+(?: \w+)?", re.IGNORECASE)
_GOES_AHEAD = re.compile(
    r"(?:^|[,.;!] *)(?:please )?(?:go (?:ahead|for it)|do it)\b", re.IGNORECASE
)
_POSTPONES = re.compile(
    r"\bnot (?:just )?yet\b|\bnot (?:\w+ )?(?:ready|sure)\b|\bhold (?:on|off|it|that)\b"
    r"|\blet me (?:think|check|sleep)\b"
    r"|\b(?:hang on|wait|later|(?:one|just a) (?:moment|second|minute))\b",
    re.IGNORECASE,
)
_CALL_OFF = re.compile(
    r"\b(?:cancel(?:led|ling)?|forget|never ?mind|scrap|drop|abort|skip|stop|undo|off|leave it"
    r"|no longer|any ?more|not (?:go|going|want|need|do)|changed my mind|change of (?:mind|plans?)"
    r"|decided (?:against|not)|rather not|second thoughts?|after all|don['’]?t|won['’]?t"
    r"|do not|will not|no need)\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:else|others?|another|more|different|alternatives?|instead|options?|rest|next one"
    r"|(?:the|what['’]s) next"
    r"|not (?:that|this|these|the|it|quite|really)|any(?:thing|one)? more)\b"
    r"|n['’]t (?:the|that|this|it|what|want|like|suit|work|right|for)\b",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"\?|\b(?:what|which|how|when|where|who|whose|whether|tell|give|know|wonder(?:ing)?|curious"
    r"|information|info|details?|need|want|like|check|share|remind|provide|show|send|find|say)\b",
    re.IGNORECASE,
)
_ENOUGH_SAID = re.compile(
    r"\b(?:that['’]?s|that (?:is|was|will be|would be)|it['’]s) (?:all|everything|what|it)\b[^.?!]*"
    r"|(?:n['’]t|\bnot) (?:need|want)\b[^.?!]*|\bnothing (?:more|else)\b[^.?!]*"
    r"|\bi have (?:all|everything)\b[^.?!]*",
    re.IGNORECASE,
)
"""'That's all I need' needs nothing."""
_LEAD = (
    r"(?:(?:oh|ok|okay|alright|and|but|so|yes|yeah|yep|sure|no|nope|very|great|good|fine|perfect"
    r"|right|thanks|thank you|well|hm+|u[hm]+)\b\W*)*"
)
_WISH = re.compile(
    r"\b(?:i|we)(?:['’]d| would|['’]ll| will|['’]m| am|['’]ve| have)? (?:\w+ )?"
    r"(?:need|want|like|love|wish|have|got|hoping|looking|going) (?:to|for|an?|some|you)\b"
    r"|\b(?:can|could|would|will) you\b|\bhelp me\b|\bplan (?:is )?to\b"
    rf"|^\W*{_LEAD}(?:then )?please\b|\blet['’]s (?!do|go|book|have|get|proceed)",
    re.IGNORECASE,
)
_BESIDES = re.compile(
    r"\b(?:too|also|as well|another|besides|plus|in addition|while (?:you|we)['’]re at it)\b", re.I
)
_QUESTION = re.compile(
    rf"^\W*{_LEAD}(?:what|which|how|when|where|who|whose|why|is|are|was|does|do|did|has|any\w*"
    r"|will (?:it|they|there)|(?:can|could|would|will) you (?:tell|say|give me|let me know)"
    r"|may i have|(?:can|may) i (?:get|know|ask|see)(?! (?:that|this|it|one)))\b"
    r"(?! (?:that|this|it) (?:ok|okay|all right|alright|fine))[^?]*\?\W*$",
    re.IGNORECASE,
)
_TELL = re.compile(rf"^\W*{_LEAD}(?:please )?(?:tell|give|show) me\b", re.IGNORECASE)
_PARTING = re.compile(
    r"\b(?:thanks?|thank you|cheers|bye|goodbye|appreciated?|until next time)\b", re.IGNORECASE
)
_BRIEF = 2
"""Words of an exclamation that may stand for a yes without being one of those known."""

_ENGLISH = re.compile(r"\b(?:the|of|for|with|and|to|from|your|my|whether|that|which|at|by)\b", re.I)
_ELSEWHERE = re.compile(
    r"\b(?:der|das|und|oder|eine?[nmrs]?|für|von|mit|zu[mr]?|le|la|les|une?|des|du|pour|avec|el"
    r"|los|las|de|del|para|con|por|het|een|van|voor|il|lo|gli|di|della?|uma?|dos|das|och|ett|med"
    r"|og|ja|za|na|się|dla)\b",
    re.IGNORECASE,
)
"""Small words of other languages; none of them is one of English."""

_YESSES = frozenset({ActType.AFFIRM, ActType.AFFIRM_INTENT})
_NOES = frozenset({ActType.NEGATE, ActType.NEGATE_INTENT})
_LEAVING = frozenset({ActType.THANK_YOU, ActType.GOODBYE})


def stance_faults(
    utterance: str, acts: Sequence[Act], catalog: Catalog, clock: Clock
) -> Iterator[str]:
    """Where a user's words are at odds with acts that give no value.

    Args:
        utterance: What the user says.
        acts: What it is to express.
        catalog: The dialogue's services; their descriptions show what language is spoken.
        clock: The dialogue's clock, with its locale.
    """
    kinds = frozenset(act.act for act in acts)
    if kinds & _YESSES and _NO.search(utterance):
        yield "it denies what it is to affirm"
        return
    if kinds & {ActType.CANCEL, ActType.HOLD} and _YES.search(utterance):
        yield "it affirms what it is not to affirm"
        return
    holds_to = _rule(kinds)
    if holds_to is not None and in_english(catalog, clock):
        yield from holds_to(_without_values(utterance, acts))


def in_english(catalog: Catalog, clock: Clock) -> bool:
    """Whether a conversation over these services is held in English.

    The locale says so, and what the services are described in does not deny it.
    """
    texts = [intent.description for _, intent in catalog.intents()]
    texts += [slot.description for service in catalog.services for slot in service.slots]
    words = " ".join(texts)
    letters = [letter for letter in words if letter.isalpha()]
    return (
        clock.locale.lower().startswith("en")
        and 2 * sum(map(str.isascii, letters)) >= len(letters)
        and len(_ELSEWHERE.findall(words)) <= len(_ENGLISH.findall(words))
    )


_Rule = Callable[[str], Iterator[str]]


def _rule(kinds: frozenset[ActType]) -> _Rule | None:
    """What the words are held to, None where the acts leave them free."""
    alone = kinds - _LEAVING
    if not alone:
        return _takes_leave if kinds else None
    if alone <= _YESSES:
        return _agrees
    if alone <= _NOES:
        return _refuses
    return _RULES.get(next(iter(alone))) if len(alone) == 1 else None


def _agrees(said: str) -> Iterator[str]:
    if _DENIAL.search(said):
        yield "it denies what it is to affirm"
    elif _POSTPONES.search(said):
        yield "it asks to wait, and the user says yes"
    elif not _assents(said) and (
        len(said.split()) > _BRIEF or _WISH.search(said) or _PARTING.search(said) or "?" in said
    ):
        yield "it does not say yes"
    else:
        yield from _no_more(said)


def _assents(said: str) -> bool:
    """Whether some sentence says yes, outright or by praise that says little else."""
    return any(
        _ASSENT.search(s) or (len(s.split()) <= _CURT and _PRAISE.search(s) and not _WISH.search(s))
        for s in _sentences(said)
    )


def _refuses(said: str) -> Iterator[str]:
    if not _DECLINE.search(said):
        yield "it does not say no"
    else:
        yield from _no_more(said)


def _waits(said: str) -> Iterator[str]:
    if not _WAIT.search(_LATER.sub("", said)) or _GOES_AHEAD.search(said):
        yield "it does not ask to wait"


def _calls_off(said: str) -> Iterator[str]:
    if not _CALL_OFF.search(said):
        yield "it does not call anything off"


def _chooses(said: str) -> Iterator[str]:
    others = [s for s in _sentences(said) if s.endswith("?") and _OTHERS.search(s)]
    if others:
        yield "it asks for others, and the user takes this one"
    elif _NO.search(said) and not _assents(said):
        yield "it denies what it is to take"
    else:
        yield from _no_more(said)


def _asks_for_others(said: str) -> Iterator[str]:
    if not _OTHERS.search(said):
        yield "it does not ask for others"


def _asks(said: str) -> Iterator[str]:
    if not _ASKING.search(_ENOUGH_SAID.sub("", said)):
        yield "it does not ask anything"


def _takes_leave(said: str) -> Iterator[str]:
    if "?" in said:
        yield "it asks something, and the user only takes leave"
    else:
        yield from _no_more(said)


def _no_more(said: str) -> Iterator[str]:
    """Questions and wishes that the acts do not have."""
    for sentence in _sentences(said):
        if _QUESTION.search(sentence) or _TELL.search(sentence):
            yield f"it asks something, which is not to be asked here: {sentence!r}"
        elif _WISH.search(sentence) and _BESIDES.search(sentence):
            yield f"it wishes for something more, which is not to be said here: {sentence!r}"


_RULES: dict[ActType, _Rule] = {
    ActType.HOLD: _waits,
    ActType.CANCEL: _calls_off,
    ActType.SELECT: _chooses,
    ActType.REQUEST_ALTS: _asks_for_others,
    ActType.REQUEST: _asks,
}


def _without_values(utterance: str, acts: Sequence[Act]) -> str:
    """The words without the values that acts point with: they may read as anything."""
    for surface in {act.surface for act in acts if act.surface}:
        for match in reversed(verbatim(surface, utterance)):
            utterance = f"{utterance[: match.start]}it{utterance[match.end :]}"
    return utterance


def _sentences(utterance: str) -> list[str]:
    return [s for s in re.split(r"(?<=[.!?])\s+", utterance.strip()) if s]
