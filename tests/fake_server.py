"""A chat server on loopback that speaks OpenAI's protocol and misbehaves on demand.

    with FakeServer(answer) as server:
        server.script(rate_limited(after=1), dropped())
        ... api_base=server.url ...

Scripted behaviours are used up first, one per request; then `answer` decides from the body of the
request. As a program it serves a constant reply, for benchmarks:
`python tests/fake_server.py '{"utterance": "Hi."}'` prints its URL and runs until killed.
"""

import asyncio
import json
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

STANDARD_FIELDS = {
    *("model", "messages", "temperature", "max_tokens", "max_completion_tokens", "seed"),
    *("response_format", "top_p", "n", "stop", "stream", "user", "tools", "tool_choice"),
}
STANDARD_HEADERS = {
    *("host", "accept", "accept-encoding", "connection", "user-agent", "content-type"),
    *("content-length", "authorization"),
}

Body = dict[str, Any]


@dataclass(frozen=True)
class Behaviour:
    """What the server does with one request.

    Attributes:
        body: What it sends; None drops the connection.
        delay: Seconds it waits first.
    """

    status: int = 200
    body: bytes | None = b""
    headers: tuple[tuple[str, str], ...] = ()
    delay: float = 0.0


def said(
    text: str | None,
    *,
    finish: str = "stop",
    refusal: str | None = None,
    tokens: tuple[int, int, int] | None = (100, 20, 0),
    delay: float = 0.0,
) -> Behaviour:
    """A completion; `tokens` are those of the prompt, of the reply, and of the cached prompt."""
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if refusal is not None:
        message["refusal"] = refusal
    body: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": "fake-2026",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
    }
    if tokens is not None:
        body["usage"] = {
            "prompt_tokens": tokens[0],
            "completion_tokens": tokens[1],
            "total_tokens": tokens[0] + tokens[1],
            "prompt_tokens_details": {"cached_tokens": tokens[2]},
        }
    return Behaviour(body=json.dumps(body).encode(), delay=delay)


def failed(
    status: int,
    message: str = "it went wrong",
    *,
    code: str | None = None,
    param: str | None = None,
    headers: tuple[tuple[str, str], ...] = (),
) -> Behaviour:
    """An error in OpenAI's form."""
    error = {"message": message, "type": "error", "param": param, "code": code}
    return Behaviour(status, json.dumps({"error": error}).encode(), headers)


def rate_limited(after: str | None = None) -> Behaviour:
    """A 429, with a Retry-After where given."""
    headers = () if after is None else (("Retry-After", after),)
    return failed(429, "slow down", headers=headers)


def dropped() -> Behaviour:
    """The connection is closed without an answer."""
    return Behaviour(body=None)


def not_json() -> Behaviour:
    """A 200 whose body is a page."""
    return Behaviour(body=b"<html>gateway</html>")


@dataclass
class Request:
    """A request as it came."""

    path: str
    headers: dict[str, str]
    raw: bytes
    body: Body
    at: float = field(default_factory=time.monotonic)


class FakeServer:
    """Runs in a thread of its own, so that sync and async tests and subprocesses can use it.

    Attributes:
        requests: Every request so far.
        most_at_once: The most requests that were under way together.
    """

    def __init__(self, answer: Callable[[Body], str | Behaviour] | None = None) -> None:
        self.answer = answer or (lambda body: "{}")
        self.requests: list[Request] = []
        self.most_at_once = 0
        self._script: deque[Behaviour] = deque()
        self._under_way = 0
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def count(self) -> int:
        return len(self.requests)

    def script(self, *behaviours: Behaviour) -> None:
        self._script.extend(behaviours)

    def unexpected(self) -> set[str]:
        """Fields and headers of any request that no OpenAI client has to send."""
        found: set[str] = set()
        for request in self.requests:
            found |= set(request.body) - STANDARD_FIELDS
            found |= {
                name
                for name in request.headers
                if name not in STANDARD_HEADERS and not name.startswith("x-stainless-")
            }
        return found

    def __enter__(self) -> Self:
        self._thread.start()
        self._started.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(
            asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=256)
        )
        self.port = server.sockets[0].getsockname()[1]
        self._started.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (request := await _read(reader)) is not None:
                self.requests.append(request)
                self._under_way += 1
                self.most_at_once = max(self.most_at_once, self._under_way)
                try:
                    behaviour = self._behaviour(request)
                    await asyncio.sleep(behaviour.delay)
                finally:
                    self._under_way -= 1
                if behaviour.body is None:
                    break
                writer.write(_response(behaviour))
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    def _behaviour(self, request: Request) -> Behaviour:
        if not request.path.endswith("/chat/completions"):
            return failed(404, f"no route {request.path}")
        if self._script:
            return self._script.popleft()
        answer = self.answer(request.body)
        return said(answer) if isinstance(answer, str) else answer


async def _read(reader: asyncio.StreamReader) -> Request | None:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.decode("latin-1").split("\r\n")
    pairs = (line.split(":", 1) for line in lines if ":" in line)
    headers = {name.strip().lower(): value.strip() for name, value in pairs}
    raw = await reader.readexactly(int(headers.get("content-length", "0")))
    return Request(first.split()[1], headers, raw, json.loads(raw or b"{}"))


def _response(behaviour: Behaviour) -> bytes:
    body = behaviour.body or b""
    lines = [
        f"HTTP/1.1 {behaviour.status} Status",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        *(f"{name}: {value}" for name, value in behaviour.headers),
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def main() -> None:
    """Serves a constant reply until killed."""
    with FakeServer(lambda body: sys.argv[1]) as server:
        sys.stdout.write(f"{server.url}\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    main()
