"""How asking (or predicting) ended: what has an answer, what has none and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from benchtoward.core.errors import IncompleteRunError
from benchtoward.core.lifecycle import FailureClass


class StopReason(StrEnum):
    """Why no further request was sent."""

    DONE = "done"
    """Every item was asked."""
    INTERRUPTED = "interrupted"
    """SIGINT or SIGTERM came; what was under way was waited for and stored."""
    FAILING = "failing"
    """So many requests in a row failed for good that the provider seems to be out of order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unanswered:
    """An item that was asked and got no answer."""

    item_id: str
    repeat: int
    failure: FailureClass
    """What kind of failure."""
    detail: str
    """A code, never text of a prompt or an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskOutcome:
    """How asking ended."""

    n_planned: int
    """Requests of the run, repeats included."""
    n_stored: int
    """Those whose answer was stored before, and cost nothing."""
    n_answered: int
    """Those that got a durable answer now."""
    unanswered: Sequence[Unanswered]
    """Those that failed for good."""
    stopped: StopReason
    """Why no further request was sent."""

    @property
    def n_not_asked(self) -> int:
        """Requests that were not sent, or not waited for, because asking was stopped."""
        return self.n_planned - self.n_stored - self.n_answered - len(self.unanswered)

    @property
    def is_complete(self) -> bool:
        """Whether every request has a stored answer."""
        return self.n_stored + self.n_answered == self.n_planned

    def check_complete(self) -> None:
        """Raise `IncompleteRunError`, saying what is missing and why, unless every request has an answer."""
        if self.is_complete:
            return
        why = f" ({_STOPS[self.stopped]})" if self.stopped in _STOPS else ""
        n_missing = self.n_planned - self.n_stored - self.n_answered
        lines = [f"{n_missing:,} of {self.n_planned:,} answers are missing{why}."]
        if self.unanswered:
            lines.append(failure_summary(self.unanswered))
        if self.n_not_asked:
            lines.append(f"{self.n_not_asked:,} were not asked.")
        lines.append("Answers so far are kept: run the same command again to continue.")
        raise IncompleteRunError(" ".join(lines))


_STOPS = {
    StopReason.INTERRUPTED: "interrupted",
    StopReason.FAILING: "stopped, because one request after another failed",
}


def failure_summary(unanswered: Sequence[Unanswered], n_named: int = 3) -> str:
    """Return one line on failed items: how many of each kind, and the first few by name."""
    kinds = Counter(f"{item.failure.value} ({item.detail})" for item in unanswered)
    counts = ", ".join(f"{n:,} × {kind}" for kind, n in kinds.most_common(5))
    names = ", ".join(item.item_id[:60] for item in unanswered[:n_named])
    more = ", …" if len(unanswered) > n_named else ""
    return f"Failed: {counts}; items {names}{more}."
