"""How fast a run asks, and what it tells of its progress."""

from __future__ import annotations

from dataclasses import dataclass, field

from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.harness.retries import RetryPolicy


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a run is."""

    n_planned: int
    """Requests of the run, repeats included."""
    n_stored: int
    """Found in the store so far."""
    n_answered: int
    """Answered now and durable."""
    n_failed: int
    """Failed for good."""
    n_retries: int
    """Attempts that were made again."""

    @property
    def n_done(self) -> int:
        """Requests that are settled, one way or another."""
        return self.n_stored + self.n_answered + self.n_failed


@dataclass(frozen=True, slots=True, kw_only=True)
class RunnerSettings:
    """How fast to ask; nothing here can change an answer, so nothing of it is in a key."""

    concurrency: int = 8
    """Requests under way at a time. Up to as many answers more may wait for the disk."""
    retries: RetryPolicy = field(default_factory=RetryPolicy)
    most_failures_in_a_row: int | None = None
    """Asking stops after so many items that failed for good, with no answer between (None: 20 or more)."""
    most_rows: int = 64
    """Answers that are stored in one batch at most."""
    write_delay_seconds: float = 0.005
    """How long an answer waits at most for others to be stored with."""
    progress_seconds: float = 0.2
    """Between two reports of progress."""

    def __post_init__(self) -> None:
        if self.concurrency < 1 or self.most_rows < 1 or min(self.write_delay_seconds, self.progress_seconds) < 0:
            expected = "a concurrency and rows of at least 1, and no negative seconds"
            problem = Problem(where="runner settings", found=repr(self)[:200], expected=expected)
            raise InvalidInputError("The runner's settings", [problem])

    @property
    def failure_limit(self) -> int:
        """Failures in a row after which asking stops."""
        return self.most_failures_in_a_row or max(20, self.concurrency)
