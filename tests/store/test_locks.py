from __future__ import annotations

import signal
from collections.abc import Callable

import pytest
from tests.store.conftest import Start

from benchtoward.core.errors import BusyError
from benchtoward.store.locks import migration_lock, run_lock

pytestmark = pytest.mark.django_db(transaction=True)

HOLD = """
from benchtoward.store.locks import run_lock
with run_lock("bt1:abc"):
    print("held", flush=True)
    input()
"""
TRY = """
from benchtoward.core.errors import BusyError
from benchtoward.store.locks import run_lock
try:
    with run_lock({key!r}):
        print("free")
except BusyError as error:
    print("busy", error)
"""


def test_a_held_run_is_busy_and_others_are_not(start: Start, outcome: Callable[[str], str]) -> None:
    holder = start(HOLD)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    message = outcome(TRY.format(key="bt1:abc"))
    assert message.startswith("busy The lock on run bt1:abc is held by")
    assert outcome(TRY.format(key="bt1:other")) == "free"
    holder.communicate("\n")
    assert outcome(TRY.format(key="bt1:abc")) == "free"


def test_a_killed_holder_frees_its_lock(start: Start, outcome: Callable[[str], str]) -> None:
    holder = start(HOLD)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    assert outcome(TRY.format(key="bt1:abc")) == "free"


def test_one_process_can_not_hold_a_run_twice() -> None:
    with run_lock("bt1:abc"):
        with pytest.raises(BusyError), run_lock("bt1:abc"):
            pass
        with run_lock("bt1:other"):
            pass
    with run_lock("bt1:abc"):
        pass


def test_a_block_that_fails_frees_its_lock() -> None:
    with pytest.raises(ZeroDivisionError), run_lock("bt1:abc"):
        raise ZeroDivisionError
    with run_lock("bt1:abc"):
        pass


def test_the_right_to_migrate_is_free_again_afterwards() -> None:
    for _ in range(2):
        with migration_lock():
            pass
