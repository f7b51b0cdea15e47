"""Commands run as their users run them: in a process of their own, on a store in a temporary folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.toy_files import write_toy

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the toy benchmark of 40 items and its models."""
    write_toy(tmp_path, n_items=40)
    return tmp_path


@pytest.fixture
def environment(folder: Path) -> dict[str, str]:
    """The environment of the commands."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BENCHTOWARD_")}
    return kept | {"BENCHTOWARD_STORE": str(folder / "store"), "COLUMNS": "200", "NO_COLOR": "1"}


@pytest.fixture
def command(folder: Path, environment: dict[str, str]) -> Command:
    """Runs `benchtoward` with the given words in the toy's folder."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "benchtoward", *words],
            cwd=folder,
            env=environment,
            text=True,
            capture_output=True,
            timeout=120,
            check=False,
        )

    return run
