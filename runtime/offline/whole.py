"""The judge's part for a dialogue as a whole: what templates can know of wording."""

import re

from runtime.offline.understanding import Expected, understand
from schemas.acts import ActType
from schemas.calls.judging import JudgeInput, JudgeReply

_DOUBLED = re.compile(r"\b(?!bye|very|really)(\w{3,}) \1\b", re.IGNORECASE)
_ASIDE = frozenset({ActType.SARCASTIC, ActType.OVERHEARD})


def natural(data: JudgeInput) -> JudgeReply:
    """No word doubled: all that this judge hears of a wording."""
    for line in data.conversation:
        found = _DOUBLED.search(line.text)
        if found:
            return JudgeReply(reason=f"Nobody says {found.group()!r}.", vote="no")
    return JudgeReply(reason="No word is doubled, which is all I can tell.", vote="yes")


def meant(data: JudgeInput) -> JudgeReply:
    """No message outside of the known asides that the templates of asides would make."""
    known = {int(number) for number in re.findall(r"\d+", data.description)}
    said = [line.text for line in data.conversation if line.kind == "user"]
    for number, words in enumerate(said, start=1):
        heard = understand(words, (), Expected())
        if number not in known and any(h.act in _ASIDE and h.group != "unknown" for h in heard):
            return JudgeReply(reason=f"Message {number} is an aside: {words[:200]}", vote="no")
    return JudgeReply(reason="All messages sound meant.", vote="yes")
