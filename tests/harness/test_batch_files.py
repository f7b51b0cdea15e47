"""Batch files both ways, in the forms of OpenAI's samples and of vLLM."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.harness.asking import MemoryStore, ask, chat_version, number_in, plan
from tests.harness.faulty_server import FaultyServer, completion
from tests.toy import spec

from benchtoward.core.errors import InvalidInputError, ItemsError, NotFoundError
from benchtoward.core.items import item_table
from benchtoward.core.lifecycle import FailureClass
from benchtoward.core.results import Finish
from benchtoward.harness.batch_answers import BatchRead, read_batch
from benchtoward.harness.batch_files import custom_id, item_and_repeat, write_batch
from benchtoward.harness.planning import RequestPlan
from benchtoward.harness.reading import read_responses


def lines_of(*files: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for file in files for line in file.read_bytes().splitlines()]


def answer(name: str, content: str = "Answer: A", **line: object) -> dict[str, object]:
    response = {"status_code": 200, "request_id": "req", "body": completion(content)}
    return {"id": "batch_req", "custom_id": name, "response": response, "error": None, **line}


def failure(name: str, status: int, code: str) -> dict[str, object]:
    body = {"error": {"message": "text of a prompt", "type": code, "code": code}}
    return answer(name, response={"status_code": status, "request_id": "req", "body": body})


def read(folder: Path, requests: RequestPlan, store: MemoryStore, *lines: object, **options: str) -> BatchRead:
    file = folder / "output.jsonl"
    file.write_text("".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines))
    return read_batch([file], requests.spec, requests.table, requests.version, store, **options)


def kinds(done: BatchRead) -> list[tuple[str, str, FailureClass]]:
    return [(fault.kind.value, fault.detail, fault.failure) for fault in done.faults]


def test_a_line_has_the_form_of_the_sample(shared_folder, tmp_path):
    sample = lines_of(shared_folder / "samples/openai/batch_input.jsonl")[0]
    write_batch(plan(2), MemoryStore(), tmp_path / "in.jsonl")
    line = lines_of(tmp_path / "in.jsonl")[0]
    assert (line.keys(), line["method"], line["url"]) == (sample.keys(), sample["method"], sample["url"])
    assert line["custom_id"] == "toy@1.0.0:q00000"
    assert line["body"] == next(iter(plan(2))).request


def test_the_samples_are_read_output_and_errors_in_any_order(shared_folder):
    samples = shared_folder / "samples/openai"
    files = [samples / "batch_errors.jsonl", samples / "batch_output.jsonl"]
    table = toy_med_table()
    for order in (files, files[::-1]):
        store = MemoryStore()
        done = read_batch(order, toy_med_spec(), table, chat_version(model="mock-chat"), store)
        assert (done.n_lines, done.n_stored, done.n_known) == (2, 1, 0)
        assert kinds(done) == [("failed", "batch_expired", FailureClass.TIMEOUT)]
        (stored,) = store.kept.values()
        assert (stored.content, stored.finish, stored.prompt_tokens) == ("ANSWER: B", Finish.STOP, 40)
        assert done.response_models == {"mock-chat-2026-01-01": 1}


def toy_med_spec():
    return spec(id="toy-med-mc")


def toy_med_table():
    ids = ("mc-001", "mc-004")
    row = {"patient": "p", "question": "?", "options": ["a", "b"], "gold": "B", "language": "en"}
    return item_table(toy_med_spec(), [row | {"id": name} for name in ids])


def test_a_round_trip_leaves_what_asking_leaves(tmp_path):
    requests, asked, batched = plan(7, n_repeats=3), MemoryStore(), MemoryStore()
    letters = {number: "ABCD"[number % 4] for number in range(7)}
    with FaultyServer(lambda question, n_before: f"Answer: {letters[number_in(question)]}") as server:
        ask(requests, server.base_url, asked)
    write_batch(requests, batched, tmp_path / "in.jsonl")
    lines = lines_of(tmp_path / "in.jsonl")
    assert (len(lines), server.n_asked.total()) == (21, 21)
    answers = [
        answer(line["custom_id"], f"Answer: {letters[number_in(line['body']['messages'][-1]['content'])]}")
        for line in reversed(lines)
    ]
    done = read(tmp_path, requests, batched, *answers)
    assert (done.n_stored, done.faults) == (21, ())
    assert asked.kept.keys() == batched.kept.keys()
    read_of = [read_responses(requests.spec, requests.table, requests, store) for store in (asked, batched)]
    assert read_of[0] == read_of[1]


def test_only_requests_without_a_stored_answer_are_written(tmp_path):
    requests, store = plan(5), MemoryStore()
    read(tmp_path, requests, store, answer("toy@1.0.0:q00001"), answer("toy@1.0.0:q00003"))
    written = write_batch(requests, store, tmp_path / "rest.jsonl")
    assert [line["custom_id"][-1] for line in lines_of(*written.files)] == ["0", "2", "4"]
    read(tmp_path, requests, store, *(answer(line["custom_id"]) for line in lines_of(*written.files)))
    assert write_batch(requests, store, tmp_path / "none.jsonl").files == ()
    assert not (tmp_path / "none.jsonl").exists()


def test_equal_requests_are_written_once(tmp_path):
    row = {"patient": "p", "question": "?", "options": ["a", "b"], "gold": "B", "language": "en"}
    table = item_table(spec(), [row | {"id": name} for name in ("x", "y")])
    requests, store = RequestPlan(spec=spec(), table=table, version=chat_version()), MemoryStore()
    assert write_batch(requests, store, tmp_path / "in.jsonl").n_requests == 1
    read(tmp_path, requests, store, answer("toy@1.0.0:x"))
    assert len(read_responses(spec(), table, requests, store)) == 2


@pytest.mark.parametrize(("limits", "sizes"), [({"most_lines": 3}, [3, 3, 1]), ({"most_bytes": 800}, [2, 2, 2, 1])])
def test_what_is_too_much_for_one_file_is_split(tmp_path, limits, sizes):
    written = write_batch(plan(7), MemoryStore(), tmp_path / "in.jsonl", **limits)
    assert [path.name for path in written.files] == [f"in-{number:04}.jsonl" for number in range(1, len(sizes) + 1)]
    assert [len(lines_of(path)) for path in written.files] == sizes
    assert [line["custom_id"] for line in lines_of(*written.files)] == [f"toy@1.0.0:q{n:05}" for n in range(7)]
    assert max(path.stat().st_size for path in written.files) <= limits.get("most_bytes", 10**6)
    assert sorted(tmp_path.iterdir()) == sorted(written.files)


def test_no_file_is_written_over_or_left_half_written(tmp_path):
    (tmp_path / "in-0002.jsonl").touch()
    with pytest.raises(InvalidInputError, match=r"in-0002\.jsonl"):
        write_batch(plan(1), MemoryStore(), tmp_path / "in.jsonl")
    with pytest.raises(ItemsError, match="at most 100"):
        write_batch(plan(1), MemoryStore(), tmp_path / "other.jsonl", most_bytes=100)
    assert [path.name for path in tmp_path.iterdir()] == ["in-0002.jsonl"]


def test_ids_that_could_mean_a_repeat_of_another_item_are_refused_only_with_repeats(tmp_path):
    row = {"patient": "p", "options": ["a", "b"], "gold": "B", "language": "en"}
    table = item_table(spec(), [row | {"id": name, "question": name} for name in ("x", "x#1")])
    once = RequestPlan(spec=spec(), table=table, version=chat_version())
    assert write_batch(once, MemoryStore(), tmp_path / "once.jsonl").n_requests == 2
    twice = RequestPlan(spec=spec(), table=table, version=chat_version(), n_repeats=2)
    with pytest.raises(ItemsError, match="repeat 1 of another item"):
        write_batch(twice, MemoryStore(), tmp_path / "twice.jsonl")


@given(item=st.text(min_size=1), repeat=st.integers(0, 99))
def test_a_name_means_the_item_and_repeat_it_was_made_of(item, repeat):
    assert item_and_repeat(spec(), custom_id(spec(), item, repeat), {item}) == (item, repeat)


UNKNOWN = ("q00000", "toy@1.0.1:q00000", "toy@1.0.0:q99999", "toy@1.0.0:q00000#0", "toy@1.0.0:q00000#100", "", 7, None)


@pytest.mark.parametrize("name", UNKNOWN)
def test_an_unknown_name_is_listed_and_not_stored(tmp_path, name):
    store = MemoryStore()
    done = read(tmp_path, plan(1), store, answer(name))
    assert (done.n_faults, store.kept) == ({"unknown_id": 1}, {})


NAME = "toy@1.0.0:q00000"
WITHOUT_ANSWER: Mapping[str, tuple[object, tuple[str, str, FailureClass]]] = {
    "limit": (failure(NAME, 429, "rate_limit"), ("failed", "http_429 rate_limit rate_limit", FailureClass.LIMIT)),
    "quota": (
        failure(NAME, 429, "insufficient_quota"),
        ("failed", "http_429 insufficient_quota insufficient_quota", FailureClass.QUOTA),
    ),
    "server error": (failure(NAME, 500, "a b"), ("failed", "http_500", FailureClass.PROVIDER)),
    "error beside an answer": (answer(NAME, error={"code": "x"}), ("failed", "x", FailureClass.PROVIDER)),
    "null": (answer(NAME, response=None), ("failed", "no_response", FailureClass.MALFORMED)),
    "no status": (answer(NAME, response={"body": {}}), ("failed", "no_status", FailureClass.MALFORMED)),
    "no body": (
        answer(NAME, response={"status_code": 200}),
        ("no_answer", "no_object", FailureClass.MALFORMED),
    ),
    "empty body": (
        answer(NAME, response={"status_code": 200, "body": {"choices": []}}),
        ("no_answer", "no_message", FailureClass.MALFORMED),
    ),
}


@pytest.mark.parametrize("case", WITHOUT_ANSWER)
def test_a_line_without_an_answer_is_classed_and_nothing_of_it_is_stored(tmp_path, case):
    line, expected = WITHOUT_ANSWER[case]
    store = MemoryStore()
    done = read(tmp_path, plan(1), store, line)
    assert (kinds(done), store.kept) == ([expected], {})


def test_an_error_object_of_nulls_is_no_error(tmp_path):
    assert read(tmp_path, plan(1), MemoryStore(), answer(NAME, error={"code": None, "message": None})).n_stored == 1


@pytest.mark.parametrize(
    ("name", "is_stored"),
    [("mock", True), ("mock-2026-01-01", True), ("", True), ("mock-mini-2026-01-01", False), ("other", False)],
)
def test_an_answer_of_another_model_is_not_stored_unless_it_is_named(tmp_path, name, is_stored):
    body = completion("Answer: A") | {"model": name}
    line = answer(NAME, response={"status_code": 200, "body": body})
    done = read(tmp_path, plan(1), MemoryStore(), line)
    assert (done.n_stored, done.n_faults) == ((1, {}) if is_stored else (0, {"other_model": 1}))
    assert read(tmp_path, plan(1), MemoryStore(), line, response_model=name).n_stored == 1


def test_the_first_answer_to_a_request_stays(tmp_path):
    store = MemoryStore()
    assert read(tmp_path, plan(1), store, answer(NAME, "A"), answer(NAME, "B")).n_known == 1
    assert read(tmp_path, plan(1), store, answer(NAME, "C")).n_known == 1
    assert [response.content for response in store.kept.values()] == ["A"]


def test_answers_to_other_requests_than_those_of_today_are_refused_with_the_input_file(tmp_path):
    written = write_batch(plan(2), MemoryStore(), tmp_path / "in.jsonl").files
    output = tmp_path / "out.jsonl"
    output.write_text(json.dumps(answer(NAME)) + "\n")
    store, changed = MemoryStore(), plan(2, decoding={"temperature": 0, "top_p": 1, "max_tokens": 32})
    with pytest.raises(InvalidInputError, match=r"has 2 problems:\n  - in\.jsonl, line 1: found another request"):
        read_batch([output], changed.spec, changed.table, changed.version, store, asked=written)
    assert store.kept == {}
    same = plan(2)
    assert read_batch([output], same.spec, same.table, same.version, store, asked=written).n_stored == 1


HOSTILE = ("[]\n", "{\n", "[" * 9000 + "\n", '{"custom_id": NaN}\n', '{"a":1,"a":2}\n', "\x00\n", "1" * 5000 + "\n")


def test_hostile_lines_are_listed_and_the_others_are_stored(tmp_path):
    store = MemoryStore()
    done = read(tmp_path, plan(1), store, *HOSTILE, answer(NAME))
    assert (done.n_stored, done.n_faults) == (1, {"unreadable": len(HOSTILE)})


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    value=st.recursive(
        st.none() | st.booleans() | st.integers(-1000, 1000) | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(("status_code", "body", "error", "code", "choices", "message")), inner, max_size=4
            )
        ),
        max_leaves=12,
    )
)
def test_no_line_whatever_stops_the_reading(tmp_path, value):
    lines = [answer(NAME, response=value), answer(NAME, error=value), answer(NAME)]
    done = read(tmp_path, plan(1), MemoryStore(), *lines)
    assert done.n_stored == 1


def test_a_zipped_file_is_read_and_a_bomb_is_bounded(tmp_path):
    file = tmp_path / "output.jsonl.gz"
    file.write_bytes(gzip.compress(json.dumps(answer(NAME)).encode() + b"\n" + b" " * (1 << 26)))
    requests = plan(1)
    done = read_batch([file], requests.spec, requests.table, requests.version, MemoryStore())
    assert (done.n_stored, done.n_faults) == (1, {"unreadable": 1})


def test_a_file_that_is_not_there_is_said_before_anything_is_read(tmp_path):
    store, requests = MemoryStore(), plan(1)
    there = tmp_path / "there.jsonl"
    there.write_text(json.dumps(answer(NAME)))
    with pytest.raises(NotFoundError, match=r"nothing\.jsonl"):
        read_batch([there, tmp_path / "nothing.jsonl"], requests.spec, requests.table, requests.version, store)
    assert store.kept == {}
