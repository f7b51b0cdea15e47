from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from benchtoward.core.errors import ConfigurationError
from benchtoward.store.configuration import Configuration, read_configuration
from benchtoward.store.secret_key import FILE_NAME, secret_key


@pytest.fixture
def configuration(tmp_path: Path) -> Configuration:
    return read_configuration({"BENCHTOWARD_STORE": str(tmp_path)})


def test_a_secret_is_made_once_for_its_owner_alone(configuration: Configuration) -> None:
    key = secret_key(configuration)
    assert len(key) >= 50
    assert secret_key(configuration) == key
    assert stat.S_IMODE((configuration.store / FILE_NAME).stat().st_mode) == 0o600
    assert [file.name for file in configuration.store.iterdir()] == [FILE_NAME]


def test_all_who_start_at_once_get_the_same_secret(configuration: Configuration) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _: secret_key(configuration), range(32)))) == 1


def test_a_configured_secret_makes_no_file(tmp_path: Path) -> None:
    environment = {"BENCHTOWARD_STORE": str(tmp_path), "BENCHTOWARD_SECRET_KEY": "s" * 40}
    assert secret_key(read_configuration(environment)) == "s" * 40
    assert not list(tmp_path.iterdir())


def test_an_emptied_secret_file_is_an_error_not_an_empty_secret(configuration: Configuration) -> None:
    (configuration.store / FILE_NAME).write_text("")
    with pytest.raises(ConfigurationError, match="Remove the file"):
        secret_key(configuration)
