"""What the fuzzer holds inputs to, without the fuzzer: its seeds, and faults planted by hand."""

import subprocess
import sys
from random import Random

import pytest

from benchmarks.fuzz import program_target, value_target
from benchmarks.fuzz.program_target import Broken, decoded, encoded, respliced
from benchmarks.fuzz.scenes import Scene, dictionary, words_of
from benchmarks.fuzz.seeds import SEED_VALUES
from schemas.dialogue import Speaker, Step, Turn
from tests.world.booking import executor
from world.executor import Executor

USER = Turn(index=0, speaker=Speaker.USER, utterance="the Ritz on Friday at 8pm")
PROGRAMS = (
    ('reserve_table(restaurant="the Ritz", date="Friday")',),
    ('x0.time = "8pm"',),
    ("say(x3)",),
)


def scene() -> Scene:
    at = executor()
    at.hear(USER.utterance, USER.acts)
    return Scene(at, USER, PROGRAMS)


def test_an_input_is_a_scene_and_programs() -> None:
    assert decoded(encoded(513, PROGRAMS)) == (513, PROGRAMS)
    assert decoded(b"") == (0, (("",),))
    number, programs = decoded(b"\x00\x02\xffsay()\nab")
    assert (number, programs[0][0]) == (2, "say()")
    assert len(programs[0][1]) == 1_000_000


def test_real_programs_and_nonsense_hold() -> None:
    here = scene()
    program_target.hold([here], encoded(0, PROGRAMS))
    # Three programs ran on a copy: two more turns, and none of it in the scene itself.
    assert here.executor.next_index == 0
    for text in ("", "x0.date = ", "say(x1)", "\x00", "confirm(x0)\n\nconfirm(x0)", "f'{x0}'"):
        program_target.hold([here], b"\0\0\0" + text.encode())
        program_target.hold([here], b"\0\0\xff" + text.encode())


class HalfDone(Executor):
    """Executes what stands before an error, which the executor must not."""

    def copy(self) -> "HalfDone":
        twin = HalfDone.__new__(HalfDone)
        vars(twin).update(vars(super().copy()))
        return twin

    def run(self, program: tuple[str, ...]) -> Step:  # type: ignore[override]
        for line in program[:-1]:
            super().run((line,))
        return super().run(program[-1:])


def test_a_state_left_half_changed_is_seen() -> None:
    here = scene()
    bad = HalfDone.__new__(HalfDone)
    vars(bad).update(vars(here.executor))
    program = encoded(0, [('reserve_table(date="Friday")', "confirm(x9)")])
    program_target.hold([here], program)
    with pytest.raises(Broken, match="left the state changed"):
        program_target.hold([Scene(bad, USER, ())], program)


def test_an_input_has_words_exchanged() -> None:
    first, other = encoded(0, PROGRAMS), encoded(1, [("cancel(x0)",)])
    words = words_of([scene()])
    made = {respliced(first, other, Random(seed), words) for seed in range(50)}
    assert len(made) > 40
    assert made == {respliced(first, other, Random(seed), words) for seed in range(50)}
    assert any(b"cancel" in each for each in made)


def test_the_dictionary_is_libfuzzers() -> None:
    assert dictionary(["say", '"""', "ｘ1"]) == '"say"\n"\\x22\\x22\\x22"\n"\\xef\\xbd\\x981"\n'


@pytest.mark.parametrize("text", SEED_VALUES, ids=lambda text: repr(text[:20]))
def test_hostile_texts_are_values_or_refused(text: str) -> None:
    for kind in range(len(value_target.SLOTS)):
        value_target.hold(value_target.encoded(kind, text, f"it is {text}, please"))
        if len(text) < 30:
            value_target.hold(bytes([kind, 0, 255]) + text.encode())


def test_without_the_fuzzer_the_command_says_so() -> None:
    code = (
        "import runpy, sys; sys.modules['atheris'] = None;"
        "sys.argv = ['fuzz', 'values'];"
        "runpy.run_module('benchmarks.fuzz', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == (
        "the fuzzer, atheris, is not installed: `make fuzz` installs it (Linux and macOS)\n"
    )
