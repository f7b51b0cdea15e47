from __future__ import annotations

import io
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from tests.store.conftest import Start

from benchtoward.core.errors import BenchTowardError, ConfigurationError
from benchtoward.store.configuration import Configuration, read_configuration
from benchtoward.store.opening import artifact_store, current_configuration, open_store, setup


def test_a_file_in_the_place_of_the_store_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    configuration = read_configuration({"BENCHTOWARD_STORE": str(tmp_path / "file")})
    with pytest.raises(ConfigurationError, match=r"BENCHTOWARD_STORE: found .*file"):
        open_store(configuration)


def test_a_folder_that_can_not_be_written_is_one_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)  # the tests may run as root, who may write anywhere
    configuration = read_configuration({"BENCHTOWARD_STORE": str(tmp_path / "store")})
    with pytest.raises(ConfigurationError, match="this user may not write there"):
        open_store(configuration)


def test_a_process_has_one_configuration(configured_store: Configuration, tmp_path: Path) -> None:
    setup(configured_store)
    assert current_configuration() == configured_store
    assert artifact_store().folder == configured_store.artifacts
    with pytest.raises(BenchTowardError, match="another configuration"):
        setup(read_configuration({"BENCHTOWARD_STORE": str(tmp_path)}))


def test_postgresql_without_its_client_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(ConfigurationError, match="psycopg"):
        setup(read_configuration({"BENCHTOWARD_DATABASE_URL": "postgresql:///name"}))


@pytest.mark.django_db(transaction=True)
def test_a_store_is_made_for_its_owner_alone_and_opened_again(
    start: Start, outcome: Callable[[str], str], tmp_path: Path
) -> None:
    for _ in range(2):
        assert outcome("from benchtoward.store.models import Run; print(Run.objects.count())") == "0"
    store = tmp_path / "store"
    assert stat.S_IMODE(store.stat().st_mode) == 0o700
    assert stat.S_IMODE((store / "secret-key").stat().st_mode) == 0o600
    assert {"artifacts", "locks", "secret-key"} <= {path.name for path in store.iterdir()}


@pytest.mark.django_db(transaction=True)
def test_what_one_process_signs_another_one_believes(start: Start, outcome: Callable[[str], str]) -> None:
    token = outcome("from django.core.signing import dumps; print(dumps('me'))")
    assert outcome(f"from django.core.signing import loads; print(loads({token!r}))") == "me"


@pytest.mark.django_db(transaction=True)
def test_tables_of_a_newer_version_are_refused(configured_store: Configuration) -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_applied("store", "9999_from_the_future")
    try:
        with pytest.raises(ConfigurationError, match="9999_from_the_future"):
            open_store(configured_store)
    finally:
        recorder.record_unapplied("store", "9999_from_the_future")


@pytest.mark.django_db
def test_the_migrations_make_the_tables_that_the_models_describe() -> None:
    told = io.StringIO()
    call_command("makemigrations", "store", check=True, dry_run=True, skip_checks=True, stdout=told)
    assert "No changes" in told.getvalue()


@pytest.mark.django_db
@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="pragmas are SQLite's")
def test_connections_have_the_settings_that_they_need() -> None:
    with connection.cursor() as cursor:
        values = {
            name: cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert values == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 20_000}
