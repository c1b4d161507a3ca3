"""What a transcript holds that statements can be about: tasks, signals, results.

Prompts show it, and grammars are made of it; neither knows more than the transcript does.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from schemas.calls.views import IntentView, Line

_OPENING = re.compile(r"^([A-Za-z_][\w.]*)\(")
_CANCEL = re.compile(r"^cancel\(x(\d+)\)$")
_BARE = re.compile(r"\bx(\d+)\b(?![.\[])")
_HOLD = re.compile(r"^hold\(x(\d+)\)$")
_SELECT = re.compile(r"^select\((x(\d+)\[\d+\])\)$")
_CLARIFY = re.compile(r"^say\(clarify\(x(\d+)\.(\w+), (x\d+)\)")
_REFERS = re.compile(r"(?:ref=|^\w+\()x(\d+)")
_ENTITY = re.compile(r"\[(\d+)\] ")
_VALUE = re.compile(r"(?:^|[ \]])([A-Za-z_]\w*)=")
_WANTS = re.compile(r'^hint\("ask for value: (\w+)"')
_OFFERS = re.compile(r'^hint\("offer to go on: ([\w.]+)"')
_TO_CONFIRM = "the user was asked to confirm"
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


@dataclass(frozen=True)
class SignalLine:
    """A signal as the transcript shows it.

    Attributes:
        kind: `hint`, `result`, `perform`, `failed` or `error`.
        entities: How many it brings.
        slots: Slots that its entities have.
        wants: The slot that a hint asks for, empty where it asks for none.
        offers: The intent that a hint wants to be offered, empty where it asks to confirm.
    """

    number: int
    kind: str
    task: int | None
    entities: int
    slots: tuple[str, ...]
    wants: str = ""
    offers: str = ""

    @property
    def confirms(self) -> bool:
        """Whether it asks the user to confirm."""
        return self.kind == "hint" and not self.wants and not self.offers

    @property
    def standing(self) -> str:
        """What it says of its task."""
        first = f"x{self.number}[0]"
        match self.kind:
            case "hint" if self.offers:
                return f"a result was taken, {self.offers} was offered"
            case "hint":
                return f"the user was asked for {self.wants}" if self.wants else _TO_CONFIRM
            case "result":
                return f"found {self.entities}, offered {first}" if self.entities else "found none"
            case "perform":
                return f"done, made {first}" if self.entities else "done"
            case _:
                return f"refused, offered {first} instead" if self.entities else "refused"


@dataclass
class Scene:
    """Tasks and signals of a transcript, by number."""

    tasks: dict[int, IntentView] = field(default_factory=dict)
    signals: dict[int, SignalLine] = field(default_factory=dict)
    performed: set[int] = field(default_factory=set)
    notes: dict[int, str] = field(default_factory=dict)
    """What became of a task since its newest signal: taken, on hold, asked which."""
    cancelled: set[int] = field(default_factory=set)
    said: set[int] = field(default_factory=set)
    """Signals that were said."""
    pending: list[int] = field(default_factory=list)
    """Signals since the last statement: those that are to be said now."""
    utterance: str = ""
    answering: bool = False
    """The user's words are what comes next; else a signal has to be said."""

    @property
    def closed(self) -> set[int]:
        """Tasks that are over."""
        return self.performed | self.cancelled

    @property
    def open(self) -> dict[int, IntentView]:
        """Tasks that can still be written to."""
        return {number: task for number, task in self.tasks.items() if number not in self.closed}

    @property
    def standing(self) -> tuple[str, ...]:
        """How each task stands, in a line."""
        newest = {s.task: s for s in self.signals.values()}
        return tuple(
            f"x{number} {task.name}: "
            + (
                "cancelled"
                if number in self.cancelled
                else f"{newest[number].standing}, by x{newest[number].number}"
                + f"{self._noted(newest[number])}"
            )
            for number, task in self.tasks.items()
            if number in newest
        )

    def _noted(self, newest: SignalLine) -> str:
        said = "" if newest.number in self.said else "not said yet"
        note = said if newest.task is None else self.notes.get(newest.task, said)
        return f"; {note}" if note else ""

    @property
    def question(self) -> SignalLine | None:
        """The hint that waits for the user's answer, None where the newest signal is another."""
        last = self.signals[max(self.signals)] if self.signals else None
        return last if last is not None and last.wants and last.task in self.open else None

    @property
    def newest(self) -> dict[int, int]:
        """The newest signal of each task."""
        return {s.task: s.number for s in self.signals.values() if s.task is not None}


def scene_of(transcript: Sequence[Line], intents: Sequence[IntentView]) -> Scene:
    """Reads a transcript."""
    scene = Scene()
    by_name = {intent.name: intent for intent in intents}
    for line in transcript:
        if line.kind == "user":
            scene.utterance, scene.answering = line.text, True
            scene.pending.clear()
        elif line.kind == "statement" and line.number is not None:
            _statement(scene, line.number, line.text, by_name)
        elif line.kind == "signal" and line.number is not None:
            _signal(scene, line, line.number)
    return scene


def _statement(scene: Scene, number: int, text: str, intents: dict[str, IntentView]) -> None:
    scene.pending.clear()
    opening = _OPENING.match(text)
    if opening and opening.group(1) in intents:
        scene.tasks[number] = intents[opening.group(1)]
    if text.startswith("say("):
        scene.said |= {int(said) for said in _BARE.findall(_QUOTED.sub('""', text))}
    _note(scene, number, text)
    cancelled = _CANCEL.match(text)
    if cancelled:
        scene.cancelled.add(int(cancelled.group(1)))


def _note(scene: Scene, number: int, text: str) -> None:
    """What a statement makes of a task that no signal tells."""
    if held := _HOLD.match(text):
        scene.notes[int(held.group(1))] = "on hold, the user wants to wait"
    elif chosen := _SELECT.match(text):
        signal = scene.signals.get(int(chosen.group(2)))
        if signal is not None and signal.task is not None:
            scene.notes[signal.task] = f"the user took {chosen.group(1)}"
    elif asked := _CLARIFY.match(text):
        task, slot, results = asked.groups()
        scene.notes[int(task)] = f"the user was asked which of {results} for {slot}, by x{number}"


def _signal(scene: Scene, line: Line, number: int) -> None:
    kind = line.text.partition("(")[0]
    scene.answering = kind == "error"
    if kind == "error":
        return
    bare = _QUOTED.sub('""', line.text)
    task = _REFERS.search(bare)
    wanted, offered = _WANTS.search(line.text), _OFFERS.search(line.text)
    signal = SignalLine(
        number=number,
        kind=kind,
        task=int(task.group(1)) if task else None,
        entities=len(_ENTITY.findall(bare)),
        slots=tuple(dict.fromkeys(s for s in _VALUE.findall(bare) if s not in ("ref", "count"))),
        wants=wanted.group(1) if wanted else "",
        offers=offered.group(1) if offered else "",
    )
    scene.signals[number] = signal
    if signal.task is not None:
        scene.notes.pop(signal.task, None)
    scene.pending.append(number)
    if kind == "perform" and signal.task is not None:
        scene.performed.add(signal.task)
