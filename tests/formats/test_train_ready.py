"""The guide's script reads both forms of the chat export and renders the same text from each."""

import json
import subprocess
import sys
from pathlib import Path

from formats.chat import chat_rows, typed
from runtime.parquet import to_bytes
from schemas.export import ChatRow
from tests.formats.events import CATALOG, published

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "tests" / "formats" / "templates" / "qwen2_5.jinja"


def script(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / "examples" / "train_ready.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_both_forms_render_to_the_same_text(tmp_path: Path) -> None:
    rows, _ = chat_rows([published()], CATALOG)
    jsonl, parquet = tmp_path / "train.jsonl", tmp_path / "train.parquet"
    jsonl.write_text(f"{json.dumps(typed(rows[0]))}\n", encoding="utf-8")
    parquet.write_bytes(to_bytes(rows, ChatRow, "test"))
    out = tmp_path / "texts.jsonl"
    said = [script(path, "--template", TEMPLATE, "--out", out) for path in (jsonl, parquet)]
    assert [done.returncode for done in said] == [0, 0], said[0].stderr + said[1].stderr
    assert said[0].stdout == said[1].stdout
    assert '{"name": "find_events", "arguments": {"day": "2026-03-03"}}' in said[0].stdout
    assert said[0].stderr.startswith("1 chats rendered")
    assert json.loads(out.read_text(encoding="utf-8")) == {"text": said[0].stdout}


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    done = script(tmp_path / "none.jsonl", "--template", TEMPLATE)
    assert done.returncode == 2
    assert "there is no file" in done.stderr
