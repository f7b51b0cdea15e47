"""How often and how long to wait before a request is sent again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.harness.completions import FailedAttempt

Jitter = Callable[[], float]
"""Gives numbers from 0 up to 1, so that requests which failed together don't all come back together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """Waits of the client: what the provider asks for, else a wait that doubles."""

    max_attempts: int = 8
    """How often one request is sent at most."""
    first_wait_seconds: float = 0.5
    """The wait after the first failure; it doubles with each further one."""
    longest_wait_seconds: float = 8.0
    """Where doubling ends."""
    longest_asked_wait_seconds: float = 120.0
    """The longest `Retry-After` that is sat out; when a provider asks for more, the item is given up."""

    def __post_init__(self) -> None:
        waits = (self.first_wait_seconds, self.longest_wait_seconds, self.longest_asked_wait_seconds)
        if self.max_attempts < 1 or min(waits) < 0:
            found = f"{self.max_attempts} attempts, waits of {waits} seconds"
            problem = Problem(where="retries", found=found, expected="at least one attempt, no negative wait")
            raise InvalidInputError("The retry policy", [problem])

    def wait_seconds(self, failed: FailedAttempt, n_attempts: int, jitter: Jitter) -> float | None:
        """Return how long to wait after the `n_attempts`-th attempt failed; None to give up.

        A wait that the provider asked for is never cut short: jitter makes it up to a tenth longer.
        """
        if not failed.can_retry or n_attempts >= self.max_attempts:
            return None
        if failed.wait_seconds is None:
            doubled = min(self.longest_wait_seconds, self.first_wait_seconds * 2.0 ** (n_attempts - 1))
            return doubled * (1 - 0.25 * jitter())
        if failed.wait_seconds > self.longest_asked_wait_seconds:
            return None
        return failed.wait_seconds * (1 + 0.1 * jitter())
