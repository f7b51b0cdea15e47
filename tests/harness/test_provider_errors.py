from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from benchtoward.core.errors import ProviderRefusedSettingError, QuotaExhaustedError
from benchtoward.core.lifecycle import FailureClass
from benchtoward.harness.completions import FailedAttempt
from benchtoward.harness.provider_errors import error_in_success, failed_attempt, wait_seconds

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
SENT = {
    "model": "m",
    "messages": [],
    "temperature": 0,
    "top_p": 1,
    "max_tokens": 16,
    "n": 1,
    "stop": ["x"],
    "top_k": 0,
}


def failed(status: int, body: object = None, headers: dict[str, str] | None = None) -> FailedAttempt:
    return failed_attempt(status, headers or {}, body, SENT, now=NOW)


def named(message: str = "", param: str | None = None, code: str = "x") -> dict:
    return {"error": {"message": message, "param": param, "code": code, "type": "invalid_request_error"}}


@pytest.mark.parametrize(
    ("status", "failure", "can_retry"),
    [
        (400, FailureClass.PROVIDER, False),
        (401, FailureClass.PROVIDER, False),
        (403, FailureClass.PROVIDER, False),
        (404, FailureClass.PROVIDER, False),
        (307, FailureClass.PROVIDER, False),
        (408, FailureClass.TIMEOUT, True),
        (409, FailureClass.PROVIDER, True),
        (429, FailureClass.LIMIT, True),
        (500, FailureClass.PROVIDER, True),
        (503, FailureClass.PROVIDER, True),
        (504, FailureClass.TIMEOUT, True),
        (529, FailureClass.PROVIDER, True),
    ],
)
def test_each_status_has_a_class_and_is_retried_or_not(status: int, failure: FailureClass, can_retry: bool):
    outcome = failed(status)
    assert (outcome.failure, outcome.can_retry) == (failure, can_retry)


@pytest.mark.parametrize(("told", "can_retry"), [("true", True), ("false", False), ("perhaps", True)])
def test_the_provider_may_say_itself_whether_to_retry(told: str, can_retry: bool):
    assert failed(500, headers={"x-should-retry": told}).can_retry is can_retry


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "2"}, 2.0),
        ({"retry-after": " 0.5 "}, 0.5),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after": "Mon, 30 Nov 2026 12:00:30 GMT"}, 30.0),
        ({"retry-after": "Mon, 30 Nov 2026 11:59:00 GMT"}, 0.0),
        ({"retry-after": "Mon, 30 Nov 2026 21:00:30 +0900"}, 30.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "2", "retry-after-ms": "1500"}, 1.5),
        ({"retry-after": "2", "retry-after-ms": "x"}, 2.0),
    ],
)
def test_retry_after_is_read_in_all_its_forms(headers: dict[str, str], seconds: float | None):
    assert wait_seconds(headers, now=NOW) == seconds


def test_the_samples_of_the_provider_mean_what_they_should(shared_folder: Path):
    samples = json.loads((shared_folder / "samples/openai/chat_example.json").read_text())["errors"]
    with pytest.raises(ProviderRefusedSettingError, match="temperature: 0"):
        failed(400, samples["400_temperature"])
    with pytest.raises(ProviderRefusedSettingError, match="max_tokens: 16"):
        failed(400, samples["400_max_tokens"])
    with pytest.raises(QuotaExhaustedError, match="insufficient_quota"):
        failed(429, samples["429_quota"]["body"])
    rate = failed(429, samples["429_rate"]["body"], samples["429_rate"]["headers"])
    assert (rate.failure, rate.can_retry, rate.wait_seconds) == (FailureClass.LIMIT, True, 1.5)


@pytest.mark.parametrize(
    "body",
    [
        named(param="temperature"),
        named("Unsupported value: 'temperature' does not support 0 with this model."),
        {"error": "`top_k` is not supported here"},
        {"message": "Unrecognized request argument supplied: top_k", "type": "BadRequestError"},
        {"detail": [{"loc": ["body", "top_k"], "msg": "Extra inputs are not permitted"}]},
        named("'stop' is not supported with this model"),
    ],
)
def test_a_refused_setting_is_recognised_by_its_field_or_by_the_message(body: dict):
    with pytest.raises(ProviderRefusedSettingError, match="Nothing is changed silently"):
        failed(400, body)


@pytest.mark.parametrize(
    "body",
    [
        named("This model's maximum context length is 4096 tokens", param="max_tokens"),
        named("max_tokens is too large: the context window is 4096", code="context_length_exceeded"),
        named("Unknown model; stop asking for n of them"),
        named("the model `m` does not exist", param="model"),
        named(param="messages"),
        {"unexpected": "form"},
        ["neither"],
    ],
)
def test_a_fault_of_one_item_does_not_stop_the_run(body: object):
    assert failed(400, body).failure is FailureClass.PROVIDER


@pytest.mark.parametrize(("status", "code"), [(402, "any"), (429, "insufficient_quota"), (403, "insufficient_balance")])
def test_an_empty_account_stops_the_run(status: int, code: str):
    with pytest.raises(QuotaExhaustedError, match="top the account up"):
        failed(status, named(code=code))


def test_the_providers_text_is_never_repeated():
    outcome = failed(400, named("cannot process: patient Kim, 45", code="bad words in here"))
    assert outcome.detail == "http_400 invalid_request_error"


def test_an_error_that_comes_as_a_success_is_an_error():
    assert error_in_success({"error": {"code": 429, "message": "slow"}}) == (
        429,
        {"error": {"code": 429, "message": "slow"}},
    )
    assert error_in_success({"error": {"code": "x"}})[0] == 502
    assert error_in_success({"error": None, "choices": [1]}) is None
    assert error_in_success({"choices": []}) is None
