"""The model string `local:PATH`, and what can be known of it before anything is started."""

from importlib.util import find_spec
from pathlib import Path

LOCAL = "local:"
_MAGIC = b"GGUF"


def is_local(model: str) -> bool:
    """Whether a model string names a file that we serve ourselves."""
    return model.startswith(LOCAL)


def path_of(model: str) -> Path:
    """The file of a local model."""
    return Path(model.removeprefix(LOCAL)).expanduser()


def problem_with(model: str) -> str:
    """Why a local model cannot be served, in one sentence with the mend; empty where it can."""
    path = path_of(model)
    if not path.is_file():
        return f"{model}: there is no such file; give the path of a .gguf file"
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        return f"{model}: cannot be read: {error.strerror}"
    if magic != _MAGIC:
        return f"{model} is no model in GGUF format; download or convert one"
    if find_spec("xllamacpp") is None:
        return (
            f"{model} needs a llama.cpp runtime, which is not installed; "
            "run `make local`, or pip install -e '.[local]'"
        )
    return ""
