"""Golden utterances, read by a person: `python -m tests.offline.golden` writes them anew."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from schemas.acts import ActType
from tests.offline.exchange import act, inform, say
from tests.offline.measure import asked, confirming
from tests.offline.random_services import draw

FILE = Path(__file__).with_name("golden.txt")


def utterances() -> Iterator[str]:
    """Forty user turns of all kinds, each with what was said before it."""
    for place in range(10):
        sample = draw(Random(f"golden {place}"))
        slots = list(sample.values)
        opening = [act(sample, ActType.INFORM_INTENT), *(inform(sample, s) for s in slots[:place])]
        yield say(sample, opening, (), place)
        talk, _ = asked(sample, slots[0], place)
        yield f"{talk[1].text} | {say(sample, [inform(sample, slots[0])], talk, place)}"
        talk, _ = confirming(sample, place)
        kind = (ActType.AFFIRM, ActType.HOLD, ActType.CANCEL, ActType.GOODBYE)[place % 4]
        yield f"{talk[1].text} | {say(sample, [act(sample, kind)], talk, place)}"
        aside = (ActType.IRRELEVANT, ActType.OVERHEARD, ActType.SARCASTIC)[place % 3]
        yield say(sample, [act(sample, aside, slot=slots[0])], talk, place)


if __name__ == "__main__":
    FILE.write_text("\n".join(utterances()) + "\n", encoding="utf-8")
