"""Renders exported chats with a chat template: what a trainer would see, without a trainer.

    python examples/train_ready.py outputs/demo/exports/chat/train.jsonl --template FILE.jinja

Reads the JSONL that `dialoom export RUN --format chat` wrote, or the Parquet beside it, and needs
nothing but jinja2 (and pandas for Parquet). The template is the `chat_template` of your model's
tokenizer, saved as a text file.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jinja2.sandbox import ImmutableSandboxedEnvironment


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The chats of a file, with arguments and tools as objects whatever form it has."""
    if path.suffix == ".jsonl":
        with path.open(encoding="utf-8") as lines:
            yield from (json.loads(line) for line in lines)
        return
    import pandas as pd

    for row in pd.read_parquet(path).to_dict("records"):
        messages = [plain(message) for message in row["messages"]]
        yield {"messages": messages, "tools": json.loads(row["tools"])}


def plain(message: dict[str, Any]) -> dict[str, Any]:
    """A message of the Parquet form: no empty keys, arguments read from their JSON text."""
    kept = {key: value for key, value in message.items() if value is not None}
    if "tool_calls" in kept:
        kept["tool_calls"] = [
            {
                **call,
                "function": {
                    **call["function"],
                    "arguments": json.loads(call["function"]["arguments"]),
                },
            }
            for call in kept["tool_calls"]
        ]
    return kept


def template(path: Path) -> Any:
    """The chat template, in a sandbox set up as transformers sets it up."""
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
    )
    environment.filters["tojson"] = lambda value, **options: json.dumps(
        value, ensure_ascii=False, **options
    )

    def raise_exception(message: str) -> None:
        raise ValueError(message)

    environment.globals["raise_exception"] = raise_exception
    return environment.from_string(path.read_text(encoding="utf-8"))


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser(description="Renders exported chats with a chat template.")
    parser.add_argument("chats", type=Path, help="a .jsonl or .parquet of an exports/chat folder")
    parser.add_argument("--template", type=Path, required=True, help="the chat template's text")
    parser.add_argument("--out", type=Path, help="write one JSON object with `text` per line here")
    options = parser.parse_args()
    for path in (options.chats, options.template):
        if not path.is_file():
            parser.error(f"there is no file {path}")
    chat_template = template(options.template)
    texts = [
        chat_template.render(messages=row["messages"], tools=row["tools"])
        for row in rows(options.chats)
    ]
    if options.out:
        lines = (json.dumps({"text": text}, ensure_ascii=False) for text in texts)
        options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    sys.stdout.write(texts[0] if texts else "")
    longest = max(map(len, texts), default=0)
    sys.stderr.write(f"{len(texts)} chats rendered, the longest has {longest} characters\n")


if __name__ == "__main__":
    main()
