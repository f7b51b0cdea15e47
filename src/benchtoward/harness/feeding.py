"""Hands out the requests that nobody has answered yet: each key once, reading the store a little ahead."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from itertools import islice

from benchtoward.harness.planning import PlannedRequest
from benchtoward.harness.responses import StoredResponse

ReadStore = Callable[[Sequence[str]], Awaitable[Mapping[str, StoredResponse]]]

N_AHEAD = 64
"""Requests that are rendered and looked up at a time: few, so that answers don't wait meanwhile."""


class Feed:
    """The open requests of a run in order. What it holds doesn't grow with the number of requests."""

    def __init__(self, requests: Iterable[PlannedRequest], read_store: ReadStore) -> None:
        self.n_stored = 0
        """Requests whose answer was in the store before they were asked."""
        self._requests = iter(requests)
        self._read_store = read_store
        self._ready: deque[PlannedRequest] = deque()
        self._waiting: dict[str, list[PlannedRequest]] = {}
        self._refill: asyncio.Task[bool] | None = None

    async def take(self) -> PlannedRequest | None:
        """Return the next request to send; None when there is none left."""
        while not self._ready:
            if not await asyncio.shield(self._refilling()):
                return None
        if len(self._ready) <= N_AHEAD // 2:
            self._refilling()
        return self._ready.popleft()

    def settle(self, request_key: str) -> Sequence[PlannedRequest]:
        """Return all requests that waited for this key: its answer is durable, or it has failed for good."""
        return self._waiting.pop(request_key, ())

    async def close(self) -> None:
        """Stop reading ahead."""
        if self._refill is not None:
            await asyncio.wait([self._refill])
            if not self._refill.cancelled():
                self._refill.exception()

    def _refilling(self) -> asyncio.Task[bool]:
        # A finished task that found nothing more stays: it answers for all who ask later.
        if self._refill is None or (self._refill.done() and self._refill.result()):
            self._refill = asyncio.create_task(self._read_ahead())
        return self._refill

    async def _read_ahead(self) -> bool:
        """Take the next requests in; False when there are none."""
        planned = list(islice(self._requests, N_AHEAD))
        new = [request for request in planned if self._is_first(request)]
        stored = await self._read_store([request.request_key for request in new]) if new else {}
        for request in new:
            if request.request_key in stored:
                self.n_stored += len(self.settle(request.request_key))
            else:
                self._ready.append(request)
        return bool(planned)

    def _is_first(self, request: PlannedRequest) -> bool:
        """Note who waits for the request's key; whether nobody did before."""
        waiting = self._waiting.setdefault(request.request_key, [])
        waiting.append(request)
        return len(waiting) == 1
