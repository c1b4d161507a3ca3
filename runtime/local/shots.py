"""A small question as messages: a task, examples that never change, and what is asked now."""

from collections.abc import Generator
from dataclasses import dataclass

from runtime.prompts import Message

Shots = tuple[tuple[str, str], ...]
"""Examples: what is shown, and the answer."""


@dataclass(frozen=True)
class Small:
    """A small question.

    Attributes:
        grammar: What may be answered, in GBNF.
        options: All answers there are, empty where they are too many. A server that does not know
            grammars may answer anything else.
    """

    messages: list[Message]
    grammar: str
    options: tuple[str, ...] = ()


Steps = Generator[Small, str, str]
"""Small questions, one after the other; in the end the reply that follows from the answers."""


def messages(task: str, shots: Shots, text: str) -> list[Message]:
    """The examples as turns of a chat, so that a server reads them once for all questions."""
    told: list[Message] = [{"role": "system", "content": task}]
    for question, answer in shots:
        told += [{"role": "user", "content": question}, {"role": "assistant", "content": answer}]
    return [*told, {"role": "user", "content": text}]
