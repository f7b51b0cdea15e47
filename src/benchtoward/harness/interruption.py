"""SIGINT and SIGTERM as a wish to stop: the first lets what is under way finish, the second does not wait."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def on_interruption(first: Callable[[], None], second: Callable[[], None]) -> Iterator[None]:
    """Call `first` at the first signal to stop, `second` at any further one; only in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    actions = iter([first])
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in STOP_SIGNALS}
    for number in STOP_SIGNALS:
        loop.add_signal_handler(number, lambda: next(actions, second)())
    try:
        yield
    finally:
        for number, handler in before.items():
            loop.remove_signal_handler(number)
            signal.signal(number, handler)
