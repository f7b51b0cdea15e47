"""Locks that end with their holder: the kernel or the database server frees them, also after SIGKILL."""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from benchtoward.core.errors import BusyError
from benchtoward.store.configuration import Configuration


@contextmanager
def run_lock(run_key: str) -> Iterator[None]:
    """Hold a run for as long as the block lasts; raises `BusyError` at once where somebody else holds it.

    With SQLite it is a locked file in the store folder, with PostgreSQL a lock on a session of its own (so no
    pooler may share sessions between clients).
    """
    with _lock(f"run {run_key}", wait=False):
        yield


@contextmanager
def migration_lock() -> Iterator[None]:
    """Hold the right to change the tables, waiting for whoever changes them now."""
    with _lock("migrations", wait=True):
        yield


@contextmanager
def _lock(name: str, *, wait: bool) -> Iterator[None]:
    if connection.vendor == "postgresql":
        with _session_lock(name, wait=wait):
            yield
    else:
        configuration: Configuration = settings.BENCHTOWARD
        with _file_lock(configuration.locks, name, wait=wait):
            yield


@contextmanager
def _file_lock(folder: Path, name: str, *, wait: bool) -> Iterator[None]:
    folder.mkdir(parents=True, exist_ok=True)
    # Lock files stay: a file that is removed while somebody waits for it would be locked twice.
    descriptor = os.open(folder / f"{_number(name):016x}", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            holder = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
            raise BusyError(_busy(name, f"process {holder} on this machine" if holder else "another process")) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode("ascii"), 0)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def _session_lock(name: str, *, wait: bool) -> Iterator[None]:
    # Its own session: the thread's usual connection may be closed and opened again between two queries.
    session = connection.copy()
    key = _number(name) - 2**63
    try:
        with session.cursor() as cursor:
            cursor.execute(f"SELECT {'pg_advisory_lock' if wait else 'pg_try_advisory_lock'}(%s)", [key])
            row = cursor.fetchone()
        if not wait and not row[0]:
            raise BusyError(_busy(name, "another process"))
        try:
            yield
        finally:
            _unlock(session, key)
    finally:
        session.close()


def _unlock(session: BaseDatabaseWrapper, key: int) -> None:
    """Free the lock now: the server does so a little after a session is closed. A lost session held none."""
    with suppress(DatabaseError), session.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_unlock(%s)", [key])


def _number(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")


def _busy(name: str, holder: str) -> str:
    return f"The lock on {name} is held by {holder}. Wait until it has ended, or stop it; then try again."
