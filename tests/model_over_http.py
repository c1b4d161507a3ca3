"""A model for end-to-end tests: it answers over HTTP, at random, and sometimes badly.

The server gets what any OpenAI-protocol server gets, the prompt. To answer it sensibly without
being a language model, it looks up which input object the prompt was rendered from: the process
that asks leaves that in a folder, under a hash of the messages. Its replies are those of the
offline model under a random seed, with faults at a rate, so no two runs see the same ones.

As a program it runs the command line that way: `python -m tests.model_over_http FOLDER run ...`.
"""

import hashlib
import json
import os
import pickle
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from runtime.asking import Question
from runtime.journal import Completion
from runtime.litellm_client import LitellmClient
from runtime.offline import noisy_reply
from schemas.config import Binding
from tests.fake_server import Behaviour, Body, said


def _name(messages: Any) -> str:
    return hashlib.sha256(json.dumps(messages, sort_keys=True).encode()).hexdigest()


def remember(folder: Path) -> None:
    """Leaves the input object of every question of this process in the folder."""
    asked = LitellmClient.complete

    async def complete(client: LitellmClient, binding: Binding, question: Question) -> Completion:
        part = folder / f"{_name(question.messages)}.{os.getpid()}"
        part.write_bytes(pickle.dumps((question.call, question.data)))
        part.replace(folder / _name(question.messages))
        return await asked(client, binding, question)

    LitellmClient.complete = complete  # type: ignore[method-assign,assignment]


def answers(
    folder: Path, *, rate: float = 0.03, slowest_s: float = 0.02
) -> Callable[[Body], Behaviour]:
    """How a `FakeServer` answers questions that were left in the folder."""
    rng = random.Random()

    def answer(body: Body) -> Behaviour:
        remembered = (folder / _name(body["messages"])).read_bytes()
        call, data = pickle.loads(remembered)  # noqa: S301 - written by `remember` above
        text = noisy_reply(call, data, rng.getrandbits(31), rate)
        prompt = sum(len(message["content"]) for message in body["messages"]) // 4
        return said(text, tokens=(prompt, len(text) // 4 + 1, 0), delay=rng.uniform(0, slowest_s))

    return answer


def main() -> None:
    """The command line, remembering."""
    from flows.cli import main as dialoom

    remember(Path(sys.argv[1]))
    sys.argv = ["dialoom", *sys.argv[2:]]
    dialoom()


if __name__ == "__main__":
    main()
