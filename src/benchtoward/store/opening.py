"""Opening a store: Django set up from a configuration, folders made, tables brought up to date."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from benchtoward.core.errors import BenchTowardError, ConfigurationError, Problem
from benchtoward.store.artifacts import ArtifactStore
from benchtoward.store.configuration import Configuration
from benchtoward.store.django_settings import django_settings
from benchtoward.store.locks import migration_lock
from benchtoward.store.secret_key import secret_key


def setup(configuration: Configuration) -> None:
    """Set Django up with `configuration`; once in a process, and the same each time."""
    _check_database_client(configuration)
    if not settings.configured:
        settings.configure(**django_settings(configuration))
    if configuration != settings.BENCHTOWARD:
        raise BenchTowardError("This process already uses another configuration; start a new one for this store.")
    django.setup()


def open_store(configuration: Configuration) -> None:
    """Make the folders of a store that is new, set Django up, and bring the tables up to date.

    Raises `ConfigurationError` where the folder can't be written, the database can't be reached, or the
    tables were made by a newer BenchToward.
    """
    _make_folders(configuration)
    setup(configuration)
    secret_key(configuration)
    try:
        with migration_lock():
            _migrate()
    except OperationalError as error:
        raise _unreachable(configuration, error) from error
    finally:
        # Processes that are forked from this one must not inherit its connection.
        connection.close()
    artifact_store().remove_stale_temporary_files()


def current_configuration() -> Configuration:
    """Return the configuration that Django was set up with."""
    configuration: Configuration = settings.BENCHTOWARD
    return configuration


def artifact_store() -> ArtifactStore:
    """Return the artifact store of this process's configuration."""
    return ArtifactStore(current_configuration().artifacts)


def _make_folders(configuration: Configuration) -> None:
    store = configuration.store
    try:
        # Responses may hold patient text: nobody but the owner reads them.
        store.mkdir(mode=0o700, parents=True, exist_ok=True)
        for folder in (configuration.artifacts, configuration.locks):
            folder.mkdir(exist_ok=True)
    except OSError as error:
        raise _unwritable(store, error.strerror or "the system refuses it") from error
    if not os.access(store, os.W_OK | os.X_OK):
        raise _unwritable(store, "this user may not write there")


def _migrate() -> None:
    executor = MigrationExecutor(connection)
    unknown = set(executor.loader.applied_migrations) - set(executor.loader.disk_migrations)
    newer = sorted(name for app, name in unknown if app == "store")
    if newer:
        problem = Problem(
            where="the store's tables",
            found=f"the changes {', '.join(newer)}, which this version does not know",
            expected="tables of this version or an older one",
            hint="Upgrade BenchToward, or open the store with the version that made it.",
        )
        raise ConfigurationError("The store", [problem])
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", interactive=False, verbosity=0)


def _check_database_client(configuration: Configuration) -> None:
    if configuration.database is not None and importlib.util.find_spec("psycopg") is None:
        problem = Problem(
            where="BENCHTOWARD_DATABASE_URL",
            found="a PostgreSQL address, but no package that speaks to it",
            expected="the package psycopg, version 3.1 or later",
            hint="Install it with `pip install 'psycopg[binary]'`.",
        )
        raise ConfigurationError("The configuration", [problem])


def _unwritable(store: Path, reason: str) -> ConfigurationError:
    problem = Problem(
        where="BENCHTOWARD_STORE",
        found=f"{store} ({reason})",
        expected="a folder that can be made and written",
        hint="Set BENCHTOWARD_STORE to such a folder.",
    )
    return ConfigurationError("The store", [problem])


def _unreachable(configuration: Configuration, error: OperationalError) -> ConfigurationError:
    problem = Problem(
        where="BENCHTOWARD_DATABASE_URL" if configuration.database else "BENCHTOWARD_STORE",
        found=f"{configuration.database or configuration.database_file} ({str(error).strip()})",
        expected="a database that answers",
    )
    return ConfigurationError("The store", [problem])
