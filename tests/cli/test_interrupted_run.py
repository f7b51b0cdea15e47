"""A killed run goes on with the same command, pays for nothing that is stored, and has the same content address."""

from __future__ import annotations

import asyncio
import hashlib
import json
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from aiohttp import web
from tests.toy_files import CHAT_MODEL, write_toy

N_ITEMS = 300
MOST_PAID_AGAIN = 2 * 8
"""Twice the concurrency: in flight, or answered and not yet durable."""


class Endpoint:
    """A chat endpoint that answers by the question alone, and counts what it was asked."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.loop = asyncio.new_event_loop()
        self.port = 0
        started = threading.Event()
        self.thread = threading.Thread(target=self._serve, args=(started,), daemon=True)
        self.thread.start()
        started.wait(10)

    async def answer(self, request: web.Request) -> web.Response:
        body = await request.json()
        question = body["messages"][-1]["content"]
        self.asked[question] += 1
        await asyncio.sleep(0.02)
        letter = "ABCD"[hashlib.sha256(question.encode()).digest()[0] % 4]
        message = {"role": "assistant", "content": f"Answer: {letter}"}
        return web.json_response({"model": "chat-model", "choices": [{"message": message, "finish_reason": "stop"}]})

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()

    def _serve(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self._start())
        started.set()
        self.loop.run_forever()
        self.loop.run_until_complete(self.runner.cleanup())

    async def _start(self) -> None:
        app = web.Application()
        app.router.add_post("/v1/chat/completions", self.answer)
        self.runner = web.AppRunner(app)
        await self.runner.setup()
        site = web.TCPSite(self.runner, "127.0.0.1", 0)
        await site.start()
        self.port = self.runner.addresses[0][1]


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    running = Endpoint()
    yield running
    running.close()


@pytest.fixture
def chat_folder(folder: Path, endpoint: Endpoint) -> Path:
    write_toy(folder, n_items=N_ITEMS, version="2.0.0")
    model = json.loads(json.dumps(CHAT_MODEL))
    model["versions"][0]["call"] |= {"base_url": f"http://127.0.0.1:{endpoint.port}/v1"}
    (folder / "models/chat-model.yaml").write_text(yaml.safe_dump(model))
    return folder


def start(folder: Path, environment: dict[str, str], *more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "benchtoward", "run", "toy", "chat-model", "--json", *more],
        cwd=folder,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.parametrize(
    ("number", "answers_before", "out"),
    [(signal.SIGKILL, 60, ()), (signal.SIGKILL, 250, ("--out", "bundle")), (signal.SIGINT, 120, ())],
    ids=["killed in a store", "killed in a folder", "interrupted"],
)
def test_a_stopped_run_continues_and_pays_for_nothing_twice(
    chat_folder, environment, endpoint, number, answers_before, out
):
    process = start(chat_folder, environment, *out)
    deadline = time.monotonic() + 60
    while sum(endpoint.asked.values()) < answers_before and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.002)
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode != 0
    n_before = sum(endpoint.asked.values())
    assert n_before < N_ITEMS
    _, done = finish(chat_folder, environment, *out)
    assert len(endpoint.asked) == N_ITEMS
    paid_again = sum(endpoint.asked.values()) - N_ITEMS
    assert paid_again <= (MOST_PAID_AGAIN if number == signal.SIGKILL else 0)
    assert done == undisturbed(chat_folder, environment)


def finish(folder: Path, environment: dict[str, str], *out: str) -> tuple[str, str]:
    process = start(folder, environment, *out)
    printed, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    if out:
        return printed, json.loads(printed)["content_address"]
    run_id = json.loads(printed)["result"]["run_id"]
    publish = [sys.executable, "-m", "benchtoward", "publish", run_id]
    subprocess.run(publish, cwd=folder, env=environment, check=True, capture_output=True)
    export = [sys.executable, "-m", "benchtoward", "export", run_id, "exported"]
    subprocess.run(export, cwd=folder, env=environment, check=True, capture_output=True)
    return printed, json.loads((folder / "exported/run.json").read_text())["content_address"]


def undisturbed(folder: Path, environment: dict[str, str]) -> str:
    _, address = finish(folder, environment, "--out", "undisturbed")
    return address
