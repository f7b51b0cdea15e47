"""What all tests share: where the real data lies."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """The folder of real data beside the checkout; without it the test is skipped."""
    if not SHARED.is_dir():
        pytest.skip("needs the folder `shared` beside the checkout (real data under other licences)")
    return SHARED


# CI tries the same examples every time, so that a change is judged by itself; elsewhere each run tries new ones.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("default", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "default")
