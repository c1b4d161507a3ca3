"""Where fuzzing begins: places in generated dialogues, and what was really said there.

A scene is an executor that has just heard a user's turn. The system's programs of that turn are
the seed corpus; the words of the language and of the schemas are the fuzzer's dictionary.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from runtime.store import ArtifactStore
from schemas.dialogue import Dialogue, Speaker, Turn
from schemas.service import Catalog, ServiceSchema
from world.executor import Executor
from world.statements import SHAPES, VERBS, Special

MOST = 200
"""Scenes that are kept; an input's first two bytes choose among them."""
_PYTHON = (
    *("lambda x: x", "[i for i in x1]", "(y := 1)", "f'{x1}'", "b''", "__import__('os')", "eval("),
    *("x1.__class__", "__subclasses__()", "*x1", "**x1", "not ", "await ", "yield ", "None"),
    *("9**9**9", "1e309", "0x", "1_0", "1j", "\\x00", "\\ud800", "\\N{BELL}", '"""', "#", ";"),
    *(
        "ｘ1",
        "х1",
        "ⅹ1",
        "\u202e",
        "\u200b",
        "carry=False",
        "carry=True",
        "[0]",
        "[1].",
        "= ",
        ", ",
    ),
)


@dataclass(frozen=True)
class Scene:
    """A place in a dialogue, just before the system writes.

    Attributes:
        executor: Never run itself: a copy of it is.
        user: What it has just heard.
        programs: What the system wrote there, in order.
    """

    executor: Executor
    user: Turn
    programs: tuple[tuple[str, ...], ...]


def scenes(run: str) -> tuple[Scene, ...]:
    """Scenes of a run's dialogues, at most `MOST`, spread evenly over them."""
    store = ArtifactStore(run)
    catalog = Catalog(services=store.read_all("services", ServiceSchema))
    found = [
        scene
        for dialogue in store.read_all("dialogues", Dialogue)
        for scene in _of_dialogue(dialogue, catalog)
    ]
    step = max(1, len(found) // MOST)
    return tuple(found[::step][:MOST])


def _of_dialogue(dialogue: Dialogue, catalog: Catalog) -> Iterator[Scene]:
    executor = Executor(catalog.only(dialogue.services), dialogue.world, dialogue.clock)
    for user, system in _exchanges(dialogue.turns):
        executor.hear(user.utterance, user.acts)
        programs = tuple(step.written for step in system.steps)
        yield Scene(executor.copy(), user, programs)
        for program in programs:
            executor.run(program)


def _exchanges(turns: Sequence[Turn]) -> Iterator[tuple[Turn, Turn]]:
    for user, system in pairwise(turns):
        if user.speaker is Speaker.USER and system.speaker is Speaker.SYSTEM:
            yield user, system


def words_of(found: Sequence[Scene]) -> tuple[str, ...]:
    """The fuzzer's dictionary: the language's words, the schemas' names, and Python's traps."""
    names: set[str] = set()
    for scene in found:
        for task in scene.executor.tasks.values():
            names |= {task.service, task.intent, *task.slots}
    language = (*VERBS, *SHAPES, *Special, "say", "clear", "decline", "x0", "x1", "x12", ".append(")
    return tuple(dict.fromkeys([*language, *sorted(names), *_PYTHON]))


def dictionary(entries: Iterable[str]) -> str:
    """The words as libFuzzer reads them: quoted, one a line, bytes beyond ASCII escaped."""
    lines = []
    for entry in entries:
        quoted = "".join(
            chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\x{byte:02x}"
            for byte in entry.encode("utf-8")
        )
        lines.append(f'"{quoted}"')
    return "\n".join(lines) + "\n"
