"""What all tests share: where the real data lies."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """The folder of real data beside the checkout; without it the test is skipped."""
    if not SHARED.is_dir():
        pytest.skip("needs the folder `shared` beside the checkout (real data under other licences)")
    return SHARED
