from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping

import pytest
from aiohttp import web
from tests.harness import faulty_server as faulty
from tests.harness.faulty_server import FaultyServer, Reply

from benchtoward.core.errors import InvalidInputError, ProviderRefusedSettingError, QuotaExhaustedError
from benchtoward.core.lifecycle import FailureClass
from benchtoward.core.results import Finish
from benchtoward.harness import chat
from benchtoward.harness.chat import ChatEndpoint
from benchtoward.harness.completions import Completion, FailedAttempt

REQUEST = {
    "model": "m",
    "messages": [{"role": "user", "content": "한글 A?"}],
    "temperature": 0,
    "max_tokens": 5,
}


def attempt(reply: Reply | str, key: str | None = None, timeout_seconds: float = 5.0) -> Completion | FailedAttempt:
    with FaultyServer(lambda question, n: reply) as server:
        return attempts_at([server.base_url], 1, key, timeout_seconds)[0]


def attempts_at(
    base_urls: list[str],
    n: int,
    key: str | None = None,
    timeout_seconds: float = 5.0,
    request: Mapping = REQUEST,
) -> list[Completion | FailedAttempt]:
    async def run() -> list[Completion | FailedAttempt]:
        async with ChatEndpoint(base_urls, key, timeout_seconds=timeout_seconds) as endpoint:
            return await asyncio.gather(*(endpoint.attempt(request) for _ in range(n)))

    return asyncio.run(run())


def test_the_request_is_sent_as_it_is_with_the_key():
    with FaultyServer(lambda question, n: "Answer: A") as server:
        (answer,) = attempts_at([server.base_url + "/"], 1, " sk-1\n")
    assert server.bodies == [REQUEST]
    assert server.headers[0]["Authorization"] == "Bearer sk-1"
    assert server.headers[0]["User-Agent"].startswith("benchtoward/")
    assert answer.content == "Answer: A"
    assert answer.prompt_tokens == 25


def test_without_a_key_none_is_sent():
    with FaultyServer(lambda question, n: "A") as server:
        attempts_at([server.base_url], 1)
    assert "Authorization" not in server.headers[0]


@pytest.mark.parametrize(
    ("reply", "failure", "detail"),
    [
        (faulty.hang, FailureClass.TIMEOUT, "timeout"),
        (faulty.drop, FailureClass.PROVIDER, "connection ServerDisconnectedError"),
        (faulty.cut, FailureClass.MALFORMED, "cut_body"),
        (faulty.raw('{"choices": [{"mess'), FailureClass.MALFORMED, "no_json"),
        (faulty.raw("[" * 200_000), FailureClass.MALFORMED, "no_json"),
        (faulty.raw(""), FailureClass.MALFORMED, "no_json"),
        (faulty.error(500, "oops"), FailureClass.PROVIDER, "http_500 oops"),
        (faulty.error(429, "slow_down"), FailureClass.LIMIT, "http_429 slow_down"),
        (faulty.answered({"error": {"code": 429, "message": "busy"}}), FailureClass.LIMIT, "http_429"),
    ],
)
def test_a_fault_is_classed_and_may_be_retried(reply: Reply, failure: FailureClass, detail: str):
    outcome = attempt(reply, timeout_seconds=0.2)
    assert isinstance(outcome, FailedAttempt)
    assert (outcome.failure, outcome.detail, outcome.can_retry) == (failure, detail, True)


def test_a_closed_port_is_a_failure_of_the_provider():
    (outcome,) = attempts_at(["http://127.0.0.1:9/v1"], 1)
    assert outcome.failure is FailureClass.PROVIDER


def test_what_ends_the_run_is_raised():
    with pytest.raises(QuotaExhaustedError):
        attempt(faulty.error(429, "insufficient_quota"))
    with pytest.raises(ProviderRefusedSettingError):
        attempt(faulty.error(400, "unsupported_value", param="temperature"))


def test_refusals_lengths_and_reasoning_come_through():
    refused = attempt(faulty.answered(faulty.completion(None, refusal="No.")))
    assert (refused.content, refused.finish) == ("No.", Finish.REFUSAL)
    long = attempt(faulty.answered(faulty.completion("", "length", reasoning="hmm")))
    assert (long.content, long.reasoning, long.finish) == ("", "hmm", Finish.LENGTH)


def test_the_wait_that_a_server_asks_for_is_handed_on():
    assert attempt(faulty.error(429, Retry_After="3")).wait_seconds == 3.0
    assert attempt(faulty.error(503, retry_after_ms="250")).wait_seconds == 0.25


def test_a_redirect_is_not_followed_with_the_key():
    async def redirect(request: web.Request) -> web.StreamResponse:
        return web.Response(status=307, headers={"Location": "/v1/chat/completions"})

    with FaultyServer(lambda question, n: redirect) as server:
        (outcome,) = attempts_at([server.base_url], 1, "key")
    assert (outcome.detail, outcome.can_retry, server.n_asked.total()) == ("http_307", False, 1)


def test_an_endless_body_is_given_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(chat, "LARGEST_BODY_BYTES", 10_000)
    outcome = attempt(faulty.answered(faulty.completion("x" * 50_000)))
    assert outcome.detail == "body_too_large"


def test_of_several_addresses_the_least_busy_one_is_asked():
    with (
        FaultyServer(lambda question, n: "A", latency_seconds=0.05) as one,
        FaultyServer(lambda question, n: "A", latency_seconds=0.05) as two,
    ):
        attempts_at([one.base_url, two.base_url], 6)
    assert (one.n_asked.total(), two.n_asked.total()) == (3, 3)


def test_an_address_that_is_down_does_not_draw_the_requests():
    async def run(base_urls: list[str]) -> list[Completion | FailedAttempt]:
        async with ChatEndpoint(base_urls) as endpoint:
            return [await endpoint.attempt(REQUEST) for _ in range(4)]

    with FaultyServer(lambda question, n: "A") as server:
        first, *others = asyncio.run(run(["http://127.0.0.1:9/v1", server.base_url]))
    assert isinstance(first, FailedAttempt)
    assert all(isinstance(answer, Completion) for answer in others)


@pytest.mark.parametrize("url", ["", "api.example.org/v1", "ftp://x/v1", "http:///v1", "http://x/v1?key=1"])
def test_an_address_that_is_none_is_refused(url: str):
    with pytest.raises(InvalidInputError, match="base_url"):
        ChatEndpoint(url)


def test_a_password_in_an_address_is_refused_and_not_repeated():
    with pytest.raises(InvalidInputError) as error:
        ChatEndpoint("https://user:hunter2@example.org/v1")
    assert "hunter2" not in str(error.value)


def test_the_key_does_not_show_in_its_representation():
    assert "sk-secret" not in repr(ChatEndpoint("http://127.0.0.1/v1", "sk-secret"))


def test_a_hang_takes_no_longer_than_the_timeout():
    started = time.monotonic()
    attempt(faulty.hang, timeout_seconds=0.1)
    assert time.monotonic() - started < 3
