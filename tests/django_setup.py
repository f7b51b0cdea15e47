"""Django set up for tests, on a store of their own in a temporary folder.

A `conftest.py` whose tests need tables takes it with

    from tests.django_setup import configured_store  # noqa: F401

which sets Django up as it is imported. Tests then mark themselves with `pytest.mark.django_db`, and with
`pytest.mark.django_db(transaction=True)` where they use threads, processes or locks.
BENCHTOWARD_TEST_DATABASE_URL names a PostgreSQL server to run them on instead of an SQLite file.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benchtoward.store.configuration import Configuration, read_configuration
from benchtoward.store.opening import current_configuration, setup

TEST_DATABASE_VARIABLE = "BENCHTOWARD_TEST_DATABASE_URL"


def _set_up() -> None:
    folder = Path(tempfile.mkdtemp(prefix="benchtoward-tests-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    environment = {
        "BENCHTOWARD_STORE": str(folder / "store"),
        "BENCHTOWARD_DATABASE_URL": os.environ.get(TEST_DATABASE_VARIABLE, ""),
        "BENCHTOWARD_SECRET_KEY": "a secret for tests alone, never for anything else",
        "BENCHTOWARD_ALLOWED_HOSTS": "testserver,localhost,127.0.0.1",
    }
    configuration = read_configuration(environment)
    configuration.store.mkdir()
    setup(configuration)
    _let_tests_empty_the_event_table()


def _let_tests_empty_the_event_table() -> None:
    """Tests with real transactions empty all tables at their end, which the triggers on events refuse."""
    from django.db import connection
    from django.test import TransactionTestCase

    guard = import_module("benchtoward.store.migrations.0002_events_are_append_only")
    empty_tables: Callable[[Any], None] = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]

    def empty_tables_without_guard(test_case: Any) -> None:
        editor = SimpleNamespace(
            connection=connection, execute=lambda sql, params=None: connection.cursor().execute(sql)
        )
        guard.allow_changes(None, editor)
        try:
            empty_tables(test_case)
        finally:
            guard.refuse_changes(None, editor)

    TransactionTestCase._fixture_teardown = empty_tables_without_guard  # type: ignore[attr-defined]


_set_up()


@pytest.fixture(scope="session")
def configured_store() -> Configuration:
    """The configuration of the tests' store."""
    return current_configuration()
