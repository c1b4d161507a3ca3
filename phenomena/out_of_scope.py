"""The user asks for something that no intent offers."""

from random import Random

from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import acted, refused
from schemas.acts import Act, ActType
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Placement
from schemas.service import Catalog

WISHES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("tell me a joke", ("joke",)),
    ("check the weather for me", ("weather", "forecast")),
    ("translate something into French", ("translat", "language")),
    ("turn the lights down in here", ("light", "lamp", "smart home", "home_")),
    ("look up last night's football scores", ("football", "score", "sport")),
    ("explain how magnets work", ("explain", "question", "science")),
    ("sing me a song", ("sing", "song", "music")),
    ("give me a recipe for pancakes", ("recipe", "cook")),
    ("do my tax return", ("tax",)),
    ("find out who won the election", ("election", "news")),
    ("water my plants", ("plant", "garden")),
    ("guess my star sign", ("star sign", "horoscope")),
)
"""What nobody offers, each with the marks of an intent that would."""


def place(host: Host, rng: Random) -> Placement | None:
    """A goal that is confirmed; the wish is one that no intent of the run comes near."""
    if not host.confirmed:
        return None
    offered = " ".join(
        f"{intent.name} {intent.description} {intent.entity}"
        for _, intent in host.catalog.intents()
    ).lower()
    free = [wish for wish, marks in WISHES if not any(mark in offered for mark in marks)]
    if not free:
        return None
    return host.put(PhenomenonTag.OUT_OF_SCOPE, words=(None, rng.choice(free)))


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """The wish where the system waits for an answer."""
    if not moment.asked:
        return None
    return Cut((Act(act=ActType.OUT_OF_SCOPE, surface=placement.surface),))


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns that ask for what no intent offers."""
    return acted(turns, ActType.OUT_OF_SCOPE)


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """The system says that it cannot, changes nothing, and asks its question again."""
    return refused(turns, derive(turns, catalog))


OUT_OF_SCOPE = Phenomenon(
    tag=PhenomenonTag.OUT_OF_SCOPE,
    lucid="",
    description="The user asks for something that the assistant cannot do.",
    instruction="Ask for this other thing instead of answering.",
    question="Does the user ask for something that the assistant cannot do?",
    rule="The system refuses with a reason, changes nothing, and asks the open question again.",
    needs=Needs(confirmed=True),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=("Oh, and can you tell me a joke?",),
)
