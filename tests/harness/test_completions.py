from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.harness.faulty_server import completion

from benchtoward.core.lifecycle import FailureClass
from benchtoward.core.results import Finish
from benchtoward.harness.completions import Completion, FailedAttempt, read_completion


def read(body: object) -> Completion:
    answer = read_completion(body)
    assert isinstance(answer, Completion), answer
    return answer


def test_a_sample_answer_of_the_provider_is_read_whole(shared_folder: Path):
    sample = json.loads((shared_folder / "samples/openai/chat_example.json").read_text())
    assert read(sample["response"]) == Completion(
        content="B",
        reasoning=None,
        finish=Finish.STOP,
        response_model="mock-chat-2026-01-01",
        system_fingerprint="fp_mock",
        prompt_tokens=25,
        completion_tokens=1,
        reasoning_tokens=0,
    )


def test_answers_of_a_batch_file_are_read_by_the_same_function(shared_folder: Path):
    line = (shared_folder / "samples/openai/batch_output.jsonl").read_text().splitlines()[0]
    assert read(json.loads(line)["response"]["body"]).content == "ANSWER: B"


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("stop", Finish.STOP),
        ("length", Finish.LENGTH),
        ("content_filter", Finish.CONTENT_FILTER),
        ("tool_calls", Finish.UNKNOWN),
        (None, Finish.UNKNOWN),
        (7, Finish.UNKNOWN),
    ],
)
def test_how_a_response_ended_is_kept(reason: object, finish: Finish):
    assert read(completion("x", reason)).finish is finish


@pytest.mark.parametrize("reason", ["abort", "error"])
def test_a_server_that_gave_up_has_not_answered(reason: str):
    failed = read_completion(completion("half an", reason))
    assert isinstance(failed, FailedAttempt)
    assert (failed.failure, failed.can_retry) == (FailureClass.PROVIDER, True)


@pytest.mark.parametrize("field", ["reasoning", "reasoning_content"])
def test_reasoning_is_kept_apart_from_the_answer(field: str):
    answer = read(completion("Answer: A", **{field: "B or A?"}))
    assert (answer.content, answer.reasoning) == ("Answer: A", "B or A?")


def test_a_refusal_is_an_answer_that_says_so():
    answer = read(completion(None, refusal="I can't help with A or B."))
    assert (answer.content, answer.finish) == ("I can't help with A or B.", Finish.REFUSAL)


@pytest.mark.parametrize("content", [None, "", []])
def test_an_empty_answer_is_an_answer(content: object):
    assert not read(completion(content)).content


def test_content_in_parts_is_put_together():
    parts = [{"type": "text", "text": "Answer"}, {"type": "image"}, {"type": "text", "text": ": A"}]
    assert read(completion(parts)).content == "Answer: A"


def test_text_that_no_store_could_hold_is_mended():
    answer = read(completion("A\0B\ud800C 🩺"))
    assert answer.content == "A\N{REPLACEMENT CHARACTER}B\N{REPLACEMENT CHARACTER}C 🩺"


def test_missing_or_odd_counts_are_unknown_not_zero():
    body = completion("A") | {"usage": {"prompt_tokens": "12", "completion_tokens": -1}, "model": None}
    answer = read(body)
    assert (answer.prompt_tokens, answer.completion_tokens, answer.reasoning_tokens) == (None, None, None)
    assert answer.response_model == ""
    del body["usage"]
    assert read(body).prompt_tokens is None


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        "text",
        {},
        {"choices": []},
        {"choices": {}},
        {"choices": [None]},
        {"choices": [{"message": None}]},
        {"choices": [{"message": {"content": 5}}]},
    ],
)
def test_a_body_without_an_answer_is_malformed(body: object):
    failed = read_completion(body)
    assert isinstance(failed, FailedAttempt)
    assert (failed.failure, failed.can_retry) == (FailureClass.MALFORMED, True)
