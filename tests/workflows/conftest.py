"""Use cases run on Django set up for tests, with the toy benchmark as files."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.django_setup import configured_store  # noqa: F401
from tests.toy_files import write_toy

from benchtoward.workflows.register import Registered, register_benchmark


@pytest.fixture
def definitions(tmp_path: Path) -> Path:
    """A folder with the toy benchmark (40 items of 20 patients) and its models."""
    write_toy(tmp_path, n_items=40)
    return tmp_path


@pytest.fixture
def benchmark(definitions: Path, db: None) -> Registered:
    """The toy benchmark in the store."""
    return register_benchmark(definitions / "benchmarks/toy/1.0.0.yaml", data_root=None, actor="a test")
