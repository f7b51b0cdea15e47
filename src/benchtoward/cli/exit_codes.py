"""Exit codes of the command line: one table."""

from __future__ import annotations

from collections.abc import Mapping

from benchtoward.core.errors import (
    BenchTowardError,
    BusyError,
    IncompleteRunError,
    InvalidInputError,
    NotAllowedError,
    NotFoundError,
    ProviderRefusedSettingError,
    QuotaExhaustedError,
)

OK = 0
DIFFERS = 1
"""`verify`, `spec diff` and `lookup` found a difference or nothing; nothing went wrong."""
USAGE = 2
"""The command line itself is wrong (as click has it)."""
INTERRUPTED = 130

CODES: Mapping[type[BenchTowardError], int] = {
    InvalidInputError: 3,
    NotFoundError: 4,
    NotAllowedError: 5,
    BusyError: 6,
    IncompleteRunError: 7,
    QuotaExhaustedError: 8,
    ProviderRefusedSettingError: 9,
    BenchTowardError: 10,
}


def exit_code(error: BenchTowardError) -> int:
    """Return the exit code of an error: its own class's, or its nearest ancestor's."""
    return next(CODES[kind] for kind in type(error).__mro__ if kind in CODES)
