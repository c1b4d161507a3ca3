"""Once a result is chosen the system offers what could follow; the user takes it up or not."""

from random import Random

from phenomena.phenomenon import Cut, Fault, Host, Moment, Move, Needs, Phenomenon, Turns
from phenomena.reading import Exchange, exchanges
from schemas.acts import Act, ActType
from schemas.phenomenon import PhenomenonTag
from schemas.plan import Choice, Goal, Placement
from schemas.service import Catalog
from world.names import escape

_ANSWERS = frozenset({ActType.AFFIRM_INTENT, ActType.NEGATE_INTENT})
_ENTWINED = frozenset({PhenomenonTag.INTENT_SWITCH, PhenomenonTag.TWO_INTENTS_IN_A_TURN})
_TAKEN_UP = 0.5
"""How often an offer that fits is taken up; SGD's users do so four times in ten."""


def place(host: Host, rng: Random) -> Placement | None:
    """A query that finds something, is chosen from at once, and leads on to another intent."""
    goal = host.goal
    if host.service.intent(goal.intent).transactional or goal.choice is not Choice.AT_ONCE:
        return None
    if len(host.found(goal.number)) <= goal.pick or _entwined(host, goal.number):
        return None
    after = _following(host)
    others = [
        intent.name
        for intent in host.service.intents
        if intent.transactional
        and not any((g.service, g.intent) == (goal.service, intent.name) for g in host.goals)
    ]
    takes_up = after is not None and (not others or (_related(after, goal) and _chance(rng)))
    if after is not None and takes_up:
        placement = host.put(
            PhenomenonTag.OFFERED_INTENT, words=(f"{after.service}.{after.intent}", "")
        )
        return placement.model_copy(update={"other": after.number})
    if not others:
        return None
    offered = f"{goal.service}.{rng.choice(others)}"
    return host.put(PhenomenonTag.OFFERED_INTENT, words=(offered, ""))


def _chance(rng: Random) -> bool:
    return rng.random() < _TAKEN_UP


def _following(host: Host) -> Goal | None:
    """The next goal, where nothing else decides how it is opened."""
    number = host.goal.number + 1
    after = next((g for g in host.goals if g.number == number), None)
    return None if after is None or _entwined(host, number) else after


def _entwined(host: Host, goal: int) -> bool:
    return any(p.tag in _ENTWINED and goal in (p.goal, p.other) for p in host.placed)


def _related(after: Goal, goal: Goal) -> bool:
    """Whether the one follows from the other: of one service, or resting on its result."""
    rests = any(s.reference and s.reference.goal == goal.number for s in after.slots)
    return rests or after.service == goal.service


def shape(placement: Placement, goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
    """The query's goal is followed up."""
    return tuple(
        goal.model_copy(update={"follow_up": str(placement.value)})
        if goal.number == placement.goal
        else goal
        for goal in goals
    )


def cut(placement: Placement, moment: Moment, move: Move) -> Cut | None:
    """The answer to the offer: the next goal, or a no."""
    if not moment.offered:
        return None
    if placement.other is not None:
        return Cut((), opens=placement.other)
    service, intent = moment.offered[0]
    return Cut((Act(act=ActType.NEGATE_INTENT, service=service, intent=intent),))


def derive(turns: Turns, catalog: Catalog) -> tuple[int, ...]:
    """User turns that answer an offer to go on."""
    return tuple(e.user.index for e in exchanges(turns) if _answer(e) is not None)


def _answer(exchange: Exchange) -> Act | None:
    acts = exchange.before.acts if exchange.before is not None else ()
    if not any(act.act is ActType.OFFER_INTENT for act in acts):
        return None
    return next((act for act in exchange.user.acts if act.act in _ANSWERS), None)


def faults(turns: Turns, catalog: Catalog) -> tuple[Fault, ...]:
    """What is taken up is opened; what is turned down is declined and not opened."""
    found = []
    for exchange in exchanges(turns):
        act = _answer(exchange)
        if act is None or exchange.answer is None:
            continue
        name = escape(act.intent)
        calls = (f"{name}(", f"{escape(act.service)}.{name}(")
        opened = any(text.startswith(calls) for text in exchange.statements)
        taken_up = act.act is ActType.AFFIRM_INTENT
        if taken_up and not opened:
            found.append(Fault(exchange.user.index, f"{act.intent} was taken up and not opened"))
        if not taken_up and (opened or not exchange.runs("decline")):
            found.append(Fault(exchange.user.index, f"{act.intent} was not declined"))
    return tuple(found)


OFFERED_INTENT = Phenomenon(
    tag=PhenomenonTag.OFFERED_INTENT,
    lucid="",
    description="The system offers what could follow a chosen result, and the user answers.",
    instruction="",
    question="Does the user take up, or turn down, what the system has just offered to do?",
    rule="What is taken up is opened; what is turned down is declined and not opened.",
    needs=Needs(query=True, results=1, counted=False),
    place=place,
    cut=cut,
    derive=derive,
    faults=faults,
    examples=(
        "Yes, please, for two people. (after 'Shall I book a table there?')",
        "Not now. (after the same question)",
    ),
    shape=shape,
)
