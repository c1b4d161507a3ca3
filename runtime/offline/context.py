"""What the system remembers of a dialogue: read from the transcript, as its model sees it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from schemas.calls.views import IntentView, Line

_OPEN = re.compile(r"^((?:\w+\.)?\w+)\((.*)\)$", re.S)
_ASSIGN = re.compile(r"^(x\d+\.\w+(?:, x\d+\.\w+)*) = ")
_TARGET = re.compile(r"x(\d+)\.(\w+)")
_VERB = re.compile(r"^(confirm|cancel|hold|select|more|accept|clear)\(x(\d+)")
_ARGUMENT = re.compile(r"(?:^|, )(\w+)=")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_TASK_OF = re.compile(r"(?:ref=|\()x(\d+)")
_OFFER = re.compile(r'"offer to go on: ([\w.]+)"')
_ASK = re.compile(r"ask for value: (?:Ask for )?(\w+)")
_REQUESTED = re.compile(r"request\(x(\d+)\.(\w+)\)")
_SAID_SIGNAL = re.compile(r"(?<=[(, ])x(\d+)(?=[,)])")
_CLARIFY = re.compile(r"clarify\(x(\d+)\.(\w+), x(\d+)\)")
_SELECTED = re.compile(r"^select\(x(\d+)\[(\d+)\]\)")
_ENTITY = re.compile(r"\[(\d+)\]")
_KINDS = ("hint", "perform", "result", "failed", "error")


@dataclass
class Task:
    """A task as the transcript shows it.

    Attributes:
        newest: The number of its newest signal, None before there is one.
        state: `asking`, `confirming`, `done`, `failed` or `cancelled`.
        asked: The slot that its newest hint asks for.
        slots: Slots written so far.
        missed: Whether its newest result is empty.
    """

    number: int
    intent: IntentView
    newest: int | None = None
    state: str = "asking"
    asked: str = ""
    held: bool = False
    slots: set[str] = field(default_factory=set)
    missed: bool = False

    @property
    def open(self) -> bool:
        """Whether it can still be worked on."""
        return self.state in ("asking", "confirming", "failed")

    @property
    def brings_results(self) -> bool:
        """Whether it is a query."""
        return not self.intent.transactional


@dataclass(frozen=True)
class Result:
    """A signal that brought entities.

    Attributes:
        entities: The text of each entity.
    """

    number: int
    task: Task
    kind: str
    entities: tuple[str, ...]


@dataclass
class Context:
    """The dialogue so far.

    Attributes:
        current: The task touched last, None before there is one.
        results: Signals with entities, oldest first.
        asked: The slot that the system's last words ask for, and its task.
        more_help: Whether the system's last words offer more help.
        clarifying: The task, slot and result that the system's last words ask to tell apart.
        offers: Intents that hints propose to go on with, by the hint's number.
        offering: The one that the system's last words offer.
        selected: The entity that the user has chosen of a result, by the result's number.
        utterance: The user's words that are to be answered.
        fresh: The newest signals of this turn, empty where the user's words come last.
        executed: Statements executed in this turn.
    """

    tasks: dict[int, Task] = field(default_factory=dict)
    current: Task | None = None
    results: list[Result] = field(default_factory=list)
    signals: dict[int, Task | None] = field(default_factory=dict)
    asked: tuple[int, str] | None = None
    more_help: bool = False
    clarifying: tuple[int, str, int] | None = None
    offers: dict[int, IntentView] = field(default_factory=dict)
    offering: IntentView | None = None
    selected: dict[int, int] = field(default_factory=dict)
    utterance: str = ""
    fresh: list[str] = field(default_factory=list)
    executed: list[str] = field(default_factory=list)


def read_context(intents: Sequence[IntentView], transcript: Sequence[Line]) -> Context:
    """The context that a transcript gives."""
    context = Context()
    names = {intent.name: intent for intent in intents}
    for intent in intents:
        names.setdefault(intent.name.rpartition(".")[2], intent)
        names.setdefault(f"{intent.service}.{intent.name}", intent)
    for line in transcript:
        if line.kind == "user":
            context.utterance, context.fresh, context.executed = line.text, [], []
        elif line.kind == "statement" and line.number is not None:
            context.fresh = []
            _statement(context, names, line.text.strip(), line.number)
        elif line.kind == "signal":
            _signal(context, names, line.text.strip(), line.number or 0)
    return context


def _statement(context: Context, names: dict[str, IntentView], text: str, number: int) -> None:
    context.executed.append(text)
    if text.startswith("say("):
        _say(context, text)
        return
    assigned = _ASSIGN.match(text)
    if assigned:
        for task, slot in _TARGET.findall(assigned.group(1)):
            _touch(context, int(task))
            if int(task) in context.tasks:
                context.tasks[int(task)].slots.add(slot)
        return
    selected = _SELECTED.match(text)
    if selected:
        context.selected[int(selected.group(1))] = int(selected.group(2))
    verb = _VERB.match(text)
    if verb:
        _act(context, verb.group(1), int(verb.group(2)))
        return
    opened = _OPEN.match(text)
    if opened and opened.group(1) in names:
        task = Task(number, names[opened.group(1)])
        task.slots.update(_ARGUMENT.findall(_STRING.sub("", opened.group(2))))
        context.tasks[number] = context.current = task


def _touch(context: Context, number: int) -> None:
    task = context.tasks.get(number) or context.signals.get(number)
    if task is not None:
        task.held = False
        context.current = task


def _act(context: Context, verb: str, number: int) -> None:
    _touch(context, number)
    task = context.tasks.get(number)
    if task is None:
        return
    if verb == "hold":
        task.held = True
    elif verb == "cancel":
        task.state = "cancelled"


def _say(context: Context, text: str) -> None:
    context.more_help = "more_help()" in text
    context.asked, context.offering = None, None
    requested = _REQUESTED.search(text)
    if requested:
        context.asked = int(requested.group(1)), requested.group(2)
    clarify = _CLARIFY.search(text)
    context.clarifying = None
    if clarify:
        context.clarifying = int(clarify.group(1)), clarify.group(2), int(clarify.group(3))
        context.current = context.tasks.get(int(clarify.group(1)), context.current)
    for number in map(int, _SAID_SIGNAL.findall(text)):
        context.offering = context.offers.get(number, context.offering)
        task = context.signals.get(number)
        if task is not None and task.newest == number and task.open:
            context.current = task
            context.asked = (task.number, task.asked) if task.asked else None


def _signal(context: Context, names: dict[str, IntentView], text: str, number: int) -> None:
    kind = next((k for k in _KINDS if text.removeprefix(f"x{number} = ").startswith(k)), "error")
    context.fresh.append("error" if kind == "error" else f"x{number}")
    offer = _OFFER.search(text) if kind == "hint" else None
    if offer is not None and offer.group(1) in names:
        context.offers[number] = names[offer.group(1)]
    if kind == "error" or offer is not None:
        return
    found = _TASK_OF.search(text.rpartition("ref=")[2] if "ref=" in text else text)
    found = re.search(r"ref=x(\d+)", text) or found
    task = context.tasks.get(int(found.group(1))) if found else context.current
    context.signals[number] = task
    if task is None:
        return
    task.newest, task.held, context.current = number, False, task
    ask = _ASK.search(text) if kind == "hint" else None
    task.asked = ask.group(1) if ask else ""
    task.state = _state(kind, asking=ask is not None)
    entities = _entities(text)
    task.missed = kind == "result" and not entities
    if entities:
        context.results.append(Result(number, task, kind, entities))


def _state(kind: str, *, asking: bool) -> str:
    if kind == "hint":
        return "asking" if asking else "confirming"
    return "failed" if kind == "failed" else "done"


def _entities(text: str) -> tuple[str, ...]:
    starts = [match.start() for match in _ENTITY.finditer(_STRING.sub(_blank, text))]
    if not starts:
        return ()
    return tuple(
        text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)
    )


def _blank(match: re.Match[str]) -> str:
    return '"' + "_" * (len(match.group()) - 2) + '"'


def waiting(context: Context) -> list[Task]:
    """Tasks that wait for the user, in the order in which they were opened."""
    return [t for t in context.tasks.values() if t.state in ("asking", "confirming") and not t.held]
