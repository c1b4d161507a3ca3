"""The process that serves one model: `python -m runtime.local.serve`, settings on stdin.

A process of its own, so that a fault in native code costs a request and not the run. It ends when
its stdin does, which is when the run ends, however that happens.
"""

import json
import os
import sys
from dataclasses import asdict, dataclass
from typing import Any

HOST = "127.0.0.1"


@dataclass(frozen=True)
class Settings:
    """What is served and how.

    Attributes:
        path: The model file.
        name: What the server calls it.
        key: Whoever asks has to know it.
        context: Tokens of prompt and reply together, in each slot.
        slots: Prompts that are kept, so that their beginnings need not be read again.
    """

    path: str
    name: str
    key: str
    threads: int
    context: int
    slots: int

    def line(self) -> str:
        """As it goes over stdin: in a command line anybody could read the key."""
        return json.dumps(asdict(self)) + "\n"


def main() -> None:
    """Serves until stdin ends; tells the address on stdout."""
    settings = Settings(**json.loads(sys.stdin.readline()))
    # Native code writes where it likes; the address must stay alone on its channel.
    channel = os.dup(1)
    os.dup2(2, 1)
    server = _start(settings)
    os.write(channel, f"{server.listening_address}\n".encode())
    sys.stdin.read()
    os._exit(0)  # the server has no way to be stopped, and nothing of it is worth saving


def _start(settings: Settings) -> Any:
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = settings.path
    params.model_alias = {settings.name}
    params.hostnames = [HOST]
    params.port = 0  # a free one
    params.api_keys = [settings.key]
    params.n_parallel = settings.slots
    params.n_ctx = settings.slots * settings.context  # the slots share it evenly
    params.cpuparams.n_threads = settings.threads
    params.cpuparams_batch.n_threads = settings.threads
    params.cache_ram_mib = 0  # prompts are kept in their slots; a second copy only costs memory
    params.ui = False
    return xllamacpp.Server(params)


if __name__ == "__main__":
    main()
