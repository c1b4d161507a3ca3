"""Reading a dialogue's annotations: what a phenomenon's rule and derivation look at."""

from collections.abc import Iterator
from dataclasses import dataclass

from phenomena.phenomenon import Fault, Turns
from schemas.acts import Act, ActType
from schemas.annotation import TurnAnnotation
from schemas.dialogue import Signal, SignalKind, Speaker

NO_ANSWER = frozenset({ActType.IRRELEVANT, ActType.OVERHEARD, ActType.SARCASTIC})
"""Acts whose words, and the values in them, are no answer."""


@dataclass(frozen=True)
class Exchange:
    """A user turn with the system turn before it and the one that answers it."""

    before: TurnAnnotation | None
    user: TurnAnnotation
    answer: TurnAnnotation | None

    @property
    def statements(self) -> tuple[str, ...]:
        """What the system executed in its answer."""
        if self.answer is None:
            return ()
        return tuple(s.text for step in self.answer.steps for s in step.statements)

    @property
    def signals(self) -> tuple[Signal, ...]:
        """What the executor said in the answer."""
        if self.answer is None:
            return ()
        return tuple(signal for step in self.answer.steps for signal in step.signals)

    @property
    def requested(self) -> frozenset[str]:
        """Slots that the system asked for just before."""
        if self.before is None:
            return frozenset()
        return frozenset(a.slot for a in self.before.acts if a.act is ActType.REQUEST)

    def has(self, act: ActType) -> bool:
        """Whether the user turn has such an act."""
        return any(a.act is act for a in self.user.acts)

    def opened(self) -> Act | None:
        """The act that opens a task, the first where there are several."""
        return next(iter(self.openings()), None)

    def openings(self) -> tuple[Act, ...]:
        """The acts that open tasks."""
        return tuple(
            a for a in self.user.acts if a.act in (ActType.INFORM_INTENT, ActType.AFFIRM_INTENT)
        )

    def found_nothing(self, task: tuple[str, str]) -> bool:
        """Whether the system had just told that a query of that service and intent found none."""
        return self.before is not None and any(
            a.act is ActType.INFORM_COUNT and not a.count and (a.service, a.intent) == task
            for a in self.before.acts
        )

    @property
    def waiting(self) -> bool:
        """Whether the system had just asked for a value or for a confirmation."""
        return self.before is not None and any(
            a.act in (ActType.REQUEST, ActType.CONFIRM) for a in self.before.acts
        )

    def answers_with(self, act: ActType) -> bool:
        """Whether the system's answer has such an act."""
        return self.answer is not None and any(a.act is act for a in self.answer.acts)

    def informed(self, opening: Act | None = None) -> dict[tuple[str, str, str], list[Act]]:
        """INFORM acts by service, intent and slot; only those of `opening`'s task where given."""
        found: dict[tuple[str, str, str], list[Act]] = {}
        for act in self.user.acts:
            mine = opening is None or (act.service, act.intent) == (opening.service, opening.intent)
            if act.act is ActType.INFORM and mine:
                found.setdefault((act.service, act.intent, act.slot), []).append(act)
        return found

    def runs(self, function: str) -> bool:
        """Whether the answer executed `function(...)`."""
        return any(text.startswith(f"{function}(") for text in self.statements)

    def signalled(self, kind: SignalKind) -> bool:
        """Whether the answer brought such a signal."""
        return any(signal.kind is kind for signal in self.signals)


def exchanges(turns: Turns) -> Iterator[Exchange]:
    """Every user turn with its neighbours."""
    for place, turn in enumerate(turns):
        if turn.speaker is Speaker.USER:
            yield Exchange(
                before=turns[place - 1] if place else None,
                user=turn,
                answer=turns[place + 1] if place + 1 < len(turns) else None,
            )


def lost_values(exchange: Exchange) -> tuple[str, ...]:
    """Slots whose last informed value is not in the state after the answer."""
    state = {
        (frame.service, slot.slot): slot for frame in exchange.user.frames for slot in frame.state
    }
    clarified = {
        (act.service, act.slot)
        for act in (exchange.answer.acts if exchange.answer else ())
        if act.act is ActType.CLARIFY
    }
    lost = []
    for (service, _, slot), acts in exchange.informed().items():
        if (service, slot) in clarified:
            continue  # which value is meant comes out later
        kept = state.get((service, slot))
        if kept is None or kept.value != acts[-1].value:
            lost.append(slot)
    return tuple(lost)


def kept_values(turns: Turns, where: tuple[int, ...]) -> tuple[Fault, ...]:
    """A fault for each of these user turns whose values did not reach the state."""
    return tuple(
        Fault(exchange.user.index, f"the state lost what the user said for {slot}")
        for exchange in exchanges(turns)
        if exchange.user.index in where
        for slot in lost_values(exchange)
    )


def answered_with(turns: Turns, where: tuple[int, ...], function: str) -> tuple[Fault, ...]:
    """A fault for each of these user turns that is not answered by `function(...)` alone.

    Alone means that nothing is opened, written or performed in the same answer.
    """
    faults = []
    for exchange in exchanges(turns):
        if exchange.user.index not in where:
            continue
        if not exchange.runs(function):
            faults.append(Fault(exchange.user.index, f"the system did not {function}() here"))
        busy = [t for t in exchange.statements if not t.startswith((f"{function}(", "say("))]
        if busy:
            faults.append(Fault(exchange.user.index, f"the system executed {busy[0]} here"))
    return tuple(faults)


def refused(turns: Turns, where: tuple[int, ...]) -> tuple[Fault, ...]:
    """A fault for each of these user turns that is not refused with a reason, and no more.

    Nothing is opened, written or performed, and what the system had asked is asked again.
    """
    faults = []
    for exchange in exchanges(turns):
        if exchange.user.index not in where or exchange.answer is None:
            continue
        refusals = [a for a in exchange.answer.acts if a.act is ActType.REFUSE]
        if not refusals:
            faults.append(Fault(exchange.user.index, "the system did not refuse"))
        elif len(str(refusals[0].value or "").split()) < _REASON:
            faults.append(Fault(exchange.user.index, "the refusal gives no reason"))
        busy = [text for text in exchange.statements if not text.startswith("say(")]
        if busy:
            faults.append(Fault(exchange.user.index, f"the system executed {busy[0]} here"))
        again = exchange.answers_with(ActType.REQUEST) or exchange.answers_with(ActType.CONFIRM)
        if exchange.waiting and not again:
            faults.append(Fault(exchange.user.index, "the open question is not asked again"))
    return tuple(faults)


_REASON = 3
"""Words that a reason has at least."""


def acted(turns: Turns, act: ActType) -> tuple[int, ...]:
    """The user turns that have such an act."""
    return tuple(exchange.user.index for exchange in exchanges(turns) if exchange.has(act))
