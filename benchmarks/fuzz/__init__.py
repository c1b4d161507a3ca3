"""A coverage-guided fuzz target over the program language, the executor and values.

    python -m benchmarks.fuzz programs --minutes 20
    python -m benchmarks.fuzz values --minutes 10 --run outputs/demo

The fuzzer is atheris (libFuzzer), which the extra `fuzz` brings: `make fuzz` installs it. What
every input is held to is in `program_target` and `value_target`, which need no fuzzer, so that the
tests hold old findings to it.
"""
