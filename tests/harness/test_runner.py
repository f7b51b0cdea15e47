from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
import tracemalloc
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from tests.harness import faulty_server as faulty
from tests.harness.asking import MemoryStore, ask, number_in, plan, settings
from tests.harness.faulty_server import FaultyServer, Reply

from benchtoward.core.errors import (
    BenchTowardError,
    IncompleteRunError,
    InvalidInputError,
    ItemsError,
    ProviderRefusedSettingError,
    QuotaExhaustedError,
)
from benchtoward.core.lifecycle import FailureClass
from benchtoward.core.results import Finish, content_address
from benchtoward.harness.completions import Completion, FailedAttempt
from benchtoward.harness.journal import FileJournal
from benchtoward.harness.outcomes import StopReason
from benchtoward.harness.planning import PlannedRequest
from benchtoward.harness.reading import read_responses
from benchtoward.harness.responses import StoredResponse
from benchtoward.harness.retries import RetryPolicy
from benchtoward.harness.runner import Progress, RunnerSettings, ask_all


def right(question: str, n_before: int) -> Reply | str:
    return f"Answer: {'ABCD'[number_in(question) % 4]}"


def failing_first(*faults: Reply, every: int = 7) -> faulty.Script:
    """Let every `every`-th question fail once, with the faults in turn."""

    def script(question: str, n_before: int) -> Reply | str:
        number = number_in(question)
        if n_before or number % every:
            return right(question, n_before)
        return faults[number // every % len(faults)]

    return script


def test_each_question_is_asked_once_and_kept(tmp_path: Path):
    with FaultyServer(right) as server, FileJournal(tmp_path / "j.jsonl") as journal:
        first = ask(plan(60), server.base_url, journal)
        again = ask(plan(60), server.base_url, journal)
        assert len(journal) == 60
    assert (first.n_answered, first.n_stored, first.is_complete, first.stopped) == (
        60,
        0,
        True,
        StopReason.DONE,
    )
    assert (again.n_answered, again.n_stored, again.is_complete) == (0, 60, True)
    assert set(server.n_asked.values()) == {1}


def test_under_faults_every_item_is_answered_once_and_none_is_retried_early(tmp_path: Path):
    faults = (
        faulty.error(429, Retry_After="0.3"),
        faulty.error(429),
        faulty.error(500),
        faulty.hang,
        faulty.drop,
        faulty.cut,
        faulty.raw("{"),
        faulty.error(503, retry_after_ms="200"),
    )
    n = 7 * 16 + 3
    with FaultyServer(failing_first(*faults)) as server, FileJournal(tmp_path / "j.jsonl") as journal:
        outcome = ask(plan(n), server.base_url, journal, timeout_seconds=0.5)
        predictions = read_responses(plan(n).spec, plan(n).table, plan(n), journal)
    assert outcome.is_complete
    assert (outcome.n_answered, len(predictions)) == (n, n)
    assert all(server.n_answered[question] == 1 for question in server.n_asked)
    n_faulty = sum(number % 7 == 0 for number in range(n))
    assert server.n_asked.total() == n + n_faulty
    for question, times in asked_twice(server).items():
        fault = number_in(question) // 7 % len(faults)
        assert times[1] - times[0] >= {0: 0.3, 7: 0.2}.get(fault, 0.0)


def asked_twice(server: FaultyServer) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {}
    for question, at in server.asked_at:
        times.setdefault(question, []).append(at)
    return {question: found for question, found in times.items() if len(found) > 1}


def test_what_never_answers_is_classed_and_the_others_are_kept():
    def script(question: str, n_before: int) -> Reply | str:
        by_number = {
            1: faulty.error(500, "broken"),
            2: faulty.hang,
            3: faulty.raw("no"),
            4: faulty.error(429),
            5: faulty.error(400, "context_length_exceeded"),
            6: faulty.error(429, Retry_After="500"),
        }
        return by_number.get(number_in(question), "Answer: A")

    store = MemoryStore()
    few = settings(retries=RetryPolicy(max_attempts=3, first_wait_seconds=0.01))
    with FaultyServer(script) as server:
        outcome = ask(plan(20), server.base_url, store, few, timeout_seconds=0.2)
    found = {item.item_id: (item.failure, item.detail) for item in outcome.unanswered}
    assert found == {
        "q00001": (FailureClass.PROVIDER, "http_500 broken"),
        "q00002": (FailureClass.TIMEOUT, "timeout"),
        "q00003": (FailureClass.MALFORMED, "no_json"),
        "q00004": (FailureClass.LIMIT, "http_429 some_error"),
        "q00005": (FailureClass.PROVIDER, "http_400 context_length_exceeded"),
        "q00006": (FailureClass.LIMIT, "http_429 some_error"),
    }
    assert [server.n_asked[f"Question {n}?\nA. one\nB. two\nC. three\nD. four"] for n in range(1, 7)] == [
        3,
        3,
        3,
        3,
        1,
        1,
    ]
    assert (outcome.n_answered, len(store.kept), outcome.n_not_asked) == (14, 14, 0)
    with pytest.raises(IncompleteRunError, match=r"6 of 20 answers are missing.*2 × limit.*run the same command"):
        outcome.check_complete()


def test_empty_refused_and_truncated_answers_are_answers_not_errors():
    replies = [
        faulty.answered(faulty.completion("")),
        faulty.answered(faulty.completion(None, refusal="Answer: A, no.")),
        faulty.answered(faulty.completion("Let me", "length")),
        faulty.answered(faulty.completion("Answer: A", reasoning="B")),
        faulty.answered(faulty.completion("", "content_filter")),
    ]
    store = MemoryStore()
    with FaultyServer(lambda question, n: replies[number_in(question)]) as server:
        assert ask(plan(5), server.base_url, store).is_complete
    predictions = read_responses(plan(5).spec, plan(5).table, plan(5), store)
    assert [(one.prediction, one.reason, one.finish) for one in predictions] == [
        (None, "empty", Finish.STOP),
        (None, "refusal", Finish.REFUSAL),
        (None, "truncated", Finish.LENGTH),
        ("A", "", Finish.STOP),
        (None, "refusal", Finish.CONTENT_FILTER),
    ]


class Doubled:
    """The same questions again and again, under other item ids."""

    def __init__(self, n: int, times: int) -> None:
        self.requests = [request for request in plan(n) for _ in range(times)]

    def __len__(self) -> int:
        return len(self.requests)

    def __iter__(self) -> Iterator[PlannedRequest]:
        return iter(self.requests)


def test_equal_requests_are_asked_once_and_all_count():
    with FaultyServer(right, latency_seconds=0.005) as server:
        outcome = ask(Doubled(40, 5), server.base_url, MemoryStore())
    assert server.n_asked.total() == 40
    assert (outcome.n_answered + outcome.n_stored, outcome.is_complete) == (200, True)


def test_all_that_wait_for_one_failed_request_are_named():
    with FaultyServer(lambda question, n: faulty.error(400)) as server:
        outcome = ask(Doubled(2, 3), server.base_url, MemoryStore())
    assert sorted(item.item_id for item in outcome.unanswered) == ["q00000"] * 3 + ["q00001"] * 3
    assert server.n_asked.total() == 2


def test_no_more_requests_are_under_way_than_the_concurrency():
    with FaultyServer(right, latency_seconds=0.02) as server:
        ask(plan(40), server.base_url, MemoryStore(), settings(concurrency=5))
    assert server.most_under_way == 5


class SlowStore(MemoryStore):
    """Takes long to write, and watches how many answers came meanwhile."""

    server: FaultyServer
    most_not_durable: int = 0

    def put_many(self, responses: Sequence[StoredResponse]) -> None:
        time.sleep(0.1)
        not_durable = self.server.n_asked.total() - len(self.kept)
        self.most_not_durable = max(self.most_not_durable, not_durable)
        super().put_many(responses)


def test_no_more_is_sent_and_not_durable_than_twice_the_concurrency():
    store = SlowStore()
    with FaultyServer(right) as server:
        store.server = server
        ask(plan(80), server.base_url, store, settings(concurrency=4))
    assert 4 < store.most_not_durable <= 8
    assert max(store.batches) > 1


def test_a_slot_is_free_when_its_answer_arrives_not_when_it_is_durable():
    store = SlowStore()
    with FaultyServer(right) as server:
        store.server = server
        started = time.monotonic()
        ask(plan(16), server.base_url, store, settings(concurrency=4))
    # Eight answers or so go with each write of 0.1 s; one write an answer would take 1.6 s.
    assert time.monotonic() - started < 1.2


def test_an_empty_account_stops_the_run_and_keeps_what_was_answered():
    def script(question: str, n_before: int) -> Reply | str:
        return faulty.error(429, "insufficient_quota") if number_in(question) == 30 else right(question, n_before)

    store = MemoryStore()
    with FaultyServer(script, latency_seconds=0.01) as server, pytest.raises(QuotaExhaustedError):
        ask(plan(200), server.base_url, store)
    assert 23 <= len(store.kept) == server.n_answered.total() < 60


def test_a_refused_setting_stops_the_run():
    with (
        FaultyServer(lambda question, n: faulty.error(400, param="temperature")) as server,
        pytest.raises(ProviderRefusedSettingError),
    ):
        ask(plan(100), server.base_url, MemoryStore())
    assert server.n_asked.total() <= 16


def test_a_provider_out_of_order_is_not_asked_for_every_item():
    with FaultyServer(lambda question, n: faulty.error(401, "invalid_api_key")) as server:
        outcome = ask(plan(500), server.base_url, MemoryStore(), settings(most_failures_in_a_row=10))
    assert outcome.stopped is StopReason.FAILING
    assert server.n_asked.total() < 30
    with pytest.raises(IncompleteRunError, match=r"500 of 500 .*one request after another.*invalid_api_key.*not asked"):
        outcome.check_complete()


def test_failures_between_answers_do_not_stop_the_run():
    def script(question: str, n_before: int) -> Reply | str:
        return faulty.error(400) if number_in(question) % 2 else "Answer: A"

    with FaultyServer(script) as server:
        outcome = ask(plan(60), server.base_url, MemoryStore(), settings(most_failures_in_a_row=3, concurrency=1))
    assert (outcome.stopped, outcome.n_answered, len(outcome.unanswered)) == (StopReason.DONE, 30, 30)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_lets_what_is_under_way_finish_and_nothing_is_paid_twice(number: signal.Signals):
    store = MemoryStore()
    before = signal.signal(number, own_handler)
    with FaultyServer(right, latency_seconds=0.05) as server:
        timer = threading.Timer(0.2, os.kill, (os.getpid(), number))
        timer.start()
        outcome = ask(plan(200), server.base_url, store)
        timer.join()
        assert outcome.stopped is StopReason.INTERRUPTED
        assert 0 < outcome.n_answered == len(store.kept) == server.n_asked.total() < 200
        with pytest.raises(IncompleteRunError, match="interrupted"):
            outcome.check_complete()
        assert ask(plan(200), server.base_url, store).is_complete
    assert set(server.n_asked.values()) == {1}
    assert signal.signal(number, before) is own_handler


def own_handler(number: int, frame: object) -> None:
    raise AssertionError("the run should have taken the signal")


def test_a_signal_ends_waiting_for_a_retry():
    with FaultyServer(lambda question, n: faulty.error(429, Retry_After="60")) as server:
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        started = time.monotonic()
        outcome = ask(plan(8), server.base_url, MemoryStore())
        timer.join()
    assert time.monotonic() - started < 5
    assert {item.failure for item in outcome.unanswered} == {FailureClass.LIMIT}


def test_a_second_signal_does_not_wait():
    def twice() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.1)
        os.kill(os.getpid(), signal.SIGINT)

    with FaultyServer(lambda question, n: faulty.hang if number_in(question) > 3 else "Answer: A") as server:
        timer = threading.Timer(0.3, twice)
        timer.start()
        store = MemoryStore()
        outcome = ask(plan(20), server.base_url, store, timeout_seconds=50)
        timer.join()
    assert (outcome.stopped, outcome.n_answered, len(store.kept)) == (StopReason.INTERRUPTED, 4, 4)
    assert outcome.n_not_asked == 16


def test_it_runs_outside_the_main_thread_too():
    store = MemoryStore()
    with FaultyServer(right) as server:
        thread = threading.Thread(target=ask, args=(plan(5), server.base_url, store))
        thread.start()
        thread.join()
    assert len(store.kept) == 5


class FullStore(MemoryStore):
    def put_many(self, responses: Sequence[StoredResponse]) -> None:
        if len(self.kept) > 10:
            raise BenchTowardError("the disk is full")
        super().put_many(responses)


class UnreadableStore(MemoryStore):
    def get_many(self, keys: Sequence[str]) -> Mapping[str, StoredResponse]:
        raise BenchTowardError("the disk is gone")


def test_a_store_that_fails_ends_the_run_at_once():
    full = FullStore()
    with FaultyServer(right) as server:
        with pytest.raises(BenchTowardError, match="disk is full"):
            ask(plan(500), server.base_url, full, settings(most_rows=4))
        assert server.n_asked.total() - len(full.kept) <= 16
        with pytest.raises(BenchTowardError, match="disk is gone"):
            ask(plan(5), server.base_url, UnreadableStore())
    assert full.n_released == 1


def test_an_item_that_cannot_be_rendered_ends_the_run_after_storing_the_others():
    class Broken(Doubled):
        def __iter__(self) -> Iterator[PlannedRequest]:
            yield from self.requests[:70]
            raise ItemsError("The items", [])

    store = MemoryStore()
    with FaultyServer(right) as server, pytest.raises(ItemsError):
        ask(Broken(100, 1), server.base_url, store)
    assert len(store.kept) == server.n_asked.total()


class Instant:
    """An endpoint without a network."""

    def __init__(self, fails: bool = False) -> None:
        self.fails = fails

    async def attempt(self, request: Mapping[str, object]) -> Completion | FailedAttempt:
        await asyncio.sleep(0)
        if self.fails:
            raise RuntimeError("a bug")
        return Completion(
            content="Answer: A",
            reasoning=None,
            finish=Finish.STOP,
            response_model="m",
            system_fingerprint="",
            prompt_tokens=1,
            completion_tokens=1,
            reasoning_tokens=None,
        )


class Endless:
    """Requests that are made while they are gone through."""

    def __init__(self, n: int) -> None:
        self.n = n

    def __len__(self) -> int:
        return self.n

    def __iter__(self) -> Iterator[PlannedRequest]:
        for number in range(self.n):
            yield PlannedRequest(item_id=str(number), repeat=0, request_key=f"{number:064x}", request={"n": number})


class Nowhere(MemoryStore):
    def put_many(self, responses: Sequence[StoredResponse]) -> None:
        pass


def test_memory_does_not_grow_with_the_number_of_requests():
    def peak(n: int) -> int:
        tracemalloc.start()
        asyncio.run(ask_all(Endless(n), Instant(), Nowhere(), RunnerSettings(concurrency=16), lambda state: None))
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    few = peak(500)
    assert peak(5_000) < few + 200_000


def test_a_fault_of_our_own_is_not_taken_for_a_failure_of_the_provider():
    store = MemoryStore()
    with pytest.raises(RuntimeError, match="a bug"):
        asyncio.run(ask_all(Endless(5), Instant(fails=True), store, RunnerSettings(), lambda state: None))
    assert store.n_released == 1


def test_cancelling_from_outside_keeps_what_was_answered():
    store = MemoryStore()

    async def run(server: FaultyServer) -> None:
        from benchtoward.harness.chat import ChatEndpoint

        async with ChatEndpoint(server.base_url) as endpoint, asyncio.timeout(0.3):
            await ask_all(plan(400), endpoint, store, settings(concurrency=2), lambda state: None)

    with FaultyServer(right, latency_seconds=0.03) as server:
        with pytest.raises(TimeoutError):
            asyncio.run(run(server))
        assert 0 < len(store.kept) >= server.n_answered.total() - 2


def test_progress_is_told_and_ends_with_everything_done():
    heard: list[Progress] = []
    store = MemoryStore()
    with FaultyServer(failing_first(faulty.error(500))) as server:
        ask(plan(20), server.base_url, store)
        ask(plan(50), server.base_url, store, heard=heard)
    assert [state.n_done for state in heard] == sorted(state.n_done for state in heard)
    last = heard[-1]
    assert (last.n_planned, last.n_stored, last.n_answered, last.n_failed, last.n_done) == (50, 20, 30, 0, 50)
    assert last.n_retries == 5


def test_what_is_stored_says_how_it_came():
    store = MemoryStore()
    with FaultyServer(failing_first(faulty.error(500), every=1), latency_seconds=0.01) as server:
        ask(plan(1), server.base_url, store)
    (kept,) = store.kept.values()
    assert (kept.attempts, kept.response_model, kept.system_fingerprint) == (2, "mock-2026-01-01", "fp_mock")
    assert (kept.prompt_tokens, kept.completion_tokens, kept.reasoning_tokens) == (25, 7, 3)
    assert 0.01 <= kept.latency_seconds < 1
    assert kept.received_at.endswith("+00:00")


def test_the_order_in_which_answers_come_does_not_show_in_the_predictions():
    addresses = set()
    for concurrency in (1, 9):
        store = MemoryStore()
        with FaultyServer(right, latency_seconds=0.001) as server:
            ask(plan(30), server.base_url, store, settings(concurrency=concurrency))
        addresses.add(content_address(read_responses(plan(30).spec, plan(30).table, plan(30), store)))
    assert len(addresses) == 1


@pytest.mark.parametrize("bad", [{"concurrency": 0}, {"most_rows": 0}, {"write_delay_seconds": -1.0}])
def test_settings_that_make_no_sense_are_refused(bad: dict):
    with pytest.raises(InvalidInputError, match="settings"):
        RunnerSettings(**bad)
