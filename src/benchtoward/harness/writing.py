"""The one writer of a run: stores answers in small batches, in a thread, while others are under way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from benchtoward.harness.responses import StoredResponse

WriteStore = Callable[[Sequence[StoredResponse]], Awaitable[None]]


class DurableWriter:
    """Gathers answers for a few milliseconds or some tens of rows, whichever is first, then stores them."""

    def __init__(
        self,
        write_store: WriteStore,
        on_durable: Callable[[StoredResponse], None],
        *,
        most_rows: int,
        delay_seconds: float,
        most_waiting: int,
    ) -> None:
        """`on_durable` hears of each answer once it would survive a power cut."""
        self._write_store = write_store
        self._on_durable = on_durable
        self._most_rows = most_rows
        self._delay_seconds = delay_seconds
        self._most_waiting = most_waiting
        self._gathered: list[StoredResponse] = []
        self._n_waiting = 0
        self._has_room = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[None] | None = None
        self._error: Exception | None = None

    async def room(self) -> None:
        """Wait until so few answers wait for the disk that one more may be asked for.

        Raises what the store raised, once writing has failed.
        """
        while self._n_waiting >= self._most_waiting and self._error is None:
            self._has_room.clear()
            await self._has_room.wait()
        self._check()

    def add(self, response: StoredResponse) -> None:
        """Take an answer in; it is written soon."""
        self._gathered.append(response)
        self._n_waiting += 1
        if len(self._gathered) >= self._most_rows:
            self._write()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._delay_seconds, self._write)

    async def close(self) -> None:
        """Write all that is left; raises what the store raised."""
        while self._error is None and (self._gathered or self._writing):
            self._write()
            if self._writing:
                await asyncio.wait([self._writing])
        self._check()

    def _write(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._gathered and self._writing is None and self._error is None:
            self._writing = asyncio.create_task(self._write_batch())

    async def _write_batch(self) -> None:
        batch, self._gathered = self._gathered, []
        try:
            await self._write_store(batch)
        except Exception as error:
            self._error = error
        else:
            for response in batch:
                self._on_durable(response)
        self._n_waiting -= len(batch)
        self._writing = None
        self._has_room.set()
        if self._gathered:
            self._write()

    def _check(self) -> None:
        if self._error is not None:
            raise self._error
