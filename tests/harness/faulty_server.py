"""A chat server on loopback that answers, or fails, as it is told, and counts what it was asked."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

Reply = Callable[[web.Request], Awaitable[web.StreamResponse]]
Script = Callable[[str, int], "Reply | str"]
"""From the question and how often it was asked before, to what the server does; a text is an answer."""


@dataclass
class FaultyServer:
    """Use it as a context manager; it runs in a thread of its own."""

    script: Script
    latency_seconds: float = 0.0
    n_asked: Counter[str] = field(default_factory=Counter)
    n_answered: Counter[str] = field(default_factory=Counter)
    asked_at: list[tuple[str, float]] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    n_under_way: int = 0
    most_under_way: int = 0
    base_url: str = ""

    def __enter__(self) -> FaultyServer:
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        app = web.Application(client_max_size=2**24)
        app.router.add_post("/v1/chat/completions", self._handle)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = site._server.sockets[0].getsockname()[1]
        self.base_url = f"http://127.0.0.1:{port}/v1"
        self._ready.set()
        await self._stop.wait()
        await runner.cleanup()

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        question = body["messages"][-1]["content"]
        n_before = self.n_asked[question]
        self.n_asked[question] += 1
        self.asked_at.append((question, time.monotonic()))
        self.bodies.append(body)
        self.headers.append(dict(request.headers))
        self.n_under_way += 1
        self.most_under_way = max(self.most_under_way, self.n_under_way)
        try:
            if self.latency_seconds:
                await asyncio.sleep(self.latency_seconds)
            reply = self.script(question, n_before)
            if not isinstance(reply, str):
                return await reply(request)
            self.n_answered[question] += 1
            return web.json_response(completion(reply))
        finally:
            self.n_under_way -= 1


def completion(content: str | None, finish_reason: str | None = "stop", **message: Any) -> dict[str, Any]:
    """Return the JSON of an answer."""
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "mock-2026-01-01",
        "system_fingerprint": "fp_mock",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": content, **message},
                "finish_reason": finish_reason,
            }
        ],
        "usage": {
            "prompt_tokens": 25,
            "completion_tokens": 7,
            "total_tokens": 32,
            "completion_tokens_details": {"reasoning_tokens": 3},
        },
    }


def answered(body: Any, status: int = 200, **headers: str) -> Reply:
    """Answer with this JSON; underscores in header names stand for hyphens."""

    async def reply(request: web.Request) -> web.StreamResponse:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return web.Response(body=json.dumps(body), status=status, content_type="application/json", headers=named)

    return reply


def error(
    status: int, code: str = "some_error", message: str = "no", param: str | None = None, **headers: str
) -> Reply:
    """Answer with an error in OpenAI's form."""
    return answered({"error": {"message": message, "type": code, "param": param, "code": code}}, status, **headers)


def raw(text: str) -> Reply:
    """Answer with a body that is what it is."""

    async def reply(request: web.Request) -> web.StreamResponse:
        return web.Response(text=text, content_type="application/json")

    return reply


async def hang(request: web.Request) -> web.StreamResponse:
    """Never answer."""
    await asyncio.sleep(60)
    raise AssertionError("the client should have given up")


async def drop(request: web.Request) -> web.StreamResponse:
    """Close the connection without a word."""
    assert request.transport is not None
    request.transport.abort()
    return web.Response()


async def cut(request: web.Request) -> web.StreamResponse:
    """Close the connection in the middle of the body."""
    response = web.StreamResponse(headers={"Content-Length": "5000", "Content-Type": "application/json"})
    await response.prepare(request)
    await response.write(b'{"choices": [{"mess')
    assert request.transport is not None
    request.transport.close()
    return response
