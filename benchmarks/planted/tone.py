"""Faults that only tone tells: acts, programs, values and labels are all in order."""

from collections.abc import Iterator
from random import Random

from benchmarks.planted.kind import Change, Good, Kind, Planted, any_of, places, shuffled
from schemas.acts import ActType

_ASIDE = frozenset({ActType.IRRELEVANT, ActType.OVERHEARD, ActType.SARCASTIC})
_FLAT = (
    "I have to look that up.",
    "Could you say that again?",
    "I am listening.",
    "That is a good question.",
)
_SARCASTIC = (
    "Oh sure, because that is exactly what I need. {}",
    "{} As if anybody would want that!",
    "Yeah, right. {}",
)
_OVERHEARD = (
    "No, darling, the other one. {}",
    "{} Tell your brother that I said so.",
    "Hold the door for me, will you? {}",
)
_STILTED = (
    "Of the matter in question I am now stating this: {}",
    "{} The foregoing is what is hereby being wanted by me.",
    "By me it is being said as follows. {} It is thus.",
)


def flat(good: Good, rng: Random) -> Planted | None:
    """A turn that was to be an aside is said flatly; its acts and tags stay."""
    return any_of(good, rng, _flattened(good, rng))


def _flattened(good: Good, rng: Random) -> Iterator[Change]:
    for number, exchange in places(good):
        if exchange.user.planned_phenomena and exchange.user.acts[0].act in _ASIDE:
            words = shuffled(_FLAT, rng)[0]
            said = f"{exchange.user.acts[0].act.value} said as {words!r}"
            yield said, good.script.put(number, exchange.heard(utterance=words))


def at_its_word(good: Good, rng: Random) -> Planted | None:
    """A plain answer is worded as if it were not meant, or meant for somebody else."""
    return any_of(good, rng, _framed(good, rng, (*_SARCASTIC, *_OVERHEARD)))


def stilted(good: Good, rng: Random) -> Planted | None:
    """A turn is worded as nobody would."""
    return any_of(good, rng, _framed(good, rng, _STILTED))


def _framed(good: Good, rng: Random, frames: tuple[str, ...]) -> Iterator[Change]:
    for number, exchange in places(good):
        if any(act.act is ActType.INFORM for act in exchange.user.acts):
            frame = shuffled(frames, rng)[0]
            words = frame.format(exchange.user.utterance)
            yield f"said as {words!r}", good.script.put(number, exchange.heard(utterance=words))


KINDS = (
    Kind("phenomenon not realised, by tone alone", flat),
    Kind("sarcasm or overheard speech taken at its word", at_its_word),
    Kind("unnatural wording", stilted),
)
