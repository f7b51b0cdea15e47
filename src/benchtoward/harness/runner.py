"""Asks a chat model everything that has no stored answer yet, and stores each answer as it arrives."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Protocol

from benchtoward.core.errors import BenchTowardError
from benchtoward.harness.chat import Endpoint
from benchtoward.harness.completions import Completion, FailedAttempt
from benchtoward.harness.feeding import Feed
from benchtoward.harness.interruption import on_interruption
from benchtoward.harness.outcomes import AskOutcome, StopReason, Unanswered
from benchtoward.harness.planning import PlannedRequest
from benchtoward.harness.pseudorandom import SplitMix64
from benchtoward.harness.responses import ResponseStore, StoredResponse
from benchtoward.harness.retries import Jitter
from benchtoward.harness.runner_settings import Progress, RunnerSettings
from benchtoward.harness.writing import DurableWriter

__all__ = ["Progress", "Requests", "RunnerSettings", "ask_all"]


class Requests(Protocol):
    """Requests that are rendered while they are gone through, as those of a `RequestPlan`, or a list."""

    def __len__(self) -> int:
        """Return how many there are."""

    def __iter__(self) -> Iterator[PlannedRequest]:
        """Go through them."""


async def ask_all(
    requests: Requests,
    endpoint: Endpoint,
    store: ResponseStore,
    settings: RunnerSettings,
    progress: Callable[[Progress], None],
    *,
    jitter: Jitter | None = None,
) -> AskOutcome:
    """Ask all requests that have no stored answer, equal ones once, and return how it ended.

    Answers are durable before they count. SIGINT and SIGTERM end it after what is under way has been stored;
    a second signal doesn't wait for that. Raises `QuotaExhaustedError`, `ProviderRefusedSettingError`, or
    what the store or the rendering of a request raises, likewise after storing what is under way.
    """
    asking = _Asking(requests, endpoint, store, settings, progress, jitter or SplitMix64(time.time_ns()).uniform)
    try:
        with on_interruption(asking.interrupt, asking.abandon):
            await asking.run()
    finally:
        asking.close()
    return asking.outcome()


class _Asking:
    """One call of `ask_all`: its workers, and what they share."""

    def __init__(
        self,
        requests: Requests,
        endpoint: Endpoint,
        store: ResponseStore,
        settings: RunnerSettings,
        progress: Callable[[Progress], None],
        jitter: Jitter,
    ) -> None:
        self._endpoint, self._settings, self._jitter = endpoint, settings, jitter
        self._store, self._thread = store, ThreadPoolExecutor(1, thread_name_prefix="response-store")
        self._report, self._next_report = progress, 0.0
        self._feed = Feed(requests, self._read_store)
        self._writer = DurableWriter(
            self._write_store,
            self._count_durable,
            most_rows=settings.most_rows,
            delay_seconds=settings.write_delay_seconds,
            most_waiting=settings.concurrency,
        )
        self._n_planned, self._n_answered, self._n_retries = len(requests), 0, 0
        self._unanswered: list[Unanswered] = []
        self._n_failures_in_a_row = 0
        self._stop = asyncio.Event()
        self._stopped = StopReason.DONE
        self._fatal: BenchTowardError | None = None
        self._workers: list[asyncio.Task[None]] = []

    async def run(self) -> None:
        n_workers = min(self._settings.concurrency, max(1, self._n_planned))
        self._workers = [asyncio.create_task(self._work()) for _ in range(n_workers)]
        try:
            ends = await asyncio.gather(*self._workers, return_exceptions=True)
        finally:
            for worker in self._workers:
                worker.cancel()
            await self._feed.close()
            await self._writer.close()
        self._tell_progress(at_once=True)
        for end in ends:
            if isinstance(end, Exception):
                raise end
        if self._fatal is not None:
            raise self._fatal

    def interrupt(self) -> None:
        """Send nothing more; wait for what is under way."""
        self._end(StopReason.INTERRUPTED)

    def abandon(self) -> None:
        """Don't wait any longer."""
        for worker in self._workers:
            worker.cancel()

    def close(self) -> None:
        """Give the store's thread back."""
        self._thread.submit(self._store.release)
        self._thread.shutdown(wait=True)

    def outcome(self) -> AskOutcome:
        """Return how it ended."""
        return AskOutcome(
            n_planned=self._n_planned,
            n_stored=self._feed.n_stored,
            n_answered=self._n_answered,
            unanswered=tuple(self._unanswered),
            stopped=self._stopped,
        )

    async def _work(self) -> None:
        """Ask one request after another; every request starts here."""
        try:
            while not self._stop.is_set():
                await self._writer.room()
                planned = await self._feed.take()
                if planned is None:
                    return
                if not self._stop.is_set():
                    await self._ask(planned)
        except BenchTowardError as error:
            # What the others have under way is still paid for and wanted: they end by themselves.
            self._fatal = self._fatal or error
            self._stop.set()

    async def _ask(self, planned: PlannedRequest) -> None:
        n_attempts = 0
        while True:
            n_attempts += 1
            started = time.perf_counter()
            outcome = await self._endpoint.attempt(planned.request)
            if isinstance(outcome, Completion):
                self._n_failures_in_a_row = 0
                self._writer.add(_response(planned, outcome, time.perf_counter() - started, n_attempts))
                return
            if not await self._waited(outcome, n_attempts):
                self._give_up(planned, outcome)
                return
            self._n_retries += 1

    async def _waited(self, failed: FailedAttempt, n_attempts: int) -> bool:
        """Wait until the request may be sent again; False when it may not."""
        seconds = self._settings.retries.wait_seconds(failed, n_attempts, self._jitter)
        if seconds is None:
            return False
        try:
            await asyncio.wait_for(self._stop.wait(), seconds)
        except TimeoutError:
            return True
        return False

    def _give_up(self, planned: PlannedRequest, failed: FailedAttempt) -> None:
        for waiting in self._feed.settle(planned.request_key):
            unanswered = Unanswered(
                item_id=waiting.item_id, repeat=waiting.repeat, failure=failed.failure, detail=failed.detail
            )
            self._unanswered.append(unanswered)
        self._n_failures_in_a_row += 1
        if self._n_failures_in_a_row >= self._settings.failure_limit:
            self._end(StopReason.FAILING)
        self._tell_progress()

    def _count_durable(self, response: StoredResponse) -> None:
        self._n_answered += len(self._feed.settle(response.request_key))
        self._tell_progress()

    def _end(self, reason: StopReason) -> None:
        if not self._stop.is_set():
            self._stopped = reason
            self._stop.set()

    def _tell_progress(self, *, at_once: bool = False) -> None:
        now = time.monotonic()
        if now < self._next_report and not at_once:
            return
        self._next_report = now + self._settings.progress_seconds
        self._report(
            Progress(
                n_planned=self._n_planned,
                n_stored=self._feed.n_stored,
                n_answered=self._n_answered,
                n_failed=len(self._unanswered),
                n_retries=self._n_retries,
            )
        )

    async def _read_store(self, keys: Sequence[str]) -> Mapping[str, StoredResponse]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._store.get_many, keys)

    async def _write_store(self, responses: Sequence[StoredResponse]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._store.put_many, responses)


def _response(planned: PlannedRequest, completion: Completion, latency_seconds: float, attempts: int) -> StoredResponse:
    return StoredResponse(
        request_key=planned.request_key,
        content=completion.content,
        reasoning=completion.reasoning,
        finish=completion.finish,
        response_model=completion.response_model,
        system_fingerprint=completion.system_fingerprint,
        prompt_tokens=completion.prompt_tokens,
        completion_tokens=completion.completion_tokens,
        reasoning_tokens=completion.reasoning_tokens,
        latency_seconds=round(latency_seconds, 6),
        attempts=attempts,
        received_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
    )
