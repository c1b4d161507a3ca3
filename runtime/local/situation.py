"""What a small model is told of a transcript: what the assistant has just done, and about what.

A model that hears one utterance and knows what it answers needs no transcript to read it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from runtime.scene import Scene, SignalLine, scene_of
from schemas.calls.views import IntentView, Line

_SAID = re.compile(r"[( ]x(\d+)(?=[,)])")
_CLARIFIED = re.compile(r"clarify\(x(\d+)\.(\w+), x(\d+)\)")
_PROPOSED = re.compile(r"offer_intent\(([\w.]+)\)")
_SELECTED = re.compile(r"^select\(x(\d+)\[(\d+)\]\)$")
_ENTITY = re.compile(r"\[(\d+)\] |(\w+)=(\"(?:[^\"\\]|\\.)*\"|[^\s;)]+)|\"(?:[^\"\\]|\\.)*\"")


class Just(StrEnum):
    """What the assistant has just done."""

    NOTHING = "nothing yet"
    ASKED = "asked for a detail"
    CONFIRMING = "asked whether all is right"
    OFFERED = "offered a result"
    FAILED = "offered another value after a failure"
    WHICH = "asked which one is meant"
    PROPOSED = "offered to do something further"
    DONE = "done, or asked for more wishes"


@dataclass(frozen=True)
class Found:
    """Entities that a signal brought.

    Attributes:
        noun: What they are, in words.
        values: Of each of them, by slot, as the transcript shows them.
        chosen: Which one the user took, None where none.
    """

    signal: SignalLine
    noun: str
    values: tuple[dict[str, str], ...]
    chosen: int | None

    def unclear(self, slot: str) -> bool:
        """Whether it stays open which of several is meant, where that makes a difference."""
        held = {values.get(slot) for values in self.values}
        return self.signal.kind == "result" and self.chosen is None and len(held) > 1


@dataclass(frozen=True)
class Situation:
    """A transcript, boiled down.

    Attributes:
        task: The task that the assistant spoke of last, where it is still open.
        slot: The slot that it asked for.
        proposed: Name of the intent that it offered.
        among: The signal whose entities the user is to choose from.
        waiting: The signal that is to be said again after an aside.
        found: Results and what was done, oldest first.
    """

    just: Just
    scene: Scene
    task: int | None = None
    slot: str = ""
    waiting: int | None = None
    found: tuple[Found, ...] = field(default=())
    among: int | None = None
    proposed: str = ""

    @property
    def said(self) -> str:
        """The user's words, as a line."""
        return f"User: {' '.join(self.scene.utterance.split())}"

    @property
    def waiting_beside(self) -> int | None:
        """The question of another task that waits for the user."""
        others = [n for n in _asking(self.scene) if self.scene.signals[n].task != self.task]
        return others[-1] if others else None

    @property
    def newest_of_task(self) -> int | None:
        """The newest signal of the task that was spoken of."""
        return None if self.task is None else self.scene.newest.get(self.task)

    @property
    def newest(self) -> Found | None:
        """What was found or made last."""
        return self.found[-1] if self.found else None


def situation_of(transcript: Sequence[Line], intents: Sequence[IntentView]) -> Situation:
    """Reads a transcript whose last line is the user's."""
    scene = scene_of(transcript, intents)
    statements = [line.text for line in transcript if line.kind == "statement"]
    says = [text for text in statements if text.startswith("say(")]
    found = tuple(_found(scene, transcript, statements))
    asking = _asking(scene)
    waiting = asking[-1] if asking else None
    if not says:
        return Situation(Just.NOTHING, scene, found=found, waiting=waiting)
    clarified = _CLARIFIED.search(says[-1])
    if clarified:
        task, slot, among = clarified.groups()
        return Situation(Just.WHICH, scene, int(task), slot, waiting, found, int(among))
    said = [scene.signals[int(n)] for n in _SAID.findall(says[-1]) if int(n) in scene.signals]
    signal = said[-1] if said else _held(scene, says[-1])
    own = _PROPOSED.search(says[-1])
    proposed = own.group(1) if own else signal.offers if signal else ""
    if proposed:
        return Situation(Just.PROPOSED, scene, None, "", waiting, found, proposed=proposed)
    just, slot = _just(signal, scene)
    if signal is None and _untaken(found, scene):
        just, signal = Just.OFFERED, found[-1].signal
    again = signal.number if just in (Just.ASKED, Just.CONFIRMING) and signal else waiting
    return Situation(just, scene, signal.task if signal else None, slot, again, found)


def _just(signal: SignalLine | None, scene: Scene) -> tuple[Just, str]:
    if signal is None or signal.task in scene.cancelled:
        return Just.DONE, ""
    match signal.kind:
        case "hint":
            return (Just.ASKED, signal.wants) if signal.wants else (Just.CONFIRMING, "")
        case "result" if signal.entities:
            return Just.OFFERED, ""
        case "failed" if signal.entities:
            return Just.FAILED, ""
        case _:
            return Just.DONE, ""


def _held(scene: Scene, say: str) -> SignalLine | None:
    """After a bare acknowledgement the last question still stands."""
    asking = _asking(scene)
    return scene.signals[asking[-1]] if asking and say == "say()" else None


def _asks(signal: SignalLine) -> bool:
    return signal.kind == "failed" or bool(signal.wants) or signal.confirms


def _asking(scene: Scene) -> list[int]:
    """The questions of tasks that wait for the user, the newest task's last."""
    return [
        number
        for task, number in sorted(scene.newest.items())
        if task in scene.open and _asks(scene.signals[number])
    ]


def _untaken(found: Sequence[Found], scene: Scene) -> bool:
    last = found[-1] if found else None
    newest = max(scene.signals, default=None)
    return (
        last is not None
        and last.signal.kind == "result"
        and last.chosen is None
        and last.signal.number == newest
    )


def _found(scene: Scene, transcript: Sequence[Line], statements: Sequence[str]) -> list[Found]:
    chosen = {
        int(match.group(1)): int(match.group(2))
        for match in map(_SELECTED.match, statements)
        if match
    }
    texts = {line.number: line.text for line in transcript if line.kind == "signal"}
    return [
        Found(
            signal=signal,
            noun=scene.tasks[signal.task].entity.replace("_", " ").removesuffix("s"),
            values=_entities(texts[number]),
            chosen=chosen.get(number),
        )
        for number, signal in sorted(scene.signals.items())
        if signal.kind in ("result", "perform") and signal.entities and signal.task in scene.tasks
    ]


def _entities(text: str) -> tuple[dict[str, str], ...]:
    found: list[dict[str, str]] = []
    for place, name, value in _ENTITY.findall(text):
        if place:
            found.append({})
        elif name and found:
            found[-1][name] = value.strip('"')
    return tuple(found)
