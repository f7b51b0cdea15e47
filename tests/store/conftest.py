"""Tests of the store run on Django set up for tests; some start processes of their own on one store."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from tests.django_setup import configured_store  # noqa: F401

Start = Callable[[str], subprocess.Popen[str]]

OPEN_THE_STORE = """
import os
from benchtoward.store.configuration import read_configuration
from benchtoward.store.opening import open_store
open_store(read_configuration(os.environ))
"""


@pytest.fixture
def start(tmp_path: Path, transactional_db: None) -> Iterator[Start]:
    """Starts a process that opens a store shared by all processes of the test, then runs the given code."""
    environment = dict(os.environ) | {"BENCHTOWARD_STORE": str(tmp_path / "store")} | _database()
    started: list[subprocess.Popen[str]] = []

    def start_process(code: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", OPEN_THE_STORE + code],
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        started.append(process)
        return process

    yield start_process
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def outcome(start: Start) -> Callable[[str], str]:
    """Runs code in a process of its own on the shared store and returns what it prints."""

    def run(code: str) -> str:
        process = start(code)
        text, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        return text.strip()

    return run


def _database() -> dict[str, str]:
    from django.db import connection

    if connection.vendor != "postgresql":
        return {}
    of = connection.settings_dict
    user = quote(of["USER"]) + (f":{quote(of['PASSWORD'])}" if of["PASSWORD"] else "")
    query = f"?host={quote(of['HOST'], safe='')}&port={of['PORT']}"
    return {"BENCHTOWARD_DATABASE_URL": f"postgresql://{user}@/{of['NAME']}{query}"}
