from __future__ import annotations

from pathlib import Path

import pytest

from benchtoward.core.errors import ConfigurationError
from benchtoward.store.configuration import VARIABLES, read_configuration, variables_table
from benchtoward.store.django_settings import django_settings

HERE = Path("/somewhere")


def test_without_variables_everything_lies_in_the_current_directory() -> None:
    configuration = read_configuration({}, current_directory=HERE)
    assert configuration.store == HERE / "benchtoward-store"
    assert configuration.database is None
    assert configuration.database_file == HERE / "benchtoward-store" / "benchtoward.sqlite3"
    assert configuration.benchmarks == HERE / "benchmarks"
    assert configuration.models == HERE / "models"
    assert configuration.data is None
    assert configuration.allowed_hosts == ("localhost", "127.0.0.1", "[::1]")
    assert configuration.public_url == ""
    assert configuration.instance_name == "BenchToward"
    assert not configuration.debug


def test_every_variable_is_read(tmp_path: Path) -> None:
    configuration = read_configuration(
        {
            "BENCHTOWARD_STORE": "/var/lib/bench",
            "BENCHTOWARD_DATABASE_URL": "postgresql://bench:p%40ss@db.example.org:5433/results?sslmode=require",
            "BENCHTOWARD_DEFINITIONS": "definitions",
            "BENCHTOWARD_DATA": str(tmp_path),
            "BENCHTOWARD_SECRET_KEY": "x" * 40,
            "BENCHTOWARD_ALLOWED_HOSTS": "a.example.org, b.example.org",
            "BENCHTOWARD_PUBLIC_URL": "https://bench.example.org/",
            "BENCHTOWARD_INSTANCE_NAME": "A hospital's",
            "BENCHTOWARD_DEBUG": "TRUE",
        },
        current_directory=HERE,
    )
    assert configuration.store == Path("/var/lib/bench")
    assert configuration.definitions == HERE / "definitions"
    assert configuration.data == tmp_path
    assert configuration.secret_key == "x" * 40
    assert configuration.allowed_hosts == ("a.example.org", "b.example.org", "bench.example.org")
    assert configuration.public_url == "https://bench.example.org"
    assert configuration.instance_name == "A hospital's"
    assert configuration.debug
    database = configuration.database
    assert database is not None
    assert (database.name, database.user, database.password) == ("results", "bench", "p@ss")
    assert (database.host, database.port) == ("db.example.org", "5433")
    assert database.options == {"sslmode": "require"}


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as raised:
        read_configuration(
            {
                "BENCHTOWARD_DATABASE_URL": "mysql://root:hunter2@host/name",
                "BENCHTOWARD_DATA": str(tmp_path / "missing"),
                "BENCHTOWARD_SECRET_KEY": "short",
                "BENCHTOWARD_ALLOWED_HOSTS": "https://bench.example.org",
                "BENCHTOWARD_PUBLIC_URL": "bench.example.org",
                "BENCHTOWARD_DEBUG": "perhaps",
                "BENCHTOWARD_STOREE": "/var/lib/bench",
            }
        )
    places = {problem.where for problem in raised.value.problems}
    names = "DATABASE_URL", "DATA", "SECRET_KEY", "ALLOWED_HOSTS", "PUBLIC_URL", "DEBUG", "STOREE"
    assert places == {f"BENCHTOWARD_{name}" for name in names}
    assert "Did you mean BENCHTOWARD_STORE?" in str(raised.value)
    assert "hunter2" not in str(raised.value)
    assert "short" not in str(raised.value)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://host",
        "postgresql://host/a/b",
        "postgresql://host:port/name",
        "host/name",
        "postgresql://[/name",
    ],
)
def test_a_database_url_that_names_no_postgresql_database_is_refused(url: str) -> None:
    with pytest.raises(ConfigurationError, match="BENCHTOWARD_DATABASE_URL"):
        read_configuration({"BENCHTOWARD_DATABASE_URL": url})


@pytest.mark.parametrize("url", ["ftp://host", "https://", "https://host/?a=b", "https://me@host", "https://host:x"])
def test_a_public_url_that_is_no_site_address_is_refused(url: str) -> None:
    with pytest.raises(ConfigurationError, match="BENCHTOWARD_PUBLIC_URL"):
        read_configuration({"BENCHTOWARD_PUBLIC_URL": url})


def test_a_socket_folder_can_be_the_host() -> None:
    database = read_configuration({"BENCHTOWARD_DATABASE_URL": "postgresql:///name?host=/run/pg"}).database
    assert database is not None
    assert (database.host, database.name, database.options) == ("/run/pg", "name", {})


def test_names_that_are_not_ours_or_are_for_tests_are_let_be() -> None:
    others = {"HOME": "/root", "BENCHTOWARD_TEST_DATABASE_URL": "x", "OPENAI_API_KEY": "y"}
    assert read_configuration(others, current_directory=HERE) == read_configuration({}, current_directory=HERE)


def test_no_secret_shows_in_the_text_of_a_configuration() -> None:
    environment = {
        "BENCHTOWARD_SECRET_KEY": "confidential" * 4,
        "BENCHTOWARD_DATABASE_URL": "postgresql://user:hunter2@host/name?sslpassword=hunter3",
    }
    configuration = read_configuration(environment)
    text = f"{configuration!r} {configuration.database}"
    assert not any(secret in text for secret in ("confidential", "hunter2", "hunter3"))


def test_every_variable_that_is_read_is_documented_and_the_other_way_round() -> None:
    asked: set[str] = set()

    class Recording(dict[str, str]):
        def get(self, name: str, default: str = "") -> str:  # type: ignore[override]
            asked.add(name)
            return default

    read_configuration(Recording())
    assert asked == {variable.name for variable in VARIABLES}
    assert all(variable.meaning and variable.default for variable in VARIABLES)


def test_the_table_of_variables_has_a_row_for_each() -> None:
    rows = variables_table().splitlines()
    assert len(rows) == 2 + len(VARIABLES)
    assert all(f"`{variable.name}`" in variables_table() for variable in VARIABLES)


def test_writers_on_sqlite_wait_for_each_other_and_commits_outlast_a_power_cut() -> None:
    options = django_settings(read_configuration({}))["DATABASES"]["default"]["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    assert "journal_mode=WAL" in options["init_command"]
    assert "synchronous=FULL" in options["init_command"]


def test_readers_get_no_cookie() -> None:
    settings = django_settings(read_configuration({}))
    words = " ".join([*settings["INSTALLED_APPS"], *settings["MIDDLEWARE"]])
    assert not any(word in words for word in ("sessions", "csrf", "messages", "auth"))
